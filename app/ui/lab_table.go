package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/state"
	"rangefinder/app/words"
)

// comparison is the table of patterns by designs.
func (p *LabPanel) comparison() app.UI {
	l := p.Lab
	nd := len(l.Spec.Designs)
	var body []app.UI
	for k := range l.Spec.Patterns {
		body = append(body, p.pattern(k), p.more(k))
	}
	if len(l.Spec.Patterns) == 0 {
		body = append(body, h("tr", h("td.dim colspan="+strconv.Itoa(nd+1), "No access pattern yet: add what the application asks and writes, and how often.")))
	}
	return h("section.card#lab-table",
		h("div.row", h("h2", "Access patterns"), howComputed(p.Store, "lab"), h("span.grow"),
			p.did(".btn.small#lab-add-read", "Add read", state.AddRead, 0, 0), p.did(".btn.small#lab-add-write", "Add write", state.AddWrite, 0, 0),
			p.did(".btn.small#lab-add-current", "Add the query on screen", state.AddCurrent, 0, 0)),
		h("div.lines tabindex=0 role=region", label("Comparison"), h("table.cmp",
			h("thead", h("tr", h("th scope=col", "Pattern"), each(nd, func(i int) app.UI {
				return h("th scope=col", words.Clip(l.Spec.Designs[i].Name, 60))
			}))),
			h("tbody", body),
			h("tfoot", h("tr", h("th scope=row", "Cost of a day"), each(nd, p.total))))),
		h("p.dim", "Measured by running each plan on tables that have these keys. ▲ better and ▼ worse than the first design, ✖ impossible. A call costs one for each request, one for each 1,000 entities examined and one for each 100 written; the sum of a day ranks the designs."),
		h("datalist#lab-properties", p.properties()))
}

// properties are the names that fields for a property offer.
func (p *LabPanel) properties() []app.UI {
	if p.Lab.Report == nil || len(p.Lab.Report.Samples) == 0 {
		return nil
	}
	list := p.Lab.Report.Samples[0].Properties
	return each(min(len(list), maxNames), func(i int) app.UI { return h("option", value(list[i].Name)) })
}

func (p *LabPanel) pattern(k int) app.UI {
	l := p.Lab
	t := &l.Spec.Patterns[k]
	n := strconv.Itoa(k)
	id := "lab-p" + n + "-day"
	open := l.Pattern == k
	text := state.Amount(t.PerDay)
	var err, refused any
	what := "input.narrow.num#" + id + " type=text autocomplete=off inputmode=decimal"
	if typed, ok := l.Texts[id]; ok {
		text = typed
		what += " aria-invalid=true aria-describedby=" + id + "-err"
		err = h("p.err#"+id+"-err", l.Errs[id])
	}
	if l.Report != nil && l.Report.Patterns[k].Refused != nil {
		refused = h("p.err", "The filter is refused: "+l.Report.Patterns[k].Refused[0].Message)
	}
	name := t.Name
	if name == "" {
		name = "Pattern " + strconv.Itoa(k+1)
	}
	return h("tr",
		h("th scope=row", press(p.Store, ".line.pat#lab-edit-"+n, words.Clip(name, 80), state.LabDid{Act: state.OpenPattern, At: k}, expanded(open), title("Edit")),
			h("label.dim.day for="+id, h(what, value(text), p.hears("input", id)), " a day"), err, refused),
		each(len(l.Spec.Designs), func(i int) app.UI { return h("td", p.cell(k, i)) }))
}

// expanded is aria-expanded.
func expanded(open bool) named { return named{"aria-expanded", strconv.FormatBool(open)} }

// cell is a pattern under a design.
func (p *LabPanel) cell(k, i int) app.UI {
	l := p.Lab
	if l.Report == nil || !l.Report.Patterns[k].Cells[i].Known {
		return h("span.dim", "–")
	}
	t, c := &l.Spec.Patterns[k], &l.Report.Patterns[k].Cells[i]
	mark, word := state.VerdictText(c.Verdict)
	var chip, verdict, why any
	if c.Write == nil && len(c.Ways) > 0 {
		chip = badge(c.Ways[0].Class, state.Mark(c.Ways[0].Class))
		if c.Ways[0].Index >= 0 {
			why = h("span.n", state.WayText(&l.Spec.Designs[i], &c.Ways[0]))
		}
	} else {
		chip = h("span.tag", string(t.Kind))
	}
	if mark != "" {
		verdict = h("span.verdict."+word, mark+" "+word)
	}
	if c.Why != "" {
		why = h("span.n", c.Why)
	}
	return p.did(".cell#lab-c"+strconv.Itoa(k)+"-"+strconv.Itoa(i), "", state.OpenCell, k, i, expanded(l.Row == k && l.Column == i),
		h("span.row", chip, verdict), h("span.n", state.CellFacts(t, c)), why)
}

