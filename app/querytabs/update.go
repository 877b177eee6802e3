package querytabs

import (
	"slices"
	"strings"

	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/words"
)

// What happened to the open queries.
type (
	Added struct{} // a new query on the same table
	// Beside opens a table in a query of its own, so that what is on screen stays open beside it.
	Beside struct{ Source, Table string }
	Chosen struct {
		Index int
		Focus bool // it takes the keyboard
	}
	Stepped struct{ By int } // to the next or the one before, round and round
	Closed  struct {
		Index int
		Focus bool // the tab that is shown then takes the keyboard
	}
	Reopened struct{}
	Moved    struct {
		From, To int
		Focus    bool
	}
	NamePressed struct{}
	Named       struct{ Name string }
	// Found tells of the open queries of windows that are gone, each as Encode wrote them.
	Found struct{ Texts []string }
)

// Show asks the page to show the current tab as it was left. Focus: that takes the keyboard then.
type Show struct{ Focus bool }

// OnlyOne is why there is no other query to go to.
const OnlyOne = "Only one query is open."

// nameDialog asks for the name of a tab.
const nameDialog page.DialogKind = "name-tab"

// Update answers a message about the open queries; g is what is on screen of the one that is left.
func (t *Model) Update(v *page.View, g *grid.Model, msg page.Msg) (*Model, []page.Cmd, bool) {
	if found, ok := msg.(Found); ok {
		if t == nil {
			return t, nil, true
		}
		return t.found(found.Texts), nil, true
	}
	old := t
	t = t.cloned()
	switch msg := msg.(type) {
	case Added:
		if len(t.List) == Max {
			return old, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "At most " + words.Number(Max) + " queries can be open. Close one first."}}}, true
		}
		t.hold(g)
		t.List = slices.Insert(t.List, t.At+1, Tab{Query: query.Query{Source: v.Query.Source, Table: v.Query.Table, Top: v.Settings.Value("top")}, ID: t.fresh(), Why: v.Why})
		t.At++
		return t, []page.Cmd{Show{}, page.Focus{Target: "editor"}}, true

	case Beside:
		next, cmds, _ := old.Update(v, g, Added{})
		if next != old {
			cmds = append(cmds, page.Repeat{Msg: page.TableChosen{Source: msg.Source, Table: msg.Table}})
		}
		return next, cmds, true

	case Chosen:
		if msg.Index < 0 || msg.Index >= len(t.List) || msg.Index == t.At {
			return old, nil, true
		}
		t.hold(g)
		t.At = msg.Index
		return t, []page.Cmd{Show{Focus: msg.Focus}}, true

	case Stepped:
		n := len(t.List)
		return old.Update(v, g, Chosen{Index: ((t.At+msg.By)%n + n) % n})

	case Closed:
		if len(t.List) == 1 {
			return old, []page.Cmd{page.Announce{Text: OnlyOne}}, true
		}
		if msg.Index < 0 || msg.Index >= len(t.List) {
			return old, nil, true
		}
		gone := t.List[msg.Index]
		t.closed(gone)
		t.List = slices.Delete(t.List, msg.Index, msg.Index+1)
		told := page.Announce{Text: "Closed " + gone.Title() + ". Alt+Shift+W opens it again."}
		if msg.Index != t.At {
			if msg.Index < t.At {
				t.At--
			}
			if msg.Focus {
				return t, []page.Cmd{t.Focus(v.Screen), told}, true
			}
			return t, []page.Cmd{told}, true
		}
		t.At = min(t.At, len(t.List)-1)
		return t, []page.Cmd{Show{Focus: msg.Focus}, told}, true

	case Reopened:
		if len(t.Closed) == 0 || len(t.List) == Max {
			return old, []page.Cmd{page.Announce{Text: "There is no closed query to open again."}}, true
		}
		t.hold(g)
		t.List = slices.Insert(t.List, t.At+1, t.Closed[0])
		t.Closed = t.Closed[1:]
		t.At++
		return t, []page.Cmd{Show{}}, true

	case Moved:
		if msg.From < 0 || msg.From >= len(t.List) || msg.To < 0 || msg.To >= len(t.List) || msg.From == msg.To {
			return old, nil, true
		}
		at, tab := t.List[t.At].ID, t.List[msg.From]
		t.List = slices.Insert(slices.Delete(t.List, msg.From, msg.From+1), msg.To, tab)
		t.At = t.index(at)
		cmds := []page.Cmd{page.Reveal{ID: IDOf(msg.To)}}
		if msg.Focus {
			cmds = append(cmds, page.Focus{Target: IDOf(msg.To)})
		}
		return t, append(cmds, page.Announce{Text: tab.Title() + ": " + words.Number(msg.To+1) + " of " + words.Number(len(t.List)) + "."}), true

	case NamePressed:
		return old, []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: nameDialog}}, page.ResetFields{Values: map[string]string{"tab-name": t.List[t.At].Name}}, page.OpenDialog{}}, true

	case Named:
		if v.Dialog == nil || v.Dialog.Kind != nameDialog {
			return old, nil, true
		}
		name := strings.Join(strings.Fields(msg.Name), " ")
		if len(name) > maxName {
			d := *v.Dialog
			d.Err = "A name has at most " + words.Number(maxName) + " characters."
			return old, []page.Cmd{page.ShowDialog{Dialog: &d}, page.Focus{Target: "tab-name"}, page.Announce{Text: d.Err}}, true
		}
		t.List[t.At].Name = name
		return t, []page.Cmd{page.ShowDialog{}, page.CloseDialog{}}, true
	}
	return old, nil, false
}

// Focus gives the keyboard to the tab on screen, or to the screen when one query alone has no tab.
func (t *Model) Focus(screen page.Screen) page.Cmd {
	if len(t.List) > 1 {
		return page.Focus{Target: IDOf(t.At)}
	}
	return page.Focus{Target: screen.FocusID()}
}

// Return goes to the tab of that ID because Back or Forward did. One that was closed is opened again: what is open must not be
// overwritten.
func (t *Model) Return(id string, g *grid.Model) *Model {
	t = t.cloned()
	t.hold(g)
	if t.At = t.index(id); t.At < 0 {
		tab := Tab{ID: id}
		if i := slices.IndexFunc(t.Closed, func(c Tab) bool { return c.ID == id }); i >= 0 {
			tab = t.Closed[i]
			t.Closed = slices.Delete(t.Closed, i, i+1)
		}
		t.List, t.At = append(t.List, tab), len(t.List)
	}
	return t
}

// Follow keeps in the tab on screen what the page shows, and home while that is an account.
func (t *Model) Follow(v *page.View, home page.Route) *Model {
	if t.Current() == nil {
		t = t.cloned()
		t.List, t.At = append(t.List, Tab{ID: t.fresh()}), len(t.List)
	}
	tab := t.List[t.At]
	view := tab.showing(v.Route())
	gone := tab.Table != "" && tab.Source == "" && v.Table(tab.Table) == nil || tab.Source != "" && v.Accounts.Known && v.Accounts.Account(tab.Source) == nil
	if gone && view.Table == "" && view.Source == "" && view.Filter == tab.Filter {
		view.Table = tab.Table // which may come back
	}
	var away Tab
	if view.Source != "" {
		away = Tab{ID: "home"}.showing(home)
	}
	if view == tab && away == t.Home {
		return t
	}
	t = t.cloned()
	t.Home = away
	if gone && (view.Table != tab.Table || view.Source != tab.Source) && tab.unsaved() {
		lost := tab
		lost.ID = t.fresh()
		t.closed(lost)
	}
	t.List[t.At] = view
	return t
}
