package shell

import (
	"slices"

	"rangefinder/app/copies"
	"rangefinder/app/course"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/review"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
)

// follow lets the features follow what a message changed elsewhere. Who stands below sees what became of those above.
func follow(old, m Model, cmds []page.Cmd, msg page.Msg) (Model, []page.Cmd) {
	var more []page.Cmd
	pushed, ok := msg.(copies.PushEnded) // to undo what it sent would be another thing than the notice offers
	_, ran := msg.(page.RunPressed)
	m.Board = m.Board.Follow(old.Board, m.Screen != old.Screen || ok && pushed.Err == nil && !pushed.Req.DryRun || old.Notice.Offered() && tableLeft(old, m), ran)
	if old.Pending != m.Pending {
		m.Board = m.Board.Outdated(old.Board, review.PendingUndone{}, review.PendingRedone{}) // they would be about another step by now
	}
	if limit := old.Query.Limit; limit != nil && limit != m.Query.Limit {
		m.Board = m.Board.Without(queryline.LimitLeft{Limit: limit}) // it tells of what is no longer so
	}
	m, more = m.withCourse(m.Course.Follow(m.View()))
	if old.Course.Waiting != "" && m.Course.Waiting == "" {
		m.Board = m.Board.Without(course.WaitEnded{})
	}
	cmds = append(cmds, more...)
	if m.Query.Filter != old.Query.Filter {
		m.Course = m.Course.Wrote(m.Query.Query)
	}
	m.Files, more = m.Files.Follow(m.View(), msg)
	cmds = append(cmds, more...)
	m = followRoom(old, m)
	v := m.View()
	v.Again = old.Reshow && !m.Reshow
	m.Partitions, more = m.Partitions.Follow(v, msg)
	cmds = append(append(cmds, more...), tables.Follow(m.Dialog, msg)...)
	m.Recount, more = m.Recount.Follow(m.censusShown())
	cmds = append(cmds, more...)
	m.Builder = m.Builder.Follow(m.View())
	m.Offers = m.Offers.Follow(m.Query.Source, m.Query.Table, msg)
	m, more = followScreens(old, m, msg)
	cmds = append(cmds, more...)
	m.Inspector = m.Inspector.WithProfile(m.Query.Source, m.Query.Table, m.Profile())
	m.Pending = m.Pending.WithProfiles(m.Sources.Profile)
	if p := m.Plan.Plan; p != nil && p.Profile != m.Profile() {
		m, more = ask(m)
		cmds = append(cmds, more...)
	}
	m.Tree, more = m.Tree.Follow(m.Plan, m.Query.Source)
	cmds = append(cmds, more...)
	m.Misses, more = m.Misses.Follow(m.View())
	cmds = append(cmds, more...)
	m, more = followHistory(old, m, msg)
	cmds = append(cmds, more...)
	m.Grid, more = m.Grid.Follow(m.View())
	cmds = append(cmds, more...)
	m, more = followCell(old, m)
	cmds = append(cmds, more...)
	m.Lens, more = m.Lens.Follow(old.seen(), m.seen(), msg)
	cmds = append(cmds, more...)
	m.Copies, more = m.Copies.Follow(m.View(), msg)
	m, more = answer(m, more)
	cmds = append(cmds, more...)
	m = followTabs(old, followPlan(old, m, msg))
	m, cmds = followHeld(old, m, cmds, msg)
	if slices.Contains(cmds, page.Cmd(page.OpenDialog{})) {
		m.Dialogs++
	}
	m, more = answer(m, inspector.Left(old.Inspector, m.Inspector, msg))
	if cmds = append(cmds, more...); linkAsked(&m) {
		cmds = slices.DeleteFunc(cmds, func(c page.Cmd) bool { a, ok := c.(page.SetAddress); return ok && !a.Push })
	}
	return m, cmds
}

// tableLeft reports whether another table or account was opened, so that an offer made beside the old one would seem to be about the new
// one. A table that is gone was not left: the offer to bring it back stays.
func tableLeft(old, m Model) bool {
	was, now := old.Query, m.Query
	switch {
	case !old.Ready || was.Table == "" && was.Source == "" || was.Source == now.Source && was.Table == now.Table:
		return false
	case was.Source != "" || old.Course.Room() != m.Course.Room():
		return true
	}
	return wire.TableNamed(m.Tables.List, was.Table) != nil
}

// followScreens lets the other screens follow, and the dialogs that read tables.
func followScreens(old, m Model, msg page.Msg) (Model, []page.Cmd) {
	v := m.View()
	v.Again = old.Reshow && !m.Reshow
	var cmds, more []page.Cmd
	m.Lab, cmds = m.Lab.Follow(v, msg)
	m.Sim, more = m.Sim.Follow(v)
	cmds = append(cmds, more...)
	m.Move, more = m.Move.Follow(v, msg)
	cmds = append(cmds, more...)
	m.CopyTo, more = m.CopyTo.Follow(v)
	cmds = append(cmds, more...)
	m.Count, more = m.Count.Follow(v)
	cmds = append(cmds, more...)
	m.Beside, more = m.Beside.Follow(v, msg)
	cmds = append(cmds, more...)
	if old.Requests.Shown == nil && m.Requests.Shown != nil && m.Requests.Feed && !m.Sources.Known { // a request may be opened on its account soon
		m.Sources, more = m.Sources.AskServer()
		cmds = append(cmds, more...)
	}
	return answer(m, cmds)
}

// followCell ends the editing of a cell of a result that is not on screen any more.
func followCell(old, m Model) (Model, []page.Cmd) {
	if m.Cell == nil || old.Grid.Of == m.Grid.Of {
		return m, nil
	}
	next, d, cmds := m.Cell.Leave(m.View(), m.desk())
	m.Cell = next
	return answer(m.withDesk(d), cmds)
}

// seen is what the other views of the inspector show.
func (m *Model) seen() inspector.Seen {
	return inspector.Seen{Form: m.Inspector, Line: m.Grid.Result.Line, Column: m.Grid.Column}
}

// followHistory remembers the query on screen when it has just been run; a lesson takes it for an attempt.
func followHistory(old, m Model, msg page.Msg) (Model, []page.Cmd) {
	ended, ok := msg.(result.RunEnded)
	if !ok || ended.Err != nil || ended.Reply == nil || ended.Reply.Canceled || !old.Grid.Result.Running || m.Embed != nil {
		return m, nil
	}
	r, q := m.Grid.Result, m.Query
	if r.Source != "" || r.Table != q.Table || r.Filter != q.Filter {
		return m, nil
	}
	if m.Course.Lesson != nil {
		return m.withCourse(m.Course.Ran(m.View())) // its tables go with it
	}
	next, more := m.History.Remember(history.Ran{Query: q.Query, Class: ended.Reply.Plan.Class.Name(), Returned: ended.Reply.Stats.Returned, Examined: ended.Reply.Stats.Examined, At: ended.At})
	m.History = next
	return m, more
}
