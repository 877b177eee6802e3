package ui

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
)

// guide is the dialog of the user guide: its pages at the left, the text of one beside them.
func (p *DialogPanel) guide(g *state.Guide) []app.UI {
	found := g.Found()
	return []app.UI{
		h("div.guide",
			h("nav", label("Pages of the guide"),
				void("input").ID("guide-find").Attr("type", "search").Class("find-table").Aria("label", "Search the guide").Attr("placeholder", "Search the guide").Attr("autocomplete", "off").Attr("maxlength", 100).
					OnInput(sendValue(p.Store, "guide-find", func(v string) state.Msg { return state.GuideSought{Text: v} })),
				slot(len(found) == 0, func() app.UI { return h("p.dim.side-note", "No page has all of these words.") }),
				h("ul", each(len(found), func(i int) app.UI {
					what := ".item"
					if found[i].ID == g.Page {
						what += ".on aria-current=page"
					}
					return h("li", press(p.Store, what, found[i].Title, state.GuideOpened{Page: found[i].ID}))
				})),
			),
			h("div.guide-text#guide-text tabindex=0 role=region", label("Text"), p.guideText(g)),
		),
	}
}

func (p *DialogPanel) guideText(g *state.Guide) []app.UI {
	text := g.Text(g.Page)
	switch {
	case text == "" && g.Lost > 0:
		return []app.UI{h("p.err role=alert", "This page could not be fetched. It is kept for use without a network a moment after the first visit."), press(p.Store, ".btn", "Try again", state.GuideOpened{Page: g.Page})}
	case text == "":
		return []app.UI{h("p.dim role=status", "Fetching the guide…")}
	}
	blocks := state.ParseText(text)
	return each(len(blocks), func(i int) app.UI { return p.block(blocks[i]) })
}

func (p *DialogPanel) block(b state.Block) app.UI {
	items := func() []app.UI {
		return each(len(b.Items), func(i int) app.UI { return h("li", p.spans(b.Items[i])) })
	}
	switch b.Kind {
	case state.Heading:
		if b.Level == 1 {
			return h("h3.guide-title", p.spans(b.Text))
		}
		return h("h4", p.spans(b.Text))
	case state.List:
		return h("ul.notes", items())
	case state.Numbered:
		return h("ol.notes.numbered", items())
	case state.CodeBlock:
		return h("pre.request", b.Text[0].Text)
	case state.TableBlock:
		row := func(tag string, cells [][]state.TextSpan) app.UI {
			return h("tr", each(len(cells), func(i int) app.UI { return h(tag, p.spans(cells[i])) }))
		}
		return h("div.lines tabindex=0 role=region", label("Table"), h("table", h("thead", row("th scope=col", b.Cells[0])), h("tbody", each(len(b.Cells)-1, func(i int) app.UI { return row("td", b.Cells[i+1]) }))))
	}
	return h("p", p.spans(b.Text))
}

func (p *DialogPanel) spans(list []state.TextSpan) []app.UI {
	return each(len(list), func(i int) app.UI {
		switch s := list[i]; {
		case s.To != "":
			return press(p.Store, ".link-like.guide-link", s.Text, state.GuideOpened{Page: s.To})
		case s.Code:
			return h("code", s.Text)
		case s.Bold:
			return h("b", s.Text)
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

// howComputed leads to the page of the guide that says how numbers come about.
func howComputed(s *state.Store, page string) app.UI {
	return press(s, ".link-like.guide-link", "How is this computed?", state.GuideOpened{Page: page})
}
