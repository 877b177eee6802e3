package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/worker"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// sideName names a table with where it is.
func sideName(s state.Side) string {
	if s.Base {
		return s.Table + " · as it was pulled or pushed last"
	}
	if s.Source == "" {
		return s.Table + " · this browser"
	}
	return s.Table + " · " + s.Source
}

// compareTables is the dialog of a comparison.
func (p *DialogPanel) compareTables(d *state.Dialog) []app.UI {
	c := d.Sync.Compare
	part := state.ScopeText(c.Bounds(p.Sync))
	reads := "Reads both tables from end to end."
	if part != "" {
		reads = "Reads " + part + ", as the copy holds it."
	}
	if c.Sides[c.Right].Base {
		reads = "Shows what was changed here and not pushed yet. Nothing is asked of the account."
	}
	return []app.UI{
		el("div").Class("row sides").Body(
			p.side(c, "left", "Left", c.Left),
			p.side(c, "right", "Right", c.Right),
			button("btn primary", "Compare").ID("compare-start").Attr("disabled", d.Sync.Working).OnClick(send(p.Store, state.CompareStarted{})),
		),
		el("p").Class("dim").Text(reads),
		dialogErr(d),
		slot(d.Sync.Working, func() app.UI { return p.working() }),
		slot(c.Reply != nil, func() app.UI { return p.differences(d, c) }),
	}
}

func (p *DialogPanel) side(c *state.Comparing, field, label string, chosen int) app.UI {
	id := "compare-" + field
	return el("div").Class("prop keyprop grow").Body(
		el("label").Attr("for", id).Text(label),
		el("select").ID(id).OnChange(sendValue(p.Store, id, func(v string) state.Msg { return state.CompareTyped{Field: field, Text: v} })).Body(
			app.Range(c.Sides).Slice(func(i int) app.UI {
				if field == "left" && c.Sides[i].Base {
					return el("option").Attr("hidden", true).Attr("disabled", true)
				}
				return el("option").Attr("value", strconv.Itoa(i)).Attr("selected", i == chosen).Text(sideName(c.Sides[i]))
			}),
		),
	)
}

// differences are the counts, what is shown of the list, and the list.
func (p *DialogPanel) differences(d *state.Dialog, c *state.Comparing) app.UI {
	s := c.Reply.Summary
	all := s.OnlyLeft + s.OnlyRight + s.Changed
	return el("div").ID("differences").Class("stack").TabIndex(-1).Role("group").Aria("label", "Differences").Body(
		el("p").Body(
			app.Text(sideName(c.Done[0])+" and "+sideName(c.Done[1])+": "), bold(state.ComparedText(s)+"."),
			slot(c.Reply.Canceled, func() app.UI { return el("span").Class("tag odd").Text("stopped: not everything was read") }),
		),
		slot(c.Reply.Kept < all, func() app.UI {
			return el("p").Class("dim").Text("The first " + state.Number(c.Reply.Kept) + " differences can be shown; the rest is only counted.")
		}),
		slot(all > 0, func() app.UI { return p.differenceFilters(c) }),
		slot(all > 0 && c.List != nil, func() app.UI { return p.differenceList(d, c) }),
	)
}

func (p *DialogPanel) differenceFilters(c *state.Comparing) app.UI {
	s := c.Reply.Summary
	kinds := options(c.Kind, "", "Every kind", "0", "Only left ("+state.Number(s.OnlyLeft)+")", "1", "Only right ("+state.Number(s.OnlyRight)+")", "2", "Changed ("+state.Number(s.Changed)+")")
	all := "All partitions"
	if c.Reply.More > 0 {
		all += " (the first " + state.Number(len(c.Reply.Partitions)) + " of " + state.Number(len(c.Reply.Partitions)+c.Reply.More) + " listed)"
	}
	partitions := []string{"", all}
	for i, pd := range c.Reply.Partitions {
		n := pd.Summary
		partitions = append(partitions, strconv.Itoa(i), clip(state.KeyText(pd.PartitionKey), 60)+" ("+state.Number(n.OnlyLeft)+" left, "+state.Number(n.OnlyRight)+" right, "+state.Number(n.Changed)+" changed)")
	}
	typed := func(field string) (app.EventHandler, app.EventOption) {
		return sendValue(p.Store, field, func(v string) state.Msg { return state.CompareTyped{Field: field, Text: v} })
	}
	return el("div").Class("spec").Body(
		el("div").Class("prop keyprop").Body(el("label").Attr("for", "compare-kind").Text("Show"), el("select").ID("compare-kind").OnChange(typed("kind")).Body(kinds...)),
		el("div").Class("prop keyprop").Body(el("label").Attr("for", "compare-partition").Text("Partition"), el("select").ID("compare-partition").OnChange(typed("partition")).Body(options(c.Partition, partitions...)...)),
		el("div").Class("prop keyprop").Body(el("label").Attr("for", "compare-contains").Text("In a key or a property’s name"), void("input").ID("compare-contains").Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).OnInput(typed("contains"))),
	)
}

