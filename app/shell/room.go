package shell

import (
	"rangefinder/app/edit"
	"rangefinder/app/editor"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/side"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// home is what the page showed of the workspace when it went to a room.
type home struct {
	Route  page.Route
	Tables []wire.TableInfo
	Undos  []page.UndoEntry
}

// Lit are the clauses of the filter on screen that the reason for the answer to the step's question is about.
func (m *Model) Lit() []filterlang.Span {
	s := m.Course.Lesson.At()
	if s == nil || s.Predict == nil || m.Hides() || m.Plan.Filter != s.Predict.Query.Filter {
		return nil
	}
	return s.Predict.Clauses()
}

// Hides reports whether nothing may be told of plans and results, for a question of the lesson.
func (m *Model) Hides() bool { return m.Course.Hides() }

// room is where requests go.
func (m *Model) room() string { return m.Course.Room() }

// enterRoom blanks the page for the tables of a room.
func enterRoom(m Model) (Model, []page.Cmd) {
	if m.Home == nil {
		m.Home = &home{routeOf(m), m.Tables.List, m.Undos}
	}
	m = blank(m)
	m.Undos, m.Notice, m.Messages = nil, nil, nil
	return m, []page.Cmd{editor.SetEditor{Text: ""}, editor.ShowMarks{}}
}

// leaveRoom shows what the page showed before, or another view of the workspace.
func leaveRoom(m Model, to *page.Route) (Model, []page.Cmd) {
	m = atHome(blank(m))
	view := m.Home.Route
	if to != nil {
		view = *to
	}
	m.Home = nil
	view.Lesson, view.Step = "", 0
	var cmds []page.Cmd
	if view.Source != "" {
		m, cmds = openLive(m, view)
		return m, append(cmds, ListTables{})
	}
	switch info := wire.TableNamed(m.Tables.List, view.Table); {
	case info != nil || view.Table != "" && (to != nil || len(m.Tables.List) == 0): // the list may be on its way
		if info != nil {
			view.Table = info.Name
		}
		m, cmds = show(m, view)
		var run []page.Cmd
		m, run = runQuery(m)
		cmds = append(cmds, run...)
	case len(m.Tables.List) > 0:
		m, cmds = leaveTable(m)
	default:
		m.Screen = page.QueryScreen
		m, cmds = sampleOpened(m, page.SampleOpened{Name: page.FirstSample})
	}
	return m, append(cmds, ListTables{})
}

// loseRoom brings the tables of the workspace back; something else is on screen.
func loseRoom(m Model) Model {
	m = atHome(m)
	m.Home = nil
	return m
}

// atHome has the tables of the workspace, and what can be taken back there.
func atHome(m Model) Model {
	t := *m.Tables
	t.List = m.Home.Tables
	m.Tables, m.Undos = &t, m.Home.Undos
	return m
}

// clearResult takes off the screen what is about to be made anew. The filter stays, without the lines that tell its plan.
func clearResult(m Model) (Model, []page.Cmd) {
	m.Inspector = m.Inspector.Emptied()
	m = m.withResult(&grid.Result{Table: m.Query.Table, Line: -1}) // a run that ends now is told no more
	return m, []page.Cmd{page.Stop{Slot: result.RunSlot}, editor.ShowMarks{Marks: editor.MarksOf(&plan.Plan{Filter: m.Plan.Filter})}}
}

// shown reports whether the result on screen is of the query on screen.
func (m *Model) shown() bool {
	return filterlang.SameFilter(m.Grid.Result.Filter, m.Query.Filter) && m.Grid.Result.Table == m.Query.Table && !m.Grid.Result.Stale
}

// blank is the page with no table.
func blank(m Model) Model {
	m.Seq++ // no answer that is on its way belongs to what is shown now
	m.Sources = m.Sources.Left()
	m.Tables = &side.Model{Heap: m.Tables.Heap}
	m.Query, m.Plan, m.Map = &queryline.Query{}, &plan.Plan{Why: m.Plan.Why}, &plan.Map{Hover: -1}
	m = m.withResult(&grid.Result{Line: -1})
	m.Inspector = m.Inspector.Emptied()
	return m
}

// blankQuery makes the table that is shown next a new one, even if it has the name of the one before.
func blankQuery(m Model) Model {
	q := *m.Query
	q.Table, q.Source = "", ""
	m.Query = &q
	m.Sources = m.Sources.Left()
	return m
}

// followRoom keeps what is pending of the workspace, and its lab, apart from those of a lesson's tables, which end with it. Whether they
// are apart already is what Aside tells, not old: a message that another repeats was followed before that one is.
func followRoom(old, next Model) Model {
	from, to, apart := old.room(), next.room(), next.Aside != nil
	switch {
	case to != "" && !apart:
		next.Aside, next.Pending = old.Pending, &edit.Pending{}
		next.LabHome, next.Lab = next.Lab.Aside(), next.Lab.Elsewhere(true)
	case to == "" && apart:
		next.Aside, next.Pending = nil, next.Aside
		next.Lab, next.LabHome = next.Lab.Resumed(next.LabHome), nil
	case from != "" && to != "" && (from != to || old.Course.Lesson.Seq != next.Course.Lesson.Seq): // the tables are made anew
		next.Pending, next.Lab = &edit.Pending{}, next.Lab.Elsewhere(true)
	}
	return next
}
