package bulk

import (
	"context"
	"slices"
	"strings"

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
	RemoveFound RemoveWhat = "found" // by the query; of an account what was read so far
	RemoveQuery RemoveWhat = "query" // by the query on an account, on all of its pages
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
	Asks     bool              // the account is marked production: the table's name is asked for
	Name     string            // as it was typed
	Finding  bool              // the account is being read for what is to be deleted
	Seq      int               // of the newest count
	Count    *wire.RemoveReply // nil while it is being counted
	Progress wire.Progress
	Deleting bool
	Price    string            // of 10,000 requests, "" when nobody gave one
	Did      *wire.RemoveReply // what a deletion in an account came to that left something; nil before
}

// What happens in the dialog.
type (
	// RemovePressed opens it; What says what is chosen first, "" for the selected lines, or else what the query finds.
	RemovePressed   struct{ What RemoveWhat }
	RemoveChosen    struct{ What RemoveWhat }
	RemoveSought    struct{} // reads the account for what is to be deleted
	RemoveNamed     struct{ Text string }
	RemoveConfirmed struct{}
	RemoveStopped   struct{}
	RemoveCounted   struct {
		Seq   int
		Of    wire.RemoveRequest // of FindRemoval, whose answer may come when its dialog is closed and another open
		Reply *wire.RemoveReply
		Err   error
		Price string
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
	// FindRemoval reads an account for it; stopped, it answers with what was found until then. Answer: Removing, RemoveCounted.
	FindRemoval struct {
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
	req := wire.RemoveRequest{Source: d.Source, Table: d.Table, All: r.What == RemoveAll}
	if r.What == RemoveQuery {
		req.Filter = filterlang.WithoutComments(r.Filter)
	}
	if r.Count != nil {
		req.Found = r.Count.Found
	}
	return req
}

// sought reports whether an account has to be read for what is to be deleted.
func (r *Removal) sought(d *page.Dialog) bool {
	return d.Source != "" && (r.What == RemoveQuery || r.What == RemoveAll)
}

// Named reports whether the table was named, where that is asked for.
func (r *Removal) Named(d *page.Dialog) bool { return !r.Asks || r.Name == d.Table }

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
		if r.Deleting || r.Finding {
			return nil, true
		}
		r.Did = nil
		return r.choose(d, msg.What), true

	case RemoveSought:
		if r.Deleting || r.Finding || !r.sought(&d) {
			return nil, true
		}
		r.Finding, r.Count, r.Progress, d.Err = true, nil, wire.Progress{}, ""
		r.Seq++
		req := r.Request(&d)
		req.Dry = true
		return []page.Cmd{show, FindRemoval{r.Seq, req}, page.Focus{Target: "remove-stop"}}, true

	case RemoveNamed:
		r.Name = msg.Text
		return []page.Cmd{show}, true

	case RemoveCounted:
		sought := r.Request(&d)
		sought.Dry = true
		if msg.Seq != r.Seq || r.Deleting || r.Finding && msg.Of != sought || !r.Finding && r.sought(&d) {
			return nil, true
		}
		finding := r.Finding
		r.Finding = false
		switch f := wire.FailureOf(msg.Err); {
		case f == nil:
		case f.Code != wire.Canceled:
			d.Err = f.Message
			return []page.Cmd{show}, true
		case !finding:
			return nil, true
		default: // stopped before the worker began
			msg.Reply = &wire.RemoveReply{Partial: true}
		}
		r.Count, r.Price = msg.Reply, v.Accounts.Price(d.Source, msg.Price)
		cmds := []page.Cmd{show, page.Announce{Text: r.Text()}}
		if finding {
			cmds = append(cmds, page.Focus{Target: "remove-count"})
		}
		return cmds, true

	case Removing:
		if msg.Seq != r.Seq {
			return nil, true
		}
		r.Progress = msg.Progress
		return []page.Cmd{show}, true

	case RemoveConfirmed:
		if r.Count == nil || r.Count.Entities == 0 || r.Deleting || r.Did != nil && r.Did.Account.Left == 0 || !r.Named(&d) {
			return nil, true
		}
		if v.ReadOnly != "" {
			return v.TellReadOnly(), true
		}
		r.Deleting, r.Progress = true, wire.Progress{}
		r.Seq++
		req := r.Request(&d)
		if r.Did != nil { // what was left goes on as it was found
			req = wire.RemoveRequest{Source: d.Source, Table: d.Table, Found: r.Did.Found}
			r.Did = nil
		}
		return []page.Cmd{show, Remove{r.Seq, req}, page.Focus{Target: "remove-stop"}}, true

	case RemoveStopped:
		return []page.Cmd{page.Stop{Slot: removeSlot}}, true

	case page.DialogClosed:
		// Going on unseen would be worse than stopping: what was deleted is told, with its undo.
		return []page.Cmd{page.ShowDialog{}, page.Stop{Slot: removeSlot}}, true
	}
	return nil, false
}

