package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/worker"
)

// sources is the switcher: this browser, and the accounts behind the server.
func (s *Side) sources() app.UI {
	list := s.Sources.List
	return h("div",
		h("h2", "Sources"),
		h("ul#sources",
			h("li", s.source("", "⌂", "", "This browser", "kept here", "")),
			each(len(list), func(i int) app.UI {
				a := &list[i]
				note := "read-only"
				if a.Writes {
					note = "writable"
				}
				if a.Label != "" {
					note = a.Label + " · " + note
				}
				return h("li.sample",
					s.source(a.Name, state.SourceMark(a), toneOf(a), a.Name, note, state.SourceKind(a)+" "+a.Name+" "+a.Endpoint),
					slot(a.Typed, func() app.UI {
						return press(s.Store, ".icon.small", "✕", state.ForgetPressed{Name: a.Name}, label("Have the server forget the account "+a.Name))
					}),
				)
			}),
		),
		press(s.Store, ".item.add#connect", "+ Connect an account…", state.ConnectPressed{}),
	)
}

func (s *Side) source(name, mark, tone, text, note, about string) app.UI {
	at := s.Live != nil && s.Live.Source == name || s.Live == nil && name == ""
	return s.item(at, -1, state.SourceChosen{Source: name}, title(about),
		h("span.name", el("span").Class("shape"+tone).Aria("hidden", true).Text(mark), " "+text), h("small", note))
}

// item is a line of the side bar that can be chosen; at says that it is. line is its place in the table list, -1 elsewhere.
func (s *Side) item(at bool, line int, msg state.Msg, in ...any) app.UI {
	what := ".item"
	if at {
		what += ".on"
	}
	if line >= 0 {
		what += "#" + state.TableLineID(line)
	}
	if at {
		what += " aria-current=true"
	}
	return press(s.Store, what, "", msg, in...)
}

// liveTables lists the tables of the account on screen.
func (s *Side) liveTables() app.UI {
	l := s.Live
	listed := state.ListTablesOf(s.Tables, l)
	return h("div",
		h("h2", "Tables of "+l.Source),
		s.find(listed, "Search tables of "+l.Source),
		slot(listed.Name != "", func() app.UI {
			return press(s.Store, ".item.add#open-name", "Open “"+listed.Name+"” without listing", state.TableChosen{Source: l.Source, Table: listed.Name})
		}),
		h("ul#tables", each(len(listed.Tables), func(i int) app.UI {
			name := listed.Tables[i].Name
			return h("li.sample", s.item(name == s.Table, i, state.TableChosen{Source: l.Source, Table: name},
				h("span.name", name),
				h("small", title("How many entities it has is not known without reading it"), state.Quantity(worker.Unknown)),
			), s.liveMarks(l.Source, name))
		})),
		s.windows(listed),
		h("p.dim.side-note", state.LiveState(l)),
		press(s.Store, ".item.add", "↻ List them again", state.LiveListPressed{}, off(l.Listing)),
		press(s.Store, ".item.add", "+ New table", state.NewTablePressed{}, off(s.ReadOnly != ""), title(s.ReadOnly)),
	)
}
