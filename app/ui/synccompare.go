package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// sideName names a table with where it is.
func sideName(s state.Side) string {
	switch {
	case s.Base:
		return s.Table + " · as it was pulled or pushed last"
	case s.Source == "":
		return s.Table + " · this browser"
	case s.Table == "":
		return "A table of " + s.Source + "…"
	}
	return s.Table + " · " + s.Source
}

// compareTables is the dialog of a comparison.
func (p *DialogPanel) compareTables(d *state.Dialog) []app.UI {
	c := d.Sync.Compare
	reads := "Reads both tables from end to end."
	if part := state.ScopeText(c.Bounds(p.Sync)); part != "" {
		reads = "Reads " + part + ", as the copy holds it."
	}
	if c.Sides[c.Right].Base {
		reads = "Shows what was changed here and not pushed yet. Nothing is asked of the account."
	}
	var work, found any
	if d.Sync.Working {
		work = p.working()
	}
	if c.Reply != nil {
		found = p.differences(d, c)
	}
	return []app.UI{h("div.stack#sync tabindex=-1",
		h("div.row.sides", p.side(c, "left", "Left", c.Left), p.side(c, "right", "Right", c.Right),
			press(p.Store, ".btn.primary#compare-start", "Compare", state.CompareStarted{}, off(d.Sync.Working))),
		h("p.dim", reads), dialogErr(d), work, found,
	)}
}

func (p *DialogPanel) side(c *state.Comparing, field, name string, chosen int) app.UI {
	var list []string
	for i, s := range c.Sides {
		if field == "right" || !s.Base {
			list = append(list, strconv.Itoa(i), sideName(s))
		}
	}
	return p.choice(".grow", "compare-"+field, name, strconv.Itoa(chosen), list, func(v string) state.Msg { return state.CompareTyped{Field: field, Text: v} })
}

// choice is a select with its label; list is as for options.
func (p *DialogPanel) choice(class, id, name, chosen string, list []string, make func(string) state.Msg) app.UI {
	return h("div.prop.keyprop"+class, h("label for="+id, name), h("select#"+id, typed(p.Store, "change", id, make), options(chosen, list...)))
}

// differences are the counts, what is shown of the list, and the list.
func (p *DialogPanel) differences(d *state.Dialog, c *state.Comparing) app.UI {
	s := c.Reply.Summary
	var stopped, cut, filters, list any
	if c.Reply.Canceled {
		stopped = h("span.tag.odd", "stopped: not everything was read")
	}
	all := s.OnlyLeft + s.OnlyRight + s.Changed
	if c.Reply.Kept < all {
		cut = h("p.dim", "The first "+words.Number(c.Reply.Kept)+" differences can be shown; the rest is only counted.")
	}
	if all > 0 {
		filters = p.differenceFilters(c)
		if c.List != nil {
			list = p.differenceList(d, c)
		}
	}
	return h("div.stack#differences role=group tabindex=-1", label("Differences"),
		h("p", sideName(c.Done[0])+" and "+sideName(c.Done[1])+": ", h("b", state.ComparedText(s)+". "), stopped),
		cut, filters, list,
	)
}

func (p *DialogPanel) differenceFilters(c *state.Comparing) app.UI {
	counted := func(left, right, changed string, s tablesync.Summary) [3]string {
		return [3]string{left + " (" + words.Number(s.OnlyLeft) + ")", right + " (" + words.Number(s.OnlyRight) + ")", changed + " (" + words.Number(s.Changed) + ")"}
	}
	all := "All partitions"
	if n := len(c.Reply.Partitions); c.Reply.More > 0 {
		all += " (the first " + words.Number(n) + " of " + words.Number(n+c.Reply.More) + " are listed)"
	}
	partitions := []string{"", all}
	for i, x := range c.Reply.Partitions {
		n := counted("left", "right", "changed", x.Summary)
		partitions = append(partitions, strconv.Itoa(i), words.Clip(state.KeyText(x.PartitionKey), 60)+": "+n[0]+", "+n[1]+", "+n[2])
	}
	kinds := counted("Only left", "Only right", "Changed", c.Reply.Summary)
	changed := func(field string) func(string) state.Msg {
		return func(v string) state.Msg { return state.CompareTyped{Field: field, Text: v} }
	}
	return h("div.spec",
		p.choice("", "compare-kind", "Show", c.Kind, []string{"", "Every kind", "0", kinds[0], "1", kinds[1], "2", kinds[2]}, changed("kind")),
		p.choice("", "compare-partition", "Partition", c.Partition, partitions, changed("partition")),
		h("div.prop.keyprop", h("label for=compare-contains", "In a key or a property’s name"),
			h("input#compare-contains type=text autocomplete=off spellcheck=false", typed(p.Store, "input", "contains", changed("contains")))),
	)
}

