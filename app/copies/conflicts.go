package copies

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// Conflicting is the list of a copy's conflicts.
type Conflicting struct {
	Table string
	First int
	Rule  tablesync.Rule       // for all
	Reply *wire.ConflictsReply // nil until it came
}

// ConflictPage is how many conflicts are shown at a time.
const ConflictPage = 10

// Requests to the worker.
type (
	// ReadConflicts asks for conflicts. Answer: ConflictsRead.
	ReadConflicts struct{ Req wire.ConflictsRequest }
	// Resolve resolves one conflict or all. Answer: Resolved.
	Resolve struct{ Req wire.ResolveRequest }
)

// What the worker told.
type (
	ConflictsRead struct {
		Req   wire.ConflictsRequest
		Reply *wire.ConflictsReply
		Err   error
	}
	Resolved struct {
		Req   wire.ResolveRequest
		Reply *wire.ResolveReply
		Err   error
	}
)

// What the person did.
type (
	ConflictsPressed   struct{ Table string }
	ConflictsPaged     struct{ First int }
	ConflictRuleChosen struct{ Rule tablesync.Rule }
	ConflictResolved   struct {
		PartitionKey, RowKey string
		All                  bool
		Rule                 tablesync.Rule
	}
)

// conflictsPressed opens the list of a copy's conflicts.
func (m *Model) conflictsPressed(v *page.View, table string) []page.Cmd {
	c := m.Copy(table)
	if c == nil {
		return nil
	}
	f := &Conflicting{Table: c.Table}
	d := &dialog{Dialog: page.Dialog{Kind: ResolveConflicts, Table: c.Table}, Form: Form{Conflicts: f}}
	return append(d.open(v), f.read())
}

func (f *Conflicting) read() page.Cmd {
	return ReadConflicts{wire.ConflictsRequest{Table: f.Table, First: f.First, Count: ConflictPage}}
}

// updateConflicts takes a message of the list.
func (m *Model) updateConflicts(d *dialog, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	f := *d.Conflicts
	d.Conflicts = &f
	switch msg := msg.(type) {
	case ConflictsRead:
		if msg.Req.Table != f.Table || msg.Req.First != f.First {
			return m, nil, true
		}
		d.Busy = false
		if msg.Err != nil {
			return m, d.failed("The conflicts could not be read", msg.Err), true
		}
		f.Reply = msg.Reply
		if len(msg.Reply.Conflicts) == 0 && f.First > 0 { // the last ones of the last page were resolved
			f.First = max(0, f.First-ConflictPage)
			return m, []page.Cmd{d.show(), f.read()}, true
		}

	case ConflictsPaged:
		f.First = max(msg.First, 0)
		return m, []page.Cmd{d.show(), f.read(), page.Focus{Target: "conflicts"}}, true

	case ConflictRuleChosen:
		f.Rule = msg.Rule

	case ConflictResolved:
		if d.Busy || msg.Rule == tablesync.Ask {
			return m, nil, true
		}
		d.Busy, d.Err = true, ""
		req := wire.ResolveRequest{Table: f.Table, Rule: msg.Rule}
		if !msg.All {
			req.Keys = &wire.ConflictKey{PartitionKey: msg.PartitionKey, RowKey: msg.RowKey}
		}
		return m, []page.Cmd{d.show(), Resolve{req}}, true

	case Resolved:
		if msg.Err != nil {
			return m, d.failed("Nothing was resolved", msg.Err), true
		}
		text := words.Count(msg.Reply.Resolved, "conflict", "conflicts") + " resolved, " + words.Number(msg.Reply.Left) + " left."
		next, list := m.list()
		return next, append(append([]page.Cmd{d.show()}, list...), f.read(), page.Announce{Text: text}, page.Focus{Target: "conflicts"}), true

	default:
		return m, nil, false
	}
	return m, []page.Cmd{d.show()}, true
}

func (cmd ReadConflicts) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Conflicts, cmd.Req, nil)
	return ConflictsRead{cmd.Req, reply, err}
}

func (cmd Resolve) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Resolve, cmd.Req, nil)
	return Resolved{cmd.Req, reply, err}
}
