package state

import (
	"slices"
	"strings"

	"rangefinder/app/edit"
	"rangefinder/app/editor"
	"rangefinder/app/grid"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// What happened to the open queries.
type (
	TabAdded struct{} // a new query on the same table
	// TabBeside opens a table in a query of its own, so that what is on screen stays open beside it.
	TabBeside struct{ Source, Table string }
	TabChosen struct {
		Index int
		Focus bool // it takes the keyboard
	}
	TabStepped struct{ By int } // to the next or the one before, round and round
	TabClosed  struct {
		Index int
		Focus bool // the tab that is shown then takes the keyboard
	}
	TabReopened struct{}
	TabMoved    struct {
		From, To int
		Focus    bool
	}
	TabNamePressed struct{}
	TabNamed       struct{ Name string }
	// TabsFound tells of the open queries of windows that are gone, each as EncodeTabs wrote them.
	TabsFound struct{ Texts []string }
	// Returned tells that Back or Forward went to an entry that was made while the tab of that ID was on screen.
	Returned struct{ Fragment, Tab string }
)

// noTabs says why nothing can be done with open queries, "" when it can.
var noTabs = unless(
	missing("The page is starting.", func(m *Model) bool { return m.Start == nil && m.Tabs.Current() != nil }),
	missing("A lesson is open; the queries come back when it is left.", func(m *Model) bool { return m.Course.Lesson == nil }),
)

var severalTabs = unless(noTabs, missing("Only one query is open.", func(m *Model) bool { return len(m.Tabs.List) > 1 }))

var tabCommands = []Command{
	{ID: "new-tab", Title: "Open another query", Words: "new tab add", Group: QueryGroup, Keys: []string{"Alt+N"}, Not: noTabs, Do: always(TabAdded{})},
	{ID: "close-tab", Title: "Close this query", Words: "tab", Group: QueryGroup, Keys: []string{"Alt+W"}, Not: severalTabs, Do: func(m *Model) []Msg { return []Msg{TabClosed{Index: m.Tabs.At}} }},
	{ID: "reopen-tab", Title: "Reopen closed tab", Words: "tab reopen undo", Group: QueryGroup, Keys: []string{"Alt+Shift+W"}, Not: unless(noTabs, missing("No query was closed.", func(m *Model) bool { return len(m.Tabs.Closed) > 0 })), Do: always(TabReopened{})},
	{ID: "next-tab", Title: "Go to the next open query", Words: "tab switch", Group: QueryGroup, Keys: []string{"Alt+Page Down"}, Not: severalTabs, Do: always(TabStepped{1})},
	{ID: "tab-before", Title: "Go to the open query before", Words: "tab previous switch", Group: QueryGroup, Keys: []string{"Alt+Page Up"}, Not: severalTabs, Do: always(TabStepped{-1})},
	{ID: "name-tab", Title: "Name this query's tab…", Words: "rename title", Group: QueryGroup, Keys: []string{"F2"}, Place: "in the open queries", Not: noTabs, Do: always(TabNamePressed{})},
	{ID: "tab-left", Title: "Move this query's tab to the left", Words: "order", Group: QueryGroup, Keys: []string{"Ctrl+Shift+Left"}, Place: "in the open queries", Not: unless(severalTabs, missing("It is the first.", func(m *Model) bool { return m.Tabs.At > 0 })), Do: func(m *Model) []Msg { return []Msg{TabMoved{From: m.Tabs.At, To: m.Tabs.At - 1}} }},
	{ID: "tab-right", Title: "Move this query's tab to the right", Words: "order", Group: QueryGroup, Keys: []string{"Ctrl+Shift+Right"}, Place: "in the open queries", Not: unless(severalTabs, missing("It is the last.", func(m *Model) bool { return m.Tabs.At < len(m.Tabs.List)-1 })), Do: func(m *Model) []Msg { return []Msg{TabMoved{From: m.Tabs.At, To: m.Tabs.At + 1}} }},
	{ID: "tab-keys", Title: "Choose, close", Group: QueryGroup, Keys: []string{"Left", "Right", "Delete"}, Place: "in the open queries"},
}

// findTabs offers the open queries that are not on screen.
func findTabs(s *search) {
	if severalTabs(s.m) != "" {
		return
	}
	for i := range s.m.Tabs.List {
		if tab := &s.m.Tabs.List[i]; i != s.m.Tabs.At {
			s.offer(PaletteItem{ID: "tab:" + tab.ID, Kind: "open query", Title: tab.Title(), Note: clipWords(tab.Note()), Words: clipWords(tab.Filter), Do: []Msg{TabChosen{Index: i}}})
		}
	}
}

// startTabs takes in the queries that were open in this window and says which is shown: the one whose view the address names, the
// one that was on screen when it names none, else one of its own.
func startTabs(m Model, msg Started, route Route, own bool) (Model, Route, string) {
	if m.Embed != nil {
		return m, route, ""
	}
	t, problem := parseTabs(msg.Tabs)
	t.window = msg.Window
	m.Tabs = &t
	at := t.index(msg.Entry)
	if at < 0 && route.Empty && len(t.List) > 0 {
		at = t.At
	}
	if at < 0 {
		asked := QueryTab{}.showing(route)
		at = slices.IndexFunc(t.List, func(tab QueryTab) bool { return tab.same(asked) && tab.Screen == asked.Screen })
	}
	if own || at < 0 {
		t.List = append(t.List, QueryTab{ID: t.fresh()})
		t.At = len(t.List) - 1
		if !own && route.Table != "" {
			t.List[t.At] = t.List[t.At].showing(route)
		}
		return m, route, problem
	}
	t.At = at
	kept := t.List[at].route()
	if kept.Sim = route.Sim; route.Empty || kept.Fragment() == msg.Fragment {
		kept.Empty = route.Empty
		return m, kept, problem // with the text that is too long for an address
	}
	t.List[at] = t.List[at].showing(route)
	return m, route, problem
}

// followTabs keeps in the tab on screen what the page shows.
func followTabs(old, m Model) Model {
	if m.Embed != nil || m.Course.Lesson != nil || m.Start != nil || m.Tabs == nil {
		return m
	}
	if old.Query == m.Query && old.Screen == m.Screen && old.Plan == m.Plan && old.Grid.Result == m.Grid.Result && old.Start == nil && old.Course.Lesson == nil {
		return m
	}
	t := m.Tabs
	if t.Current() == nil {
		n := t.cloned()
		n.List, n.At = append(n.List, QueryTab{ID: n.fresh()}), len(n.List)
		t, m.Tabs = n, n
	}
	tab := t.List[t.At]
	view := tab.showing(routeOf(m))
	gone := tab.Table != "" && tab.Source == "" && wire.TableNamed(m.Tables.List, tab.Table) == nil || tab.Source != "" && m.Sources.Known && m.Sources.Account(tab.Source) == nil
	if gone && view.Table == "" && view.Source == "" && view.Filter == tab.Filter {
		view.Table = tab.Table // which may come back
	}
	if view == tab {
		return m
	}
	n := t.cloned()
	if gone && (view.Table != tab.Table || view.Source != tab.Source) && tab.unsaved() {
		lost := tab
		lost.ID = n.fresh()
		n.closed(lost)
	}
	n.List[n.At] = view
	m.Tabs = n
	return m
}

// updateQueryTabs opens, closes and orders the open queries.
func updateQueryTabs(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case TabsFound:
		return tabsFound(m, msg), nil, true
	case Returned:
		m, cmds := returned(m, msg)
		return m, cmds, true
	case TabAdded, TabBeside, TabChosen, TabStepped, TabClosed, TabReopened, TabMoved, TabNamePressed, TabNamed:
		if why := noTabs(&m); why != "" {
			return m, []Cmd{Announce{Text: why}}, true
		}
	default:
		return m, nil, false
	}
	t := m.Tabs.cloned()
	switch msg := msg.(type) {
	case TabAdded:
		if len(t.List) == MaxTabs {
			m, cmds := notify(m, Notice{Bad: true, Text: "At most " + words.Number(MaxTabs) + " queries can be open. Close one first."})
			return m, cmds, true
		}
		q := m.Query
		t.hold(&m)
		t.List = slices.Insert(t.List, t.At+1, QueryTab{Query: query.Query{Source: q.Source, Table: q.Table, Top: m.Settings.Value("top")}, ID: t.fresh(), Why: m.Plan.Why})
		t.At++
		m.Tabs = t
		m, cmds := showTab(m)
		return m, append(cmds, Focus{Target: "editor"}), true

	case TabBeside:
		m, cmds, _ := updateQueryTabs(m, TabAdded{})
		if len(m.Tabs.List) == len(t.List) {
			return m, cmds, true
		}
		m, more := Update(m, TableChosen{Source: msg.Source, Table: msg.Table})
		return m, append(cmds, more...), true

	case TabChosen:
		if msg.Index < 0 || msg.Index >= len(t.List) || msg.Index == t.At {
			return m, nil, true
		}
		t.hold(&m)
		t.At = msg.Index
		m.Tabs = t
		m, cmds := showTab(m)
		return m, append(cmds, msg.focus(m)...), true

	case TabStepped:
		n := len(t.List)
		return updateQueryTabs(m, TabChosen{Index: ((t.At+msg.By)%n + n) % n})

	case TabClosed:
		if msg.Index < 0 || msg.Index >= len(t.List) || len(t.List) == 1 {
			return m, []Cmd{Announce{Text: severalTabs(&m)}}, true
		}
		gone := t.List[msg.Index]
		t.closed(gone)
		t.List = slices.Delete(t.List, msg.Index, msg.Index+1)
		text := "Closed " + gone.Title() + ". Alt+Shift+W opens it again."
		if msg.Index != t.At {
			if msg.Index < t.At {
				t.At--
			}
			m.Tabs = t
			return m, append(msg.focus(m), Announce{Text: text}), true
		}
		t.At = min(t.At, len(t.List)-1)
		m.Tabs = t
		m, cmds := showTab(m)
		return m, append(append(cmds, msg.focus(m)...), Announce{Text: text}), true

	case TabReopened:
		if len(t.Closed) == 0 || len(t.List) == MaxTabs {
			return m, []Cmd{Announce{Text: "There is no closed query to open again."}}, true
		}
		t.hold(&m)
		t.List = slices.Insert(t.List, t.At+1, t.Closed[0])
		t.Closed = t.Closed[1:]
		t.At++
		m.Tabs = t
		m, cmds := showTab(m)
		return m, cmds, true

	case TabMoved:
		if msg.From < 0 || msg.From >= len(t.List) || msg.To < 0 || msg.To >= len(t.List) || msg.From == msg.To {
			return m, nil, true
		}
		at, tab := t.List[t.At].ID, t.List[msg.From]
		t.List = slices.Insert(slices.Delete(t.List, msg.From, msg.From+1), msg.To, tab)
		t.At = t.index(at)
		m.Tabs = t
		cmds := []Cmd{Reveal{ID: TabOf(msg.To)}}
		if msg.Focus {
			cmds = append(cmds, Focus{Target: TabOf(msg.To)})
		}
		return m, append(cmds, Announce{Text: tab.Title() + ": " + words.Number(msg.To+1) + " of " + words.Number(len(t.List)) + "."}), true

	case TabNamePressed:
		m.Dialog = &Dialog{Kind: NameTab}
		return m, []Cmd{ResetFields{Values: map[string]string{"tab-name": t.List[t.At].Name}}, OpenDialog{}}, true

	case TabNamed:
		if m.Dialog == nil || m.Dialog.Kind != NameTab {
			return m, nil, true
		}
		name := strings.Join(strings.Fields(msg.Name), " ")
		if len(name) > maxTabName {
			d := *m.Dialog
			d.Err = "A name has at most " + words.Number(maxTabName) + " characters."
			m.Dialog = &d
			return m, []Cmd{Focus{Target: "tab-name"}, Announce{Text: d.Err}}, true
		}
		t.List[t.At].Name = name
		m.Tabs, m.Dialog = t, nil
		return m, []Cmd{CloseDialog{}}, true
	}
	return m, nil, true
}

