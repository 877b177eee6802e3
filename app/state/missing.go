package state

import (
	"rangefinder/app/edit"
	"rangefinder/app/editor"
	"rangefinder/app/grid"
	"rangefinder/app/plan"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

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