// more is the line under a pattern: its fields, or what is behind a cell.
func (p *LabPanel) more(k int) app.UI {
	l := p.Lab
	var what app.UI
	switch {
	case l.Pattern == k:
		what = p.fields(k)
	case l.Row == k && l.Report != nil && l.Column < len(l.Spec.Designs):
		what = p.behind(k, l.Column)
	default:
		return h("tr.hidden", h("td"))
	}
	return h("tr.more", h("td colspan="+strconv.Itoa(len(l.Spec.Designs)+1), what))
}

var patternKinds = [...]struct {
	kind lab.Kind
	text string
}{{lab.Read, "read"}, {lab.Insert, "insert"}, {lab.Update, "update"}, {lab.Delete, "delete"}}

// fields are those of a pattern.
func (p *LabPanel) fields(k int) app.UI {
	t := &p.Lab.Spec.Patterns[k]
	n := strconv.Itoa(k)
	id := "lab-p" + n + "-"
	fields := state.LabFields(p.Lab)
	f := func(name, title string) app.UI { return p.field(id+name, title, fields[id+name], "") }
	property := func(name, title string) app.UI {
		return p.field(id+name, title, fields[id+name], "", named{"list", "lab-properties"})
	}
	wrong := ""
	if r := p.Lab.Report; r != nil && len(r.Patterns[k].Refused) > 0 {
		wrong = r.Patterns[k].Refused[0].Message
	}
	var rest app.UI
	if t.Kind == lab.Read {
		rest = h("div.fields",
			h("div.wide", p.field(id+"filter", "$filter on the entities as they are", fields[id+"filter"], wrong)),
			f("top", "Only the first, all when empty"), property("order", "Order: a property, -Property for the greatest first"), f("select", "Only these properties, all when empty"))
	} else {
		var changed any
		if t.Kind == lab.Update {
			changed = f("changed", "Properties that change, all but keys when empty")
		}
		rest = h("div.fields",
			f("rate", "Entities a second, at most"), f("batch", "Entities that a call writes together, 1 to 100"),
			property("together", "… which have the same, in one transaction"), property("arrival", "They come in the order of, any when empty"), changed)
	}
	return h("div.edit",
		h("div.fields", f("name", "Name"),
			h("div.fld", h("label.dim for="+id+"kind", "What it does"), h("select#"+id+"kind", each(len(patternKinds), func(i int) app.UI {
				return h("option", value(patternKinds[i].kind), on(patternKinds[i].kind == t.Kind), patternKinds[i].text)
			}), p.hears("change", id+"kind")))),
		rest,
		h("div.row", p.did(".btn.small#lab-copy-pattern", "Duplicate", state.CopyPattern, k, 0), p.did(".btn.small#lab-remove-pattern", "Remove", state.RemovePattern, k, 0), h("span.grow"),
			p.did(".btn.small#lab-close-pattern", "Done", state.OpenPattern, k, 0)))
}

// behind shows what is behind a cell: the filter as it is asked, what each condition does, and the other ways.
func (p *LabPanel) behind(k, i int) app.UI {
	l := p.Lab
	d, c := &l.Spec.Designs[i], &l.Report.Patterns[k].Cells[i]
	head := h("h3", words.Clip(l.Spec.Patterns[k].Name, 80)+" under "+words.Clip(d.Name, 60))
	if w := c.Write; w != nil {
		return h("div.behind", head, h("ul", each(len(writeLines(d, w)), func(n int) app.UI { return h("li", writeLines(d, w)[n]) })))
	}
	var even any
	if text := state.ScanBreakEven(c); text != "" {
		even = h("p", text)
	}
	return h("div.behind", head, each(len(c.Ways), func(n int) app.UI {
		w := &c.Ways[n]
		if w.Doubt != "" {
			return h("div.measured-way", h("b", state.WayText(d, w)), h("p.dim", "Not used: "+w.Doubt))
		}
		filter := w.Filter
		if filter == "" {
			filter = "(no filter: all of the table)"
		}
		var used string
		if n == 0 && len(c.Ways) > 1 {
			used = " · the cheapest, which is used"
		}
		return h("div.measured-way",
			h("div.row", badge(w.Class, state.Mark(w.Class)), h("b", state.WayText(d, w)+used)),
			h("p.n", wayNumbers(w)),
			h("pre.mono.wrap", filter),
			uses(w))
	}), even)
}

func wayNumbers(w *lab.Way) string {
	text := "examines " + words.Number(w.Examined) + " · returns " + words.Number(w.Returned) + " (" + words.Bytes(w.Bytes) + ") of which " + words.Number(w.Wanted) + " are wanted · " +
		words.Count(w.Partitions, "partition", "partitions") + " · " + words.Count(w.RoundTrips, "round trip", "round trips")
	if w.Lookups > 0 {
		text += ", " + words.Number(w.Lookups) + " of them lookups"
	}
	if w.Ordered {
		text += " · the keys give the order"
	}
	if w.Sorted {
		text += " · the keys do not give the order: all are read and sorted"
	}
	return text + " · cost " + state.Amount(w.Cost.Points)
}