func (p *DialogPanel) differenceList(d *state.Dialog, c *state.Comparing) app.UI {
	list := c.List.Differences
	return h("div.stack",
		p.pager("Differences", c.First, len(list), c.List.Total, state.DifferencePage, func(first int) state.Msg { return state.DifferencesPaged{First: first} }),
		h("ul.plain.diffs", each(len(list), func(i int) app.UI {
			x := &list[i]
			what := ".item aria-expanded=false"
			var open any
			if i == c.Open {
				what, open = ".item aria-expanded=true", p.difference(d, c, x)
			}
			return h("li", press(p.Store, what, "", state.DifferenceOpened{Index: i}, kindTag(x.Kind), h("span.name", entityName(x.PartitionKey, x.RowKey)), h("small.name", names(x.Properties))), open)
		})),
	)
}

// entityName is the key of an entity, cut.
func entityName(pk, rk string) string {
	return words.Clip(state.KeyText(pk), 100) + " / " + words.Clip(state.KeyText(rk), 100)
}

func names(list []string) string {
	text := ""
	for i, n := range list {
		if i == 4 {
			return text + ", …"
		}
		if i > 0 {
			text += ", "
		}
		text += words.Clip(n, 40)
	}
	return text
}

func kindTag(k tablesync.DifferenceKind) app.UI {
	switch k {
	case tablesync.OnlyLeft:
		return h("span.tag.left", "only left")
	case tablesync.OnlyRight:
		return h("span.tag.right", "only right")
	}
	return h("span.tag.odd", "changed")
}

// difference is one entity, property by property.
func (p *DialogPanel) difference(d *state.Dialog, c *state.Comparing, x *wire.EntityDifference) app.UI {
	var revert any
	if c.Done[1].Base {
		text := "Take my change back…"
		if c.Sure {
			text = "Really take it back: this cannot be undone"
		}
		revert = h("div.row", press(p.Store, ".btn.small#take-back", text, state.DifferenceReverted{PartitionKey: x.PartitionKey, RowKey: x.RowKey}, off(d.Busy)))
	}
	return h("div.stack",
		diffTable("Properties of "+entityName(x.PartitionKey, x.RowKey), []string{"Left", "Right"}, []*wire.EntityReply{x.Left, x.Right}, func(r state.DiffRow) app.UI {
			switch {
			case r.Same:
				return h("span.dim", "the same")
			case r.Cells[0].Type == edm.NoType:
				return kindTag(tablesync.OnlyRight)
			case r.Cells[1].Type == edm.NoType:
				return kindTag(tablesync.OnlyLeft)
			}
			return kindTag(tablesync.Changed)
		}), revert)
}

// diffTable lines up what sides hold; word says in the last column what a property's row means.
func diffTable(name string, heads []string, sides []*wire.EntityReply, word func(state.DiffRow) app.UI) app.UI {
	rows := state.Diff(sides...)
	return h("div.scroll-x role=region tabindex=0", label(name), h("table.preview.diff",
		h("thead", h("tr", h("th scope=col", "Property"),
			each(len(heads), func(i int) app.UI {
				text := heads[i]
				if sides[i] == nil {
					text += ": not there"
				}
				return h("th scope=col", text)
			}),
			h("th scope=col", "Is"),
		)),
		h("tbody", each(len(rows), func(i int) app.UI {
			r := rows[i]
			what, at := "tr.differs", 0
			if r.Same {
				what = "tr"
			}
			for _, c := range r.Cells[1:] {
				if c.Text != r.Cells[0].Text {
					at = state.Apart(r.Cells[0].Text, c.Text)
				}
			}
			return h(what, h("th scope=row", words.Clip(r.Name, 100)), each(len(r.Cells), func(n int) app.UI { return diffCell(r.Cells[n], at) }), h("td", word(r)))
		})),
	))
}

// diffCell is a value; of a long one the part around the first difference.
func diffCell(v wire.TextProperty, at int) app.UI {
	text := state.Excerpt(v.Text, at, 200)
	switch {
	case v.Type == edm.NoType:
		return h("td.dim", "·")
	case text == "":
		return h("td.dim", "(empty)")
	}
	return h("td", text, h("small.dim", " "+typeMarks[v.Type]))
}

// pager says which part of a list is shown and goes to the one before and after.
func (p *DialogPanel) pager(what string, first, shown, total, page int, to func(first int) state.Msg) app.UI {
	text := what + " none"
	if shown > 0 {
		text = what + " " + words.Number(first+1) + "–" + words.Number(first+shown) + " of " + words.Number(total)
	}
	var turn any
	if total > page {
		turn = h("div.row", press(p.Store, ".btn.small", "Previous", to(max(0, first-page)), off(first == 0)), press(p.Store, ".btn.small", "Next", to(first+page), off(first+shown >= total)))
	}
	return h("div.row role=group", label("Page of "+what), h("span.num", text), turn)
}
