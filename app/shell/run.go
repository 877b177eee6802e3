package shell

import (
	"slices"
	"strings"

	"rangefinder/app/course"
	"rangefinder/app/editor"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// runPressed does all that a press on Run does: see pressRun for the query.
func runPressed(m Model) (Model, []page.Cmd) {
	if m.Query.Table == "" {
		return notify(m, page.Notice{Text: "Choose a table first."})
	}
	if m.Hides() {
		m, cmds, _ := hand(m, "course", course.AnswerFirst{})
		return m, cmds
	}
	m, told := rested(m)
	typed := m.Draft
	m, cmds := pressRun(m)
	cmds = append(told, cmds...)
	if m.Grid.Result.Running {
		m.Draft = false
		if typed { // a first run of their own: they are on their way
			var more []page.Cmd
			m, more = ran(m)
			cmds = append(cmds, more...)
		}
		cmds = append(cmds, page.Reveal{ID: "result-line"}) // on a phone the plan may fill the window; its style keeps the first rows below it
		if m.Course.Lesson != nil {                         // whose filter is compared with what comes
			cmds = append(cmds, page.Reveal{ID: "editor"})
		}
	}
	return m, append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
}

// scanChosen runs a query that would scan an account, which the person was asked about.
func scanChosen(m Model, msg result.ScanChosen) (Model, []page.Cmd) {
	if m.Live() == nil || !m.Live().Ask {
		return m, nil
	}
	if cmds := m.Line().Unrunnable(); cmds != nil {
		return unasked(m), cmds
	}
	pages := 1
	if msg.All {
		pages = 0
	}
	m, cmds := runLive(m, pages)
	return m, append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false}, page.Focus{Target: "run"})
}

// pressRun runs the query because the person said so. One that would scan an account asks first.
func pressRun(m Model) (Model, []page.Cmd) {
	if cmds := m.Line().Unrunnable(); cmds != nil {
		return m, cmds
	}
	if m.Query.Source == "" {
		return runQuery(m)
	}
	if m.Start != nil { // what the account shows now is dropped when the tables of this browser are known; it runs then
		start := *m.Start
		start.Pressed, m.Start = true, &start
		return m, nil
	}
	expr, _ := m.Query.Parsed()
	if m.Profile().Plan(expr).Class.Wide() {
		m.Sources = m.Sources.Scanning(true)
		return m, []page.Cmd{page.Focus{Target: "scan"}, page.Announce{Text: m.Worst()}}
	}
	return runLive(m, 1)
}

// runLive reads pages of the query, 0 for all.
func runLive(m Model, pages int) (Model, []page.Cmd) {
	m = unasked(m)
	req := m.Query.Request(m.Profile())
	req.Pages, req.Shown = pages, m.inspected()
	m = m.withRun(req)
	m.Draft = false
	return m, []page.Cmd{result.Run{Req: req}}
}

// withRun shows that a query runs. What the run before found in the table stays on screen until this one has found something.
func (m Model) withRun(req wire.QueryRequest) Model {
	r := grid.Result{Source: req.Source, Table: req.Table, Filter: m.Query.Filter, Running: true, Line: -1}
	if was := m.Grid.Result; was.Source == req.Source && was.Table == req.Table {
		r.Reply, r.Apart, r.Away = was.Reply, was.Apart, was.Away
	}
	return m.withResult(&r)
}

// inspected is the entity in the inspector, as far as it is one of the table on screen; nil for none.
func (m *Model) inspected() *wire.Key {
	e := m.View().Entity
	if e == nil {
		return nil
	}
	return &wire.Key{PartitionKey: e.PartitionKey, RowKey: e.RowKey}
}

// unasked takes the question of a scan from the screen.
func unasked(m Model) Model {
	m.Sources = m.Sources.Scanning(false)
	return m
}

// runQuery runs what the query line says on this browser's table, or tells why it cannot be run. A query on an account runs
// only when the person says so: see pressRun.
func runQuery(m Model) (Model, []page.Cmd) {
	if m.Query.Source != "" {
		return m, nil
	}
	if cmds := m.Line().Unrunnable(); cmds != nil {
		return m, slices.DeleteFunc(cmds, func(cmd page.Cmd) bool { _, is := cmd.(page.Point); return is }) // nothing was pressed in vain
	}
	if m.Hides() {
		m = m.withResult(&grid.Result{Table: m.Query.Table, Line: -1})
		return m, []page.Cmd{page.Stop{Slot: result.RunSlot}}
	}
	req := m.Query.Request(m.Profile())
	req.Shown = m.inspected()
	return m.withRun(req), []page.Cmd{result.Run{Req: req}}
}

// runMerged runs the parallel queries of the plan on screen to their ends.
func runMerged(m Model) (Model, []page.Cmd) {
	if m.Query.Table == "" || m.Hides() || !plan.Mergeable(m.Plan.Plan) {
		return m, nil
	}
	if cmds := m.Line().Unrunnable(); cmds != nil {
		return m, cmds
	}
	m, told := rested(m)
	m = unasked(m)
	req := m.Query.Request(m.Profile())
	req.Merge, req.Shown = true, m.inspected()
	m = m.withRun(req)
	m.Draft = false
	return m, append(told, result.Run{Req: req}, page.Reveal{ID: "result-line"}, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
}

// runSelection runs a part of the filter in a tab of its own, so that the whole stays where it is.
func runSelection(m Model, text string) (Model, []page.Cmd) {
	text = strings.TrimSpace(text)
	if strings.TrimSpace(sent(text)) == "" {
		return m, []page.Cmd{page.Announce{Text: "Select a part of the filter first."}, page.Focus{Target: "editor"}}
	}
	text, then, err := m.Line().Selection(text)
	if err != nil {
		return notify(m, page.Notice{Bad: true, Text: "The selected part is not a filter by itself: " + err.Error()})
	}
	before, fields := m.Query, m.Query.Unlimited() // the part is another filter than that of a statement
	next, cmds := Update(m, querytabs.Added{})
	if next.Query == before {
		return next, cmds // no room, or a lesson: that is told
	}
	cmds = slices.DeleteFunc(cmds, func(c page.Cmd) bool { _, is := c.(editor.SetEditor); return is }) // the tab's text is the one that follows
	for _, msg := range []page.Msg{queryline.SelectTyped{Text: fields.Select}, queryline.TopTyped{Text: fields.Top}, queryline.ThenTyped{Text: then}, page.FilterSet{Text: text}, page.RunPressed{}} {
		var more []page.Cmd
		next, more = Update(next, msg)
		cmds = append(cmds, more...)
	}
	cmds = append(cmds, page.ResetFields{Values: map[string]string{"select": fields.Select, "top": fields.Top, "then": then}})
	if then != "" {
		cmds = append(cmds, page.Announce{Text: "What the service returns is checked in the browser: " + then + "."})
	}
	return next, cmds
}
