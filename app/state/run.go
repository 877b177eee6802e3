package state

import (
	"slices"

	"rangefinder/app/grid"
	"rangefinder/app/plan"
	"rangefinder/app/result"
)

// updateRun is what the person does to have the query on screen run.
func updateRun(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case RunPressed:
		if m.Query.Table == "" {
			m, cmds := notify(m, Notice{Text: "Choose a table first."})
			return m, cmds, true
		}
		if m.Hides() {
			m, cmds := notify(m, Notice{Text: "Say first what you expect: the lesson asks it at the left."})
			return m, append(cmds, Focus{Target: "lesson-ask"}), true
		}
		m, told := rested(m)
		typed := m.Draft
		m, cmds := pressRun(m)
		cmds = append(told, cmds...)
		if m.Grid.Result.Running {
			m.Draft = false
			if typed { // a first run of their own: they are on their way
				var more []Cmd
				m, more = introduced(m)
				cmds = append(cmds, more...)
			}
			cmds = append(cmds, Reveal{ID: "result"}) // on a phone the plan may fill the window
		}
		return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: false}), true

	case plan.MergePressed:
		m, cmds := runMerged(m)
		return m, cmds, true

	case result.ScanChosen:
		if m.Live() == nil || !m.Live().Ask {
			return m, nil, true
		}
		if cmds := unrunnable(m); cmds != nil {
			return unasked(m), cmds, true
		}
		pages := 1
		if msg.All {
			pages = 0
		}
		m, cmds := runLive(m, pages)
		return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: false}, Focus{Target: "run"}), true

	case result.ScanCanceled:
		return unasked(m), []Cmd{Focus{Target: "editor"}}, true

	}
	return m, nil, false
}

// pressRun runs the query because the person said so. One that would scan an account asks first.
func pressRun(m Model) (Model, []Cmd) {
	if cmds := unrunnable(m); cmds != nil {
		return m, cmds
	}
	if m.Query.Source == "" {
		return runQuery(m)
	}
	expr, _ := m.Query.Parsed()
	if m.Profile().Plan(expr).Class.Wide() {
		m.Sources = m.Sources.Scanning(true)
		return m, []Cmd{Focus{Target: "scan"}, Announce{Text: m.Worst()}}
	}
	return runLive(m, 1)
}

// runLive reads pages of the query, 0 for all.
func runLive(m Model, pages int) (Model, []Cmd) {
	m = unasked(m)
	req := m.Query.Request(m.Profile())
	req.Pages = pages
	r := grid.Result{Source: req.Source, Table: req.Table, Filter: m.Query.Filter, Running: true, Line: -1}
	if m.Grid.Result.Source == req.Source && m.Grid.Result.Table == req.Table {
		r.Reply = m.Grid.Result.Reply
	}
	m = m.withResult(&r)
	m.Draft = false
	return m, []Cmd{result.Run{Req: req}}
}

// unasked takes the question of a scan from the screen.
func unasked(m Model) Model {
	m.Sources = m.Sources.Scanning(false)
	return m
}

// unrunnable tells why what the query line says cannot be run, nil when it can.
func unrunnable(m Model) []Cmd {
	if err := m.refused(); err != nil {
		return []Cmd{Focus{Target: "editor"}, Point{"refusal"}, Announce{Text: "The filter is refused, so nothing was sent. " + err.Error()}}
	}
	if m.Query.SelectErr != "" || m.Query.TopErr != "" || m.Query.ThenErr != "" {
		target, told, text := "select", "field-err", m.Query.SelectErr
		if text == "" && m.Query.TopErr == "" {
			target, told, text = "then", "then-err", m.Query.ThenErr
		} else if text == "" {
			target, text = "top", m.Query.TopErr
		}
		return []Cmd{Focus{Target: target}, Point{told}, Announce{Text: text}}
	}
	return nil
}

// runQuery runs what the query line says on this browser's table, or tells why it cannot be run. A query on an account runs
// only when the person says so: see pressRun.
func runQuery(m Model) (Model, []Cmd) {
	if m.Query.Source != "" {
		return m, nil
	}
	if cmds := unrunnable(m); cmds != nil {
		return m, slices.DeleteFunc(cmds, func(cmd Cmd) bool { _, is := cmd.(Point); return is }) // nothing was pressed in vain
	}
	if m.Hides() {
		m = m.withResult(&grid.Result{Table: m.Query.Table, Line: -1})
		return m, []Cmd{Stop{Slot: result.RunSlot}}
	}
	req := m.Query.Request(m.Profile())
	r := grid.Result{Table: req.Table, Filter: m.Query.Filter, Running: true, Line: -1}
	if m.Grid.Result.Source == "" && m.Grid.Result.Table == req.Table {
		r.Reply = m.Grid.Result.Reply // stays on screen until the new one is there
	}
	m = m.withResult(&r)
	return m, []Cmd{result.Run{Req: req}}
}
