package designlab

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign/lab"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// behind shows what is behind a cell: the filter as it is asked, what each condition does, and the other ways.
func (p *Panel) behind(k, i int) app.UI {
	l := p.Lab
	d, c := &l.Spec.Designs[i], &l.Report.Patterns[k].Cells[i]
	head := H("h3", words.Clip(l.Spec.Patterns[k].Name, 80)+" under "+words.Clip(d.Name, 60))
	if w := c.Write; w != nil {
		return H("div.behind", head, H("ul", Each(len(writeLines(d, w)), func(n int) app.UI { return H("li", writeLines(d, w)[n]) })))
	}
	var even any
	if text := ScanBreakEven(c); text != "" && !p.ByIndex {
		even = H("p", text)
	}
	return H("div.behind", head, Each(len(c.Ways), func(n int) app.UI {
		w := &c.Ways[n]
		if w.Doubt != "" {
			return H("div.measured-way", H("b", WayText(d, w)), H("p.dim", "Not used: "+w.Doubt))
		}
		filter := w.Filter
		if filter == "" {
			filter = "(no filter: all of the table)"
		}
		var used string
		if n == 0 && len(c.Ways) > 1 {
			used = " · the cheapest, which is used"
		}
		return H("div.measured-way",
			H("div.row", Badge(w.Class, page.Mark(w.Class)), H("b", WayText(d, w)+used)),
			H("p.n.dots", Dotted(p.wayNumbers(w))...),
			H("pre.mono.wrap", filter),
			Slot(!p.ByIndex, func() app.UI { return uses(w) }))
	}), even)
}

func (p *Panel) wayNumbers(w *lab.Way) string {
	if p.ByIndex {
		return UnitsText(w.Cost.Points) + " · returns " + words.Number(w.Returned) + " (" + words.Bytes(w.Bytes) + ") of which " + words.Number(w.Wanted) + " are wanted · " + words.Count(w.RoundTrips, "round trip", "round trips")
	}
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
	return text + " · costs " + words.Rounded(w.Cost.Points) + " " + plural(w.Cost.Points, "point", "points")
}

// uses says what each condition does under the design, and what it asks for beside them.
func uses(w *lab.Way) app.UI {
	added := Each(len(w.Added), func(i int) app.UI {
		return H("li", H("code", words.Clip(w.Added[i].Name, 200)), " ", H("span.tag", "added by the design"), " "+w.Added[i].Why)
	})
	return H("ul.uses", Each(len(w.Uses), func(i int) app.UI {
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
		tag := H("span.tag", what)
		if u.Partition || u.Row {
			tag = H("span.tag.key", what)
		}
		return H("li", H("code", words.Clip(u.Text, 200)), " ", tag)
	}), added)
}

// writeLines are what a write comes to.
func writeLines(d *lab.Design, w *lab.Write) []string {
	lines := []string{
		"A call takes " + words.Rounded(w.Requests) + " requests and writes " + words.Rounded(w.Written) + " entities, " + words.Rounded(w.Extra) + " of them for indexes or because the key changes. These are averages of " + words.Count(w.Calls, "call", "calls") + " with entities of the table.",
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
		lines = append(lines, "In a second "+words.Rounded(w.Partitions)+" partitions take writes; the hottest takes "+words.Rounded(w.Hottest)+", at worst "+words.Rounded(w.HottestPeak)+" ("+words.Clip(page.KeyText(w.HottestKey), 60)+in+"). The limit of a partition is "+
			words.Number(lab.PartitionLimit)+" a second today; the target of 2010 was "+words.Number(lab.PartitionLimit2010)+".")
	}
	if w.AtEnd > 0 {
		lines = append(lines, words.Share(int64(w.AtEnd*1000), 1000)+" of new keys come at one end of the table. Above one half, one server takes them, however many partitions there are.")
	}
	return lines
}
