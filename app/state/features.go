package state

import (
	"reflect"
	"strings"

	"rangefinder/app/bulk"
	"rangefinder/app/course"
	"rangefinder/app/designlab"
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	"rangefinder/app/intro"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/query"
	"rangefinder/app/result"
	"rangefinder/app/review"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
)

// updateFeatures hands a message to the feature that takes it.
func updateFeatures(m Model, msg Msg) (Model, []Cmd, bool) {
	v := m.View()
	var cmds []Cmd
	var ok bool
	_, logs := msg.(page.LogsGiven)
	_, file := msg.(page.FileCopyWanted)
	_, deploys := msg.(page.DesignWanted)
	_, counts := msg.(page.CountWanted)
	_, keeps := msg.(page.BesidePressed)
	_, closed := msg.(DialogClosed)
	_, simulated := msg.(designlab.Simulated)
	whole := false
	switch msg.(type) {
	case page.NewTablePressed, page.DeleteTablePressed, page.GeneratePressed, page.ClonePressed:
		whole = true
	}
	switch {
	case of("designlab", msg) && !simulated:
		m.Lab, cmds, ok = m.Lab.Update(v, msg)
	case of("simulator", msg) || simulated:
		m.Sim, cmds, ok = m.Sim.Update(v, msg)
	case of("partitions", msg):
		m.Partitions, cmds, ok = m.Partitions.Update(v, msg)
	case of("move", msg):
		m.Move, cmds, ok = m.Move.Update(v, msg)
	case of("copyto", msg) || file || deploys:
		m.CopyTo, cmds, ok = m.CopyTo.Update(v, msg)
	case of("count", msg) || counts:
		m.Count, cmds, ok = m.Count.Update(v, msg)
	case of("beside", msg) || keeps:
		m.Beside, cmds, ok = m.Beside.Update(v, msg)
	case of("bulk", msg) || closed && bulk.StopsWhenClosed(v.Dialog):
		cmds, ok = bulk.Update(v, m.Pending, msg)
	case of("tables", msg) || whole:
		cmds, ok = tables.Update(v, msg)
	case of("workload", msg) || logs:
		m.Workload, cmds, ok = m.Workload.Update(v, msg)
	default:
		m.Files, cmds, ok = m.Files.Update(v, msg)
	}
	return took(m, cmds, ok)
}

// took carries out what the feature that took a message asked for; ok is false when it was not its message.
func took(m Model, cmds []Cmd, ok bool) (Model, []Cmd, bool) {
	if !ok {
		return m, nil, false
	}
	m, cmds = answer(m, cmds)
	return m, cmds, true
}

// of reports whether a message is of a package. A feature that hears nothing else is not called for others, so that its code need not
// be here before the first of its own.
func of(pkg string, msg Msg) bool {
	t := reflect.TypeOf(msg)
	return t != nil && strings.HasPrefix(t.String(), pkg+".")
}

// desk is what is being edited.
func (m *Model) desk() edit.Desk { return edit.Desk{Form: m.Inspector, Pending: m.Pending} }

// withDesk takes in what became of it.
func (m Model) withDesk(d edit.Desk) Model {
	m.Inspector, m.Pending = d.Form, d.Pending
	return m
}

// updateReview hands a message to the review of pending changes.
func updateReview(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg.(type) {
	case edit.Collected, edit.CommitWanted:
	default:
		if !of("review", msg) {
			return m, nil, false
		}
	}
	d, cmds, ok := review.Update(m.View(), m.desk(), msg)
	if ok {
		m = m.withDesk(d)
	}
	return took(m, cmds, ok)
}

// updateInspector hands a message to the inspector.
func updateInspector(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg.(type) {
	case edit.EntityRead, edit.Saved, page.NewEntityPressed:
	default:
		if !of("inspector", msg) {
			return m, nil, false
		}
	}
	next, d, cmds, ok := m.Lens.Update(m.View(), m.desk(), msg)
	if ok {
		m.Lens = next
		m = m.withDesk(d)
	}
	return took(m, cmds, ok)
}

