package count

import (
	"context"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// kind is that of the dialog.
const kind page.DialogKind = "count"

// slot is where a count runs: one at a time.
const slot page.Slot = "count"

// Model is the open dialog; the zero Model while none is.
type Model struct {
	Req     wire.CountRequest  // of all of the table while Whole is set, else of the filter
	Profile filterlang.Profile // of the account
	Filter  string             // on screen, "" for none that could be counted
	Whole   bool
	Stats   bool // properties and sizes too: whole entities are read

	Busy     bool
	Progress wire.Progress
	Left     int              // seconds that a request which failed still waits
	Reply    *wire.CountReply // nil until it came
	Price    string           // of 10,000 requests, "" where none applies
	Kinds    *wire.KindsReply // with Stats; nil until it came
	Page     int64            // microseconds that a page of this table took, 0 when none was read
	Size     int64            // bytes of an entity of this table, on average of those that were read; 0 when none was
	Failed   *wire.Failure

	from *page.CountWanted // the dialog that it goes back to when it is closed; nil for none

	nth  int // counts counts
	tick int // counts waits
}

// Ask counts. A newer one cancels it. Answer: Counting, Counted.
type Ask struct {
	Nth int
	Req wire.CountRequest
}

// readPrice reads the price of requests. Answer: priced.
type readPrice struct{}

// wait sends waited after a second.
type wait struct{ tick int }

type (
	// Pressed opens the dialog for the table of an account on screen, StatsPressed the same for its statistics.
	Pressed      struct{}
	StatsPressed struct{}
	// StatsChosen says whether properties and sizes are told too.
	StatsChosen struct{ On bool }
	// WholeChosen says whether all of the table is counted, or what the filter returns.
	WholeChosen  struct{ Whole bool }
	StartPressed struct{}
	OnPressed    struct{} // goes on where the count ended
	StopPressed  struct{}
	// Counting and Counted answer Ask.
	Counting struct {
		Nth      int
		Progress wire.Progress
	}
	Counted struct {
		Nth   int
		Reply *wire.CountReply
		Kinds *wire.KindsReply // if Reply has statistics
		Err   error
	}
	waited struct{ tick int }
	priced struct{ price string }
)

// Update takes a message of the dialog; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case Pressed:
		next, cmds = m.open(v)
	case page.CountWanted:
		if next, cmds = m.open(v); next != m && msg.From != nil {
			next.Req.Table, next.from, next.Filter, next.Whole = msg.From.Table, &msg, "", true
			if msg.From.Table != v.Query.Table {
				next.Page, next.Size = 0, 0
			}
		}
	case StatsPressed:
		if next, cmds = m.open(v); next != m {
			next.Stats = true
		}
	case WholeChosen:
		next = m.choose(msg.Whole)
	case StatsChosen:
		next = m.chooseStats(msg.On)
	case StartPressed:
		next, cmds = m.start(0)
	case OnPressed:
		next, cmds = m.goOn()
	case priced:
		n := *m
		n.Price = v.Accounts.Price(m.Req.Source, msg.price)
		next = &n
	case StopPressed:
		next, cmds = m.stop()
	case Counting:
		next, cmds = m.counting(msg)
	case Counted:
		next, cmds = m.counted(msg)
	case waited:
		next, cmds = m.waited(msg)
	default:
		return m, nil, false
	}
	return next, cmds, true
}

func (m *Model) open(v *page.View) (*Model, []page.Cmd) {
	if v.Query.Source == "" || v.Query.Table == "" {
		return m, nil
	}
	next := &Model{Req: wire.CountRequest{Source: v.Query.Source, Table: v.Query.Table}, Profile: v.Profile, Whole: true, nth: m.nth}
	next.Page, next.Size = known(v)
	if filter := filterlang.WithoutComments(v.Query.Filter); filter != "" {
		if _, err := filterlang.Parse(filter); err == nil {
			next.Filter, next.Whole = filter, false
		}
	}
	return next, []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: kind, Source: v.Query.Source, Table: v.Query.Table}}, page.OpenDialog{}, readPrice{}}
}

// known is how long a page of the table on screen took on average, of those that its result tells of, in microseconds, and how many bytes
// an entity of them has; 0 for what nothing tells.
func known(v *page.View) (pageTime, size int64) {
	r := v.Rows
	if r.Source != v.Query.Source || r.Table != v.Query.Table || r.Reply == nil || r.Reply.Live == nil || len(r.Reply.Live.Pages) == 0 {
		return 0, 0
	}
	for _, p := range r.Reply.Live.Pages {
		pageTime += p.Micros
	}
	if s := r.Reply.Stats; s.Returned > 0 && s.Bytes > 0 && v.Query.Select == "" {
		size = int64(s.Bytes) / int64(s.Returned)
	}
	return pageTime / int64(len(r.Reply.Live.Pages)), size
}

func (m *Model) choose(whole bool) *Model {
	if m.Busy || m.Filter == "" || whole == m.Whole {
		return m
	}
	next := *m
	next.Whole, next.Reply, next.Kinds, next.Failed = whole, nil, nil, nil
	return &next
}

func (m *Model) chooseStats(on bool) *Model {
	if m.Busy || on == m.Stats {
		return m
	}
	next := *m
	next.Stats, next.Reply, next.Kinds, next.Failed = on, nil, nil, nil
	return &next
}