// focus gives the keyboard to the tab on screen, or to the editor when tabs are not shown any more.
func (t TabChosen) focus(m Model) []Cmd {
	switch {
	case !t.Focus:
		return nil
	case m.ShowsTabs():
		return []Cmd{Focus{Target: TabOf(m.Tabs.At)}}
	}
	return []Cmd{Focus{Target: m.Screen.FocusID()}}
}

func (t TabClosed) focus(m Model) []Cmd { return TabChosen(t).focus(m) }

// ShowsTabs reports whether the open queries are on screen: one alone needs no tab.
func (m *Model) ShowsTabs() bool {
	return m.Tabs != nil && len(m.Tabs.List) > 1 && m.Course.Lesson == nil
}

// showTab shows the current tab as it was left, with its result as long as that is held. One of this browser that had been run runs
// again otherwise; an account is not asked.
func showTab(m Model) (Model, []Cmd) {
	tab := *m.Tabs.Current()
	route := tab.route()
	if route.Source != "" {
		m, cmds := openLive(m, route)
		m = m.withResult(&grid.Result{Source: m.Query.Source, Table: m.Query.Table, Line: -1}) // what is on screen was of another query
		m, back, _ := comeBack(m)
		return m, append(append(cmds, Stop{Slot: result.RunSlot}), append(back, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Reveal{ID: TabOf(m.Tabs.At)})...)
	}
	m = toHome(m)
	name := m.here(route.Table)
	if name == "" {
		if s := sampleOfTable(m.Samples, route.Table); s != nil && m.Tables.Loading == nil {
			t := *m.Tables
			t.Loading = &Loading{Title: "Opening " + s.Title, Progress: wire.Progress{Total: s.Entities}}
			m.Tables = &t
			m, cmds := showNoTable(m, route)
			return m, append(cmds, LoadSample{Name: s.Name, Select: tableOfSample(s, route.Table), Filter: route.Filter}, Reveal{ID: TabOf(m.Tabs.At)})
		}
		m, cmds := showMissing(m, route)
		return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Reveal{ID: TabOf(m.Tabs.At)})
	}
	route.Table = name
	m, cmds := show(m, route)
	m = m.withResult(&grid.Result{Table: m.Query.Table, Line: -1}) // what is on screen was of another query
	m, back, there := comeBack(m)
	switch {
	case there:
		cmds = append(cmds, back...)
	case tab.Ran:
		var run []Cmd
		m, run = runQuery(m)
		cmds = append(cmds, run...)
	default:
		cmds = append(cmds, Stop{Slot: result.RunSlot})
	}
	return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Reveal{ID: TabOf(m.Tabs.At)})
}