// updateCell hands a message to the cell that is edited, before the inspector: an entity may be read for a cell.
func updateCell(m Model, msg Msg) (Model, []Cmd, bool) {
	read, ok := msg.(edit.EntityRead)
	if _, wanted := msg.(page.CellWanted); !(ok && read.Cell) && !wanted && !of("celledit", msg) {
		return m, nil, false
	}
	next, d, cmds, ok := m.Cell.Update(m.View(), m.desk(), msg)
	if ok {
		m.Cell = next
		m = m.withDesk(d)
	}
	return took(m, cmds, ok)
}

// followCell ends the editing of a cell of a result that is not on screen any more.
func followCell(old, m Model, cmds []Cmd) (Model, []Cmd) {
	if m.Cell == nil || old.Grid.Of == m.Grid.Of {
		return m, cmds
	}
	d, more := m.Cell.Leave(m.View(), m.desk())
	m.Cell = nil
	m, more = answer(m.withDesk(d), more)
	return m, append(cmds, more...)
}

// followInspector lets the other views of the inspector follow its form and the grid.
func followInspector(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	var more []Cmd
	m.Lens, more = m.Lens.Follow(old.seen(), m.seen(), msg)
	return m, append(cmds, more...)
}

// seen is what the other views of the inspector show.
func (m *Model) seen() inspector.Seen {
	return inspector.Seen{Form: m.Inspector, Line: m.Grid.Result.Line, Column: m.Grid.Column}
}

// keepTyped offers a form with unsaved edits again that a message took off the screen.
func keepTyped(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	m, more := answer(m, inspector.Left(old.Inspector, m.Inspector, msg))
	return m, append(cmds, more...)
}

// AtOnce reports whether each edit is committed when it is made.
func (m *Model) AtOnce() bool { return edit.AtOnce(m.Settings) }

// EntitiesOf is how many entities the table on screen has, 0 where nobody knows.
func (m *Model) EntitiesOf() int {
	if t := wire.TableNamed(m.Tables.List, m.Query.Table); t != nil && m.Query.Source == "" {
		return t.Entities
	}
	return 0
}

// updateBuilder hands a message to the builder.
func updateBuilder(m Model, msg Msg) (Model, []Cmd, bool) {
	if !of("builder", msg) {
		return m, nil, false
	}
	next, cmds, ok := m.Builder.Update(m.View(), msg)
	if ok {
		m.Builder = next
	}
	return took(m, cmds, ok)
}

// updateCopies hands a message to the copies, which are listed when the page starts: it does not go by features that come later.
func updateCopies(m Model, msg Msg) (Model, []Cmd, bool) {
	next, cmds, ok := m.Copies.Update(m.View(), msg)
	if ok {
		m.Copies = next
	}
	return took(m, cmds, ok)
}

func followBuilder(m Model) Model {
	m.Builder = m.Builder.Follow(m.View())
	return m
}

// updateGrid hands a message to the grid.
func updateGrid(m Model, msg Msg) (Model, []Cmd, bool) {
	if !of("grid", msg) {
		return m, nil, false
	}
	next, cmds, ok := m.Grid.Update(m.View(), msg)
	if ok {
		m.Grid = next
	}
	return took(m, cmds, ok)
}

// followGrid lets the grid follow what became of the result.
func followGrid(m Model, cmds []Cmd) (Model, []Cmd) {
	var more []Cmd
	m.Grid, more = m.Grid.Follow(m.View())
	return m, append(cmds, more...)
}

// withResult returns the model with another result, or another state of it.
func (m Model) withResult(r *grid.Result) Model {
	m.Grid = m.Grid.WithResult(r)
	return m
}

// updateResult hands a message to the result.
func updateResult(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg.(type) {
	case grid.LineSelected, grid.LineOpened, grid.LineDeletePressed, grid.LineDuplicatePressed, grid.MorePressed:
	default:
		if !of("result", msg) {
			return m, nil, false
		}
	}
	next, cmds, ok := result.Update(m.View(), m.Inspector, m.Grid.Result, msg)
	if ok && next != m.Grid.Result {
		m = m.withResult(next)
	}
	return took(m, cmds, ok)
}

