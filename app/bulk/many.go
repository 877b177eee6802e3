package bulk

import (
	"context"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// manyDialog is the dialog that changes a property of many entities, removeDialog the one that deletes many.
const (
	manyDialog   page.DialogKind = "edit-many-entities"
	removeDialog page.DialogKind = "delete-many"
)

// What goes on at most once at a time.
const (
	manySlot   page.Slot = "many"
	removeSlot page.Slot = "remove"
)

// ManyForm is the dialog that changes a property of many entities: those on lines of the result.
type ManyForm struct {
	Source, Table string
	Req           wire.ManyRequest
	Type          edm.Type // that is chosen; Req has it when the action takes one
	All           bool     // every entity of the result
	First, Last   int      // lines that are selected in the grid
	Lines         int      // of the result
	Entities      int      // in all of it
	Whole         bool     // the result holds all that match
	There         There    // the scope that is all pages of an account
	Seq           int      // of the newest question
	Reply         *wire.ManyReply
	Progress      wire.Progress
	Asking        bool // a preview is being worked out
	Working       bool // changes are being written or collected
	Err           string
	ErrField      string
}

// What happened to many entities.
type (
	ManyPressed struct{}
	ManyTyped   struct{ Field, Text string }
	ManyCommit  struct{} // the button: collects the changes, or writes them when they are many
	ManyStopped struct{}
	// ManyAnswered answers EditMany.
	ManyAnswered struct {
		Seq   int
		Req   wire.ManyRequest
		Reply *wire.ManyReply
		Err   error
		Price string // of 10,000 requests, of what was read of an account
	}
	ManyProgressed struct {
		Seq      int
		Progress wire.Progress
	}
)

// EditMany previews, collects or writes. A newer one cancels it; what was written stays. Answer: ManyProgressed, ManyAnswered.
type EditMany struct {
	Seq int
	Req wire.ManyRequest
}

// Collects reports whether the changes become pending; else they are written at once, as a job.
func (f *ManyForm) Collects() bool {
	return !f.There.Chosen && (f.Source != "" || f.Reply == nil || f.Reply.Changed <= wire.MaxCollected)
}

// ready reports whether there is enough to ask.
func (f *ManyForm) ready() bool {
	return f.Req.Property != "" && (f.Req.Action != wire.RenameProperty || f.Req.To != "")
}

// updateMany is the change of many entities. Pending are the changes that wait.
func updateMany(v *page.View, pending *edit.Pending, msg page.Msg) (cmds []page.Cmd, ok bool) {
	if _, ok := msg.(ManyPressed); ok {
		return openMany(v), true
	}
	var f ManyForm
	held := page.Held[ManyForm](v.Dialog)
	open := held != nil
	if open {
		f = *held
	}
	switch msg := msg.(type) {
	case ManyTyped:
		if !open || f.Working {
			return nil, true
		}
		if msg.Field == "all" && f.There.Finding {
			return nil, true
		}
		f.type0(msg.Field, msg.Text)
		return f.preview(v), true

	case ManyCommit:
		goesOn := f.There.left() > 0
		if !open || f.Working || f.Asking || !goesOn && (f.Reply == nil || f.Reply.Changed == 0) || v.Committing || !f.named() || f.There.Finding {
			return nil, true
		}
		if v.ReadOnly != "" {
			return v.TellReadOnly(), true
		}
		f.Seq++
		f.Working, f.Progress, f.Err = true, wire.Progress{}, ""
		step := wire.ApplyMany
		switch {
		case goesOn:
			step = wire.GoOnMany
		case f.Collects():
			step = wire.CollectMany
		}
		cmds := []page.Cmd{f.shown(v), EditMany{f.Seq, f.request(step)}}
		if f.There.Chosen {
			cmds = append(cmds, page.Focus{Target: "many-stop"})
		}
		return cmds, true

	case ManySought:
		return f.seek(v), true

	case ManyNamed:
		if !open {
			return nil, true
		}
		f.There.Name = msg.Text
		return []page.Cmd{f.shown(v)}, true

	case ManyStopped:
		return []page.Cmd{page.Stop{Slot: manySlot}}, true

	case ManyProgressed:
		if !open || msg.Seq != f.Seq {
			return nil, true
		}
		f.Progress = msg.Progress
		return []page.Cmd{f.shown(v)}, true

	case page.DialogClosed:
		if !open {
			return nil, false
		}
		return f.closed(), true

	case ManyAnswered:
		if msg.Err == nil && msg.Reply.Account != nil && msg.Req.Step != wire.FindMany {
			return wroteThere(v, msg), true
		}
		if msg.Req.Step == wire.ApplyMany && msg.Err == nil {
			return wroteMany(v, msg), true
		}
		if !open || msg.Seq != f.Seq {
			if msg.Req.Step == wire.FindMany && msg.Err == nil { // for a form that is closed
				forget := msg.Req
				forget.Step, forget.Found = wire.LeaveMany, msg.Reply.Found
				return []page.Cmd{leaveMany{forget}}, true
			}
			return nil, true
		}
		if msg.Req.Step == wire.FindMany {
			return f.sought(v, msg), true
		}
		f.Asking, f.Working = false, false
		if e := wire.FailureOf(msg.Err); e != nil {
			if e.Code != wire.Canceled {
				f.Err, f.ErrField, f.Reply = e.Message, "many-"+e.Field, nil
				if e.Detail != "" {
					f.Err = words.Sentence(e.Detail)
				}
			}
			return []page.Cmd{f.shown(v)}, true
		}
		if msg.Req.Step == wire.CollectMany && !msg.Reply.Stopped {
			return f.collect(v, pending, msg.Reply), true
		}
		f.Reply, f.Err = msg.Reply, ""
		return []page.Cmd{f.shown(v), page.Announce{Text: ManyText(msg.Reply)}}, true
	}
	return nil, false
}

// shown puts the form into the dialog.
func (f ManyForm) shown(v *page.View) page.Cmd {
	d := *v.Dialog
	d.Of = &f
	return page.ShowDialog{Dialog: &d}
}

func openMany(v *page.View) []page.Cmd {
	r := v.Rows
	switch {
	case r.Reply == nil || r.Running || r.Reply.Lines == 0:
		return []page.Cmd{page.Notify{Notice: page.Notice{Text: "Run a query first: its entities are those that are changed."}}}
	case v.ReadOnly != "":
		return v.TellReadOnly()
	case v.Then != "" && !r.Kept:
		return []page.Cmd{page.Notify{Notice: page.Notice{Text: "The part that this browser checks has not been applied to this result. Run the query, then change what it keeps."}}}
	}
	f := ManyForm{Source: r.Source, Table: r.Table, First: r.First, Last: r.Last, Lines: r.Count, Entities: r.Entities, Type: edm.String}
	f.All = f.Last <= f.First
	f.Whole = !r.Reply.Canceled && (r.Reply.Live == nil || !r.Reply.Live.More)
	f.Req = wire.ManyRequest{Result: r.Reply.Result, Order: r.Order, Action: wire.SetProperty}
	f.There = thereOf(v, f.Whole)
	f.scope()
	return []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: manyDialog, Source: r.Source, Table: r.Table, Of: &f}},
		page.ResetFields{Values: map[string]string{"many-Property": "", "many-To": "", "many-Text": "", "many-name": ""}}, page.OpenDialog{}}
}

