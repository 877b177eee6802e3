package state

import (
	"context"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
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
	return f.Source != "" || f.Reply == nil || f.Reply.Changed <= wire.MaxCollected
}

// ready reports whether there is enough to ask.
func (f *ManyForm) ready() bool {
	return f.Req.Property != "" && (f.Req.Action != wire.RenameProperty || f.Req.To != "")
}

func updateMany(m Model, msg Msg) (Model, []Cmd, bool) {
	if _, ok := msg.(ManyPressed); ok {
		return openMany(m)
	}
	var f ManyForm
	if m.Dialog != nil && m.Dialog.Many != nil {
		f = *m.Dialog.Many
	}
	open := m.Dialog != nil && m.Dialog.Many != nil
	switch msg := msg.(type) {
	case ManyTyped:
		if !open || f.Working {
			return m, nil, true
		}
		f.type0(msg.Field, msg.Text)
		return previewMany(m, f)

	case ManyCommit:
		if !open || f.Working || f.Asking || f.Reply == nil || f.Reply.Changed == 0 || m.committing() {
			return m, nil, true
		}
		if m.ReadOnly() != "" {
			return refuseWrite(m)
		}
		f.Seq++
		f.Working, f.Progress = true, wire.Progress{}
		req := f.Req
		if req.Step = wire.ApplyMany; f.Collects() {
			req.Step = wire.CollectMany
		}
		m = withMany(m, f)
		return m, []Cmd{EditMany{f.Seq, req}}, true

	case ManyStopped:
		return m, []Cmd{Stop{Slot: manySlot}}, true

	case ManyProgressed:
		if open && msg.Seq == f.Seq {
			f.Progress = msg.Progress
			m = withMany(m, f)
		}
		return m, nil, true

	case ManyAnswered:
		if msg.Req.Step == wire.ApplyMany && msg.Err == nil {
			return wroteMany(m, msg)
		}
		if !open || msg.Seq != f.Seq {
			return m, nil, true
		}
		f.Asking, f.Working = false, false
		if e := wire.FailureOf(msg.Err); e != nil {
			if e.Code != wire.Canceled {
				f.Err, f.ErrField, f.Reply = e.Message, "many-"+e.Field, nil
				if e.Detail != "" {
					f.Err = words.Sentence(e.Detail)
				}
			}
			m = withMany(m, f)
			return m, nil, true
		}
		if msg.Req.Step == wire.CollectMany && !msg.Reply.Stopped {
			return collectMany(m, f, msg.Reply)
		}
		f.Reply, f.Err = msg.Reply, ""
		m = withMany(m, f)
		return m, []Cmd{Announce{Text: ManyText(msg.Reply)}}, true
	}
	return m, nil, false
}

func withMany(m Model, f ManyForm) Model {
	d := *m.Dialog
	d.Many = &f
	m.Dialog = &d
	return m
}

