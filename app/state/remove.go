package state

import (
	"context"
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// RemoveWhat is which entities are to be deleted.
type RemoveWhat string

// What can be deleted at once.
const (
	RemoveLines RemoveWhat = "lines" // those that are selected
	RemoveFound RemoveWhat = "found" // by the query
	RemoveAll   RemoveWhat = "all"   // of the table
)

// Removal is the dialog that deletes many entities.
type Removal struct {
	What     RemoveWhat
	Lines    wire.RemoveRequest // the selected lines, where Can has them
	Total    int                // lines of the result
	Can      []RemoveWhat
	Kept     bool              // what the query finds is what the step in the browser keeps of it
	Filter   string            // of the query that was run
	Seq      int               // of the newest count
	Count    *wire.RemoveReply // nil while it is being counted
	Progress wire.Progress
	Deleting bool
}

// What happens in the dialog.
type (
	// RemovePressed opens it; What says what is chosen first, "" for the selected lines, or else what the query finds.
	RemovePressed   struct{ What RemoveWhat }
	RemoveChosen    struct{ What RemoveWhat }
	RemoveConfirmed struct{}
	RemoveStopped   struct{}
	RemoveCounted   struct {
		Seq   int
		Reply *wire.RemoveReply
		Err   error
	}
	Removing struct {
		Seq      int
		Progress wire.Progress
	}
	Removed struct {
		Req   wire.RemoveRequest
		Reply *wire.RemoveReply
		Err   error
	}
)

type (
	// CountRemoval counts; a newer one cancels it. Answer: Removing, RemoveCounted.
	CountRemoval struct {
		Seq int
		Req wire.RemoveRequest
	}
	// Remove deletes. Answer: Removing, Removed.
	Remove struct {
		Seq int
		Req wire.RemoveRequest
	}
)

// request is what is to be deleted as the worker takes it.
func (r *Removal) request(d *Dialog) wire.RemoveRequest {
	switch r.What {
	case RemoveLines:
		return r.Lines
	case RemoveFound:
		if d.Source != "" || r.Kept { // what was read of it, or kept of that
			all := r.Lines
			all.First, all.Last = 0, r.Total-1
			return all
		}
		return wire.RemoveRequest{Table: d.Table, Filter: sent(r.Filter)}
	}
	return wire.RemoveRequest{Table: d.Table, All: true}
}

// updateRemove is the deletion of many entities.
func updateRemove(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case RemovePressed:
		return openRemoval(m, msg.What)
	case Removed:
		return removed(m, msg)
	}
	if m.Dialog == nil || m.Dialog.Removal == nil {
		return m, nil, false
	}
	d, r := *m.Dialog, *m.Dialog.Removal
	d.Removal = &r
	switch msg := msg.(type) {
	case RemoveChosen:
		if r.Deleting {
			return m, nil, true
		}
		r.What, r.Count, d.Err, r.Progress = msg.What, nil, "", wire.Progress{}
		r.Seq++
		m.Dialog = &d
		req := r.request(&d)
		req.Dry = true
		return m, []Cmd{CountRemoval{r.Seq, req}}, true

	case RemoveCounted:
		if msg.Seq != r.Seq || r.Deleting {
			return m, nil, true
		}
		if f := wire.FailureOf(msg.Err); f != nil {
			if f.Code != wire.Canceled {
				d.Err = f.Message
				m.Dialog = &d
			}
			return m, nil, true
		}
		r.Count = msg.Reply
		m.Dialog = &d
		return m, []Cmd{Announce{Text: RemovalText(&d)}}, true

	case Removing:
		if msg.Seq == r.Seq {
			r.Progress = msg.Progress
			m.Dialog = &d
		}
		return m, nil, true

	case RemoveConfirmed:
		if r.Count == nil || r.Count.Entities == 0 || r.Deleting {
			return m, nil, true
		}
		if m.ReadOnly() != "" {
			return refuseWrite(m)
		}
		r.Deleting, r.Progress = true, wire.Progress{}
		r.Seq++
		m.Dialog = &d
		return m, []Cmd{Remove{r.Seq, r.request(&d)}, Focus{Target: "remove-stop"}}, true

	case RemoveStopped:
		return m, []Cmd{Stop{Slot: removeSlot}}, true

	case DialogClosed:
		// Going on unseen would be worse than stopping: what was deleted is told, with its undo.
		m.Dialog = nil
		return m, []Cmd{Stop{Slot: removeSlot}}, true
	}
	return m, nil, false
}