// scope gives the request the lines that are meant.
func (f *ManyForm) scope() {
	f.Req.First, f.Req.Last = f.First, f.Last
	if f.All {
		f.Req.First, f.Req.Last = 0, f.Lines-1
	}
}

// type0 takes what was typed or chosen in a field.
func (f *ManyForm) type0(field, text string) {
	switch field {
	case "action":
		f.Req.Action = wire.ManyAction(text)
	case "property":
		f.Req.Property = text
	case "to":
		f.Req.To = text
	case "text":
		f.Req.Text = text
	case "only":
		f.Req.Only = text
	case "all":
		f.All, f.There.Chosen = text == "all", text == "there" && f.There.Can
		f.scope()
	case "type":
		for _, t := range edm.Types {
			if t.String() == text {
				f.Type = t
			}
		}
	}
	f.Req.Type = edm.NoType
	if f.Req.Action == wire.SetProperty || f.Req.Action == wire.RetypeProperty {
		f.Req.Type = f.Type
	}
}

// preview asks what would become of the entities, once there is enough to ask.
func (f ManyForm) preview(v *page.View) []page.Cmd {
	if f.There.Finding { // what is typed is tried when that is over
		return []page.Cmd{f.shown(v)}
	}
	f.Seq++
	f.Err, f.ErrField, f.Progress = "", "", wire.Progress{}
	if f.Asking = f.ready() && !f.There.blank(); !f.Asking {
		f.Reply = nil
		return []page.Cmd{f.shown(v), page.Stop{Slot: manySlot}}
	}
	f.Req.Step = wire.PreviewMany
	return []page.Cmd{f.shown(v), EditMany{f.Seq, f.request(wire.PreviewMany)}}
}

