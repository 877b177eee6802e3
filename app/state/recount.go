package state

import (
	"context"
	"maps"
	"slices"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// CensusLines is how many properties of a census are shown, and counted.
const CensusLines = 200

// recountRest is how long nothing may have been written before the values of a table that changed are counted anew.
const recountRest = 400 * time.Millisecond

// Recount is the exact numbers in the place of those that the census on screen estimates: on the screen of partitions, or in the
// statistics of a table. They are counted while the census is looked at, from the first property on, and anew when the table
// changed and writes rest.
type Recount struct {
	Table  string                    // whose; "" while no census is on screen
	Exact  map[string]wire.Recounted // of the table as it is
	Old    map[string]wire.Recounted // as it was before it changed
	Failed *wire.Failure             // why no more is counted

	census *filterlang.Census // whose estimates are counted
}

// AskRecount counts values, after a pause. A newer one cancels it. Answer: Recounting, RecountEnded.
type AskRecount struct {
	Req   wire.RecountRequest
	Pause time.Duration
	of    *filterlang.Census
}

type (
	Recounting struct {
		Ask  AskRecount
		Done []wire.Recounted
	}
	RecountEnded struct {
		Ask   AskRecount
		Reply *wire.RecountReply
		Err   error
	}
)

// Of returns how many distinct values a property has and the longest, and whether that is exact: else it is what it was before the
// table changed, or an estimate.
func (r *Recount) Of(p filterlang.PropertyCensus) (distinct, longest int, exact bool) {
	if n, ok := r.Exact[p.Name]; ok {
		return n.Distinct, n.Longest, true
	}
	if n, ok := r.Old[p.Name]; ok && !p.Exact {
		return n.Distinct, n.Longest, false
	}
	return p.Distinct, p.Longest, p.Exact
}

// Estimates reports whether something of a census is not exact yet.
func (r *Recount) Estimates(c *filterlang.Census) bool {
	for i, p := range c.Properties {
		if _, _, exact := r.Of(p); !exact && i < CensusLines {
			return true
		}
	}
	return false
}

// censusShown returns the census on screen and its table, when what is above it is there; "" for none.
func (m Model) censusShown() (table string, census *filterlang.Census) {
	if d := m.Dialog; d != nil && d.Stats != nil && d.Stats.Sizes != nil {
		return d.Table, d.Stats.Census
	}
	if p := m.Partitions; m.Screen == PartitionsScreen && p.Reply != nil && p.Told() {
		return p.Table, m.Query.Census
	}
	return "", nil
}

// followRecount counts what is on screen, whichever way it came there, and anew when it changed.
func followRecount(m Model, cmds []Cmd) (Model, []Cmd) {
	r := *m.Recount
	table, census := m.censusShown()
	switch {
	case table == "":
		if r.Table != "" {
			m.Recount = &Recount{}
			cmds = append(cmds, Stop{Slot: recountSlot})
		}
		return m, cmds
	case census == nil:
		if r.census != nil {
			m.Recount = &Recount{}
			cmds = append(cmds, Stop{Slot: recountSlot})
		}
		return m, cmds
	case r.Table == table && r.census == census:
		return m, cmds
	}
	ask := AskRecount{Req: wire.RecountRequest{Table: table}, of: census}
	if r.Table != table {
		r = Recount{Table: table}
	} else { // it changed
		old := maps.Clone(r.Old)
		if old == nil {
			old = map[string]wire.Recounted{}
		}
		maps.Copy(old, r.Exact)
		r = Recount{Table: table, Old: old}
		ask.Pause = recountRest
	}
	r.census = census
	m.Recount = &r
	for i, p := range census.Properties {
		if !p.Exact && i < CensusLines {
			ask.Req.Properties = append(ask.Req.Properties, p.Name)
		}
	}
	if len(ask.Req.Properties) == 0 {
		return m, append(cmds, Stop{Slot: recountSlot})
	}
	return m, append(cmds, ask)
}

// updateRecount takes in what was counted.
func updateRecount(m Model, msg Msg) (Model, []Cmd, bool) {
	r := *m.Recount
	switch msg := msg.(type) {
	case Recounting:
		if msg.Ask.of == r.census {
			r.take(msg.Done)
			m.Recount = &r
		}
	case RecountEnded:
		if msg.Ask.of != r.census {
			return m, nil, true
		}
		if r.Failed = wire.FailureOf(msg.Err); r.Failed == nil {
			r.take(msg.Reply.Properties)
			m = learn(m, &r)
		}
		m.Recount = &r
	default:
		return m, nil, false
	}
	return m, nil, true
}

// learn puts what was counted into the census, for all who read it.
func learn(m Model, r *Recount) Model {
	exact := *r.census
	exact.Properties = slices.Clone(exact.Properties)
	for i := range exact.Properties {
		p := &exact.Properties[i]
		if n, ok := r.Exact[p.Name]; ok {
			p.Distinct, p.Longest, p.Exact = n.Distinct, n.Longest, true
		}
	}
	if m.Query.Census == r.census {
		q := *m.Query
		q.Census = &exact
		m.Query = &q
	}
	if d := m.Dialog; d != nil && d.Stats != nil && d.Stats.Census == r.census {
		with, stats := *d, *d.Stats
		stats.Census = &exact
		with.Stats = &stats
		m.Dialog = &with
	}
	r.census = &exact
	return m
}

func (r *Recount) take(done []wire.Recounted) {
	r.Exact = make(map[string]wire.Recounted, len(done))
	for _, n := range done {
		r.Exact[n.Name] = n
	}
}

func (AskRecount) Slot() Slot { return recountSlot }

func (cmd AskRecount) Run(ctx context.Context, out Outside) Msg {
	if !paused(ctx, cmd.Pause) {
		return nil
	}
	reply, err := wire.Call(ctx, out.Client, wire.Recount, cmd.Req, func(p wire.Progress) { out.Tell(Recounting{cmd, p.Recounted}) })
	return page.UnlessStopped(ctx, RecountEnded{cmd, reply, err})
}
