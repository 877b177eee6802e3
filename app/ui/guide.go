package ui

import (
	"context"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/anatomy/drawn"
	. "rangefinder/app/kit"
	"rangefinder/app/state"
)

// guide is the dialog of the user guide: its pages at the left, the text of one beside them.
func (p *DialogPanel) guide(g *state.Guide) []app.UI {
	found := g.Found()
	return []app.UI{
		H("div.guide",
			H("nav", Label("Pages of the guide"),
				Void("input").ID("guide-find").Attr("type", "search").Class("find-table").Aria("label", "Search the guide").Attr("placeholder", "Search the guide").Attr("autocomplete", "off").Attr("maxlength", 100).
					OnInput(SendValue(p.Store, "guide-find", func(v string) state.Msg { return state.GuideSought{Text: v} })),
				Slot(len(found) == 0, func() app.UI { return H("p.dim.side-note", "No page has all of these words.") }),
				H("ul", Each(len(found), func(i int) app.UI {
					what := ".item"
					if found[i].ID == g.Page {
						what += ".on aria-current=page"
					}
					return H("li", Press(p.Store, what, found[i].Title, state.GuideOpened{Page: found[i].ID}))
				})),
			),
			H("div.guide-text#guide-text tabindex=0 role=region", Label("Text"), p.guideText(g)),
		),
	}
}

func (p *DialogPanel) guideText(g *state.Guide) []app.UI {
	text := g.Text(g.Page)
	switch {
	case text == "" && g.Lost > 0:
		return []app.UI{H("p.err role=alert", "This page could not be fetched. It is kept for use without a network a moment after the first visit."), Press(p.Store, ".btn", "Try again", state.GuideOpened{Page: g.Page})}
	case text == "":
		return []app.UI{H("p.dim role=status", "Fetching the guide…")}
	}
	blocks := state.ParseText(text)
	return Each(len(blocks), func(i int) app.UI { return p.block(blocks[i]) })
}

func (p *DialogPanel) block(b state.Block) app.UI {
	items := func() []app.UI {
		return Each(len(b.Items), func(i int) app.UI { return H("li", p.spans(b.Items[i])) })
	}
	switch b.Kind {
	case state.Heading:
		if b.Level == 1 {
			return H("h3.guide-title", p.spans(b.Text))
		}
		return H("h4", p.spans(b.Text))
	case state.List:
		return H("ul.notes", items())
	case state.Numbered:
		return H("ol.notes.numbered", items())
	case state.CodeBlock:
		return H("pre.request", b.Text[0].Text)
	case state.IndexBlock:
		return &drawn.IndexModel{}
	case state.SourceBlock:
		return H("p.dim", H("small", p.spans(b.Text)))
	case state.TableBlock:
		row := func(tag string, cells [][]state.TextSpan) app.UI {
			return H("tr", Each(len(cells), func(i int) app.UI { return H(tag, p.spans(cells[i])) }))
		}
		var head []string // a page can have several tables, and each region needs a name of its own
		for _, cell := range b.Cells[0] {
			for _, s := range cell {
				head = append(head, s.Text)
			}
		}
		return H("div.lines tabindex=0 role=region", Label("Table: "+strings.Join(head, ", ")), H("table", H("thead", row("th scope=col", b.Cells[0])), H("tbody", Each(len(b.Cells)-1, func(i int) app.UI { return row("td", b.Cells[i+1]) }))))
	}
	return H("p", p.spans(b.Text))
}

func (p *DialogPanel) spans(list []state.TextSpan) []app.UI {
	return Each(len(list), func(i int) app.UI {
		switch s := list[i]; {
		case s.To != "":
			return Press(p.Store, ".link-like.guide-link", s.Text, state.GuideOpened{Page: s.To})
		case s.Code:
			return H("code", s.Text)
		case s.Bold:
			return H("b", s.Text)
		default:
			return app.Text(s.Text)
		}
	})
}

// readGuide fetches the pages of the guide.
func (r *Root) readGuide() {
	page := r.platform.Page
	for _, p := range state.GuidePages {
		if p.ID == state.KeysPage {
			continue
		}
		go func() {
			text, err := page.Fetch(context.Background(), page.Asset("guide/"+p.ID+".md"), nil)
			r.Later(func() { r.store.Send(state.GuideRead{Page: p.ID, Text: string(text), Err: err}) })
		}()
	}
}
