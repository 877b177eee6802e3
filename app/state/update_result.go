package state

import (
	"slices"

	"rangefinder/app/bulk"
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/plan"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// updateResult is Run, Stop and the grid.
func updateResult(m Model, msg Msg) (Model, []Cmd, bool) {
	r := *m.Grid.Result
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
		m, told := rested(m, true)
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

	case StopPressed:
		return m, []Cmd{Stop{Slot: runSlot}}, true

	case RunProgressed:
		if r.Running {
			r.Progress = msg.Progress
			cmds := waits(&r, msg.Progress)
			m = m.withResult(&r)
			return m, cmds, true
		}
		return m, nil, true

	case RunEnded:
		if !r.Running {
			return m, nil, true // of a table that was left meanwhile
		}
		if f := wire.FailureOf(msg.Err); f != nil {
			if f.Code == wire.Canceled {
				return m, nil, true // a newer run took its place
			}
			r.Running, r.On, r.Wait, r.Failed, r.Reply = false, false, nil, f, nil
			m = m.withResult(&r)
			return m, []Cmd{FocusOn{From: "reading", To: "run-again"}, Announce{Text: "The query failed: " + f.Message}}, true
		}
		if r.Reply == nil || r.Reply.Result != msg.Reply.Result {
			r.Line, r.Stale = -1, false // else it is the same result with more pages
		}
		r.Running, r.On, r.Wait, r.Failed, r.Reply = false, false, nil, nil, msg.Reply
		m = m.withResult(&r)
		s := msg.Reply.Stats
		cmds := []Cmd{SetAddress{Fragment: routeOf(m).Fragment(), Push: false}}
		if live := msg.Reply.Live; live != nil {
			to := "run"
			if live.More {
				to = "next-page"
			} else if msg.Reply.Lines > 0 {
				to = "grid"
			}
			m.Charges = charged(&m, live)
			cmds = append(cmds, TakeCensus{Source: r.Source, Table: r.Table}, FocusOn{From: "reading", To: to})
		}
		text := words.Count(s.Returned, "entity", "entities") + " returned, " + msg.Reply.Plan.Class.String() + plan.ReadText(msg.Reply) + "."
		if msg.Reply.Canceled {
			text = "Stopped. " + text
		}
		return m, append(cmds, Announce{Text: text}), true

	case grid.LineSelected:
		if r.Reply == nil || r.Line == msg.Line {
			return m, nil, true
		}
		r.Line = msg.Line
		m = m.withResult(&r)
		if m.Inspector.Mode != edit.Idle && edit.Edited(m.Inspector) {
			// What was typed is not thrown away by walking through the grid.
			text := "The inspector keeps " + m.Inspector.Called() + ", which has edits that are not saved. Enter opens the chosen entity instead."
			if m.Notice != nil && m.Notice.Text == text {
				return m, nil, true
			}
			m, cmds := notify(m, Notice{Text: text})
			return m, cmds, true
		}
		return m, []Cmd{m.readLine(msg.Line)}, true

	case grid.LineOpened:
		if r.Reply == nil {
			return m, nil, true
		}
		r.Line = msg.Line
		m = m.withResult(&r)
		read := m.readLine(msg.Line)
		read.Focus = true
		return m, []Cmd{read}, true

	case grid.LineDeletePressed:
		if r.Last > r.First && msg.Line >= r.First && msg.Line <= r.Last {
			m, cmds := update(m, bulk.RemovePressed{What: bulk.RemoveLines})
			return m, cmds, true
		}
		if r.Reply == nil {
			return m, nil, true
		}
		// The inspector may be a moment behind the grid, or keep another entity's edits: what goes is the line that has the focus.
		read := m.readLine(msg.Line)
		read.Drop = true
		return m, []Cmd{read}, true

	case grid.LineDuplicatePressed:
		if m.ReadOnly() != "" {
			return refuseWrite(m)
		}
		if r.Reply == nil {
			return m, nil, true
		}
		read := m.readLine(msg.Line)
		read.Twin = true // of the line that has the focus, as with Delete
		return m, []Cmd{read}, true
	}
	return m, nil, false
}

// readLine reads the entity on a line of the result.
func (m *Model) readLine(line int) ReadLine { return edit.LineOf(m.View(), line) }

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
		return m, []Cmd{Stop{Slot: runSlot}}
	}
	req := request(m)
	r := grid.Result{Table: req.Table, Filter: m.Query.Filter, Running: true, Line: -1}
	if m.Grid.Result.Source == "" && m.Grid.Result.Table == req.Table {
		r.Reply = m.Grid.Result.Reply // stays on screen until the new one is there
	}
	m = m.withResult(&r)
	return m, []Cmd{Run{req}}
}