// goOn counts on where the last count ended.
func (m *Model) goOn() (*Model, []page.Cmd) {
	if m.Reply == nil || !m.Reply.More {
		return m, nil
	}
	return m.start(m.Reply.Number)
}

// start counts, from the beginning or on from the count of a number.
func (m *Model) start(on int) (*Model, []page.Cmd) {
	if m.Busy || m.Req.Table == "" {
		return m, nil
	}
	next := *m
	next.nth++
	next.Busy, next.Progress, next.Left, next.Reply, next.Kinds, next.Failed = true, wire.Progress{}, 0, nil, nil, nil
	next.Req.On, next.Req.Stats = on, m.Stats
	if next.Req.Filter = ""; !m.Whole {
		next.Req.Filter = m.Filter
	}
	return &next, []page.Cmd{Ask{next.nth, next.Req}}
}

// stop ends the count; its answer has what was counted.
func (m *Model) stop() (*Model, []page.Cmd) {
	if !m.Busy {
		return m, nil
	}
	return m, []page.Cmd{page.Stop{Slot: slot}}
}

func (m *Model) counting(msg Counting) (*Model, []page.Cmd) {
	if msg.Nth != m.nth || !m.Busy {
		return m, nil
	}
	next := *m
	next.Progress, next.Left = msg.Progress, 0
	w := msg.Progress.Waiting
	if w == nil {
		return &next, nil
	}
	next.tick++
	next.Left = int((w.Wait + 999) / 1000)
	return &next, []page.Cmd{wait{next.tick}, page.Announce{Text: page.WaitText(*w, next.Left)}}
}

// waited counts the seconds of a wait down.
func (m *Model) waited(msg waited) (*Model, []page.Cmd) {
	if msg.tick != m.tick || m.Left == 0 {
		return m, nil
	}
	next := *m
	if next.Left--; next.Left == 0 {
		return &next, nil
	}
	return &next, []page.Cmd{wait{m.tick}}
}

func (m *Model) counted(msg Counted) (*Model, []page.Cmd) {
	if msg.Nth != m.nth || !m.Busy {
		return m, nil
	}
	next := *m
	next.Busy, next.Left, next.Reply, next.Kinds, next.Failed = false, 0, msg.Reply, msg.Kinds, wire.FailureOf(msg.Err)
	text := "Nothing was counted."
	if next.Reply != nil {
		text = next.Result()
	}
	return &next, []page.Cmd{page.Announce{Text: text}}
}

// Follow stops a count whose dialog was closed, and goes back to the one that it came from, with what was counted.
func (m *Model) Follow(v *page.View) (*Model, []page.Cmd) {
	if m.Req.Table == "" || v.Dialog != nil && v.Dialog.Kind == kind {
		return m, nil
	}
	cmds := []page.Cmd{page.Stop{Slot: slot}}
	if w := m.from; w != nil && v.Dialog == nil && v.Query.Source == w.From.Source {
		d := *w.From
		if m.Reply != nil {
			d.Counted = m.Result()
		}
		cmds = append(cmds, page.ShowDialog{Dialog: &d}, page.OpenDialog{}, page.ResetFields{Values: map[string]string{w.Field: w.Text}}, page.Focus{Target: w.Button})
	}
	return &Model{nth: m.nth, tick: m.tick}, cmds
}

// Result says how many entities were counted, and as of when.
func (m *Model) Result() string {
	r := m.Reply
	text := words.Count(r.Entities, "entity", "entities")
	switch {
	case r.TooMany:
		text += " in more than " + words.Number(wire.MaxCountedPartitions) + " partitions"
	case r.Partitions > 0:
		text += " in " + words.Count(r.Partitions, "partition", "partitions")
	}
	if r.Stopped || r.Failed != nil {
		text = "At least " + text
	}
	return text + ", as of " + clock(r.Begun) + " to " + clock(r.Ended) + "."
}

// clock is a time as this browser's clock has it.
func clock(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

// Slot implements page.Slotted.
func (Ask) Slot() page.Slot { return slot }

// Run implements page.Runner. What was counted until it was stopped is told, too.
func (cmd Ask) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Count, cmd.Req, func(p wire.Progress) { out.Tell(Counting{cmd.Nth, p}) })
	var kinds *wire.KindsReply
	if err == nil && reply.Stats != nil {
		// What was counted until it was stopped has kinds, too, and they cost no request. Without them the rest is told all the same.
		kinds, _ = wire.Call(context.WithoutCancel(ctx), out.Client, wire.Kinds, wire.KindsRequest{Source: cmd.Req.Source, Table: cmd.Req.Table, By: wire.ByProperties, Count: reply.Number}, nil)
	}
	return Counted{cmd.Nth, reply, kinds, err}
}

// Run implements page.Runner.
func (cmd wait) Run(ctx context.Context, _ page.Outside) page.Msg {
	if !page.Paused(ctx, time.Second) {
		return nil
	}
	return waited{cmd.tick}
}

// Run implements page.Runner.
func (readPrice) Run(ctx context.Context, out page.Outside) page.Msg {
	return priced{page.PriceOf(ctx, out)}
}