func (p *DialogPanel) differenceList(d *state.Dialog, c *state.Comparing) app.UI {
	list := c.List.Differences
	return el("div").Class("stack").Body(
		p.pager("Differences", c.First, len(list), c.List.Total, state.DifferencePage, func(first int) state.Msg { return state.DifferencesPaged{First: first} }),
		el("ul").Class("plain diffs").Body(app.Range(list).Slice(func(i int) app.UI {
			x := &list[i]
			open := i == c.Open
			return el("li").Body(
				button("item", "").Aria("expanded", open).OnClick(send(p.Store, state.DifferenceOpened{Index: i})).Body(
					kindTag(x.Kind),
					el("span").Class("name").Text(clip(state.KeyText(x.PartitionKey), 100)+" / "+clip(state.KeyText(x.RowKey), 100)),
					el("small").Class("name").Text(names(x.Properties)),
				),
				slot(open, func() app.UI { return p.difference(d, c, x) }),
			)
		})),
	)
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
		text += clip(n, 40)
	}
	return text
}

func kindTag(k tablesync.DifferenceKind) app.UI {
	switch k {
	case tablesync.OnlyLeft:
		return el("span").Class("tag left").Text("only left")
	case tablesync.OnlyRight:
		return el("span").Class("tag right").Text("only right")
	}
	return el("span").Class("tag odd").Text("changed")
}

// difference is one entity, property by property.
func (p *DialogPanel) difference(d *state.Dialog, c *state.Comparing, x *worker.EntityDifference) app.UI {
	back := "Take my change back…"
	if c.Sure {
		back = "Really take it back: this cannot be undone"
	}
	return el("div").Class("stack").Body(
		diffTable("Properties of "+state.KeyText(x.PartitionKey)+" / "+state.KeyText(x.RowKey), []string{"Left", "Right"}, []*worker.EntityReply{x.Left, x.Right}, func(r state.DiffRow) app.UI {
			switch {
			case r.Same:
				return el("span").Class("dim").Text("the same")
			case r.Cells[0].Type == edm.NoType:
				return kindTag(tablesync.OnlyRight)
			case r.Cells[1].Type == edm.NoType:
				return kindTag(tablesync.OnlyLeft)
			}
			return kindTag(tablesync.Changed)
		}),
		slot(c.Done[1].Base, func() app.UI {
			return el("div").Class("row").Body(button("btn small", back).Attr("disabled", d.Busy).OnClick(send(p.Store, state.DifferenceReverted{PartitionKey: x.PartitionKey, RowKey: x.RowKey})))
		}),
	)
}

// diffTable lines up what sides hold; word says in the last column what a property's row means.
func diffTable(label string, heads []string, sides []*worker.EntityReply, word func(state.DiffRow) app.UI) app.UI {
	rows := state.Diff(sides...)
	return el("div").Class("scroll-x").TabIndex(0).Role("region").Aria("label", label).Body(el("table").Class("preview diff").Body(
		el("thead").Body(el("tr").Body(
			el("th").Attr("scope", "col").Text("Property"),
			app.Range(heads).Slice(func(i int) app.UI {
				text := heads[i]
				if sides[i] == nil {
					text += ": not there"
				}
				return el("th").Attr("scope", "col").Text(text)
			}),
			el("th").Attr("scope", "col").Text("Is"),
		)),
		el("tbody").Body(app.Range(rows).Slice(func(i int) app.UI {
			r := rows[i]
			class := "differs"
			if r.Same {
				class = ""
			}
			at := 0
			for _, c := range r.Cells[1:] {
				if c.Text != r.Cells[0].Text {
					at = state.Apart(r.Cells[0].Text, c.Text)
				}
			}
			return el("tr").Class(class).Body(
				el("th").Attr("scope", "row").Text(clip(r.Name, 100)),
				app.Range(r.Cells).Slice(func(n int) app.UI { return diffCell(r.Cells[n], at) }),
				el("td").Body(word(r)),
			)
		})),
	))
}

// diffCell is a value; of a long one the part around the first difference.
func diffCell(v worker.TextProperty, at int) app.UI {
	if v.Type == edm.NoType {
		return el("td").Class("dim").Text("·")
	}
	text := state.Excerpt(v.Text, at, 200)
	if text == "" {
		return el("td").Class("dim").Text("(empty)")
	}
	return el("td").Body(el("span").Text(text), el("small").Class("dim").Text(" "+typeMarks[v.Type]))
}

// pager says which part of a list is shown and goes to the one before and after.
func (p *DialogPanel) pager(what string, first, shown, total, page int, to func(first int) state.Msg) app.UI {
	text := "none"
	if shown > 0 {
		text = state.Number(first+1) + "–" + state.Number(first+shown) + " of " + state.Number(total)
	}
	return el("div").Class("row").Role("group").Aria("label", "Page of "+what).Body(
		el("span").Class("num").Text(what+" "+text),
		slot(total > page, func() app.UI {
			return el("div").Class("row").Body(
				button("btn small", "Previous").Attr("disabled", first == 0).OnClick(send(p.Store, to(max(0, first-page)))),
				button("btn small", "Next").Attr("disabled", first+shown >= total).OnClick(send(p.Store, to(first+page))),
			)
		}),
	)
}
