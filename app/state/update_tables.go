package state

import (
	"strings"

	"rangefinder/app/worker"
)

// updateTables is the side bar: tables, samples and loads.
func updateTables(m Model, msg Msg) (Model, []Cmd, bool) {
	t := *m.Tables
	switch msg := msg.(type) {
	case TablesListed:
		if msg.Err != nil {
			m, cmds := fail(m, "The tables could not be listed", msg.Err)
			return m, cmds, true
		}
		m.Ready = true
		t.List, t.Heap = msg.Reply.Tables, msg.Reply.Heap
		m.Tables = &t
		if t.Selected != "" && tableNamed(t.List, t.Selected) == nil {
			return leaveTable(m)
		}
		return m, nil, true

	case TableChanged:
		cmds := []Cmd{ListTables{}}
		if msg.Table != "" && msg.Table == m.Query.Table && tableNamed(t.List, msg.Table) != nil {
			if r := *m.Result; r.Reply != nil && r.Table == msg.Table && !r.Running {
				r.Stale = true
				m.Result = &r
			}
			var more []Cmd
			m, more = ask(m)
			cmds = append(cmds, more...)
			cmds = append(cmds, TakeCensus{msg.Table}, DrawMap{worker.MapRequest{Table: msg.Table, View: m.Map.Zoom, Buckets: MapSegments}})
		}
		return m, cmds, true

	case TableChosen:
		if msg.Table == t.Selected {
			t.Open = false
			m.Tables = &t
			return m, []Cmd{Focus{"editor"}}, true
		}
		filter := ""
		if ex := examplesOf(m.Samples, msg.Table); len(ex) > 0 {
			filter = ex[0].Filter
		}
		m, cmds := show(m, Route{Table: msg.Table, Filter: filter, Why: m.Plan.Why})
		cmds = append(cmds, SetAddress{routeOf(m).Fragment(), true})
		m, run := runQuery(m)
		return m, append(cmds, run...), true

	case DrawerToggled:
		t.Open = msg.Open
		m.Tables = &t
		return m, nil, true

	case SampleOpened:
		s := sampleNamed(m, msg.Name)
		if s == nil || t.Loading != nil {
			return m, nil, true
		}
		first := s.Tables[0].Name
		if tableNamed(t.List, first) != nil {
			m.Dialog = nil
			m, cmds, _ := updateTables(m, TableChosen{first})
			return m, append(cmds, CloseDialog{}), true
		}
		filter := ""
		if len(s.Queries) > 0 {
			filter = s.Queries[0].Filter
		}
		t.Loading = &Loading{Title: "Opening " + s.Title, Progress: worker.Progress{Total: s.Entities}}
		m.Tables, m.Dialog = &t, nil
		return m, []Cmd{CloseDialog{}, LoadSample{Name: s.Name, Select: first, Filter: filter}}, true

	case LoadProgressed:
		if t.Loading == nil {
			return m, nil, true
		}
		l := *t.Loading
		total := l.Progress.Total
		l.Progress = msg.Progress
		if l.Progress.Total == 0 {
			l.Progress.Total = total
		}
		t.Loading = &l
		m.Tables = &t
		return m, nil, true

	case LoadStopPressed:
		if t.Loading == nil {
			return m, nil, true
		}
		return m, []Cmd{StopLoad{}}, true

	case Loaded:
		what := "the data"
		if t.Loading != nil {
			what = t.Loading.Title
		}
		t.Loading = nil
		m.Tables = &t
		if msg.Err != nil {
			var more []Cmd
			if t.Selected == "" { // the first view: there is no table behind it
				q := *m.Query
				q.Table = ""
				m.Query = &q
				m, more = ask(m)
			}
			var cmds []Cmd
			if failureOf(msg.Err).Code == worker.Canceled {
				m, cmds = notify(m, Notice{Text: "Stopped " + strings.ToLower(what[:1]) + what[1:] + ": nothing of it was kept."})
			} else {
				m, cmds = fail(m, "Nothing was loaded", msg.Err)
			}
			return m, append(append(more, cmds...), ListTables{}), true
		}
		m.Touched = m.Touched || msg.Select == "" // generated: a sample can be opened again
		selected := msg.Select
		if selected == "" && len(msg.Reply.Tables) > 0 {
			selected = msg.Reply.Tables[0]
		}
		first := m.Query.Census == nil && t.Selected == ""
		route := Route{Table: selected, Filter: msg.Filter, Why: m.Plan.Why}
		if first {
			if m.Query.Table == selected {
				route.Filter = m.Query.Filter // with what was typed while it was loading
			}
			route.Select, route.Top = m.Query.Select, m.Query.Top
			q := *m.Query
			q.Table = ""
			m.Query = &q
		}
		m, cmds := show(m, route)
		m, run := runQuery(m)
		cmds = append(cmds, SetAddress{routeOf(m).Fragment(), !first}, ListTables{})
		return m, append(cmds, run...), true

	case TableMade:
		if msg.Err != nil {
			return dialogFailed(m, msg.Err)
		}
		m.Dialog, m.Touched = nil, true
		m, cmds := show(m, Route{Table: msg.Table, Why: m.Plan.Why})
		m, run := runQuery(m)
		cmds = append(cmds, CloseDialog{}, ListTables{}, SetAddress{routeOf(m).Fragment(), true})
		return m, append(cmds, run...), true

	case TableDropped:
		m.Dialog = nil
		if msg.Err != nil {
			m, cmds := fail(m, "The table was not deleted", msg.Err)
			return m, append(cmds, CloseDialog{}), true
		}
		m, cmds := notify(m, Notice{Text: "Deleted the table " + msg.Table + "."})
		return m, append(cmds, CloseDialog{}, ListTables{}), true
	}
	return m, nil, false
}

// leaveTable shows another table after the selected one went.
func leaveTable(m Model) (Model, []Cmd, bool) {
	if len(m.Tables.List) > 0 {
		m, cmds := show(m, Route{Table: m.Tables.List[0].Name, Why: m.Plan.Why})
		m, run := runQuery(m)
		return m, append(append(cmds, SetAddress{routeOf(m).Fragment(), false}), run...), true
	}
	t := *m.Tables
	t.Selected = ""
	m.Tables = &t
	m.Seq++ // no answer that is on its way belongs to what is shown now
	m.Next = nil
	m.Query, m.Plan, m.Map = &Query{}, &Plan{Why: m.Plan.Why}, &Map{Hover: -1}
	m.Result, m.Inspector = &Result{Line: -1}, &Inspector{}
	return m, []Cmd{SetEditor{""}, ShowMarks{}}, true
}