// choose counts other entities. Of an account that is done when it is asked for: it takes requests.
func (r Removal) choose(d page.Dialog, what RemoveWhat) []page.Cmd {
	r.What, r.Count, r.Progress = what, nil, wire.Progress{}
	r.Seq++
	d.Of, d.Err = &r, ""
	if r.sought(&d) {
		return []page.Cmd{page.Stop{Slot: removeSlot}, page.ShowDialog{Dialog: &d}}
	}
	req := r.Request(&d)
	req.Dry = true
	return []page.Cmd{page.ShowDialog{Dialog: &d}, CountRemoval{r.Seq, req}}
}

func openRemoval(v *page.View, what RemoveWhat) []page.Cmd {
	if v.ReadOnly != "" {
		return v.TellReadOnly()
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
	if v.Query.Source != "" {
		if r.Lines.Result == 0 { // nothing that it finds was read: the query on screen
			r.Filter = v.Query.Filter
		}
		if strings.TrimSpace(filterlang.WithoutComments(r.Filter)) != "" && v.Then == "" {
			if _, err := filterlang.Parse(r.Filter); err == nil {
				r.Can = append(r.Can, RemoveQuery)
			}
		}
		r.Asks = v.Accounts.Production(v.Query.Source)
	}
	r.Can = append(r.Can, RemoveAll)
	if what == "" || what == RemoveFound && !slices.Contains(r.Can, what) {
		what = r.Can[0]
	}
	cmds := r.choose(page.Dialog{Kind: removeDialog, Source: v.Query.Source, Table: v.Query.Table}, what)
	return append([]page.Cmd{page.CloseMenu{}, page.OpenDialog{}, page.ResetFields{Values: map[string]string{"remove-name": ""}}}, cmds...)
}

func removed(v *page.View, msg Removed) []page.Cmd {
	var cmds []page.Cmd
	if held := page.Held[Removal](v.Dialog); held != nil && held.Deleting && msg.Err == nil && msg.Reply.Account != nil && msg.Reply.Account.Left+msg.Reply.Changed > 0 {
		d, r := *v.Dialog, *held
		r.Deleting, r.Did = false, msg.Reply
		d.Of, d.Err = &r, ""
		cmds = []page.Cmd{page.ShowDialog{Dialog: &d}, page.Focus{Target: didID}}
	} else if held != nil {
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
		text += "; " + words.Number(r.Changed) + words.Plural(r.Changed, " was", " were") + " changed since, by somebody else, and " + words.Plural(r.Changed, "stays", "stay")
	}
	if a := r.Account; a != nil && a.Already > 0 {
		text += "; " + words.Number(a.Already) + words.Plural(a.Already, " was", " were") + " gone already"
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
	switch {
	case c.Entities == 0 && c.Partial:
		return "Stopped before anything was found."
	case c.Entities == 0:
		return "There is nothing to delete."
	}
	text := words.Count(c.Entities, "entity", "entities") + " in " + words.Count(c.Partitions, "partition", "partitions")
	if c.Bytes > 0 {
		text += ", " + words.Bytes(c.Bytes)
	}
	if c.Partial {
		text += ": those found so far. There may be more: find again after deleting these"
	}
	return text
}

// Cost says what the service would do for it.
func (r *Removal) Cost() string {
	c := r.Count
	if c == nil || c.Entities == 0 {
		return ""
	}
	text := words.Count(c.Groups, "entity group transaction", "entity group transactions") + ", with up to 100 entities of one partition each"
	if c.Plan != nil {
		text = strings.TrimSuffix(writingText(c.Plan, r.Price), ".")
	}
	if c.Reads > 0 && c.Found == 0 {
		text = words.Count(c.Reads, "request", "requests") + " to find them (" + c.Class.String() + ", examines " + words.Number(c.Examined) + "), then " + text
	}
	return text + ". An entity that somebody changes meanwhile stays (If-Match)."
}

func (CountRemoval) Slot() page.Slot { return removeSlot }
func (FindRemoval) Slot() page.Slot  { return removeSlot }
func (Remove) Slot() page.Slot       { return removeSlot }

// Run implements page.Runner.
func (cmd FindRemoval) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Remove, cmd.Req, func(p wire.Progress) { out.Tell(Removing{cmd.Seq, p}) })
	return RemoveCounted{cmd.Seq, cmd.Req, reply, err, page.PriceOf(ctx, out)}
}

// Run implements page.Runner.
func (cmd CountRemoval) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Remove, cmd.Req, func(p wire.Progress) { out.Tell(Removing{cmd.Seq, p}) })
	return page.UnlessStopped(ctx, RemoveCounted{Seq: cmd.Seq, Reply: reply, Err: err})
}

// Run implements page.Runner.
func (cmd Remove) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Remove, cmd.Req, func(p wire.Progress) { out.Tell(Removing{cmd.Seq, p}) })
	return Removed{cmd.Req, reply, err}
}
