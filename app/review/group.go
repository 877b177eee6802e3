package review

import (
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// GroupForm is the dialog that puts an entity group transaction together by hand: operations on one partition, in order.
type GroupForm struct {
	Source, Table string
	PK            string
	Ops           []GroupOp
	Added         int // counts operations, for stable identities
	Bytes, Most   int // of the request, and how many the engine takes
	Request       string
	Problem       string // why it cannot be run, "" when it can
	Commit        int    // ID of the Commit that ran it, -1 for none

	profile filterlang.Profile // of the engine that takes it
}

// GroupOp is one operation as typed.
type GroupOp struct {
	ID      int
	Kind    string
	RK      string
	IfMatch string // of replace, merge and delete
	JSON    string // properties as the service writes them
	Err     string
	props   []wire.TextProperty
}

// NeedsMatch reports whether the operation is conditional.
func (o *GroupOp) NeedsMatch() bool {
	return o.Kind == edit.ReplaceKind || o.Kind == edit.MergeKind || o.Kind == edit.DeleteKind
}

// GroupKinds are the operations in the order in which they are offered.
var GroupKinds = []string{edit.InsertKind, edit.MergeKind, edit.ReplaceKind, edit.UpmergeKind, edit.UpsertKind, edit.DeleteKind}

// What the person did with a group.
type (
	GroupPressed struct{}
	GroupTyped   struct {
		ID          int // of the operation, 0 for the PartitionKey
		Field, Text string
	}
	GroupOpAdded   struct{}
	GroupOpRemoved struct{ ID int }
	GroupOpMoved   struct{ ID, By int }
	GroupFilled    struct{} // from the pending changes of the partition, or the entity in the inspector
	GroupRun       struct{}
)

// updateGroup is the dialog that puts a group together.
func updateGroup(v *page.View, d edit.Desk, msg page.Msg) (edit.Desk, []page.Cmd, bool) {
	if _, ok := msg.(GroupPressed); ok {
		return d, openGroup(v, d), true
	}
	held := page.Held[GroupForm](v.Dialog)
	if held == nil {
		return d, nil, false
	}
	b := *held
	b.Ops = slices.Clone(b.Ops)
	i := -1
	find := func(id int) bool {
		i = slices.IndexFunc(b.Ops, func(o GroupOp) bool { return o.ID == id })
		return i >= 0
	}
	switch msg := msg.(type) {
	case GroupTyped:
		if msg.ID == 0 {
			b.PK = msg.Text
		} else if find(msg.ID) {
			o := &b.Ops[i]
			switch msg.Field {
			case "kind":
				o.Kind = msg.Text
			case "rk":
				o.RK = msg.Text
			case "match":
				o.IfMatch = msg.Text
			case "json":
				o.JSON = msg.Text
			}
			if msg.Field == "kind" {
				return d, b.reset(v), true
			}
		}
		return d, []page.Cmd{b.checked(v).shown(v)}, true
	case GroupOpAdded:
		b.add(GroupOp{Kind: edit.InsertKind, JSON: "{}"})
		return d, append(b.reset(v), page.Focus{Target: "group-rk-" + words.Number(b.Added)}), true
	case GroupOpRemoved:
		if find(msg.ID) {
			b.Ops = slices.Delete(b.Ops, i, i+1)
		}
	case GroupOpMoved:
		if to := 0; find(msg.ID) {
			if to = i + msg.By; to >= 0 && to < len(b.Ops) {
				b.Ops[i], b.Ops[to] = b.Ops[to], b.Ops[i]
			}
		}
	case GroupFilled:
		b.fill(d)
	case GroupRun:
		if b = b.checked(v); b.Problem != "" || d.Committing() {
			return d, []page.Cmd{b.shown(v), page.Announce{Text: b.Problem}}, true
		}
		d, cmds := b.run(v, d)
		return d, cmds, true
	default:
		return d, nil, false
	}
	return d, b.reset(v), true
}

func openGroup(v *page.View, d edit.Desk) []page.Cmd {
	if v.Query.Table == "" {
		return nil
	}
	if v.ReadOnly != "" {
		return v.TellReadOnly()
	}
	b := GroupForm{Source: v.Query.Source, Table: v.Query.Table, Commit: -1}
	if d.Form.Mode != edit.Idle {
		b.PK = d.Form.PK
	}
	b.add(GroupOp{Kind: edit.InsertKind, JSON: "{}"})
	b = b.checked(v)
	return []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: groupDialog, Source: b.Source, Table: b.Table, Of: &b}}, b.fields(), page.OpenDialog{}}
}

