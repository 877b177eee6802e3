package beside

import (
	"context"
	"errors"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// Where the numbers are asked for: a newer question cancels the one before.
const (
	explainSlot page.Slot = "beside-explain"
	matchSlot   page.Slot = "beside-match"
)

// Model is the kept query; the zero Model keeps none. It is immutable: Update returns another.
type Model struct {
	Query   query.Query // of a table; its Top and Then are kept but change no plan
	Profile filterlang.Profile
	Plan    *filterlang.Plan // nil when the filter is refused
	Refused string           // why it is

	Explain *wire.ExplainReply // nil until it came
	Match   *wire.MatchReply   // nil until it came, and of an account, where nothing is counted before it is read
	Failed  string             // why there are no numbers

	nth   int  // counts questions
	asked bool // the numbers were asked for
}

// Kept reports whether a query is kept.
func (m *Model) Kept() bool { return m.Query.Table != "" }

// explain and match ask for the numbers. Answer: explained, matched.
type (
	explain struct {
		nth int
		req wire.QueryRequest
	}
	match struct {
		nth int
		req wire.QueryRequest
	}
)

type (
	Closed struct{}
	// TableChosen asks the kept query of another table.
	TableChosen struct{ Source, Table string }
	// Swapped makes the kept query the one on screen, and keeps that.
	Swapped struct{}

	// Explained and Matched answer the questions of Nth.
	Explained struct {
		Nth   int
		Reply *wire.ExplainReply
		Err   error
	}
	Matched struct {
		Nth   int
		Reply *wire.MatchReply
		Err   error
	}
)

// Update takes a message of the panel; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case page.BesidePressed:
		if v.Query.Table == "" {
			return m, nil, true
		}
		next, cmds = m.take(v, v.Query)
		cmds = append(cmds, page.Announce{Text: "This query is kept beside what you type now."})
	case Closed:
		next, cmds = m.none(), []page.Cmd{page.Stop{Slot: explainSlot}, page.Stop{Slot: matchSlot}, page.Focus{Target: "editor"}}
	case TableChosen:
		if !m.Kept() {
			return m, nil, true
		}
		next, cmds = m.take(v, m.Query.On(msg.Source, msg.Table))
	case Swapped:
		if !m.Kept() || v.Query.Table == "" {
			return m, nil, true
		}
		next, cmds = m.take(v, v.Query)
		cmds = append(cmds, page.Send{Msg: page.DraftWanted{Query: m.Query}})
	case Explained:
		if msg.Nth != m.nth {
			return m, nil, true
		}
		n := *m
		n.Explain, n.Failed = msg.Reply, why(msg.Err)
		return &n, nil, true
	case Matched:
		if msg.Nth != m.nth {
			return m, nil, true
		}
		n := *m
		n.Match = msg.Reply
		if n.Failed == "" {
			n.Failed = why(msg.Err)
		}
		return &n, nil, true
	default:
		return m, nil, false
	}
	return next, append(cmds, page.Readdress{}), true
}

// none keeps nothing; answers that are on their way are of a question before.
func (m *Model) none() *Model { return &Model{nth: m.nth + 1} }

// take keeps a query.
func (m *Model) take(v *page.View, q query.Query) (*Model, []page.Cmd) {
	n := m.none()
	n.Query, n.Profile = q, v.Accounts.Profile(q.Source)
	if q.Source == "" && v.Query.Source == "" {
		n.Profile = v.Profile // as it is chosen for the tables of this browser
	}
	e, err := filterlang.Parse(q.Filter)
	if err != nil {
		n.Refused = refusal(err)
		return n, nil
	}
	n.Plan = n.Profile.Plan(e)
	return n.ask(v)
}

// ask asks for the numbers, once the worker is there.
func (m *Model) ask(v *page.View) (*Model, []page.Cmd) {
	if m.Plan == nil || !v.Ready {
		return m, nil
	}
	n := *m
	n.nth++
	n.asked = true
	req := wire.QueryRequest{Source: n.Query.Source, Table: n.Query.Table, Filter: n.Query.Filter, Profile: n.Profile}
	cmds := []page.Cmd{explain{n.nth, req}}
	if n.Query.Source == "" {
		cmds = append(cmds, match{n.nth, req})
	}
	return &n, cmds
}

// WithQuery keeps the query that an address has, none when it has none.
func (m *Model) WithQuery(v *page.View, q query.Query) (*Model, []page.Cmd) {
	switch {
	case q == m.Query || v.Embedded: // an embedded page has no place for it
		return m, nil
	case q.Table == "":
		return m.none(), []page.Cmd{page.Stop{Slot: explainSlot}, page.Stop{Slot: matchSlot}}
	}
	return m.take(v, q)
}

// Follow asks anew when the table of the kept query may have become another.
func (m *Model) Follow(v *page.View, msg page.Msg) (*Model, []page.Cmd) {
	if !m.Kept() || m.Plan == nil || !v.Ready || m.Query.Source != "" && m.asked {
		return m, nil
	}
	changed, _ := msg.(page.TableChanged)
	if !m.asked || v.Again || strings.EqualFold(changed.Table, m.Query.Table) {
		return m.ask(v)
	}
	return m, nil
}

// refusal is what is wrong with a filter, in a sentence.
func refusal(err error) string {
	if e, ok := errors.AsType[*filterlang.SyntaxError](err); ok {
		if e.Detail != "" {
			return e.Detail
		}
		return e.Message
	}
	return err.Error()
}

// why is what a person reads of an error, "" for none and for what was given up.
func why(err error) string {
	f := wire.FailureOf(err)
	if f == nil || f.Code == wire.Canceled {
		return ""
	}
	return strings.TrimSpace(f.Message + " " + f.Detail)
}

// Slot implements page.Slotted.
func (explain) Slot() page.Slot { return explainSlot }

// Run implements page.Runner.
func (cmd explain) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Explain, cmd.req, nil)
	return Explained{cmd.nth, reply, err}
}

// Slot implements page.Slotted.
func (match) Slot() page.Slot { return matchSlot }

// Run implements page.Runner.
func (cmd match) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Match, cmd.req, nil)
	return Matched{cmd.nth, reply, err}
}
