package partitions

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

// RecountRest is how long nothing may have been written before the values of a table that changed are counted anew.
const RecountRest = 400 * time.Millisecond

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

// Follow counts what a census on screen estimates, whichever way it came there, and anew when it changed. table is "" while none is
// on screen; census is nil until it came.
func (m *Recount) Follow(table string, census *filterlang.Census) (*Recount, []page.Cmd) {
	r := *m
	stop := []page.Cmd{page.Stop{Slot: recountSlot}}
	switch {
	case table == "":
		if r.Table != "" {
			return &Recount{}, stop
		}
		return m, nil
	case census == nil:
		if r.census != nil {
			return &Recount{}, stop
		}
		return m, nil
	case r.Table == table && r.census == census:
		return m, nil
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
		ask.Pause = RecountRest
	}
	r.census = census
	for i, p := range census.Properties {
		if !p.Exact && i < CensusLines {
			ask.Req.Properties = append(ask.Req.Properties, p.Name)
		}
	}
	if len(ask.Req.Properties) == 0 {
		return &r, stop
	}
	return &r, []page.Cmd{ask}
}

// Update takes in what was counted; ok is false for another message. When all of it is there, learned is the census was with the
// exact numbers, for all who read it.
func (m *Recount) Update(msg page.Msg) (next *Recount, was, learned *filterlang.Census, ok bool) {
	next, ok = m, true
	r := *m
	switch msg := msg.(type) {
	case Recounting:
		if msg.Ask.of == r.census {
			r.take(msg.Done)
			next = &r
		}
	case RecountEnded:
		if msg.Ask.of != r.census {
			break
		}
		if r.Failed = wire.FailureOf(msg.Err); r.Failed == nil {
			r.take(msg.Reply.Properties)
			was, learned = r.census, r.exact()
			r.census = learned
		}
		next = &r
	default:
		ok = false
	}
	return next, was, learned, ok
}

// exact returns the census with what was counted.
func (r *Recount) exact() *filterlang.Census {
	exact := *r.census
	exact.Properties = slices.Clone(exact.Properties)
	for i := range exact.Properties {
		p := &exact.Properties[i]
		if n, ok := r.Exact[p.Name]; ok {
			p.Distinct, p.Longest, p.Exact = n.Distinct, n.Longest, true
		}
	}
	return &exact
}

func (r *Recount) take(done []wire.Recounted) {
	r.Exact = make(map[string]wire.Recounted, len(done))
	for _, n := range done {
		r.Exact[n.Name] = n
	}
}

func (AskRecount) Slot() page.Slot { return recountSlot }

func (cmd AskRecount) Run(ctx context.Context, out page.Outside) page.Msg {
	if !page.Paused(ctx, cmd.Pause) {
		return nil
	}
	reply, err := wire.Call(ctx, out.Client, wire.Recount, cmd.Req, func(p wire.Progress) { out.Tell(Recounting{cmd, p.Recounted}) })
	return page.UnlessStopped(ctx, RecountEnded{cmd, reply, err})
}
