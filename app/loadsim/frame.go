package loadsim

import "time"

// Frame is what a run has to tell since another frame: small enough to send with every picture. Frames of one run put
// together are all of it.
type Frame struct {
	Now       time.Duration
	Done      bool
	Step      time.Duration // of a column
	Columns   [][]int32     // new ones, each of Heat + 2·Rows numbers
	Events    []Event       // new ones
	Totals    Totals
	Ranges    []RangeRow
	Latency   []Bar
	Simulated int // VMs that stand for all
}

// Totals are the sums of a run up to the last full column.
type Totals struct {
	Seconds         float64
	Served          int64 // requests
	Refused         int64
	Billed          int64 // requests: the service charges for refused ones, too
	Entities        int64 // served
	RefusedEntities int64
	Failed          int64 // operations, after all retries
	P50, P95, P99   int64 // latency of operations that succeeded, retries and all, in µs
	Moves, Splits   int
	Why             [Reasons]int64 // Refused, by Reason
}

// Reason is why a request is refused.
type Reason uint8

// The reasons. All but Moving mean a wait of more than Patience, most of it for what the reason names.
const (
	Moving        Reason = iota // its range partition moves to another server
	PartitionBusy               // work of the range partition, or its limit
	ServerBusy                  // work of the server
	AccountBusy                 // the account's limit
	OtherAccounts               // work of other accounts on the server
	Reasons                     // how many there are
)

// Event is something that the load balancer did.
type Event struct {
	At       time.Duration
	Kind     EventKind
	Key      string        // first of the range partition
	Row      int           // of the heat map that it lies in
	From, To int           // servers
	Took     time.Duration // the range was gone for so long
}

// EventKind is what the load balancer can do.
type EventKind uint8

// The kinds of event.
const (
	Split EventKind = iota
	Move
)

// RangeRow is a range partition in the table of a run.
type RangeRow struct {
	From     string // first PartitionKey; "" for the first range
	Server   int
	Served   int64 // requests
	Refused  int64
	Entities int64
	Busy     float64 // share of the time between the last two looks of the load balancer, 1: all it can
	Moves    int
	Gone     bool // on its way to another server
}

// Bar is a bar of the distribution of latency.
type Bar struct {
	Below int64 // µs
	Count int64 // operations
}

// Since returns what is new after so many columns and events.
func (r *Run) Since(columns, events int) Frame {
	c := &r.record
	f := Frame{
		Now: r.Now(), Done: r.Done(), Step: time.Duration(c.step) * time.Microsecond,
		Columns: c.done[min(columns, len(c.done)):], Events: c.events[min(events, len(c.events)):],
		Totals: r.Totals(), Simulated: len(r.vms),
	}
	for i, k := range r.ranges {
		row := RangeRow{
			Server: k.server, Served: k.served, Refused: k.refused, Entities: k.entities,
			Busy:  min(1, float64(k.busyLast)/balanceEvery), // what has begun may end after the look
			Moves: int(k.moves), Gone: r.now < k.gone,
		}
		if i > 0 {
			row.From = r.keys.label(k.from)
		}
		f.Ranges = append(f.Ranges, row)
	}
	f.Latency = c.all.bars()
	return f
}

// Totals returns the sums up to the last full column.
func (r *Run) Totals() Totals {
	c := &r.record
	t := c.totals
	t.Seconds = float64(c.from) / 1e6
	t.Billed = t.Served + t.Refused
	t.P50, t.P95, t.P99 = c.all.at(0.5), c.all.at(0.95), c.all.at(0.99)
	for _, e := range c.events {
		if e.Kind == Split {
			t.Splits++
		} else {
			t.Moves++
		}
	}
	return t
}

// bars returns the distribution in four bars for each power of two, without the empty ends.
func (h *histogram) bars() []Bar {
	var bars []Bar
	empty := 0
	for i := 0; i < len(h.counts); i += 8 {
		b := Bar{Below: floor(i + 8)}
		for _, n := range h.counts[i : i+8] {
			b.Count += n
		}
		if b.Count == 0 {
			empty++
			if len(bars) == 0 {
				continue
			}
		} else {
			empty = 0
		}
		bars = append(bars, b)
	}
	return bars[:len(bars)-min(empty, len(bars))]
}
