package bulk

import (
	"context"
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
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

// Request is what is to be deleted as the worker takes it. The dialog d has the Removal.
func (r *Removal) Request(d *page.Dialog) wire.RemoveRequest {
	switch r.What {
	case RemoveLines:
		return r.Lines
	case RemoveFound:
		if d.Source != "" || r.Kept { // what was read of it, or kept of that
			all := r.Lines
			all.First, all.Last = 0, r.Total-1
			return all
		}
		return wire.RemoveRequest{Table: d.Table, Filter: filterlang.WithoutComments(r.Filter)}
	}
	return wire.RemoveRequest{Table: d.Table, All: true}
}

// updateRemove is the deletion of many entities.
func updateRemove(v *page.View, msg page.Msg) (cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case RemovePressed:
		return openRemoval(v, msg.What), true
	case Removed:
		return removed(v, msg), true
	}
	held := page.Held[Removal](v.Dialog)
	if held == nil {
		return nil, false
	}
	d, r := *v.Dialog, *held
	d.Of = &r
	show := page.ShowDialog{Dialog: &d}
	switch msg := msg.(type) {
	case RemoveChosen:
		if r.Deleting {
			return nil, true
		}
		return r.choose(d, msg.What), true

	case RemoveCounted:
		if msg.Seq != r.Seq || r.Deleting {
			return nil, true
		}
		if f := wire.FailureOf(msg.Err); f != nil {
			if f.Code == wire.Canceled {
				return nil, true
			}
			d.Err = f.Message
			return []page.Cmd{show}, true
		}
		r.Count = msg.Reply
		return []page.Cmd{show, page.Announce{Text: r.Text()}}, true

	case Removing:
		if msg.Seq != r.Seq {
			return nil, true
		}
		r.Progress = msg.Progress
		return []page.Cmd{show}, true

	case RemoveConfirmed:
		if r.Count == nil || r.Count.Entities == 0 || r.Deleting {
			return nil, true
		}
		if v.ReadOnly != "" {
			return refused(v), true
		}
		r.Deleting, r.Progress = true, wire.Progress{}
		r.Seq++
		return []page.Cmd{show, Remove{r.Seq, r.Request(&d)}, page.Focus{Target: "remove-stop"}}, true

	case RemoveStopped:
		return []page.Cmd{page.Stop{Slot: removeSlot}}, true

	case page.DialogClosed:
		// Going on unseen would be worse than stopping: what was deleted is told, with its undo.
		return []page.Cmd{page.ShowDialog{}, page.Stop{Slot: removeSlot}}, true
	}
	return nil, false
}

// choose counts other entities.
func (r Removal) choose(d page.Dialog, what RemoveWhat) []page.Cmd {
	r.What, r.Count, r.Progress = what, nil, wire.Progress{}
	r.Seq++
	d.Of, d.Err = &r, ""
	req := r.Request(&d)
	req.Dry = true
	return []page.Cmd{page.ShowDialog{Dialog: &d}, CountRemoval{r.Seq, req}}
}

func openRemoval(v *page.View, what RemoveWhat) []page.Cmd {
	if v.ReadOnly != "" {
		return refused(v)
	}
	if v.Query.Table == "" {
		return []page.Cmd{page.Announce{Text: "No table is open."}}
	}
	rows := v.Rows
	r := Removal{Filter: rows.Filter}
	if rows.Reply != nil && !rows.Running && !rows.Failed && rows.Table == v.Query.Table && rows.Source == v.Query.Source {
		r.Lines = wire.RemoveRequest{Source: rows.Source, Table: rows.Table, Result: rows.Reply.Result, Order: rows.Order, First: rows.First, Last: rows.Last}
		if rows.Last > rows.First {
			r.Can = append(r.Can, RemoveLines)
		} else if r.Lines.First, r.Lines.Last = rows.Line, rows.Line; rows.Line >= 0 {
			r.Can = append(r.Can, RemoveLines)
		}
		r.Kept = rows.Kept
		if rows.Reply.Lines > 0 && (v.Then == "" || r.Kept && rows.Count > 0) {
			r.Can = append(r.Can, RemoveFound)
		}
		r.Total = rows.Count
	}
	if v.Query.Source == "" {
		r.Can = append(r.Can, RemoveAll)
	}
	if len(r.Can) == 0 {
		return []page.Cmd{page.Notify{Notice: page.Notice{Text: "Nothing that could be deleted was read. Run a query first: only what it reads is deleted in an account."}}}
	}
	if what == "" || what == RemoveFound && !slices.Contains(r.Can, what) {
		what = r.Can[0]
	}
	cmds := r.choose(page.Dialog{Kind: removeDialog, Source: v.Query.Source, Table: v.Query.Table}, what)
	return append([]page.Cmd{page.CloseMenu{}, page.OpenDialog{}}, cmds...)
}

func removed(v *page.View, msg Removed) []page.Cmd {
	var cmds []page.Cmd
	if page.Held[Removal](v.Dialog) != nil {
		cmds = []page.Cmd{page.ShowDialog{}, page.CloseDialog{}}
	}
	if msg.Err != nil {
		return append(cmds, page.Fail{What: "Nothing was deleted", Err: msg.Err})
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
	cmds = append(cmds, page.Undoable{Undo: r.Undo, Text: text})
	if v.Query.Table != msg.Req.Table || v.Query.Source != msg.Req.Source {
		return cmds
	}
	cmds = append(cmds, page.Unselect{})
	switch {
	case v.Rows.Reply == nil:
		return cmds
	case msg.Req.Source == "":
		return append(cmds, page.RunQuery{})
	}
	return append(cmds, page.Written{Source: msg.Req.Source, Table: msg.Req.Table})
}

// Text says what a deletion comes to, before it is done.
func (r *Removal) Text() string {
	c := r.Count
	if c == nil {
		return "Counting"
	}
	if c.Entities == 0 {
		return "There is nothing to delete."
	}
	return words.Count(c.Entities, "entity", "entities") + " in " + words.Count(c.Partitions, "partition", "partitions") + ", " + words.Bytes(c.Bytes)
}

// Cost says what the service would do for it.
func (r *Removal) Cost() string {
	c := r.Count
	if c == nil || c.Entities == 0 {
		return ""
	}
	text := words.Count(c.Groups, "entity group transaction", "entity group transactions") + ", each of up to 100 entities of one partition"
	if c.Reads > 0 {
		text = words.Count(c.Reads, "request", "requests") + " to find them (" + c.Class.String() + ", examines " + words.Number(c.Examined) + "), then " + text
	}
	return text + ". Each entity goes only if it is still as it was read (If-Match)."
}

func (CountRemoval) Slot() page.Slot { return removeSlot }
func (Remove) Slot() page.Slot       { return removeSlot }

// Run implements page.Runner.
func (cmd CountRemoval) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Remove, cmd.Req, func(p wire.Progress) { out.Tell(Removing{cmd.Seq, p}) })
	return page.UnlessStopped(ctx, RemoveCounted{cmd.Seq, reply, err})
}

// Run implements page.Runner.
func (cmd Remove) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Remove, cmd.Req, func(p wire.Progress) { out.Tell(Removing{cmd.Seq, p}) })
	return Removed{cmd.Req, reply, err}
}