// readLine reads the entity on a line of the result.
func (m *Model) readLine(line int) ReadLine { return edit.LineOf(m.View(), line) }

// updateSide hands a message to the side bar.
func updateSide(m Model, msg Msg) (Model, []Cmd, bool) {
	if !of("side", msg) {
		return m, nil, false
	}
	next, cmds, ok := m.Tables.Update(m.View(), m.Live(), msg)
	m.Tables = next
	return took(m, cmds, ok)
}

// updatePalette hands a message to the palette.
func updatePalette(m Model, msg Msg) (Model, []Cmd, bool) {
	if !of("palette", msg) {
		return m, nil, false
	}
	p := &palette.Page{View: m.View(), Commands: Commands(&m), Live: m.Live(), Course: m.Course, Samples: m.Samples}
	if noTabs(&m) == "" {
		p.Tabs = m.Tabs
	}
	next, cmds, ok := m.Palette.Update(p, msg)
	m.Palette = next
	return took(m, cmds, ok)
}

// updateIntro hands a message to the introduction.
func updateIntro(m Model, msg Msg) (Model, []Cmd, bool) {
	if !of("intro", msg) {
		return m, nil, false
	}
	next, cmds, ok := m.Intro.Update(m.View(), msg)
	m.Intro = next
	return took(m, cmds, ok)
}

// IntroOf is the introduction on screen.
func (m *Model) IntroOf() intro.Kind {
	if m.Embed != nil || m.PlanFull || m.Query.Source != "" || m.Course.Lesson != nil {
		return intro.None
	}
	return m.Intro.Of(m.Settings)
}

// ran keeps the introduction from the next visit, when somebody has begun to do what it leads to. On this visit it stays: a run moves
// nothing that is on screen.
func ran(m Model) (Model, []Cmd) {
	shown := m.IntroOf() != intro.None
	m, cmds := introduced(m)
	if shown {
		m.Intro = m.Intro.Kept()
	}
	return m, cmds
}

// introduced puts an introduction to queries away, when a table of their own takes the screen. The menu ••• brings it back.
func introduced(m Model) (Model, []Cmd) {
	if m.IntroOf() == intro.None {
		return m, nil
	}
	m.Intro = &intro.Model{Arrival: m.Intro.Arrival}
	return changeSettings(m, intro.Away(m.Settings))
}

// updateRequests hands a message to the panel of requests.
func updateRequests(m Model, msg Msg) (Model, []Cmd, bool) {
	next, cmds, ok := m.Requests.Update(m.View(), msg)
	if ok {
		m.Requests = next
	}
	return took(m, cmds, ok)
}

// updateCourse hands a message to the lessons.
func updateCourse(m Model, msg Msg) (Model, []Cmd, bool) {
	next, cmds, ok := m.Course.Update(m.View(), msg)
	if ok {
		m.Course = next
	}
	return took(m, cmds, ok)
}

// withCourse takes in what the lessons answered.
func (m Model) withCourse(next *course.Model, cmds []Cmd) (Model, []Cmd) {
	m.Course = next
	return answer(m, cmds)
}

// followCourse lets the lessons follow what else changed.
func followCourse(m Model, cmds []Cmd) (Model, []Cmd) {
	m, more := m.withCourse(m.Course.Follow(m.View()))
	return m, append(cmds, more...)
}

// updateTree hands a message to the tree of the filter.
func updateTree(m Model, msg Msg) (Model, []Cmd, bool) {
	next, cmds, ok := m.Tree.Update(msg)
	if ok {
		m.Tree = next
	}
	return took(m, cmds, ok)
}

// followTree lets the tree of the filter follow the plan.
func followTree(m Model, cmds []Cmd) (Model, []Cmd) {
	next, more := m.Tree.Follow(m.Plan, m.Query.Source)
	m.Tree = next
	return m, append(cmds, more...)
}