// toHome leaves the account on screen, if there is one.
func toHome(m Model) Model {
	if m.Query.Source != "" || m.Live() != nil {
		return toSource(m, "")
	}
	return m
}

// showNoTable shows the query line of a route whose table is not there.
func showNoTable(m Model, route Route) (Model, []Cmd) {
	m = toHome(m)
	t := *m.Tables
	t.Selected = ""
	m.Tables, m.Screen, m.Draft = &t, route.Screen, false
	m.Query = queryline.Checked(&queryline.Query{Query: route.On("", "")})
	m.Plan, m.Map = &plan.Plan{Why: route.Why}, &plan.Map{Hover: -1}
	m = m.withResult(&grid.Result{Line: -1})
	m.Inspector = &edit.Inspector{}
	m, cmds := ask(m)
	return m, append([]Cmd{Stop{Slot: queryline.MatchSlot}, Stop{Slot: result.RunSlot}, editor.SetEditor{Text: route.Filter}, ResetFields{Values: map[string]string{"select": route.Select, "top": route.Top, "then": route.Then}}}, cmds...)
}

// showMissing shows a query whose table is not there, and with it the ways to one.
func showMissing(m Model, route Route) (Model, []Cmd) {
	m, cmds := showNoTable(m, route)
	if m.Missing = nil; route.Table == "" {
		return m, cmds
	}
	m.Missing = &route
	return m, append(cmds, Announce{Text: "The table " + words.Quote(route.Table) + " is not in this browser. Its query is kept."})
}

