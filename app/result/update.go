package result

import (
	"rangefinder/app/bulk"
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Update takes a message about the result on screen; ok is false for any other. in is the form of an entity that is open beside it.
func Update(v *page.View, in *edit.Inspector, r *grid.Result, msg page.Msg) (next *grid.Result, cmds []page.Cmd, ok bool) {
	n := *r
	switch msg := msg.(type) {
	case StopPressed:
		return r, []page.Cmd{page.Stop{Slot: RunSlot}}, true

	case RunProgressed:
		if !r.Running {
			return r, nil, true
		}
		n.Progress = msg.Progress
		cmds := waits(&n, msg.Progress)
		return &n, cmds, true

	case RunEnded:
		next, cmds := ended(r, in, msg)
		return next, cmds, true

	case WaitTicked:
		next, cmds := ticked(r, msg.ID)
		return next, cmds, true

	case grid.MorePressed:
		if r.Running || r.Reply == nil || r.Reply.Live == nil || !r.Reply.Live.More {
			return r, nil, true
		}
		req := wire.MoreRequest{Result: r.Reply.Result, Pages: 1}
		if e := v.Entity; e != nil {
			req.Shown = &wire.Key{PartitionKey: e.PartitionKey, RowKey: e.RowKey}
		}
		if msg.All {
			req.Pages = 0
		}
		n.Running, n.On, n.Left, n.Progress, n.Failed = true, true, false, wire.Progress{}, nil
		// The buttons go while it reads, and with them the focus would.
		return &n, []page.Cmd{More{req}, page.FocusOn{From: "next-page", To: "reading"}, page.FocusOn{From: "read-on", To: "reading"}}, true

	case grid.LineSelected:
		if r.Reply == nil || r.Line == msg.Line && in.Mode == edit.Editing { // else its form was closed, or gave way to a new entity: it is wanted again
			return r, nil, true
		}
		n.Line, n.Apart, n.Away = msg.Line, false, nil
		if (msg.Menu || in.Shut && r.Line != msg.Line) && in.Mode == edit.Idle {
			return &n, nil, true
		}
		if in.Mode != edit.Idle && edit.Edited(in) {
			// What was typed is not thrown away by walking through the grid.
			read := edit.LineOf(v, msg.Line)
			read.Kept = true
			return &n, []page.Cmd{read}, true
		}
		return &n, []page.Cmd{edit.LineOf(v, msg.Line)}, true

	case grid.LineOpened:
		if r.Reply == nil {
			return r, nil, true
		}
		n.Line, n.Apart, n.Away = msg.Line, false, nil
		read := edit.LineOf(v, msg.Line)
		read.Focus = true
		return &n, []page.Cmd{read}, true

	case grid.LineDeletePressed:
		if r.Last > r.First && msg.Line >= r.First && msg.Line <= r.Last {
			return r, []page.Cmd{page.Send{Msg: bulk.RemovePressed{What: bulk.RemoveLines}}}, true
		}
		if r.Reply == nil {
			return r, nil, true
		}
		// The inspector may be a moment behind the grid, or keep another entity's edits: what goes is the line that has the focus.
		read := edit.LineOf(v, msg.Line)
		read.Drop = true
		return r, []page.Cmd{read}, true

	case grid.LineDuplicatePressed:
		if v.ReadOnly != "" {
			return r, v.TellReadOnly(), true
		}
		if r.Reply == nil {
			return r, nil, true
		}
		read := edit.LineOf(v, msg.Line)
		read.Twin = true // of the line that has the focus, as with Delete
		return r, []page.Cmd{read}, true
	}
	return r, nil, false
}

// ended takes in what a run brought.
func ended(r *grid.Result, in *edit.Inspector, msg RunEnded) (*grid.Result, []page.Cmd) {
	if !r.Running {
		return r, nil // of a table that was left meanwhile
	}
	n := *r
	if f := wire.FailureOf(msg.Err); f != nil {
		if f.Code == wire.Canceled {
			return r, nil // a newer run took its place
		}
		n.Running, n.On, n.Wait, n.Failed, n.Reply = false, false, nil, f, nil
		return &n, []page.Cmd{page.FocusOn{From: "reading", To: "run-again"}, page.Announce{Text: "The query failed: " + f.Message}}
	}
	if r.Reply == nil || r.Reply.Result != msg.Reply.Result {
		n.Line, n.Stale = -1, false // else it is the same result with more pages
		n.Apart, n.Away = in.Mode == edit.Editing, nil
	}
	n.Running, n.On, n.Wait, n.Failed, n.Reply = false, false, nil, nil, msg.Reply
	cmds := append([]page.Cmd{page.Readdress{}}, placed(&n, in, msg)...)
	if live := msg.Reply.Live; live != nil {
		to := "run"
		if live.More {
			to = "next-page"
		} else if msg.Reply.Lines > 0 {
			to = "grid"
		}
		cmds = append(cmds, page.AccountRead{}, page.FocusOn{From: "reading", To: to})
	}
	s := msg.Reply.Stats
	text := words.Count(s.Returned, "entity", "entities") + " returned, " + msg.Reply.Plan.Class.String() + plan.ReadText(msg.Reply) + "."
	if msg.Reply.Canceled {
		text = "Stopped. " + text
	}
	return &n, append(cmds, page.Announce{Text: text})
}

// placed marks the line of the entity in the inspector, or notes that it is not among them. Where it is sorted, that order tells the line.
func placed(n *grid.Result, in *edit.Inspector, msg RunEnded) []page.Cmd {
	k := msg.Shown
	if at := in.Key(); k == nil || n.Line >= 0 || in.Mode != edit.Editing || at.PartitionKey != k.PartitionKey || at.RowKey != k.RowKey {
		return nil
	}
	line := msg.Reply.Shown
	if line < 0 {
		n.Apart, n.Away = true, k
		return nil
	}
	if n.Apart, n.Away = false, nil; msg.Reply.Sorted != nil {
		return nil
	}
	n.Line = line
	return []page.Cmd{grid.ShowLine{Line: line, Still: true}}
}