// uses says what each condition does under the design, and what it asks for beside them.
func uses(w *lab.Way) app.UI {
	added := each(len(w.Added), func(i int) app.UI {
		return h("li", h("code", words.Clip(w.Added[i].Name, 200)), " ", h("span.tag", "added by the design"), " "+w.Added[i].Why)
	})
	return h("ul.uses", each(len(w.Uses), func(i int) app.UI {
		u := w.Uses[i]
		what := "checked on each entity"
		switch {
		case u.Partition && u.Row:
			what = "narrows PartitionKey and RowKey"
		case u.Partition:
			what = "narrows PartitionKey"
		case u.Row:
			what = "narrows RowKey"
		}
		tag := h("span.tag", what)
		if u.Partition || u.Row {
			tag = h("span.tag.key", what)
		}
		return h("li", h("code", words.Clip(u.Text, 200)), " ", tag)
	}), added)
}

// writeLines are what a write comes to.
func writeLines(d *lab.Design, w *lab.Write) []string {
	lines := []string{
		"A call takes " + state.Amount(w.Requests) + " requests and writes " + state.Amount(w.Written) + " entities, " + state.Amount(w.Extra) + " of them for indexes or because the key changes; on average of " + words.Count(w.Calls, "call", "calls") + " made of the table's entities.",
	}
	if w.Split > 0 {
		lines = append(lines, words.Number(w.Split)+" of "+words.Count(w.Calls, "call", "calls")+" lie in several partitions, such as "+words.Clip(w.Example, 120)+": no transaction spans them.")
	} else {
		lines = append(lines, "Every call lies in one partition: it can be one entity group transaction.")
	}
	if w.Moves {
		lines = append(lines, "The update changes a property that the key is made of: the entity is deleted and inserted.")
	}
	if w.Hottest > 0 {
		in := ""
		if w.HottestIn >= 0 && w.HottestIn < len(d.Indexes) {
			in = ", of index " + strconv.Itoa(w.HottestIn+1)
		}
		lines = append(lines, "In a second "+state.Amount(w.Partitions)+" partitions take writes; the hottest takes "+state.Amount(w.Hottest)+", at worst "+state.Amount(w.HottestPeak)+" ("+words.Clip(state.KeyText(w.HottestKey), 60)+in+"). The limit of a partition is "+
			words.Number(lab.PartitionLimit)+" a second today; the target of 2010 was "+words.Number(lab.PartitionLimit2010)+".")
	}
	if w.AtEnd > 0 {
		lines = append(lines, words.Share(int64(w.AtEnd*1000), 1000)+" of new keys come at one end of the table: above a half it is one server that takes them, however many partitions there are.")
	}
	return lines
}

// total is what a design costs in a day.
func (p *LabPanel) total(i int) app.UI {
	l := p.Lab
	if l.Report == nil || !l.Report.Designs[i].Known {
		return h("td.dim", "–")
	}
	d := &l.Report.Designs[i]
	return h("td", h("span.row", h("b", strings.TrimSpace(state.Relative(l.Report, i))), h("span", state.RankText(l.Report, i))),
		h("span.n", state.Big(d.Total.Points)+" · "+state.Big(d.Total.Requests)+" requests · "+state.Big(d.Total.Examined)+" examined"))
}

// turns says where the order of designs turns.
func (p *LabPanel) turns() app.UI {
	list := state.Turns(p.Lab)
	if len(list) == 0 {
		return h("div.slot")
	}
	return h("section.card#lab-turns", h("h2", "Break-evens"), h("ul.turns", each(len(list), func(i int) app.UI { return h("li", list[i]) })))
}

// checklist is the papers' procedure for choosing keys, answered for one design.
func (p *LabPanel) checklist() app.UI {
	l := p.Lab
	if l.Report == nil || len(l.Spec.Designs) == 0 {
		return h("div.slot")
	}
	i := min(l.Checked, len(l.Spec.Designs)-1)
	var steps []lab.Step
	var none any
	if l.Report.Designs[i].Known {
		steps = lab.Checklist(l.Spec, l.Report, i)
	}
	if len(steps) == 0 {
		none = h("p.dim", state.Unmeasured(l.Report, i))
	}
	return h("section.card#lab-check",
		h("div.row", h("h2", "How keys are chosen"), h("span.grow"), h("label.dim for=lab-checked", "answered for"),
			h("select.btn.small#lab-checked", each(len(l.Spec.Designs), func(k int) app.UI {
				return h("option", value(strconv.Itoa(k)), on(k == i), words.Clip(l.Spec.Designs[k].Name, 60))
			}), typed(p.Store, "change", "lab-checked", func(v string) state.Msg {
				k, _ := strconv.Atoi(v)
				return state.LabDid{Act: state.CheckDesign, At: k}
			}))),
		none,
		h("ol.steps", each(len(steps), func(k int) app.UI {
			s := steps[k]
			mark := [...]string{"✓", "!", "✖"}[s.State]
			return h("li.step-"+s.State.String(), h("span.mark", named{"aria-hidden", "true"}, mark), h("div", h("b", s.Name), h("span.sr", " ("+s.State.String()+")"), h("p.dim", s.Answer)))
		})))
}