// tableCame shows the query that waits for a table on it, once it is here.
func tableCame(m Model) (Model, []Cmd) {
	info := wire.TableNamed(m.Tables.List, m.Missing.Table)
	if info == nil {
		return m, nil
	}
	route := *m.Missing
	route.Query = m.Query.On("", info.Name)
	m, cmds := show(m, route)
	m, run := runQuery(m)
	return m, append(append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: false}), run...)
}

// missingTable is the table that the query on screen waits for, "" for none.
func (m *Model) missingTable() string {
	if m.Missing == nil {
		return ""
	}
	return m.Missing.Table
}

// returned goes to the tab that was on screen when an entry of the history was made, and shows there what the address says. A tab
// that was closed is opened again: what is open must not be overwritten.
func returned(m Model, msg Returned) (Model, []Cmd) {
	if m.Tabs.Current() == nil || msg.Tab == "" || msg.Tab == m.Tabs.Entry() || noTabs(&m) != "" {
		return navigated(m, Navigated{msg.Fragment})
	}
	route, data, _ := ParseRoute(msg.Fragment)
	there := route.Source != "" || route.Table == "" || wire.TableNamed(m.Tables.List, route.Table) != nil
	if !there && sampleOfTable(m.Samples, route.Table) == nil {
		m, cmds := notify(m, Notice{Bad: true, Text: "The table " + words.Quote(route.Table) + " is not here any more."})
		return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
	}
	if len(data) > 0 || route.Lesson != "" || !there {
		return navigated(m, Navigated{msg.Fragment})
	}
	t := m.Tabs.cloned()
	t.hold(&m)
	if t.At = t.index(msg.Tab); t.At < 0 {
		tab := QueryTab{ID: msg.Tab}
		if i := slices.IndexFunc(t.Closed, func(c QueryTab) bool { return c.ID == msg.Tab }); i >= 0 {
			tab = t.Closed[i]
			t.Closed = slices.Delete(t.Closed, i, i+1)
		}
		t.List, t.At = append(t.List, tab), len(t.List)
	}
	m.Tabs = t
	m = m.withResult(&grid.Result{Source: m.Query.Source, Table: m.Query.Table, Line: -1}) // it was of another query
	m, cmds := navigated(m, Navigated{msg.Fragment})
	if h := t.held[msg.Tab]; h != nil && h.Result.Filter == m.Query.Filter {
		var back []Cmd
		if m, back, there = comeBack(m); there {
			cmds = append(slices.DeleteFunc(cmds, func(c Cmd) bool { _, run := c.(result.Run); return run }), back...)
		}
	}
	return m, append(cmds, Reveal{ID: TabOf(m.Tabs.At)})
}

// tabsFound opens the queries of windows that are gone, behind those that are open. A window that only showed one query, which is
// in the history, left nothing to be kept.
func tabsFound(m Model, msg TabsFound) Model {
	if m.Tabs == nil || m.Embed != nil {
		return m
	}
	t := m.Tabs.cloned()
	for _, text := range msg.Texts {
		left, _ := parseTabs(text)
		for _, tab := range left.List {
			plain := len(left.List) == 1 && tab.Name == "" && !tab.unsaved()
			known := t.index(tab.ID) >= 0 || slices.ContainsFunc(t.List, func(o QueryTab) bool { return o.same(tab) && (tab.Name == "" || tab.Name == o.Name) })
			if !plain && !known && len(t.List) < MaxTabs {
				t.List = append(t.List, tab)
			}
		}
		for _, tab := range left.Closed {
			if len(t.Closed) < maxClosed && !slices.ContainsFunc(t.Closed, func(o QueryTab) bool { return o.ID == tab.ID }) {
				t.Closed = append(t.Closed, tab)
			}
		}
	}
	m.Tabs = t
	return m
}
