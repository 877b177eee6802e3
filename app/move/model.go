package move

import (
	"context"
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/cosmos"
)

// kind is that of the dialog.
const kind page.DialogKind = "move"

// slot is where a look runs: one at a time.
const slot page.Slot = "move"

// Model is the open dialog; the zero Model while none is.
type Model struct {
	Table    string
	Queries  []query.Saved // of the table, that are compared
	Busy     bool
	Progress wire.Progress
	Reply    *wire.MoveReply // nil until it came, and when it was stopped before
	Failed   *wire.Failure
	Stale    bool // the table changed since it was read

	nth int // counts looks
}

// Ask looks at a table. A newer one cancels it. Answer: Looking, Looked.
type Ask struct {
	Nth int
	Req wire.MoveRequest
}

type (
	// Pressed opens the dialog for a table of this browser.
	Pressed struct{ Table string }
	// Looking and Looked answer Ask.
	Looking struct {
		Nth      int
		Progress wire.Progress
	}
	Looked struct {
		Nth   int
		Reply *wire.MoveReply
		Err   error
	}
	StopPressed  struct{}
	AgainPressed struct{}
	// QueryChosen puts one of the queries on screen.
	QueryChosen struct{ At int }
)

// Update takes a message of the dialog; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case Pressed:
		next, cmds = m.open(v, msg.Table)
	case Looking:
		next = m.looking(msg)
	case Looked:
		next, cmds = m.looked(msg)
	case StopPressed:
		next, cmds = m.stop()
	case AgainPressed:
		next, cmds = m.ask()
	case QueryChosen:
		next, cmds = m, m.show(msg.At)
	default:
		return m, nil, false
	}
	return next, cmds, true
}

// open opens the dialog and begins to look.
func (m *Model) open(v *page.View, table string) (*Model, []page.Cmd) {
	info := v.Table(table)
	if info == nil || v.Query.Source != "" {
		return m, nil
	}
	next := &Model{Table: info.Name, Queries: queriesOf(v, info.Name), nth: m.nth}
	next, cmds := next.ask()
	return next, append([]page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: kind, Table: info.Name}}, page.OpenDialog{}}, cmds...)
}

// queriesOf are the saved queries of a table, and the one on screen when it is none of them.
func queriesOf(v *page.View, table string) []query.Saved {
	var list []query.Saved
	known := false
	for _, q := range v.Saved {
		if q.Source == "" && strings.EqualFold(q.Table, table) {
			list = append(list, q)
			known = known || q.Filter == v.Query.Filter && q.Top == v.Query.Top
		}
	}
	if now := v.Query; now.Filter != "" && !known && strings.EqualFold(now.Table, table) {
		list = append(list, query.Saved{Query: now})
	}
	return list
}

// ask looks at the table, once more when it was looked at.
func (m *Model) ask() (*Model, []page.Cmd) {
	next := *m
	next.nth++
	next.Busy, next.Stale, next.Failed, next.Reply, next.Progress = true, false, nil, nil, wire.Progress{}
	req := wire.MoveRequest{Table: m.Table, Queries: make([]cosmos.Query, len(m.Queries))}
	for i, q := range m.Queries {
		top, _ := strconv.Atoi(strings.TrimSpace(q.Top)) // what is no number is not sent
		req.Queries[i] = cosmos.Query{Name: q.Name, Table: q.Table, Filter: q.Filter, Top: max(top, 0)}
	}
	return &next, []page.Cmd{Ask{next.nth, req}}
}

func (m *Model) looking(msg Looking) *Model {
	if msg.Nth != m.nth || !m.Busy {
		return m
	}
	next := *m
	next.Progress = msg.Progress
	return &next
}

func (m *Model) looked(msg Looked) (*Model, []page.Cmd) {
	if msg.Nth != m.nth || !m.Busy {
		return m, nil
	}
	next := *m
	next.Busy, next.Reply, next.Failed = false, msg.Reply, wire.FailureOf(msg.Err)
	text := "It could not be checked."
	if next.Failed == nil {
		text = next.Verdict()
	}
	return &next, []page.Cmd{page.Announce{Text: text}}
}

