package guide

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/anatomy/drawn"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
)

// panel draws the guide.
type panel struct {
	s Sender
	m *Model
	v *page.View
}

// Draw draws the dialog of the guide: its pages at the left, the text of one beside them; false when another is open.
func Draw(s Sender, m *Model, v *page.View) (Drawn, bool) {
	if v.Dialog == nil || v.Dialog.Kind != Dialog {
		return Drawn{}, false
	}
	p := &panel{s, m, v}
	return Drawn{Label: "Guide", Class: "wide", Body: p.body()}, true
}

func (p *panel) body() []app.UI {
	g := p.m
	found := g.Found(p.v)
	return []app.UI{
		H("div.guide", Listen("keydown", func(ctx app.Context, e app.Event) { toSearch(e) }, app.EventScope("guide")),
			H("nav", Label("Pages of the guide"),
				Void("input").ID("guide-find").Attr("type", "search").Class("find-table").Aria("label", "Search the guide").Attr("placeholder", "Search, or choose a page").Attr("autocomplete", "off").Attr("maxlength", 100).
					OnInput(SendValue(p.s, "guide-find", func(v string) page.Msg { return Sought{Text: v} })).
					OnKeyDown(func(ctx app.Context, e app.Event) {
						if e.Get("key").String() == "Enter" {
							e.PreventDefault()
							p.s.Send(FirstChosen{})
						}
					}),
				Slot(len(found) == 0, func() app.UI { return H("p.dim.side-note", "No page has all of these words.") }),
				H("ul", Each(len(found), func(i int) app.UI {
					what := ".item"
					if found[i].ID == g.Page {
						what += ".on aria-current=page"
					}
					return H("li", Press(p.s, what, found[i].Title, page.GuideOpened{Page: found[i].ID}), Slot(found[i].Line != "", func() app.UI { return H("small.dim", found[i].Line) }))
				})),
			),
			H("div.guide-text#guide-text tabindex=0 role=region", Label("Text"), p.text(len(found) == 0)),
		),
	}
}

// toSearch moves the keyboard to the search when a letter is typed elsewhere in the guide; the browser then writes the letter there.
func toSearch(e app.Event) {
	key := []rune(e.Get("key").String())
	if len(key) != 1 || key[0] == ' ' || e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() || e.Get("metaKey").Bool() || e.Get("target").Get("tagName").String() == "INPUT" {
		return
	}
	if find := app.Window().GetElementByID("guide-find"); find.Truthy() {
		find.Call("focus")
	}
}

func (p *panel) text(nothing bool) []app.UI {
	g := p.m
	if nothing {
		return []app.UI{H("p.dim", "Nothing was found. Try another word for it, or fewer words.")}
	}
	text := g.Text(p.v, g.Page)
	switch {
	case text == "" && g.Lost > 0:
		return []app.UI{H("p.err role=alert", "This page could not be fetched. It is kept for use without a network a moment after the first visit."), Press(p.s, ".btn", "Try again", page.GuideOpened{Page: g.Page})}
	case text == "":
		return []app.UI{H("p.dim role=status", "Fetching the guide…")}
	}
	blocks := ParseText(text)
	return Each(len(blocks), func(i int) app.UI { return p.block(blocks[i]) })
}

func (p *panel) block(b Block) app.UI {
	items := func() []app.UI {
		return Each(len(b.Items), func(i int) app.UI { return H("li", p.spans(b.Items[i])) })
	}
	switch b.Kind {
	case Heading:
		if b.Level == 1 {
			return H("h3.guide-title", p.spans(b.Text))
		}
		return H("h4", p.spans(b.Text))
	case List:
		return H("ul.notes", items())
	case Numbered:
		return H("ol.notes.numbered", items())
	case CodeBlock:
		return H("pre.request", b.Text[0].Text)
	case IndexBlock:
		return &drawn.IndexModel{}
	case SourceBlock:
		return H("p.dim", H("small", p.spans(b.Text)))
	case TableBlock:
		row := func(tag string, cells [][]TextSpan) app.UI {
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

func (p *panel) spans(list []TextSpan) []app.UI {
	return Each(len(list), func(i int) app.UI {
		switch s := list[i]; {
		case s.To != "":
			return Press(p.s, ".link-like.guide-link", s.Text, page.GuideOpened{Page: s.To})
		case s.Code:
			return H("code", s.Text)
		case s.Bold:
			return H("b", s.Text)
		default:
			return app.Text(s.Text)
		}
	})
}
