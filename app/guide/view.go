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
	s      Sender
	m      *Model
	v      *page.View
	search search
	here   search // on the page that is shown
}

// Draw draws the dialog of the guide: its pages at the left, the text of one beside them; false when another is open.
func Draw(s Sender, m *Model, v *page.View) (Drawn, bool) {
	if v.Dialog == nil || v.Dialog.Kind != Dialog {
		return Drawn{}, false
	}
	p := &panel{s: s, m: m, v: v, search: m.search(v)}
	p.here = p.search.on(m.Text(v, m.Page))
	return Drawn{Label: "Guide", Class: "wide", Body: p.body()}, true
}

func (p *panel) body() []app.UI {
	g := p.m
	found := g.Found(p.v)
	notes := p.search.notes(found)
	return []app.UI{
		H("div.guide", Listen("keydown", p.key, app.EventScope("guide", g.Find != "")),
			H("nav", Label("Pages of the guide"),
				Void("input").ID("guide-find").Attr("type", "search").Class("find-table").Aria("label", "Search the guide").Attr("placeholder", "Search the guide").Attr("autocomplete", "off").Attr("maxlength", 100).
					OnInput(SendValue(p.s, "guide-find", func(v string) page.Msg { return Sought{Text: v} })).
					OnKeyDown(func(ctx app.Context, e app.Event) {
						if e.Get("key").String() == "Enter" {
							e.PreventDefault()
							p.s.Send(FirstChosen{})
						}
					}),
				Slot(notes != "", func() app.UI { return H("p.dim.side-note", notes) }),
				H("ul", Each(len(found), func(i int) app.UI {
					hit := found[i]
					what, msg := ".item", page.Msg(page.GuideOpened{Page: hit.ID})
					if hit.ID == g.Page {
						what += ".on aria-current=page"
					}
					if p.search.says != nil {
						msg = HitChosen{Page: hit.ID, At: hit.At}
					}
					return H("li", H("button"+what+" type=button", p.press(msg), H("span", hit.search.marked(hit.Title))), Slot(hit.Line != "", func() app.UI {
						return H("button.guide-hit.dim type=button tabindex=-1", p.press(msg), hit.search.marked(hit.Line))
					}))
				})),
			),
			H("div.guide-text#guide-text tabindex=0 role=region", Label("Text"), p.text(len(found) == 0)),
		),
	}
}

// press hears a press on a part of the list or the text.
func (p *panel) press(msg page.Msg) Listener {
	handler, scope := Send(p.s, msg)
	return Listen("click", handler, scope)
}

// key moves the keyboard to the search when a letter is typed elsewhere in the guide; the browser then writes the letter there. Escape
// clears a search, and closes the guide only where nothing is looked for.
func (p *panel) key(ctx app.Context, e app.Event) {
	name := e.Get("key").String()
	if name == "Escape" && p.m.Find != "" {
		e.PreventDefault()
		p.s.Send(Sought{})
	}
	key := []rune(name)
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
	// at is the id of the n-th line of the block where the page is opened there.
	at := func(n int) string {
		if p.m.At == b.Line+n {
			return "#" + placeID
		}
		return ""
	}
	items := func() []app.UI {
		return Each(len(b.Items), func(i int) app.UI { return H("li"+at(i), p.spans(b.Items[i])) })
	}
	switch b.Kind {
	case Heading:
		if b.Level == 1 {
			return H("h3.guide-title"+at(0), p.spans(b.Text))
		}
		return H("h4"+at(0), p.spans(b.Text))
	case List:
		return H("ul.notes", items())
	case Numbered:
		return H("ol.notes.numbered", items())
	case CodeBlock:
		return H("pre.request"+p.inside(b), p.here.marked(b.Text[0].Text))
	case IndexBlock:
		return &drawn.IndexModel{}
	case SourceBlock:
		return H("p.dim", H("small", p.spans(b.Text)))
	case TableBlock:
		row := func(tag string, i int) app.UI {
			cells := b.Cells[i]
			if i > 0 { // after the line under the head
				i++
			}
			return H("tr"+at(i), Each(len(cells), func(i int) app.UI { return H(tag, p.spans(cells[i])) }))
		}
		var head []string // a page can have several tables, and each region needs a name of its own
		for _, cell := range b.Cells[0] {
			for _, s := range cell {
				head = append(head, s.Text)
			}
		}
		return H("div.lines tabindex=0 role=region", Label("Table: "+strings.Join(head, ", ")), H("table", H("thead", row("th scope=col", 0)), H("tbody", Each(len(b.Cells)-1, func(i int) app.UI { return row("td", i+1) }))))
	}
	return H("p"+p.inside(b), p.spans(b.Text))
}

// inside is the id of a block of which any line is the place.
func (p *panel) inside(b Block) string {
	if p.m.At >= b.Line && p.m.At < b.End {
		return "#" + placeID
	}
	return ""
}

func (p *panel) spans(list []TextSpan) []app.UI {
	return Each(len(list), func(i int) app.UI {
		s := list[i]
		in := p.here.marked(s.Text)
		switch {
		case s.To != "":
			return H("button.link-like.guide-link type=button", p.press(page.GuideOpened{Page: s.To}), in)
		case s.Code:
			return H("code", in)
		case s.Bold:
			return H("b", in)
		case len(in) == 1:
			return in[0]
		}
		return H("span", in)
	})
}

// marked is a text with the words that were found marked.
func (s *search) marked(text string) (in []app.UI) {
	at := 0
	for _, m := range s.marks(text) {
		if m[0] > at {
			in = append(in, app.Text(text[at:m[0]]))
		}
		in, at = append(in, H("mark", text[m[0]:m[1]])), m[1]
	}
	if at < len(text) || in == nil {
		in = append(in, app.Text(text[at:]))
	}
	return in
}
