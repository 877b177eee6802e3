package copyto

import (
	"context"
	"slices"

	"rangefinder/app/conflict"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/engine/tablecopy"
)

// Met is an entity that the target has differently, as the dialog shows it.
type Met struct {
	Key   tablecopy.Key
	Sides *wire.CopyToMet // nil until they came
	Picks []conflict.Pick
	Busy  bool // something was asked and not answered
	Err   string
}

// decided is an entity that somebody decided, whatever the rule says.
type decided struct {
	key  tablecopy.Key
	what string
}

// What the person did with one entity.
type (
	// EntityOpened shows or hides its sides.
	EntityOpened struct{ Key tablecopy.Key }
	// MetPicked chooses whose value of a property stays.
	MetPicked struct {
		Property string
		Whose    conflict.Whose
	}
	// MetSettled says what becomes of the one that is shown; Undecided is as picked.
	MetSettled struct{ Whose conflict.Whose }
)

// Requests to the worker, and their answers.
type (
	askMet    struct{ req wire.CopyToEntity }
	askDecide struct {
		req  wire.CopyToDecision
		what string
	}
	met struct {
		req   wire.CopyToEntity
		reply *wire.CopyToMet
		err   error
	}
	decision struct {
		of    askDecide
		reply *wire.CopyToDecided
		err   error
	}
)

// updateMet takes a message about one entity; ok is false for any other.
func (m *Model) updateMet(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	n := *m
	switch msg := msg.(type) {
	case EntityOpened:
		if m.Plan == nil || m.Step == Planning || m.Step == Writing || m.Design != nil {
			return m, nil, true
		}
		if m.Met != nil && m.Met.Key == msg.Key {
			n.Met = nil
			return &n, nil, true
		}
		n.Met = &Met{Key: msg.Key, Busy: true}
		return &n, n.meet(), true

	case met:
		if m.Met == nil || msg.req != m.entity() {
			return m, nil, true
		}
		x := Met{Key: m.Met.Key, Sides: msg.reply}
		if n.Met = &x; msg.err != nil {
			x.Err = page.Refused("It could not be read", wire.FailureOf(msg.err))
			return &n, []page.Cmd{page.Announce{Text: x.Err}}, true
		}
		x.Picks = x.sides().Picks()
		return &n, nil, true

	case MetPicked:
		if m.Met == nil || m.Met.Busy {
			return m, nil, true
		}
		x := *m.Met
		x.Picks = conflict.Picked(x.Picks, msg.Property, msg.Whose)
		n.Met = &x
		return &n, nil, true

	case MetSettled:
		x := m.Met
		if x == nil || x.Busy || x.Sides == nil || m.busy() || msg.Whose == conflict.Undecided && conflict.Open(x.Picks) > 0 {
			return m, nil, true
		}
		busy := *x
		busy.Busy, busy.Err = true, ""
		n.Met = &busy
		return &n, []page.Cmd{m.decide(msg.Whose)}, true

	case decision:
		if m.Met == nil || msg.of.req.CopyToEntity != m.entity() {
			return m, nil, true
		}
		if msg.err != nil {
			x := *m.Met
			x.Busy, x.Err = false, page.Refused("Nothing was decided", wire.FailureOf(msg.err))
			n.Met = &x
			return &n, []page.Cmd{page.Announce{Text: x.Err}}, true
		}
		n.settled(msg)
		return &n, []page.Cmd{page.Announce{Text: "Decided: " + msg.of.what + "."}, page.Focus{Target: n.goesOn(v)}}, true
	}
	return m, nil, false
}

// meet reads the entity that was opened, unless it was read. The worker does one thing with a copy at a time, so one that was opened while
// the copy is read back is read after that.
func (m *Model) meet() []page.Cmd {
	if m.busy() || m.Met == nil || m.Met.Sides != nil || !m.Met.Busy {
		return nil
	}
	return []page.Cmd{askMet{m.entity()}}
}

// entity names the one that is shown to the worker.
func (m *Model) entity() wire.CopyToEntity {
	if m.Plan == nil || m.Met == nil {
		return wire.CopyToEntity{}
	}
	return wire.CopyToEntity{Copy: m.Plan.Copy, PartitionKey: m.Met.Key.PartitionKey, RowKey: m.Met.Key.RowKey}
}

func (x *Met) sides() conflict.Sides {
	return conflict.Sides{Base: x.Sides.Base, Theirs: x.Sides.Theirs, Mine: x.Sides.Mine, Baseless: !x.Sides.Based}
}

// decide is the request that says what becomes of the entity that is shown.
func (m *Model) decide(side conflict.Whose) askDecide {
	x := m.Met
	s := x.sides()
	ask := askDecide{req: wire.CopyToDecision{CopyToEntity: m.entity(), Keep: side == conflict.Theirs}}
	if s.Theirs != nil {
		ask.req.Shown = s.Theirs.ETag
	}
	switch {
	case side == conflict.Theirs:
		ask.what = "theirs stays"
	case s.Theirs == nil || side == conflict.Mine:
		ask.what, ask.req.Merged = "mine is written", s.Mine.Properties
	default:
		ask.what, ask.req.Merged = "both are merged", s.Want(x.Picks, side)
	}
	return ask
}

// settled takes in what was decided. Before the first run the plan is another; after it one more run writes what is left.
func (m *Model) settled(msg decision) {
	key := m.Met.Key
	d := decided{key: key, what: msg.of.what}
	m.Decided = append(slices.DeleteFunc(slices.Clone(m.Decided), func(d decided) bool { return d.key == key }), d)
	m.Met = nil
	if m.Reply == nil {
		plan := *m.Plan
		plan.Plan = msg.reply.Plan
		m.Plan = &plan
		return
	}
	r := *m.Reply
	r.Report.Left = msg.reply.Left
	r.Report.Changed = slices.DeleteFunc(slices.Clone(r.Report.Changed), func(k tablecopy.Key) bool { return k == key })
	m.Reply, m.Verified = &r, nil
}

// Run implements page.Runner.
func (cmd askMet) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.CopyToConflict, cmd.req, nil)
	return met{cmd.req, reply, err}
}

// Run implements page.Runner.
func (cmd askDecide) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.DecideCopyTo, cmd.req, nil)
	return decision{cmd, reply, err}
}
