package state

import (
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Find is the search in the lines of a result, all of them.
type Find struct {
	Text     string
	Case     bool
	Seq      int  // of the newest question
	Asked    bool // it is being looked for
	Progress wire.Progress
	Reply    *wire.FindReply // nil until it came
	Failed   string
	Line     int // where the next search begins
	Steps    int // pressed while it was being looked for, backwards ones negative
}

// What happens in a search.
type (
	FindPressed struct{} // opens it
	FindTyped   struct{ Text string }
	FindCased   struct{ Case bool }
	FindStepped struct{ Back bool }
	FindClosed  struct{}
	FindRest    struct{} // read on to the end, and look there too
	FindStopped struct{}
	Seeking     struct {
		Seq      int
		Progress wire.Progress
	}
	Sought struct {
		Seq   int
		Reply *wire.FindReply
		Err   error
	}
)

type (
	// Seek looks for a text; a newer one cancels it. Answer: Seeking, Sought.
	Seek struct {
		Seq int
		Req wire.FindRequest
	}
	// ShowLine brings a line of the grid into view, with a column when there is one of that name, and makes it the current one.
	ShowLine struct {
		Line   int
		Column string
	}
)

// updateFind is the search.
func updateFind(m Model, msg Msg) (Model, []Cmd, bool) {
	g := *m.Grid
	if _, ok := msg.(FindPressed); ok {
		if g.of == nil {
			return m, []Cmd{Announce{Text: "There is no result to look in. Run a query first."}}, true
		}
		g.Menu = nil
		if g.Find == nil {
			g.Find = &Find{Line: max(m.Grid.Result.Line, 0)}
		}
		m.Grid = &g
		m, cmds := toScreen(m, QueryScreen)
		return m, append(cmds, Focus{Target: "find"}), true
	}
	if g.Find == nil {
		switch msg.(type) {
		case FindTyped, FindCased, FindStepped, FindClosed, FindRest, FindStopped, Seeking, Sought:
			return m, nil, true // of a search that was closed
		}
		return m, nil, false
	}
	f := *g.Find
	g.Find = &f
	switch msg := msg.(type) {
	case FindTyped:
		if f.Text == msg.Text {
			return m, nil, true
		}
		f.Text, f.Steps = msg.Text, 0
		m.Grid = &g
		m, cmds := seek(m, f.Line, false)
		return m, cmds, true

	case FindCased:
		f.Case = msg.Case
		m.Grid = &g
		m, cmds := seek(m, f.Line, false)
		return m, cmds, true

	case FindStepped:
		if f.Asked {
			if f.Steps++; msg.Back {
				f.Steps -= 2
			}
			m.Grid = &g
			return m, nil, true
		}
		if f.Reply == nil || f.Reply.Line < 0 {
			return m, nil, true
		}
		from := f.Reply.Line + 1
		if msg.Back {
			from = f.Reply.Line - 1
		}
		if from >= m.Lines() {
			from = 0
		}
		if from < 0 {
			from = m.Lines() - 1
		}
		m, cmds := seek(m, from, msg.Back)
		return m, cmds, true

	case FindClosed:
		g.Find = nil
		m.Grid = &g
		return m, []Cmd{Stop{Slot: seekSlot}, Focus{Target: "grid"}}, true

	case FindStopped:
		f.Asked = false
		m.Grid = &g
		return m, []Cmd{Stop{Slot: seekSlot}, Announce{Text: "Stopped looking."}}, true

	case FindRest:
		if m.Grid.Result.Running {
			return m, nil, true
		}
		if m.Grid.Result.Source != "" {
			m, cmds, _ := updatePages(m, MorePressed{All: true})
			return m, cmds, true
		}
		m, cmds, _ := updateResult(m, RunPressed{})
		return m, cmds, true

	case Seeking:
		if msg.Seq == f.Seq {
			f.Progress = msg.Progress
			m.Grid = &g
		}
		return m, nil, true

	case Sought:
		if msg.Seq != f.Seq {
			return m, nil, true
		}
		f.Asked, f.Failed = false, ""
		if bad := wire.FailureOf(msg.Err); bad != nil {
			f.Reply = nil
			if bad.Code != wire.Canceled {
				f.Failed = bad.Message
			}
			m.Grid = &g
			return m, nil, true
		}
		f.Reply = msg.Reply
		m.Grid = &g
		if msg.Reply.Line < 0 {
			return m, []Cmd{Announce{Text: FindText(&f)}}, true
		}
		f.Line = msg.Reply.Line
		if f.Steps != 0 {
			back := f.Steps < 0
			if f.Steps--; back {
				f.Steps += 2
			}
			return updateFind(m, FindStepped{Back: back})
		}
		return m, []Cmd{ShowLine{msg.Reply.Line, msg.Reply.Column}, Announce{Text: FindText(&f)}}, true
	}
	return m, nil, false
}

// seek looks for what is typed, from a line on.
func seek(m Model, from int, back bool) (Model, []Cmd) {
	g, f := *m.Grid, *m.Grid.Find
	g.Find = &f
	f.Seq++
	f.Failed, f.Progress = "", wire.Progress{}
	m.Grid = &g
	if f.Text == "" || g.of == nil {
		f.Reply, f.Asked = nil, false
		return m, []Cmd{Stop{Slot: seekSlot}}
	}
	f.Asked = true
	return m, []Cmd{Seek{f.Seq, wire.FindRequest{Result: g.of.Result, Order: g.OrderNumber(), Text: f.Text, Case: f.Case, Columns: g.Names(), From: from, Back: back}}}
}

// FindText says what a search found and where it looked.
func FindText(f *Find) string {
	switch r := f.Reply; {
	case f.Failed != "":
		return f.Failed
	case f.Text == "" || r == nil:
		return ""
	case r.Line < 0:
		return "Not in the " + words.Count(r.Read, "entity", "entities") + " of this result"
	default:
		return "Line " + words.Number(r.Index) + " of " + words.Number(r.Lines) + " with it, " + words.Count(r.Cells, "cell", "cells")
	}
}
