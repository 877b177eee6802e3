package shell

import (
	"rangefinder/app/grid"
	"rangefinder/app/plan"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"strings"

	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/sample"
	"rangefinder/app/words"
)

func navigated(m Model, msg Navigated) (Model, []page.Cmd) {
	route, data, problem := ParseRoute(msg.Fragment)
	m = linkLab(m, route)
	m, kept := linkBeside(m, route)
	var cmds []page.Cmd
	if problem != "" {
		m, cmds = notify(m, page.Notice{Text: problem, Bad: true})
	}
	cmds = append(cmds, kept...)
	if len(data) > 0 && m.Ready {
		m, more := offerLink(m, route, data)
		return m, append(cmds, more...)
	}
	if m.Embed != nil {
		route.Source, route.Screen, route.Lesson = "", page.QueryScreen, "" // it has neither accounts nor other screens
	}
	m, class := m.withCourse(m.Course.InClass(m.View(), route.Class))
	cmds, route.Class = append(cmds, class...), ""
	if m.Ready && m.Start == nil {
		if next, more, ok := m.Course.Navigated(m.View(), route); ok {
			m, more = m.withCourse(next, more)
			return m, append(cmds, more...)
		}
	}
	if route.Empty {
		route.Table, route.Filter = FirstTable, FirstFilter
	}
	if route.Source != "" && m.Ready {
		m, more := openLive(m, route)
		return m, append(cmds, more...)
	}
	if !m.Ready && m.Start != nil {
		start := *m.Start
		start.Lesson, m.Course = nil, m.Course.Awaited()
		if route.Lesson != "" {
			start.Lesson, m.Course = &route, m.Course.Await(route.Lesson)
			m.Start = &start
			return m, cmds
		}
		start.Route = route
		m.Start, m.Screen = &start, route.Screen
		m, reset := routedSim(m, route)
		cmds = append(cmds, reset...)
		q := *m.Query
		q.Query, q.ThenOpen, q.Limit = route.Query, false, nil
		m.Query = queryline.Checked(&q)
		m, more := ask(m)
		return m, append(append(cmds, editor.SetEditor{Text: q.Filter}), more...)
	}
	if route.Table == "" && m.Ready {
		m, more := showNoTable(m, route)
		return m, append(cmds, more...)
	}
	name := m.here(route.Table)
	if name == "" && m.Tables.Loading != nil && m.Query.Source == "" && strings.EqualFold(route.Table, m.Query.Table) {
		q := *m.Query // the table is on its way, and the query of the address will be run on it
		q.Query, q.Limit = route.On(q.Source, q.Table), nil
		m.Query, m.Screen = queryline.Checked(&q), route.Screen
		m, reset := routedSim(m, route)
		m, more := ask(m)
		return m, append(append(append(cmds, reset...), editor.SetEditor{Text: q.Filter}), more...)
	}
	if name == "" {
		text := ""
		if s := sample.Holding(m.Samples, route.Table); s != nil {
			if m.Tables.Loading == nil {
				t := *m.Tables
				t.Loading = &page.Loading{Title: "Opening " + s.Title}
				m.Tables = &t
				return m, append(cmds, LoadSample{Name: s.Name, Select: s.TableNamed(route.Table), View: &route})
			}
			text = "The table " + words.Quote(route.Table) + " is not open. Open it when the load that is under way is over."
		}
		var more []page.Cmd
		if text == "" {
			m, more = showMissing(m, route)
			return m, append(cmds, more...)
		}
		m, more = notify(m, page.Notice{Bad: true, Text: text})
		return m, append(append(cmds, more...), page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
	}
	route.Table = name // a link may write it in another case
	m, more := show(m, route)
	cmds = append(cmds, more...)
	if route.Ran {
		var run []page.Cmd
		m, run = runQuery(m)
		cmds = append(cmds, run...)
	}
	return m, cmds
}

// here is how a table of this browser is spelled, "" while there is none of that name. The one on screen is here although the list may
// still be that of before it was loaded.
func (m Model) here(table string) string {
	if info := wire.TableNamed(m.Tables.List, table); info != nil {
		return info.Name
	}
	if t := m.Tables; m.Query.Source == "" && m.Missing == nil && t.Loading == nil && strings.EqualFold(t.Selected, table) {
		return t.Selected
	}
	return ""
}

// show makes route the view, without touching the address.
func show(m Model, route page.Route) (Model, []page.Cmd) {
	if m.Missing != nil && route.Source == "" && route.Table != "" && route.Filter == "" {
		route.Query = m.Query.On("", route.Table) // it waited for a table
	}
	m.Missing = nil
	changed := m.Query.Table != route.Table || m.Query.Source != route.Source
	fields := map[string]string{"select": route.Select, "top": route.Top, "then": route.Then}
	moved := m.Query.Source != route.Source || (m.Live() == nil) != (route.Source == "")
	if moved {
		m = toSource(m, route.Source)
	}
	m.Screen = route.Screen
	var cmds []page.Cmd
	m, cmds = routedSim(m, route)
	m = linkLab(m, route)
	q := *m.Query
	q.Query, q.ThenOpen, q.Limit = route.Query, false, nil
	if changed {
		q.Census = nil
		q.Examples = nil
		if route.Source == "" && m.Course.Lesson == nil {
			q.Examples = sample.Examples(m.Samples, route.Table)
		}
		m = m.withResult(&grid.Result{Source: route.Source, Table: route.Table, Line: -1})
		m.Map = &plan.Map{Hover: -1}
		m.Inspector = m.Inspector.Emptied()
	}
	m.Query, m.Draft = queryline.Checked(&q), false
	t := *m.Tables
	if t.Selected, t.Open = route.Table, false; route.Source != "" {
		t.Selected = ""
	}
	if moved && t.Find != "" {
		t.Find, fields["find-table"] = "", ""
	}
	if m.Tables = &t; changed {
		m.Tables = t.Showing(route.Table, tablesOn(m))
	}
	p := *m.Plan
	p.Why = route.Why
	m.Plan = &p
	cmds = append(cmds, editor.SetEditor{Text: q.Filter}, page.ResetFields{Values: fields})
	if !changed && m.Map.Zoom.To > 0 { // another query begins with the whole table
		mp := *m.Map
		mp.Zoom, mp.Drag, mp.Hover = wire.Stretch{}, nil, -1
		m.Map = &mp
		cmds = append(cmds, queryline.DrawMap{Req: wire.MapRequest{Table: q.Table, Buckets: queryline.MapSegments}})
	}
	switch {
	case !changed || q.Table == "":
	case q.Source != "":
		cmds = append(cmds, queryline.TakeCensus{Source: q.Source, Table: q.Table})
	default:
		cmds = append(cmds, queryline.TakeCensus{Table: q.Table}, queryline.DrawMap{Req: wire.MapRequest{Table: q.Table, Buckets: queryline.MapSegments}})
	}
	m, more := ask(m)
	return m, append(cmds, more...)
}

// toHome leaves the account on screen, if there is one.
func toHome(m Model) Model {
	if m.Query.Source != "" || m.Live() != nil {
		return toSource(m, "")
	}
	return m
}

// showNoTable shows the query line of a route whose table is not there.
func showNoTable(m Model, route page.Route) (Model, []page.Cmd) {
	m = toHome(m)
	t := *m.Tables
	t.Selected = ""
	m.Tables, m.Screen, m.Draft = &t, route.Screen, false
	m.Query = queryline.Checked(&queryline.Query{Query: route.On("", "")})
	m.Plan, m.Map = &plan.Plan{Why: route.Why}, &plan.Map{Hover: -1}
	m = m.withResult(&grid.Result{Line: -1})
	m.Inspector = m.Inspector.Emptied()
	m, cmds := ask(m)
	return m, append([]page.Cmd{page.Stop{Slot: queryline.MatchSlot}, page.Stop{Slot: result.RunSlot}, editor.SetEditor{Text: route.Filter}, page.ResetFields{Values: map[string]string{"select": route.Select, "top": route.Top, "then": route.Then}}}, cmds...)
}

// showMissing shows a query whose table is not there, and with it the ways to one.
func showMissing(m Model, route page.Route) (Model, []page.Cmd) {
	m, cmds := showNoTable(m, route)
	if m.Missing = nil; route.Table == "" {
		return m, cmds
	}
	m.Missing = &route
	return m, append(cmds, page.Announce{Text: "The table " + words.Quote(route.Table) + " is not in this browser. Its query is kept."})
}

// tableCame shows the query that waits for a table on it, once it is here.
func tableCame(m Model) (Model, []page.Cmd) {
	info := wire.TableNamed(m.Tables.List, m.Missing.Table)
	if info == nil {
		return m, nil
	}
	route := *m.Missing
	route.Query = m.Query.On("", info.Name)
	m, cmds := show(m, route)
	m, run := runQuery(m)
	return m, append(append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false}), run...)
}

// missingTable is the table that the query on screen waits for, "" for none.
func (m *Model) missingTable() string {
	if m.Missing == nil {
		return ""
	}
	return m.Missing.Table
}
