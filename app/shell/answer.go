package shell

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// answer carries out what a feature asked of the page, and returns its other commands.
func answer(m Model, cmds []page.Cmd) (Model, []page.Cmd) {
	var out []page.Cmd
	for _, cmd := range cmds {
		var more []page.Cmd
		switch cmd := cmd.(type) {
		case page.Notify:
			m, more = notify(m, cmd.Notice)
		case page.Tell:
			m, more = tell(m, cmd.Notice)
		case page.Fail:
			m, more = fail(m, cmd.What, cmd.Err)
		case page.Made:
			m.Board, more = m.Board.PutUndoable(cmd.Undo, cmd.Text, nil)
			m, more = own(m, more, true)
			more = append(more, ListTables{})
		case page.Own:
			keep := ran
			if cmd.Tables {
				keep = introduced
			}
			m, more = keep(m)
			m, more = owned(m, more)
		case page.ShowLoading:
			t := *m.Tables
			t.Loading = cmd.Loading
			m.Tables = &t
		case page.ShowDialog:
			m.Dialog = cmd.Dialog
		case page.Undoable:
			m.Board, more = m.Board.PutUndoable(cmd.Undo, cmd.Text, cmd.View)
		case page.Remember:
			m.Board = m.Board.Remember(cmd.Undo, cmd.Text, nil)
		case page.Relist:
			m.Reshow = m.Reshow || cmd.Anew
			if cmd.View != nil {
				m.Back = cmd.View
			}
			if more = []page.Cmd{ListTables{}}; cmd.Queries {
				more = append(more, queries.ReadQueries{})
			}
		case page.ChangeSettings:
			change := changeSettings
			if cmd.Kept {
				if change = applySettings; m.Intro.Stays { // in this tab
					cmd.Settings = cmd.Settings.With("intro", "")
				}
			}
			m, more = change(m, cmd.Settings)
		case page.Show:
			if cmd.Anew {
				m = blankQuery(m)
			}
			put := show
			if cmd.Listed {
				put = openLive
			}
			m, more = put(m, cmd.Route)
		case page.LeaveTable:
			m, more = leaveTable(m)
		case page.RunQuery:
			if !cmd.Once || m.Line().Unrunnable() == nil && !m.shown() {
				m, more = runQuery(m)
			}
			if cmd.Address {
				more = append([]page.Cmd{page.SetAddress{Fragment: routeOf(m).Fragment(), Push: cmd.Push}}, more...)
			}
		case page.WriteFilter:
			l, written := m.Line().Write(m.View(), cmd.Text)
			m, more = answer(m.withLine(l), written)
		case page.PutNotice:
			m.Notice = cmd.Notice
		case page.Repeat:
			m, more = Update(m, cmd.Msg)
		case page.PutRight:
			if m.Notice != nil && m.Notice.Built {
				m.Notice = m.Notice.Under
			}
		case page.Replan:
			m, more = ask(m)
		case page.ClearResult:
			m, more = clearResult(m)
		case page.EnterRoom:
			m, more = enterRoom(m)
		case page.LeaveRoom:
			m, more = leaveRoom(m, cmd.To)
		case page.LoseRoom:
			m = loseRoom(m)
		case page.Readdress:
			more = []page.Cmd{page.SetAddress{Fragment: routeOf(m).Fragment(), Push: cmd.Push}}
		case page.Written:
			m, more = written(m, cmd)
			if cmd.Made {
				var list []page.Cmd
				m, list = m.withSources(m.Sources.Made(cmd.Source))
				more = append(more, list...)
			}
		case page.AccountRead:
			r := m.Grid.Result
			m = m.withCharge()
			more = []page.Cmd{queryline.TakeCensus{Source: r.Source, Table: r.Table}}
		case page.Unselect:
			m.Grid = m.Grid.Unselected()
		case page.CloseMenu:
			m.Grid = m.Grid.WithoutMenu()
		case querytabs.Show:
			if m, more = showTab(m); cmd.Focus {
				more = append(more, m.Tabs.Focus(m.Screen))
			}
		case page.Send:
			m, more = update(m, cmd.Msg)
		default:
			more = []page.Cmd{cmd}
		}
		out = append(out, more...)
	}
	return m, out
}

// written brings the result on screen up to date with a table of which entities were written.
func written(m Model, cmd page.Written) (Model, []page.Cmd) {
	r := *m.Grid.Result
	source, table := cmd.Source, cmd.Table
	m.Sources = m.Sources.Wrote(source, table)
	switch {
	case r.Source != source || r.Table != table || r.Reply == nil && !r.Running:
	case source != "":
		r.Stale = true
		m = m.withResult(&r)
	default: // also while it runs: it may have read before
		again := m.Query.Request(m.Profile())
		again.Filter, again.Sort = sent(r.Filter), m.Grid.Again(cmd.Keep, m.View().Entity)
		if again.Shown = m.inspected(); cmd.Keep != nil {
			again.Shown = cmd.Keep
		}
		if again.Sort == nil && cmd.New { // to tell its line
			again.Sort = &wire.SortRequest{Keep: cmd.Keep}
		}
		r.Running = true
		m = m.withResult(&r)
		return m, []page.Cmd{result.Run{Req: again}}
	}
	return m, nil
}

// notify puts up a notice. The offer that it covers is there again when it goes.
func notify(m Model, n page.Notice) (Model, []page.Cmd) {
	var cmds []page.Cmd
	m.Board, cmds = m.Board.Put(n)
	return m, cmds
}

// tell puts up a notice of what nobody pressed anything for; see page.Tell.
func tell(m Model, n page.Notice) (Model, []page.Cmd) {
	var cmds []page.Cmd
	m.Board, cmds = m.Board.Join(n)
	return m, cmds
}

// fail puts an error up as a notice. Cancelling is not an error.
func fail(m Model, what string, err error) (Model, []page.Cmd) {
	f := wire.FailureOf(err)
	if f == nil || f.Code == wire.Canceled {
		return m, nil
	}
	return notify(m, page.Notice{Text: page.WhatFailed(what, f), Details: strings.TrimSpace(f.Code + ". " + f.Detail), Bad: true})
}