// shown puts the group into the dialog.
func (b GroupForm) shown(v *page.View) page.Cmd {
	dialog := *v.Dialog
	dialog.Of = &b
	return page.ShowDialog{Dialog: &dialog}
}

// reset puts another group on screen, with its fields.
func (b GroupForm) reset(v *page.View) []page.Cmd {
	b = b.checked(v)
	return []page.Cmd{b.shown(v), b.fields()}
}

// fields gives every input of the group its text.
func (b *GroupForm) fields() page.Cmd {
	values := map[string]string{"group-pk": b.PK}
	for _, o := range b.Ops {
		id := words.Number(o.ID)
		values["group-rk-"+id], values["group-match-"+id], values["group-json-"+id] = o.RK, o.IfMatch, o.JSON
	}
	return page.ResetFields{Values: values}
}

func (b *GroupForm) add(o GroupOp) {
	b.Added++
	o.ID = b.Added
	b.Ops = append(b.Ops, o)
}

// fill takes over the pending changes of the partition; without any, the entity that the inspector shows.
func (b *GroupForm) fill(d edit.Desk) {
	ops := b.Ops
	if len(ops) == 1 && ops[0].RK == "" && ops[0].JSON == "{}" {
		ops = nil // nobody typed anything yet
	}
	b.Ops = slices.Clone(ops)
	n := len(b.Ops)
	for _, c := range d.Pending.Changes {
		if c.Source == b.Source && c.Table == b.Table && c.PartitionKey == b.PK {
			op := c.Op()
			b.add(GroupOp{Kind: op.Kind, RK: op.RowKey, IfMatch: op.IfMatch, JSON: edit.JSONOf(op.Properties)})
		}
	}
	in := d.Form
	if len(b.Ops) > n || in.Mode == edit.Idle || in.Table != b.Table || in.Source != b.Source {
		return
	}
	var props []wire.TextProperty
	for _, r := range in.Rows {
		if r.Err == "" && r.Name != "" && !r.Gone {
			props = append(props, r.Value())
		}
	}
	o := GroupOp{Kind: edit.InsertKind, RK: in.RK, JSON: edit.JSONOf(props)}
	if in.Original != nil {
		o.Kind, o.IfMatch = edit.ReplaceKind, in.Original.ETag
	}
	b.PK = in.PK
	b.add(o)
}