// collect makes the changes pending, on top of those that are.
func (f ManyForm) collect(v *page.View, pending *edit.Pending, r *wire.ManyReply) []page.Cmd {
	changes := map[edit.EntityKey]*edit.Change{}
	left := 0
	for i := range r.Changes {
		c := &r.Changes[i]
		k := edit.EntityKey{Source: f.Source, Table: f.Table, PartitionKey: c.Base.PartitionKey, RowKey: c.Base.RowKey}
		if pending.At(k) != nil {
			left++ // what is pending of it was made by hand, and is not written over unseen
			continue
		}
		changes[k] = edit.Over(nil, &edit.Change{EntityKey: k, Kind: edit.ReplaceKind, Base: &c.Base, Want: c.Want})
	}
	text := manyTitle(&f) + " of " + words.Count(len(changes), "entity", "entities")
	note := text + ": pending until you commit."
	if left > 0 {
		note += " " + words.Count(left, "entity has", "entities have") + " a pending change already and kept it."
	}
	cmds := []page.Cmd{page.ShowDialog{}, page.Send{Msg: edit.Collected{Text: text, Changes: changes}}, page.CloseDialog{}, page.Focus{Target: "grid"}, page.Notify{Notice: page.Notice{Text: note}}}
	if edit.AtOnce(v.Settings) {
		cmds = append(cmds, page.Send{Msg: edit.CommitWanted{Changes: changes}})
	}
	return cmds
}

// wroteMany tells what a job has written.
func wroteMany(v *page.View, msg ManyAnswered) []page.Cmd {
	var cmds []page.Cmd
	r, table := msg.Reply, v.Rows.Table
	f := ManyForm{Req: msg.Req}
	if open := page.Held[ManyForm](v.Dialog); open != nil {
		f, table = *open, open.Table
		cmds = append(cmds, page.ShowDialog{}, page.CloseDialog{}, page.Focus{Target: "grid"})
	}
	text := manyTitle(&f) + ": " + words.Number(r.Changed) + " of " + words.Count(r.Entities, "entity", "entities") + " changed."
	if r.Stopped {
		text = "Stopped. " + text
	}
	if r.Failed > 0 {
		text += " " + words.Count(r.Failed, "was", "were") + " left as it is."
	}
	n := page.Notice{Text: text, Bad: r.Failed > 0 || r.Stopped}
	if r.Undo != "" {
		n.Undo, n.Action = page.TakeBackPressed{ID: r.Undo}, "Undo"
		cmds = append(cmds, page.Remember{Undo: r.Undo, Text: text})
	}
	return append(cmds, page.Notify{Notice: n}, page.Written{Table: table}, page.Own{})
}

func manyTitle(f *ManyForm) string {
	p := words.Quote(words.Clip(f.Req.Property, 60))
	switch f.Req.Action {
	case wire.RenameProperty:
		return "Renamed " + p + " to " + words.Quote(words.Clip(f.Req.To, 60))
	case wire.RemoveProperty:
		return "Removed " + p
	case wire.RetypeProperty:
		return "Made " + p + " " + f.Req.Type.String()
	}
	return "Set " + p
}

// ManyText says what a preview found.
func ManyText(r *wire.ManyReply) string {
	text := "Changes " + words.Number(r.Changed) + " of " + words.Count(r.Entities, "entity", "entities")
	if r.Same > 0 {
		text += " · " + words.Count(r.Same, "stays as it is", "stay as they are")
	}
	if r.Failed > 0 {
		text += " · " + words.Number(r.Failed) + " cannot be changed so"
	}
	if r.Gone > 0 {
		text += " · " + words.Number(r.Gone) + " deleted since the run"
	}
	return text
}

// Slot implements page.Slotted.
func (EditMany) Slot() page.Slot { return manySlot }

// Run implements page.Runner.
func (cmd EditMany) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Many, cmd.Req, func(p wire.Progress) { out.Tell(ManyProgressed{cmd.Seq, p}) })
	price := ""
	if cmd.Req.Step == wire.FindMany {
		price = page.PriceOf(ctx, out)
	}
	return ManyAnswered{cmd.Seq, cmd.Req, reply, err, price}
}

// Run implements page.Runner.
func (cmd leaveMany) Run(ctx context.Context, out page.Outside) page.Msg {
	_, _ = wire.Call(ctx, out.Client, wire.Many, cmd.req, nil) // it only frees memory
	return nil
}
