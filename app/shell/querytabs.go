package shell

import (
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/querytabs"
	"rangefinder/app/result"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Returned tells that Back or Forward went to an entry that was made while the tab of that ID was on screen.
type Returned struct{ Fragment, Tab string }

// noTabs says why nothing can be done with open queries, "" when it can.
var noTabs = unless(
	missing("The page is starting.", func(m *Model) bool { return m.Start == nil && m.Tabs.Current() != nil }),
	missing("A lesson is open; the queries come back when it is left.", func(m *Model) bool { return m.Course.Lesson == nil }),
)

// startTabs takes in the queries that were open in this window and says which is shown; see querytabs.Start.
func startTabs(m Model, msg Started, route page.Route, own bool) (Model, page.Route, string) {
	if m.Embed != nil {
		return m, route, ""
	}
	t, route, problem := querytabs.Start(msg.Tabs, msg.Window, msg.Entry, msg.Fragment, route, own)
	if m.Tabs = t; t.Home.Table != "" { // else the rest of the program is not needed yet
		m.Sources = m.Sources.WithHome(t.Home.Route())
	}
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
	m.Tabs = m.Tabs.Follow(m.View(), m.Sources.Home)
	return m
}

// followHeld lets the results of queries that are not on screen follow, and tells the worker which are to stay.
func followHeld(old, m Model, cmds []page.Cmd, msg page.Msg) (Model, []page.Cmd) {
	if m.Tabs.Holds() > 0 {
		if _, moved := msg.(page.Moved); moved || m.Fatal != "" {
			m.Tabs = m.Tabs.Forget()
		} else {
			m.Tabs = m.Tabs.FollowHeld(m.View(), old.Grid.Result, m.Grid.Result, msg)
		}
	}
	return m, m.Tabs.Keep(cmds, m.Grid.Result, m.Course.Lesson != nil)
}

// ShowsTabs reports whether the open queries are on screen: one alone needs no tab.
func (m *Model) ShowsTabs() bool {
	return m.Tabs != nil && len(m.Tabs.List) > 1 && m.Course.Lesson == nil
}

// showTab shows the current tab as it was left, with its result as long as that is held. One of this browser that had been run runs
// again otherwise; an account is not asked.
func showTab(m Model) (Model, []page.Cmd) {
	tab := *m.Tabs.Current()
	route := tab.Route()
	if route.Source != "" {
		m, cmds := openLive(m, route)
		m = m.withResult(&grid.Result{Source: m.Query.Source, Table: m.Query.Table, Line: -1}) // what is on screen was of another query
		m, back, _ := comeBack(m)
		return m, append(append(cmds, page.Stop{Slot: result.RunSlot}), append(back, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, page.Reveal{ID: querytabs.IDOf(m.Tabs.At)})...)
	}
	m = toHome(m)
	name := m.here(route.Table)
	if name == "" {
		if s := sample.Holding(m.Samples, route.Table); s != nil && m.Tables.Loading == nil {
			t := *m.Tables
			t.Loading = &page.Loading{Title: "Opening " + s.Title, Progress: wire.Progress{Total: s.Entities}}
			m.Tables = &t
			m, cmds := showNoTable(m, route)
			return m, append(cmds, LoadSample{Name: s.Name, Select: s.TableNamed(route.Table), Filter: route.Filter}, page.Reveal{ID: querytabs.IDOf(m.Tabs.At)})
		}
		m, cmds := showMissing(m, route)
		return m, append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, page.Reveal{ID: querytabs.IDOf(m.Tabs.At)})
	}
	route.Table = name
	m, cmds := show(m, route)
	m = m.withResult(&grid.Result{Table: m.Query.Table, Line: -1}) // what is on screen was of another query
	m, back, there := comeBack(m)
	switch {
	case there:
		cmds = append(cmds, back...)
	case tab.Ran:
		var run []page.Cmd
		m, run = runQuery(m)
		cmds = append(cmds, run...)
	default:
		cmds = append(cmds, page.Stop{Slot: result.RunSlot})
	}
	return m, append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, page.Reveal{ID: querytabs.IDOf(m.Tabs.At)})
}

// comeBack shows what was held of the query on screen, whose view is there already; false when there is nothing.
func comeBack(m Model) (Model, []page.Cmd, bool) {
	h := m.Tabs.Held()
	if h == nil {
		return m, nil, false
	}
	m.Tabs = m.Tabs.WithoutHeld()
	r := *h.Result
	if r.Source != m.Query.Source || r.Table != m.Query.Table {
		return m, nil, false
	}
	if r.Left && r.Source == "" && r.Filter == m.Query.Filter {
		m = m.withResult(&grid.Result{Table: r.Table, Line: -1})
		m, cmds := runQuery(m)
		return m, cmds, true
	}
	var cmds []page.Cmd
	m.Grid, cmds = m.Grid.ComeBack(*h)
	cmds = append([]page.Cmd{page.Stop{Slot: result.RunSlot}}, cmds...)
	if r.Reply == nil {
		return m, cmds, true
	}
	switch {
	case m.Inspector.Mode != edit.Idle && edit.Edited(m.Inspector):
	case r.Line >= 0:
		cmds = append(cmds, edit.LineOf(m.View(), r.Line))
	default:
		m.Inspector = m.Inspector.Emptied()
	}
	return m, cmds, true
}

// returned goes to the tab that was on screen when an entry of the history was made, and shows there what the address says. A tab
// that was closed is opened again: what is open must not be overwritten.
func returned(m Model, msg Returned) (Model, []page.Cmd) {
	if m.Tabs.Current() == nil || msg.Tab == "" || msg.Tab == m.Tabs.Entry() || noTabs(&m) != "" {
		return navigated(m, Navigated{msg.Fragment})
	}
	route, data, _ := ParseRoute(msg.Fragment)
	there := route.Source != "" || route.Table == "" || wire.TableNamed(m.Tables.List, route.Table) != nil
	if !there && sample.Holding(m.Samples, route.Table) == nil {
		m, cmds := notify(m, page.Notice{Bad: true, Text: "The table " + words.Quote(route.Table) + " is not here any more."})
		return m, append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
	}
	if len(data) > 0 || route.Lesson != "" || !there {
		return navigated(m, Navigated{msg.Fragment})
	}
	m.Tabs = m.Tabs.Return(msg.Tab, m.Grid)
	m = m.withResult(&grid.Result{Source: m.Query.Source, Table: m.Query.Table, Line: -1}) // it was of another query
	m, cmds := navigated(m, Navigated{msg.Fragment})
	if h := m.Tabs.Held(); h != nil && h.Result.Filter == m.Query.Filter {
		var back []page.Cmd
		if m, back, there = comeBack(m); there {
			cmds = append(slices.DeleteFunc(cmds, func(c page.Cmd) bool { _, run := c.(result.Run); return run }), back...)
		}
	}
	return m, append(cmds, page.Reveal{ID: querytabs.IDOf(m.Tabs.At)})
}