func openRemoval(m Model, what RemoveWhat) (Model, []Cmd, bool) {
	if m.ReadOnly() != "" {
		return refuseWrite(m)
	}
	if m.Query.Table == "" {
		return m, []Cmd{Announce{Text: "No table is open."}}, true
	}
	r := Removal{Filter: m.Grid.Result.Filter}
	res, shown := m.Grid.Result, m.Grid.Result.Reply != nil && !m.Grid.Result.Running && m.Grid.Result.Failed == nil && m.Grid.Result.Table == m.Query.Table && m.Grid.Result.Source == m.Query.Source
	if shown {
		r.Lines = wire.RemoveRequest{Source: res.Source, Table: res.Table, Result: res.Reply.Result, Order: m.Grid.OrderNumber(), First: res.First, Last: res.Last}
		if res.Last > res.First {
			r.Can = append(r.Can, RemoveLines)
		} else if r.Lines.First, r.Lines.Last = res.Line, res.Line; res.Line >= 0 {
			r.Can = append(r.Can, RemoveLines)
		}
		r.Kept = m.filtered()
		if res.Lines() > 0 && (m.then() == "" || r.Kept && m.Lines() > 0) {
			r.Can = append(r.Can, RemoveFound)
		}
		r.Total = m.Lines()
	}
	if m.Query.Source == "" {
		r.Can = append(r.Can, RemoveAll)
	}
	if len(r.Can) == 0 {
		m, cmds := notify(m, Notice{Text: "Nothing that could be deleted was read. Run a query first: only what it reads is deleted in an account."})
		return m, cmds, true
	}
	if what == "" || what == RemoveFound && !slices.Contains(r.Can, what) {
		what = r.Can[0]
	}
	m = closeMenu(m)
	m.Dialog = &Dialog{Kind: DeleteMany, Source: m.Query.Source, Table: m.Query.Table, Removal: &r}
	m, cmds, _ := updateRemove(m, RemoveChosen{what})
	return m, append([]Cmd{OpenDialog{}}, cmds...), true
}

// Lines is how many lines the result has.
func (r *Result) Lines() int {
	if r.Reply == nil {
		return 0
	}
	return r.Reply.Lines
}

func removed(m Model, msg Removed) (Model, []Cmd, bool) {
	var cmds []Cmd
	if d := m.Dialog; d != nil && d.Removal != nil {
		m.Dialog = nil
		cmds = []Cmd{CloseDialog{}}
	}
	if msg.Err != nil {
		m, more := fail(m, "Nothing was deleted", msg.Err)
		return m, append(cmds, more...), true
	}
	r := msg.Reply
	text := "Deleted " + words.Count(r.Removed, "entity", "entities") + " of " + words.Quote(msg.Req.Table)
	if r.Stopped {
		text = "Stopped: deleted " + words.Number(r.Removed) + " of " + words.Count(r.Entities, "entity", "entities") + " of " + words.Quote(msg.Req.Table)
	}
	if r.Changed > 0 {
		text += "; " + words.Number(r.Changed) + " were changed since they were read, and stay"
	}
	if r.Failed != nil {
		text += ". " + r.Failed.Message
	}
	m, more := undoable(m, r.Undo, text)
	cmds = append(cmds, more...)
	if m.Query.Table == msg.Req.Table && m.Query.Source == msg.Req.Source {
		m = unselected(m)
		if msg.Req.Source == "" && m.Grid.Result.Reply != nil {
			var run []Cmd
			m, run = runQuery(m)
			cmds = append(cmds, run...)
		} else if m.Grid.Result.Reply != nil {
			stale := *m.Grid.Result
			stale.Stale = true
			m = m.withResult(&stale)
		}
	}
	return m, cmds, true
}

// RemovalText says what a deletion comes to, before it is done.
func RemovalText(d *Dialog) string {
	r := d.Removal
	c := r.Count
	if c == nil {
		return "Counting"
	}
	if c.Entities == 0 {
		return "There is nothing to delete."
	}
	return words.Count(c.Entities, "entity", "entities") + " in " + words.Count(c.Partitions, "partition", "partitions") + ", " + words.Bytes(c.Bytes)
}

// RemovalCost says what the service would do for it.
func RemovalCost(d *Dialog) string {
	c := d.Removal.Count
	if c == nil || c.Entities == 0 {
		return ""
	}
	text := words.Count(c.Groups, "entity group transaction", "entity group transactions") + ", each of up to 100 entities of one partition"
	if c.Reads > 0 {
		text = words.Count(c.Reads, "request", "requests") + " to find them (" + c.Class.String() + ", examines " + words.Number(c.Examined) + "), then " + text
	}
	return text + ". Each entity goes only if it is still as it was read (If-Match)."
}

func (CountRemoval) Slot() Slot { return removeSlot }
func (Remove) Slot() Slot       { return removeSlot }

func (cmd CountRemoval) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Remove, cmd.Req, func(p wire.Progress) { out.Tell(Removing{cmd.Seq, p}) })
	return page.UnlessStopped(ctx, RemoveCounted{cmd.Seq, reply, err})
}

func (cmd Remove) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Remove, cmd.Req, func(p wire.Progress) { out.Tell(Removing{cmd.Seq, p}) })
	return Removed{cmd.Req, reply, err}
}
