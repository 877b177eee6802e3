package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/worker"
)

// sources is the switcher: this browser, and the accounts behind the server.
func (s *Side) sources() app.UI {
	list := s.Sources.List
	return el("div").Body(
		el("h2").Text("Sources"),
		el("ul").ID("sources").Body(
			el("li").Body(s.source("", "⌂", "", "This browser", "kept here", s.Live == nil)),
			app.Range(list).Slice(func(i int) app.UI {
				a := &list[i]
				lock := "read-only"
				if a.Writes {
					lock = "writable"
				}
				if a.Label != "" {
					lock = a.Label + " · " + lock
				}
				return el("li").Class("sample").Body(
					s.source(a.Name, state.SourceMark(a), toneOf(a), a.Name, lock, s.Live != nil && s.Live.Source == a.Name).Attr("title", state.SourceKind(a)+" "+a.Name+" "+a.Endpoint),
					slot(a.Typed, func() app.UI {
						return button("icon small", "✕").Aria("label", "Have the server forget the account "+a.Name).OnClick(send(s.Store, state.ForgetPressed{Name: a.Name}))
					}),
				)
			}),
		),
		button("item add", "+ Connect an account…").ID("connect").OnClick(send(s.Store, state.ConnectPressed{})),
	)
}

func (s *Side) source(name, mark, tone, text, note string, on bool) app.HTMLElem {
	item := button("item", "").OnClick(send(s.Store, state.SourceChosen{Source: name})).Body(
		el("span").Class("name").Body(el("span").Class("shape"+tone).Aria("hidden", true).Text(mark), app.Text(" "+text)), el("small").Text(note),
	)
	if on {
		return item.Class("on").Aria("current", "true")
	}
	return item
}

// liveTables lists the tables of the account on screen.
func (s *Side) liveTables() app.UI {
	l := s.Live
	locked := s.ReadOnly
	return el("div").Body(
		el("h2").Text("Tables of "+l.Source),
		el("ul").Body(app.Range(l.Tables).Slice(func(i int) app.UI {
			name := l.Tables[i].Name
			item := button("item", "").OnClick(send(s.Store, state.TableChosen{Source: l.Source, Table: name})).Body(
				el("span").Class("name").Text(name),
				el("small").Attr("title", "How many entities it has is not known without reading it").Text(state.Quantity(worker.Unknown)),
			)
			if name == s.Table {
				item = item.Class("on").Aria("current", "true")
			}
			return el("li").Class("sample").Body(item, s.liveMarks(l.Source, name))
		})),
		el("p").Class("dim side-note").Text(state.LiveState(l)),
		button("item add", "↻ List them again").Attr("disabled", l.Listing).OnClick(send(s.Store, state.LiveListPressed{})),
		button("item add", "+ New table").Attr("disabled", locked != "").Attr("title", locked).OnClick(send(s.Store, state.NewTablePressed{})),
	)
}