func (m *Model) stop() (*Model, []page.Cmd) {
	if !m.Busy {
		return m, nil
	}
	next := *m
	next.Busy = false
	return &next, []page.Cmd{page.Stop{Slot: slot}, page.Announce{Text: "Stopped."}}
}

// show puts a query on screen.
func (m *Model) show(at int) []page.Cmd {
	if at < 0 || at >= len(m.Queries) {
		return nil
	}
	return []page.Cmd{page.ShowDialog{}, page.CloseDialog{}, page.Send{Msg: page.QueryWanted{Query: m.Queries[at].Query}}}
}

// Follow stops a look that nobody waits for any more, and notes that the table changed.
func (m *Model) Follow(v *page.View, msg page.Msg) (*Model, []page.Cmd) {
	if m.Table == "" {
		return m, nil
	}
	return m.follow(v, msg)
}

func (m *Model) follow(v *page.View, msg page.Msg) (*Model, []page.Cmd) {
	if v.Dialog == nil || v.Dialog.Kind != kind {
		return &Model{nth: m.nth}, []page.Cmd{page.Stop{Slot: slot}}
	}
	changed, _ := msg.(page.TableChanged)
	if !m.Stale && (m.Busy || m.Reply != nil) && (strings.EqualFold(changed.Table, m.Table) || v.Again) {
		next := *m
		next.Stale = true
		return &next, nil
	}
	return m, nil
}

// refused is how many changes have to be made before the move.
func (m *Model) refused() (n int) {
	for i := range m.Reply.Changes {
		if m.Reply.Changes[i].Refused {
			n++
		}
	}
	return n
}

// Verdict answers the question of the dialog.
func (m *Model) Verdict() string {
	if n := m.refused(); n > 0 {
		return "Not as it is: " + words.Count(n, "thing has", "things have") + " to be changed before."
	}
	return "Yes. Nothing has to be changed before."
}

// sections are the subjects with their changes, in the order in which the dialog shows them.
func (m *Model) sections() (list []section) {
	for i := range m.Reply.Changes {
		c := &m.Reply.Changes[i]
		if n := len(list); n == 0 || list[n-1].of != c.Subject {
			list = append(list, section{of: c.Subject})
		}
		s := &list[len(list)-1]
		s.changes = append(s.changes, c)
	}
	return list
}

type section struct {
	of      cosmos.Subject
	changes []*cosmos.Change
}

// place is the place of a change's query in Queries, -1 when it is not about one.
func (m *Model) place(c *cosmos.Change) int {
	for i, q := range m.Queries {
		if a := c.Query; a != nil && a.Name == q.Name && a.Filter == q.Filter && a.Table == q.Table {
			return i
		}
	}
	return -1
}

// text is what was found as a table, for the clipboard.
func (m *Model) text() string {
	lines := [][]string{{"Subject", "Refused", "Change", "Query", "Filter", "Azure Table storage", "Azure Cosmos DB", "Entities", "First"}}
	for i := range m.Reply.Changes {
		c := &m.Reply.Changes[i]
		var refused, name, filter, before, after string
		if c.Refused {
			refused = "yes"
		}
		if q := c.Query; q != nil {
			name, filter = q.Name, q.Filter
		}
		if p := c.Classes; p != nil {
			before, after = p.Before.String(), p.After.String()
		}
		keys := make([]string, len(c.First))
		for i, k := range c.First {
			keys[i] = k.PartitionKey + " / " + k.RowKey
		}
		lines = append(lines, []string{string(c.Subject), refused, c.Text, name, filter, before, after, strconv.Itoa(c.Entities), strings.Join(keys, ", ")})
	}
	return wire.TSV(lines)
}

// Slot implements page.Slotted.
func (Ask) Slot() page.Slot { return slot }

// Run implements page.Runner.
func (cmd Ask) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Move, cmd.Req, func(p wire.Progress) { out.Tell(Looking{cmd.Nth, p}) })
	return page.UnlessStopped(ctx, Looked{cmd.Nth, reply, err})
}
