package loadsim

import (
	"math"
	"time"
)

// record is what has been seen of a run.
type record struct {
	step    int64 // µs of a column
	next    int64 // end of the current column
	from    int64
	current []int64
	done    [][]int32
	latency histogram // of the column
	all     histogram
	why     [Reasons]int64 // of the column's refused requests
	totals  Totals
	events  []Event
}

const (
	columns = 240 // of a run, at most
	// Rows is how many equal parts of the keys a column tells apart.
	Rows = 40
)

// What is in a column, before two numbers for each of the Rows, from the lowest keys to the highest: requests and refused
// requests.
const (
	Served          = iota // requests
	Refused                // requests, with 503
	Entities               // served
	RefusedEntities        // that came in refused requests
	Failed                 // operations, after all retries
	P50                    // latency of operations that succeeded, retries and all, in µs
	P95
	P99
	Ranges // range partitions at the end
	Heat   // where the rows begin
)

// columnSteps are the lengths a column may have, in ms.
var columnSteps = [...]int64{5, 10, 25, 50, 100, 250, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 360_000}

func (c *record) start(r *Run) {
	for _, ms := range columnSteps {
		if c.step = ms * 1000; c.step*columns >= r.end {
			break
		}
	}
	c.next = min(c.step, r.end)
	c.current = make([]int64, Heat+2*Rows)
}

func (c *record) request(key uint32, entities, weight int64, refused bool) {
	row := Heat + rowOf(key)*2
	c.current[row] += weight
	if refused {
		c.current[row+1] += weight
		c.current[Refused] += weight
		c.current[RefusedEntities] += entities
		return
	}
	c.current[Served] += weight
	c.current[Entities] += entities
}

func (c *record) failed(weight int64) { c.current[Failed] += weight }

// close ends a column.
func (c *record) close(r *Run) {
	col, h := c.current, &c.latency
	col[P50], col[P95], col[P99] = h.at(0.5), h.at(0.95), h.at(0.99)
	col[Ranges] = int64(len(r.ranges))
	t := &c.totals
	t.Served += col[Served]
	t.Refused += col[Refused]
	t.Entities += col[Entities]
	t.RefusedEntities += col[RefusedEntities]
	t.Failed += col[Failed]
	for i, n := range c.why {
		t.Why[i] += n
	}
	c.why = [Reasons]int64{}
	for i, n := range h.counts {
		c.all.counts[i] += n
	}
	c.all.total += h.total
	*h = histogram{}
	narrow := make([]int32, len(col))
	for i, n := range col {
		narrow[i] = int32(min(n, math.MaxInt32))
	}
	c.done = append(c.done, narrow)
	clear(col)
	c.from, c.next = r.now, min(r.now+c.step, r.end)
}

func (c *record) event(r *Run, kind EventKind, k *keyRange, from int, took int64) {
	c.events = append(c.events, Event{
		At: time.Duration(r.now) * time.Microsecond, Kind: kind, Key: r.keys.label(k.from),
		Row: rowOf(k.from), From: from, To: k.server, Took: time.Duration(took) * time.Microsecond,
	})
}