// updateHistory hands a message to the queries that were run.
func updateHistory(m Model, msg Msg) (Model, []Cmd, bool) {
	if !of("history", msg) {
		return m, nil, false
	}
	next, cmds, ok := m.History.Update(m.View(), msg)
	if ok {
		m.History = next
	}
	return took(m, cmds, ok)
}

// followHistory remembers the query on screen when it has just been run.
func followHistory(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	ended, ok := msg.(result.RunEnded)
	if !ok || ended.Err != nil || ended.Reply == nil || ended.Reply.Canceled || !old.Grid.Result.Running || m.Embed != nil {
		return m, cmds
	}
	r, q := m.Grid.Result, m.Query
	if r.Source != "" || r.Table != q.Table || r.Filter != q.Filter {
		return m, cmds
	}
	next, more := m.History.Remember(history.Ran{Query: q.Query, Class: ended.Reply.Plan.Class.Name(), Returned: ended.Reply.Stats.Returned, Examined: ended.Reply.Stats.Examined})
	m.History = next
	return m, append(cmds, more...)
}

// updateSaved hands a message to the saved queries.
func updateSaved(m Model, msg Msg) (Model, []Cmd, bool) {
	if _, save := msg.(page.SaveQueryPressed); !save && !of("queries", msg) {
		return m, nil, false
	}
	next, cmds, ok := m.Saved.Update(m.View(), msg)
	if ok {
		m.Saved = next
	}
	return took(m, cmds, ok)
}

// opening is the query that a table is opened with, nil for none. A lesson says how its tables are opened.
func (m *Model) opening(source, table string) *query.Saved {
	if m.Course.Lesson != nil {
		return nil
	}
	return m.Saved.Opening(source, table)
}

// updateOffers hands a message to the values that completion offers.
func updateOffers(m Model, msg Msg) (Model, []Cmd, bool) {
	next, cmds, ok := m.Offers.Update(msg)
	m.Offers = next
	return m, cmds, ok
}

// updateMisses hands a message to why a result is empty.
func updateMisses(m Model, msg Msg) (Model, []Cmd, bool) {
	if !of("misses", msg) {
		return m, nil, false
	}
	next, cmds, ok := m.Misses.Update(m.View(), msg)
	if ok {
		m.Misses = next
	}
	return took(m, cmds, ok)
}

// followMisses lets why a result is empty follow the result.
func followMisses(m Model, cmds []Cmd) (Model, []Cmd) {
	next, more := m.Misses.Follow(m.View())
	m.Misses = next
	return m, append(cmds, more...)
}

// followFiles lets an import follow what became of its dialog and of the tables.
func followFiles(m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	var more []Cmd
	m.Files, more = m.Files.Follow(m.View(), msg)
	return m, append(cmds, more...)
}

// followPartitions lets the screen of partitions follow what else changed, before the census below it is asked for.
func followPartitions(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	v := m.View()
	v.Again = old.Reshow && !m.Reshow
	var more []Cmd
	m.Partitions, more = m.Partitions.Follow(v, msg)
	return m, append(cmds, more...)
}

// followCopies lets the copies follow what else changed.
func followCopies(m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	var more []Cmd
	m.Copies, more = m.Copies.Follow(m.View(), msg)
	return m, append(cmds, more...)
}

// followFeatures lets the other features follow what else changed.
func followFeatures(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	v := m.View()
	v.Again = old.Reshow && !m.Reshow
	var asks, more []Cmd
	m.Lab, asks = m.Lab.Follow(v, msg)
	m.Sim, more = m.Sim.Follow(v)
	asks = append(asks, more...)
	m.Move, more = m.Move.Follow(v, msg)
	asks = append(asks, more...)
	m.CopyTo, more = m.CopyTo.Follow(v)
	asks = append(asks, more...)
	m.Count, more = m.Count.Follow(v)
	asks = append(asks, more...)
	m.Beside, more = m.Beside.Follow(v, msg)
	m, asks = answer(m, append(asks, more...))
	return m, append(cmds, asks...)
}
