package designlab

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign/lab"
	. "rangefinder/app/kit"
	"rangefinder/app/words"
)

var indexKinds = [...]lab.IndexKind{lab.SamePartition, lab.OtherPartition, lab.KeyList, lab.OtherTable}

// index is what is stored beside the entities: a line with its keys, count and size, and the fields when it is unfolded.
func (p *Panel) index(i, k int, r *lab.DesignReport) app.UI {
	l := p.Lab
	d := &l.Spec.Designs[i]
	x := &d.Indexes[k]
	id := indexID(i, k)
	number := strconv.Itoa(k + 1)
	place := strconv.Itoa(i) + "-" + strconv.Itoa(k)
	open := l.Unfolded(i, k)
	keys := x.Partition
	if x.Kind == lab.SamePartition {
		keys = d.Partition
	}
	keys = words.Clip(keys, 60) + " · " + words.Clip(x.Row, 60)
	sum, wrong := "", ""
	if r != nil && k < len(r.Indexes) && r.Known {
		sum, wrong = indexSum(x.Kind, &r.Indexes[k]), IndexWrong(&r.Indexes[k])
	}
	if TemplateErr(x.Row) != nil || x.Kind != lab.SamePartition && TemplateErr(x.Partition) != nil {
		wrong = "A template cannot be read."
	}
	mark := "▸"
	if open {
		mark = "▾"
	}
	var bad, fields any
	if wrong != "" {
		bad = H("p.err", "✖ "+wrong)
	}
	if open {
		fields = p.indexFields(id, number, x, r, k)
	}
	return H("div.index",
		H("div.row",
			p.did(".line.index-line#lab-fold-"+place, "", OpenIndex, i, k, Expanded(open), Title(keys),
				H("span.mark", Attr("aria-hidden", "true"), mark), H("span.sr", "Index "+number+", "+IndexText(x.Kind)+": "), H("span.keys.mono", keys), H("span.sr", ", "), H("span.n", sum)),
			p.removing("lab-unindex-"+place, "Remove index "+number, Did{RemoveIndex, i, k})),
		bad, fields)
}

// indexFields are the fields of an index, and more of what it comes to.
func (p *Panel) indexFields(id, number string, x *lab.Index, r *lab.DesignReport, k int) app.UI {
	var partition, properties, facts any
	if x.Kind != lab.SamePartition {
		partition = p.template(id+"partition", "PartitionKey", x.Partition)
	}
	if x.Kind != lab.KeyList {
		properties = p.field(id+"properties", "Properties to copy (blank = all)", strings.Join(x.Properties, ", "), "")
	}
	if r != nil && k < len(r.Indexes) && r.Known {
		facts = H("p.facts", indexFacts(x.Kind, &r.Indexes[k])+". "+sizeParts(p.Lab.Report, r))
	}
	return H("div.index-fields",
		H("label.sr for="+id+"kind", "Kind of index "+number),
		H("select.btn.small#"+id+"kind", Each(len(indexKinds), func(n int) app.UI {
			return H("option", Value(indexKinds[n]), On(indexKinds[n] == x.Kind), IndexText(indexKinds[n]))
		}), p.hears("change", id+"kind")),
		partition, p.template(id+"row", "RowKey", x.Row), properties, facts)
}

// indexSum is an index in a few words: how many copies or lists, and their size.
func indexSum(kind lab.IndexKind, r *lab.IndexReport) string {
	text := words.Count(r.Entities, "copy", "copies")
	if kind == lab.KeyList {
		text = words.Count(r.Entities, "list", "lists")
	}
	return text + ", " + words.Bytes(r.Bytes)
}

func indexFacts(kind lab.IndexKind, r *lab.IndexReport) string {
	text := words.Count(r.Entities, "copy", "copies")
	if kind == lab.KeyList {
		text = words.Count(r.Entities, "list", "lists") + ", the longest of " + words.Count(r.Longest, "key", "keys")
	}
	text += " in " + words.Count(r.Partitions, "partition", "partitions")
	if r.Partitions == 1 && r.Entities > 1 && kind != lab.SamePartition {
		text += ", so that one server takes every write of them"
	}
	return text
}

// IndexWrong says why an index is not used to read, "" when it is.
func IndexWrong(r *lab.IndexReport) string {
	if n := r.Duplicates + r.Keyless; n > 0 {
		why := "another copy has the key"
		if r.Keyless > 0 {
			why = words.Clip(r.Reasons[0].Why, 160)
		}
		return words.Count(n, "entity is", "entities are") + " not in it: " + why + ". It is not used to read."
	}
	if r.TooLong > 0 {
		return words.Count(r.TooLong, "list is", "lists are") + " too long for an entity. It is not used to read."
	}
	return ""
}
