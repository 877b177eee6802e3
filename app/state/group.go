package state

import (
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
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

// needsMatch reports whether the operation is conditional.
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

var groupCommands = []Command{
	{ID: "group", Title: "Build an entity group transaction…", Words: "batch egt", Group: EditGroup, Not: unless(aTable, writable), Do: always(GroupPressed{})},
}

func updateGroup(m Model, msg Msg) (Model, []Cmd, bool) {
	if _, ok := msg.(GroupPressed); ok {
		if m.Query.Table == "" {
			return m, nil, true
		}
		if m.ReadOnly() != "" {
			return refuseWrite(m)
		}
		b := GroupForm{Source: m.Query.Source, Table: m.Query.Table, Commit: -1}
		if m.Inspector.Mode != edit.Idle {
			b.PK = m.Inspector.PK
		}
		b.add(GroupOp{Kind: edit.InsertKind, JSON: "{}"})
		m.Dialog = &Dialog{Kind: GroupBuilder, Source: b.Source, Table: b.Table, Group: &b}
		m, cmds := regrouped(m, b)
		return m, append(cmds, OpenDialog{}), true
	}
	if m.Dialog == nil || m.Dialog.Group == nil {
		return m, nil, false
	}
	b := *m.Dialog.Group
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
				m, cmds := regrouped(m, b)
				return m, cmds, true
			}
		}
		m, _ := regrouped(m, b)
		return m, nil, true
	case GroupOpAdded:
		b.add(GroupOp{Kind: edit.InsertKind, JSON: "{}"})
		m, cmds := regrouped(m, b)
		return m, append(cmds, Focus{Target: "group-rk-" + words.Number(b.Added)}), true
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
		b.fill(&m)
	case GroupRun:
		if b = b.checked(&m); b.Problem != "" || m.committing() {
			m = withBuilder(m, b)
			return m, []Cmd{Announce{Text: b.Problem}}, true
		}
		return runGroup(m, b)
	default:
		return m, nil, false
	}
	m, cmds := regrouped(m, b)
	return m, cmds, true
}

func withBuilder(m Model, b GroupForm) Model {
	d := *m.Dialog
	d.Group = &b
	m.Dialog = &d
	return m
}

// regrouped puts another group on screen, with its fields.
func regrouped(m Model, b GroupForm) (Model, []Cmd) {
	b = b.checked(&m)
	m = withBuilder(m, b)
	values := map[string]string{"group-pk": b.PK}
	for _, o := range b.Ops {
		id := words.Number(o.ID)
		values["group-rk-"+id], values["group-match-"+id], values["group-json-"+id] = o.RK, o.IfMatch, o.JSON
	}
	return m, []Cmd{ResetFields{Values: values}}
}

func (b *GroupForm) add(o GroupOp) {
	b.Added++
	o.ID = b.Added
	b.Ops = append(b.Ops, o)
}

// fill takes over the pending changes of the partition; without any, the entity that the inspector shows.
func (b *GroupForm) fill(m *Model) {
	ops := b.Ops
	if len(ops) == 1 && ops[0].RK == "" && ops[0].JSON == "{}" {
		ops = nil // nobody typed anything yet
	}
	b.Ops = slices.Clone(ops)
	n := len(b.Ops)
	for _, c := range m.Pending.Changes {
		if c.Source == b.Source && c.Table == b.Table && c.PartitionKey == b.PK {
			op := c.Op()
			b.add(GroupOp{Kind: op.Kind, RK: op.RowKey, IfMatch: op.IfMatch, JSON: jsonOf(op.Properties)})
		}
	}
	in := m.Inspector
	if len(b.Ops) > n || in.Mode == edit.Idle || in.Table != b.Table || in.Source != b.Source {
		return
	}
	var props []wire.TextProperty
	for _, r := range in.Rows {
		if r.Err == "" && r.Name != "" && !r.Gone {
			props = append(props, r.Value())
		}
	}
	o := GroupOp{Kind: edit.InsertKind, RK: in.RK, JSON: jsonOf(props)}
	if in.Original != nil {
		o.Kind, o.IfMatch = edit.ReplaceKind, in.Original.ETag
	}
	b.PK = in.PK
	b.add(o)
}

// jsonOf writes properties as entityOfJSON reads them.
func jsonOf(list []wire.TextProperty) string {
	dst := []byte("{")
	for i, p := range list {
		v, err := edm.ParseText(p.Type, p.Text)
		if err != nil {
			continue
		}
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if t := v.Type(); t != edm.String && t != edm.Int32 && t != edm.Boolean {
			dst = append(edm.AppendJSONString(dst, p.Name+"@odata.type"), ": \""+t.EDM()+"\", "...)
		}
		dst = append(edm.AppendJSONString(dst, p.Name), ": "...)
		dst = edm.AppendJSON(dst, v)
	}
	return string(append(dst, '}'))
}

// checked reads what is typed and checks the rules of a transaction, in the engine's words.
func (b GroupForm) checked(m *Model) GroupForm {
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
	profile := m.profileOf(b.Source, b.Table)
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
	b.Request = RequestOf(m, b.Source, b.Table, reqs)
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

// runGroup sends the group as it is.
func runGroup(m Model, b GroupForm) (Model, []Cmd, bool) {
	batch := &edit.Batch{Source: b.Source, Table: b.Table, PartitionKey: b.PK, Changes: b.changes(), Bytes: b.Bytes}
	id := 0
	if m.Pending.Commit != nil {
		id = m.Pending.Commit.ID + 1
	}
	b.Commit = id
	m = withBuilder(m, b)
	m, cmds := runBatches(m, []*edit.Batch{batch}, edit.ByHand)
	return m, cmds, true
}
