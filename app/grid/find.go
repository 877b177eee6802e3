package grid

import (
	"context"

	"rangefinder/app/page"
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
		Still  bool // it is not brought into view
	}
)

func (Seek) Slot() page.Slot { return seekSlot }

func (cmd Seek) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Find, cmd.Req, func(p wire.Progress) { out.Tell(Seeking{cmd.Seq, p}) })
	return page.UnlessStopped(ctx, Sought{cmd.Seq, reply, err})
}

// found is the search.
func (m *Model) found(v *page.View, msg page.Msg) (*Model, []page.Cmd, bool) {
	g := *m
	if _, ok := msg.(FindPressed); ok {
		if g.Of == nil {
			return m, []page.Cmd{page.Announce{Text: "There is no result to look in. Run a query first."}}, true
		}
		g.Menu = nil
		if g.Find == nil {
			g.Find = &Find{Line: max(g.Result.Line, 0)}
		}
		return &g, []page.Cmd{page.Send{Msg: page.ScreenChosen{Screen: page.QueryScreen}}, page.Focus{Target: "find"}}, true
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
		next, cmds := g.seek(f.Line, false)
		return next, cmds, true

	case FindCased:
		f.Case = msg.Case
		next, cmds := g.seek(f.Line, false)
		return next, cmds, true

	case FindStepped:
		if f.Asked {
			if f.Steps++; msg.Back {
				f.Steps -= 2
			}
			return &g, nil, true
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
		next, cmds := g.seek(from, msg.Back)
		return next, cmds, true

	case FindClosed:
		g.Find = nil
		return &g, []page.Cmd{page.Stop{Slot: seekSlot}, page.Focus{Target: "grid"}}, true

	case FindStopped:
		f.Asked = false
		return &g, []page.Cmd{page.Stop{Slot: seekSlot}, page.Announce{Text: "Stopped looking."}}, true

	case FindRest:
		switch {
		case g.Result.Running:
			return m, nil, true
		case g.Result.Source != "":
			return m, []page.Cmd{page.Send{Msg: MorePressed{All: true}}}, true
		}
		return m, []page.Cmd{page.Send{Msg: page.RunPressed{}}}, true

	case Seeking:
		if msg.Seq != f.Seq {
			return m, nil, true
		}
		f.Progress = msg.Progress
		return &g, nil, true

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
			return &g, nil, true
		}
		f.Reply = msg.Reply
		if msg.Reply.Line < 0 {
			return &g, []page.Cmd{page.Announce{Text: FindText(&f)}}, true
		}
		f.Line = msg.Reply.Line
		if f.Steps != 0 {
			back := f.Steps < 0
			if f.Steps--; back {
				f.Steps += 2
			}
			return g.found(v, FindStepped{Back: back})
		}
		cmds := []page.Cmd{ShowLine{Line: msg.Reply.Line, Column: msg.Reply.Column}, page.Announce{Text: FindText(&f)}}
		if !v.Embedded { // an open inspector follows the current line, as when keys move it
			cmds = append(cmds, page.Send{Msg: LineSelected{Line: msg.Reply.Line, Menu: true}})
		}
		return &g, cmds, true
	}
	return m, nil, false
}

// seek looks for what is typed, from a line on.
func (m *Model) seek(from int, back bool) (*Model, []page.Cmd) {
	g, f := *m, *m.Find
	g.Find = &f
	f.Seq++
	f.Failed, f.Progress = "", wire.Progress{}
	if f.Text == "" || g.Of == nil {
		f.Reply, f.Asked = nil, false
		return &g, []page.Cmd{page.Stop{Slot: seekSlot}}
	}
	f.Asked = true
	return &g, []page.Cmd{Seek{f.Seq, wire.FindRequest{Result: g.Of.Result, Order: g.OrderNumber(), Text: f.Text, Case: f.Case, Columns: g.Names(), From: from, Back: back}}}
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
		return "Entity " + words.Number(r.Index) + " of " + words.Number(r.Lines) + " (" + words.Count(r.Cells, "matching cell", "matching cells") + ")"
	}
}