// checked reads what is typed and checks the rules of a transaction, in the engine's words.
func (b GroupForm) checked(v *page.View) GroupForm {
	ops := make([]engine.Op, len(b.Ops))
	var reqs []wire.ApplyRequest
	b.Problem, b.Request, b.Bytes = "", "", 0
	for i := range b.Ops {
		o := &b.Ops[i]
		o.Err, o.props = "", nil
		if o.Kind != edit.DeleteKind {
			e, problem := edit.EntityOfJSON(o.JSON)
			o.props, o.Err = e.Properties, problem
			switch { // keys in the JSON of an entity that was copied from somewhere
			case problem != "":
			case e.PartitionKey != "" && e.PartitionKey != b.PK:
				o.Err = "Its JSON has the PartitionKey " + words.Quote(words.Clip(e.PartitionKey, 60)) + ", the transaction is on " + words.Quote(words.Clip(b.PK, 60)) + ". A transaction changes one partition: take the key out of the JSON, or put this entity in a group of its own."
			case e.RowKey != "" && e.RowKey != o.RK:
				o.Err = "Its JSON has the RowKey " + words.Quote(words.Clip(e.RowKey, 60)) + ", its field " + words.Quote(words.Clip(o.RK, 60)) + ". Write the same in both, or take it out of the JSON."
			}
		}
		if o.NeedsMatch() && o.IfMatch == "" && o.Err == "" {
			o.Err = "Write the ETag that the entity must still have, or * to write over whatever is there."
		}
		req := b.op(o)
		reqs = append(reqs, req)
		op, err := wire.ReadOp(req)
		if err != nil && o.Err == "" {
			o.Err = page.Detail(err)
		}
		ops[i] = op
		if o.Err != "" && b.Problem == "" {
			b.Problem = "Operation " + words.Number(i+1) + ": " + o.Err
		}
	}
	switch {
	case b.Source != "":
		b.profile = v.Accounts.Profile(b.Source)
	case v.Query.Source == "" && v.Query.Table == b.Table:
		b.profile = v.Profile
	}
	profile := b.profile
	b.Most = engine.BatchBytes(profile)
	for i := range ops {
		if err := engine.CheckFor(profile, ops[i].RowKey, propertyNames(b.Ops[i].props)...); err != nil && b.Problem == "" {
			b.Ops[i].Err = page.Detail(err)
			b.Problem = "Operation " + words.Number(i+1) + ": " + b.Ops[i].Err
		}
	}
	if b.Problem == "" {
		if err := engine.CheckBatch(ops); err != nil {
			b.Problem = page.Detail(err)
			if e, ok := err.(*engine.Error); ok && e.Index >= 0 && e.Index < len(b.Ops) {
				b.Ops[e.Index].Err = b.Problem
				b.Problem = "Operation " + words.Number(e.Index+1) + ": " + b.Problem
			}
		}
	}
	b.Request = RequestOf(v.Accounts, b.Source, b.Table, reqs)
	for _, c := range b.changes() {
		b.Bytes += edit.MeasuredChange(c).Bytes
	}
	if profile == filterlang.Cosmos && b.Bytes > b.Most && b.Problem == "" {
		b.Problem = "The request has " + words.Bytes(int64(b.Bytes)) + "; a transaction of Azure Cosmos DB has at most " + words.Bytes(int64(b.Most)) + "."
	}
	return b
}

func propertyNames(list []wire.TextProperty) []string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	return names
}

func (b *GroupForm) op(o *GroupOp) wire.ApplyRequest {
	r := wire.ApplyRequest{Source: b.Source, Table: b.Table, Kind: o.Kind, PartitionKey: b.PK, RowKey: o.RK, Properties: o.props}
	if o.NeedsMatch() {
		r.IfMatch = o.IfMatch
	}
	return r
}

// changes are the operations as a commit sends them.
func (b *GroupForm) changes() []*edit.Change {
	var list []*edit.Change
	for i := range b.Ops {
		o := &b.Ops[i]
		c := &edit.Change{EntityKey: edit.EntityKey{Source: b.Source, Table: b.Table, PartitionKey: b.PK, RowKey: o.RK}, Kind: o.Kind, Want: o.props, Blind: true}
		if o.NeedsMatch() {
			c.Base = &wire.EntityReply{PartitionKey: b.PK, RowKey: o.RK, ETag: o.IfMatch}
		}
		list = append(list, c)
	}
	return list
}

// run sends the group as it is.
func (b GroupForm) run(v *page.View, d edit.Desk) (edit.Desk, []page.Cmd) {
	batch := &edit.Batch{Source: b.Source, Table: b.Table, PartitionKey: b.PK, Changes: b.changes(), Bytes: b.Bytes}
	if b.Commit = 0; d.Pending.Commit != nil {
		b.Commit = d.Pending.Commit.ID + 1
	}
	d, cmds := runBatches(v, d, []*edit.Batch{batch}, edit.ByHand)
	return d, append([]page.Cmd{b.shown(v)}, cmds...)
}
