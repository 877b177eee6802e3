package copies

import (
	"context"
	"maps"

	"rangefinder/app/conflict"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablesync"
)

// Conflicting is the list of a copy's conflicts.
type Conflicting struct {
	Table string
	First int
	Rule  tablesync.Rule            // for all
	Reply *wire.ConflictsReply      // nil until it came
	Picks map[shown][]conflict.Pick // of those in which something was chosen
}

// shown names a conflict by what was shown of it: when theirs is another, nothing is chosen any more.
type shown struct{ PartitionKey, RowKey, ETag string }

func shownOf(c *wire.ConflictInfo) shown {
	s := shown{PartitionKey: c.PartitionKey, RowKey: c.RowKey}
	if c.Theirs != nil {
		s.ETag = c.Theirs.ETag
	}
	return s
}

func sidesOf(c *wire.ConflictInfo) conflict.Sides {
	return conflict.Sides{Base: c.Base, Theirs: c.Theirs, Mine: c.Mine}
}

// at returns a conflict of the list, nil when it is not there any more, with what is chosen in it.
func (f *Conflicting) at(key wire.ConflictKey) (*wire.ConflictInfo, []conflict.Pick) {
	for i := 0; f.Reply != nil && i < len(f.Reply.Conflicts); i++ {
		if c := &f.Reply.Conflicts[i]; c.PartitionKey == key.PartitionKey && c.RowKey == key.RowKey {
			return c, f.picks(c)
		}
	}
	return nil, nil
}

func (f *Conflicting) picks(c *wire.ConflictInfo) []conflict.Pick {
	if picks, ok := f.Picks[shownOf(c)]; ok {
		return picks
	}
	return sidesOf(c).Picks()
}

// decision is the request that ends a conflict; ok is false while something is undecided.
func (f *Conflicting) decision(key wire.ConflictKey, side conflict.Whose) (req wire.ResolveRequest, ok bool) {
	c, picks := f.at(key)
	if c == nil || side == conflict.Undecided && conflict.Open(picks) > 0 {
		return req, false
	}
	req = wire.ResolveRequest{Table: f.Table, Keys: &key, Shown: shownOf(c).ETag}
	switch side {
	case conflict.Mine:
		req.Rule = tablesync.TakeMine
	case conflict.Theirs:
		req.Rule = tablesync.TakeTheirs
	default:
		req.Merged = sidesOf(c).Want(picks, side)
	}
	return req, true
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
	// ConflictsResolved resolves all by a rule.
	ConflictsResolved struct{ Rule tablesync.Rule }
	// SidePicked chooses whose value of a property stays.
	SidePicked struct {
		Key      wire.ConflictKey
		Property string
		Whose    conflict.Whose
	}
	// ConflictSettled ends one; Undecided is as picked.
	ConflictSettled struct {
		Key   wire.ConflictKey
		Whose conflict.Whose
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

	case ConflictsResolved:
		if d.Busy || msg.Rule == tablesync.Ask {
			return m, nil, true
		}
		d.Busy, d.Err = true, ""
		return m, []page.Cmd{d.show(), Resolve{wire.ResolveRequest{Table: f.Table, Rule: msg.Rule}}}, true

	case SidePicked:
		c, picks := f.at(msg.Key)
		if c == nil || d.Busy {
			return m, nil, true
		}
		f.Picks = maps.Clone(f.Picks)
		if f.Picks == nil {
			f.Picks = map[shown][]conflict.Pick{}
		}
		f.Picks[shownOf(c)] = conflict.Picked(picks, msg.Property, msg.Whose)

	case ConflictSettled:
		req, ok := f.decision(msg.Key, msg.Whose)
		if d.Busy || !ok {
			return m, nil, true
		}
		d.Busy, d.Err = true, ""
		return m, []page.Cmd{d.show(), Resolve{req}}, true

	case Resolved:
		if msg.Err != nil {
			return m, append(d.failed("Nothing was resolved", msg.Err), f.read()), true // theirs may be another by now
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
