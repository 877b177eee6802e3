package side

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/accounts"
	"rangefinder/app/copies"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/querytabs"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// sources is the switcher: this browser, and the accounts behind the server.
func (s *Panel) sources() app.UI {
	list, what := s.Sources.List, "ul#sources"
	if s.Sources.Known || s.Sources.Problem != "" { // the room that it was given before it came is not needed any more
		what = "ul.known#sources"
	}
	kept, _ := StorageText(s.Storage)
	return H("div",
		H("h2", "Sources"),
		H(what,
			H("li", H("div.sample", s.source("", "⌂", "", "This browser", kept, ""), s.fold("", "This browser")), s.others("", s.Tables.List, "")),
			Each(len(list), func(i int) app.UI {
				a := &list[i]
				note := "read-only"
				if a.Writes {
					note = "writable"
				}
				if a.Label != "" { // it may be long, and is cut where the line ends
					note += " · " + a.Label
				}
				if !a.Live {
					note += " · this server" // what a newcomer cannot tell from its name
				}
				known, said := s.Sources.Lists[a.Name], ""
				if known == nil {
					known = &page.AccountTables{}
				}
				if !known.Listed || len(known.Tables) == 0 {
					said = accounts.ListText(known)
				}
				return H("li", H("div.sample",
					s.source(a.Name, accounts.Mark(a), accounts.ToneClass(a), a.Name, note, strings.TrimSpace(accounts.Kind(a)+" "+accounts.Address(a))),
					Slot(a.Typed, func() app.UI {
						return Press(s.Store, ".icon.small", "✕", accounts.ForgetPressed{Name: a.Name}, Label("Have the server forget the account "+a.Name))
					}),
					s.fold(a.Name, a.Name),
				), s.others(a.Name, known.Tables, said))
			}),
		),
		Press(s.Store, ".item.add#connect", "+ Connect an account…", accounts.ConnectPressed{}),
	)
}

// fold lists the tables of a source that is not on screen, or takes the list away.
func (s *Panel) fold(name, text string) app.UI {
	return Slot(!s.onScreen(name) && (name != "" || len(s.Tables.List) > 0), func() app.UI {
		open, mark := s.Sources.Unfolded(name), "▸"
		if open {
			mark = "▾"
		}
		return Press(s.Store, ".icon.small aria-expanded="+strconv.FormatBool(open), mark, accounts.SourceUnfolded{Source: name}, Label("Tables of "+text))
	})
}

// onScreen reports whether the tables of a source are those of the list below the sources.
func (s *Panel) onScreen(name string) bool {
	return s.Live != nil && s.Live.Source == name || s.Live == nil && name == ""
}

// othersShown is how many tables of a source that is not on screen are listed; going to it lists all.
const othersShown = 30

// others are the tables of a source that is not on screen, to be chosen beside those that are. said is why there are none.
func (s *Panel) others(name string, list []wire.TableInfo, said string) app.UI {
	return Slot(s.Sources.Unfolded(name) && !s.onScreen(name), func() app.UI {
		n := min(len(list), othersShown)
		return H("div",
			Slot(said != "", func() app.UI { return H("p.dim.side-note role=status", said) }),
			H("ul.others", Each(n, func(i int) app.UI {
				return H("li.sample", s.item(false, -1, page.TableChosen{Source: name, Table: list[i].Name}, Title("With Ctrl in a query of its own"), H("span.name", list[i].Name), H("small", page.Quantity(list[i].Entities))))
			})),
			Slot(len(list) > n, func() app.UI {
				return Press(s.Store, ".item.add", words.Number(len(list)-n)+" more…", page.SourceChosen{Source: name})
			}),
		)
	})
}

func (s *Panel) source(name, mark, tone, text, note, about string) app.UI {
	return s.item(s.onScreen(name), -1, page.SourceChosen{Source: name}, Title(strings.TrimSpace(name+" "+about)),
		H("span.name", El("span").Class("shape"+tone).Aria("hidden", true).Text(mark), " "+text), H("small", note), Slot(about != "", func() app.UI {
			return H("span.sr", " "+about) // two may have one name
		}))
}

// item is a line of the side bar that can be chosen; at says that it is. line is its place in the table list, -1 elsewhere.
func (s *Panel) item(at bool, line int, msg page.Msg, in ...any) app.UI {
	what := ".item"
	if at {
		what += ".on"
	}
	if line >= 0 {
		what += "#" + LineID(line)
	}
	if at {
		what += " aria-current=true"
	}
	t, table := msg.(page.TableChosen)
	if !table {
		return Press(s.Store, what, "", msg, in...)
	}
	// As with links: Ctrl or the middle button leaves what is on screen where it is.
	choose, scope := Send(s.Store, msg)
	beside, _ := Send(s.Store, querytabs.Beside{Source: t.Source, Table: t.Table})
	return H("button"+what+" type=button", append(in,
		Listen("click", func(ctx app.Context, e app.Event) {
			if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() {
				beside(ctx, e)
			} else {
				choose(ctx, e)
			}
		}, scope),
		Listen("auxclick", func(ctx app.Context, e app.Event) {
			if e.Get("button").Int() == 1 {
				beside(ctx, e)
			}
		}, scope), "")...)
}

// liveTables lists the tables of the account on screen.
func (s *Panel) liveTables() app.UI {
	l := s.Live
	listed := TablesOf(s.Tables, l)
	note := accounts.ListText(&l.AccountTables)
	if l.Listed && len(l.Tables) > 0 && !l.Listing {
		note += " · opening one reads its first page, with one request"
	}
	said, none := any(H("p.dim.side-note", note)), []app.UI(nil)
	if l.Listed && len(l.Tables) == 0 && !l.Listing && l.Failed == nil {
		said, none = nil, []app.UI{H("li.dim.side-note", accounts.ListText(&l.AccountTables))} // in the room of the first table
	}
	return H("div",
		H("h2", "Tables of "+l.Source),
		s.find(listed, "Search tables of "+l.Source),
		Slot(listed.Name != "", func() app.UI {
			return Press(s.Store, ".item.add#open-name", "Open “"+listed.Name+"” without listing", page.TableChosen{Source: l.Source, Table: listed.Name})
		}),
		H("ul#tables", Each(len(listed.Tables), func(i int) app.UI {
			name := listed.Tables[i].Name
			return H("li.sample", s.item(name == s.Table, i, page.TableChosen{Source: l.Source, Table: name},
				H("span.name", name),
				H("small", Title("How many entities it has is not known without reading it"), page.Quantity(wire.Unknown)),
			), copies.AccountMarks(s.Store, s.Copies, l.Source, name, s.Tables.Loading != nil))
		}), none),
		s.windows(listed),
		said,
		Press(s.Store, ".item.add", "↻ Refresh", accounts.LiveListPressed{}, Off(l.Listing)),
		Press(s.Store, ".item.add", "+ New table", page.NewTablePressed{}, Off(s.ReadOnly != ""), Title(s.ReadOnly)),
	)
}
