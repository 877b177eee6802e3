package copies

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// sideName names a table with where it is.
func sideName(s Side) string {
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
func (p *panel) compareTables() []app.UI {
	c := p.f.Compare
	if len(c.Sides) == 1 && !p.f.Working {
		return []app.UI{H("div.stack#sync tabindex=-1",
			H("p", words.Clip(c.Sides[0].Table, 63)+" is the only table here. To compare it, import or generate a second one, or connect an account."),
			DialogErr(p.d.Err),
			H("div.row", Press(p.s, ".btn.primary#compare-start", "Import a file…", page.ImportPressed{}), Press(p.s, ".btn", "Generate data…", page.GeneratePressed{}), Press(p.s, ".btn", "Connect an account…", p.connect)))}
	}
	reads := "Reads both tables from end to end."
	if part := ScopeText(p.m.bounds(c)); part != "" {
		reads = "Reads " + part + ", as the copy holds it."
	}
	if c.Sides[c.Right].Base {
		reads = "Shows changes made here that are not pushed yet. No request is sent to the account."
	}
	var work, found any
	if p.f.Working {
		work = p.working()
	}
	if c.Reply != nil {
		found = p.differences(c)
	}
	return []app.UI{H("div.stack#sync tabindex=-1",
		H("div.row.sides", p.side(c, "left", "Left", c.Left), p.side(c, "right", "Right", c.Right),
			Press(p.s, ".btn.primary#compare-start", "Compare", CompareStarted{}, Off(p.f.Working))),
		H("p.dim", reads), DialogErr(p.d.Err), work, found,
	)}
}

func (p *panel) side(c *Comparing, field, name string, chosen int) app.UI {
	var list []string
	for i, s := range c.Sides {
		if field == "right" || !s.Base {
			list = append(list, strconv.Itoa(i), sideName(s))
		}
	}
	return p.choice(".grow", "compare-"+field, name, strconv.Itoa(chosen), list, func(v string) page.Msg { return CompareTyped{Field: field, Text: v} })
}

// choice is a select with its label; list is as for options.
func (p *panel) choice(class, id, name, chosen string, list []string, make func(string) page.Msg) app.UI {
	return H("div.prop.keyprop"+class, H("label for="+id, name), H("select#"+id, Typed(p.s, "change", id, make), Options(chosen, list...)))
}

// differences are the counts, what is shown of the list, and the list.
func (p *panel) differences(c *Comparing) app.UI {
	s := c.Reply.Summary
	var stopped, cut, filters, list any
	if c.Reply.Canceled {
		stopped = H("span.tag.odd", "stopped: not everything was read")
	}
	all := s.OnlyLeft + s.OnlyRight + s.Changed
	if c.Reply.Kept < all {
		cut = H("p.dim", "The first "+words.Number(c.Reply.Kept)+" differences can be shown; the rest is only counted.")
	}
	if all > 0 {
		filters = p.differenceFilters(c)
		if c.List != nil {
			list = p.differenceList(c)
		}
	}
	return H("div.stack#differences role=group tabindex=-1", Label("Differences"),
		H("p", sideName(c.Done[0])+" and "+sideName(c.Done[1])+": ", H("b", ComparedText(s)+". "), stopped),
		cut, filters, list,
	)
}

func (p *panel) differenceFilters(c *Comparing) app.UI {
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
		partitions = append(partitions, strconv.Itoa(i), words.Clip(page.KeyText(x.PartitionKey), 60)+": "+n[0]+", "+n[1]+", "+n[2])
	}
	kinds := counted("Only left", "Only right", "Changed", c.Reply.Summary)
	changed := func(field string) func(string) page.Msg {
		return func(v string) page.Msg { return CompareTyped{Field: field, Text: v} }
	}
	return H("div.spec",
		p.choice("", "compare-kind", "Show", c.Kind, []string{"", "Every kind", "0", kinds[0], "1", kinds[1], "2", kinds[2]}, changed("kind")),
		p.choice("", "compare-partition", "Partition", c.Partition, partitions, changed("partition")),
		H("div.prop.keyprop", H("label for=compare-contains", "In a key or a property’s name"),
			H("input#compare-contains type=text autocomplete=off spellcheck=false", Typed(p.s, "input", "contains", changed("contains")))),
	)
}

func (p *panel) differenceList(c *Comparing) app.UI {
	list := c.List.Differences
	return H("div.stack",
		p.pager("Differences", c.First, len(list), c.List.Total, DifferencePage, func(first int) page.Msg { return DifferencesPaged{First: first} }),
		H("ul.plain.diffs", Each(len(list), func(i int) app.UI {
			x := &list[i]
			what := ".item aria-expanded=false"
			var open any
			if i == c.Open {
				what, open = ".item aria-expanded=true", p.difference(c, x)
			}
			return H("li", Press(p.s, what, "", DifferenceOpened{Index: i}, kindTag(x.Kind), H("span.name", page.EntityName(x.PartitionKey, x.RowKey)), H("small.name", names(x.Properties))), open)
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
		text += words.Clip(n, 40)
	}
	return text
}

func kindTag(k tablesync.DifferenceKind) app.UI {
	switch k {
	case tablesync.OnlyLeft:
		return H("span.tag.left", "only left")
	case tablesync.OnlyRight:
		return H("span.tag.right", "only right")
	}
	return H("span.tag.odd", "changed")
}

// difference is one entity, property by property.
func (p *panel) difference(c *Comparing, x *wire.EntityDifference) app.UI {
	var revert any
	if c.Done[1].Base {
		text := "Take my change back…"
		if c.Sure {
			text = "Really take it back: this cannot be undone"
		}
		revert = H("div.row", Press(p.s, ".btn.small#take-back", text, DifferenceReverted{PartitionKey: x.PartitionKey, RowKey: x.RowKey}, Off(p.d.Busy)))
	}
	return H("div.stack",
		DiffTable("Properties of "+page.EntityName(x.PartitionKey, x.RowKey), []string{"Left", "Right"}, []*wire.EntityReply{x.Left, x.Right}, func(r page.DiffRow) app.UI {
			switch {
			case r.Same:
				return H("span.dim", "the same")
			case r.Cells[0].Type == edm.NoType:
				return kindTag(tablesync.OnlyRight)
			case r.Cells[1].Type == edm.NoType:
				return kindTag(tablesync.OnlyLeft)
			}
			return kindTag(tablesync.Changed)
		}), revert)
}

// pager says which part of a list is shown and goes to the one before and after.
func (p *panel) pager(what string, first, shown, total, page int, to func(first int) page.Msg) app.UI {
	text := what + " none"
	if shown > 0 {
		text = what + " " + words.Number(first+1) + "–" + words.Number(first+shown) + " of " + words.Number(total)
	}
	var turn any
	if total > page {
		turn = H("div.row", Press(p.s, ".btn.small", "Previous", to(max(0, first-page)), Off(first == 0)), Press(p.s, ".btn.small", "Next", to(first+page), Off(first+shown >= total)))
	}
	return H("div.row role=group", Label("Page of "+what), H("span.num", text), turn)
}