func openMany(m Model) (Model, []Cmd, bool) {
	r := m.Grid.Result
	if r.Reply == nil || r.Running || r.Reply.Lines == 0 {
		m, cmds := notify(m, Notice{Text: "Run a query first: its entities are those that are changed."})
		return m, cmds, true
	}
	if m.ReadOnly() != "" {
		return refuseWrite(m)
	}
	if m.then() != "" && !m.filtered() {
		m, cmds := notify(m, Notice{Text: "The step in the browser has not been checked on this result: what is on screen is not what it keeps."})
		return m, cmds, true
	}
	f := ManyForm{Source: r.Source, Table: r.Table, First: r.First, Last: r.Last, Lines: m.Lines(), Entities: r.Reply.Stats.Returned, Type: edm.String}
	if m.filtered() {
		f.Entities = m.Grid.Order.Reply.Entities
	}
	f.All = f.Last <= f.First
	f.Whole = !r.Reply.Canceled && (r.Reply.Live == nil || !r.Reply.Live.More)
	f.Req = wire.ManyRequest{Result: r.Reply.Result, Order: m.Grid.OrderNumber(), Action: wire.SetProperty}
	f.scope()
	m.Dialog = &Dialog{Kind: EditManyEntities, Source: r.Source, Table: r.Table, Many: &f}
	return m, []Cmd{ResetFields{Values: map[string]string{"many-Property": "", "many-To": "", "many-Text": ""}}, OpenDialog{}}, true
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
		f.All = text == "all"
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

func previewMany(m Model, f ManyForm) (Model, []Cmd, bool) {
	f.Seq++
	f.Err, f.ErrField, f.Progress = "", "", wire.Progress{}
	if f.Asking = f.ready(); !f.Asking {
		f.Reply = nil
		m = withMany(m, f)
		return m, []Cmd{Stop{Slot: manySlot}}, true
	}
	f.Req.Step = wire.PreviewMany
	m = withMany(m, f)
	return m, []Cmd{EditMany{f.Seq, f.Req}}, true
}

// collectMany makes the changes pending, on top of those that are.
func collectMany(m Model, f ManyForm, r *wire.ManyReply) (Model, []Cmd, bool) {
	changes := map[edit.EntityKey]*edit.Change{}
	left := 0
	for i := range r.Changes {
		c := &r.Changes[i]
		k := edit.EntityKey{Source: f.Source, Table: f.Table, PartitionKey: c.Base.PartitionKey, RowKey: c.Base.RowKey}
		if m.Pending.At(k) != nil {
			left++ // what is pending of it was made by hand, and is not written over unseen
			continue
		}
		changes[k] = edit.Over(nil, &edit.Change{EntityKey: k, Kind: edit.ReplaceKind, Base: &c.Base, Want: c.Want})
	}
	m.Dialog = nil
	text := manyTitle(&f) + " of " + words.Count(len(changes), "entity", "entities")
	m, cmds := pend(m, m.Pending.Step(text, changes))
	cmds = append(cmds, CloseDialog{}, Focus{Target: "grid"})
	note := text + ": pending until you commit."
	if left > 0 {
		note += " " + words.Count(left, "entity has", "entities have") + " a pending change already and kept it."
	}
	m, more := notify(m, Notice{Text: note})
	cmds = append(cmds, more...)
	if m.AtOnce() {
		only := map[edit.EntityKey]bool{}
		for k := range changes {
			only[k] = true
		}
		m, more = startCommit(m, only)
		cmds = append(cmds, more...)
	}
	return m, cmds, true
}

// wroteMany tells what a job has written.
func wroteMany(m Model, msg ManyAnswered) (Model, []Cmd, bool) {
	var cmds []Cmd
	r, table := msg.Reply, m.Grid.Result.Table
	f := ManyForm{Req: msg.Req}
	if m.Dialog != nil && m.Dialog.Many != nil {
		f, table = *m.Dialog.Many, m.Dialog.Many.Table
		m.Dialog = nil
		cmds = append(cmds, CloseDialog{}, Focus{Target: "grid"})
	}
	text := manyTitle(&f) + ": " + words.Number(r.Changed) + " of " + words.Count(r.Entities, "entity", "entities") + " changed."
	if r.Stopped {
		text = "Stopped. " + text
	}
	if r.Failed > 0 {
		text += " " + words.Count(r.Failed, "was", "were") + " left as it is."
	}
	n := Notice{Text: text, Bad: r.Failed > 0 || r.Stopped}
	if r.Undo != "" {
		n.Undo, n.Action = page.TakeBackPressed{ID: r.Undo}, "Undo"
		m.Undos = append([]page.UndoEntry{{ID: r.Undo, Text: text}}, m.Undos...)
	}
	m, more := notify(m, n)
	cmds = append(cmds, more...)
	if m.Grid.Result.Source == "" && m.Grid.Result.Table == table && m.Grid.Result.Reply != nil && !m.Grid.Result.Running {
		again, res := request(m), *m.Grid.Result
		again.Filter, res.Running = sent(res.Filter), true
		m = m.withResult(&res)
		cmds = append(cmds, Run{again})
	}
	m, cmds = own(m, cmds, true)
	return m, cmds, true
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

var manyCommands = []Command{
	{ID: "edit-many", Title: "Change a property of many entities…", Words: "bulk set rename remove retype mass update", Group: EditGroup, Not: unless(missing("There is no result to change.", func(m *Model) bool { return m.Grid.Result.Reply != nil && m.Grid.Result.Reply.Lines > 0 }), writable), Do: always(ManyPressed{})},
	{ID: "paste-entity", Title: "Paste an entity as JSON…", Words: "new insert", Group: EditGroup, Not: unless(aTable, writable), Do: always(PasteJSONPressed{})},
}

func (EditMany) Slot() Slot { return manySlot }

func (cmd EditMany) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Many, cmd.Req, func(p wire.Progress) { out.Tell(ManyProgressed{cmd.Seq, p}) })
	return ManyAnswered{cmd.Seq, cmd.Req, reply, err}
}
