package state

import (
	"rangefinder/app/grid"
	"rangefinder/app/plan"
	"rangefinder/app/result"
)

// runMerged runs the parallel queries of the plan on screen to their ends.
func runMerged(m Model) (Model, []Cmd) {
	if m.Query.Table == "" || m.Hides() || !plan.Mergeable(m.Plan.Plan) {
		return m, nil
	}
	if cmds := unrunnable(m); cmds != nil {
		return m, cmds
	}
	m, told := rested(m)
	m = unasked(m)
	req := m.Query.Request(m.Profile())
	req.Merge = true
	r := grid.Result{Source: req.Source, Table: req.Table, Filter: m.Query.Filter, Running: true, Line: -1}
	if m.Grid.Result.Source == req.Source && m.Grid.Result.Table == req.Table {
		r.Reply = m.Grid.Result.Reply
	}
	m = m.withResult(&r)
	m.Draft = false
	return m, append(told, result.Run{Req: req}, Reveal{ID: "result"}, SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
}
