package loadsim

import (
	"testing"
	"time"

	"rangefinder/engine/tablerest"
)

// busy is an hour of inserts by more clients than a range partition serves.
func busy(keys Keys) Config {
	c := Default()
	c.Duration, c.Mix, c.Keys = time.Hour, Mix{Insert: 1}, keys
	c.Retry, c.Pause = tablerest.Policy{}, 3*time.Second
	return c
}

// served returns how many entities a second a run serves in its first or last minutes.
func served(r *Run, first bool, minutes int) float64 {
	f := r.Since(0, 0)
	n := int(time.Duration(minutes) * time.Minute / f.Step)
	part := f.Columns[len(f.Columns)-n:]
	if first {
		part = f.Columns[:n]
	}
	sum := 0.0
	for _, c := range part {
		sum += float64(c[Entities])
	}
	return sum / float64(60*minutes)
}

func TestBalance_RandomKeysSpread(t *testing.T) {
	r := finish(t, busy(Keys{Kind: Random}), time.Hour)
	f := r.Since(0, 0)
	if first, last := served(r, true, 4), served(r, false, 4); last < 2*first {
		t.Errorf("%v entities a second at first, %v at last", first, last)
	}
	if len(f.Ranges) < 3 || f.Totals.Moves < 2 {
		t.Errorf("%d ranges, %d moves", len(f.Ranges), f.Totals.Moves)
	}
	servers := map[int]bool{}
	for _, row := range f.Ranges {
		servers[row.Server] = true
	}
	if len(servers) < 3 {
		t.Errorf("%d servers serve", len(servers))
	}
}

// Ensure that keys in the order of time gain nothing by splits: all meet the last range, or the first.
func TestBalance_AppendOnlyGainsNothing(t *testing.T) {
	for _, kind := range []KeyKind{Sequential, InverseTicks} {
		r := finish(t, busy(Keys{Kind: kind}), time.Hour)
		f := r.Since(0, 0)
		if first, last := served(r, true, 4), served(r, false, 4); last > 1.05*first {
			t.Errorf("kind %d: %v entities a second at first, %v at last", kind, first, last)
		}
		if f.Totals.Splits < 3 {
			t.Errorf("kind %d: %d splits", kind, f.Totals.Splits)
		}
		// The heat map is a diagonal: each column has its load in a row or two, which go one way.
		before := -1
		for i, c := range f.Columns {
			least, most := -1, 0
			for row := range Rows {
				if c[Heat+2*row] > 0 {
					if least < 0 {
						least = row
					}
					most = row
				}
			}
			if kind == InverseTicks {
				least, most = Rows-1-most, Rows-1-least
			}
			if most-least > 1 || least < before {
				t.Fatalf("kind %d: column %d has its load in rows %d to %d", kind, i, least, most)
			}
			before = least
		}
		if before < Rows-2 {
			t.Errorf("kind %d: the diagonal ends in row %d", kind, before)
		}
	}
}

// Ensure that a range whose load is one key is left alone, whatever it is asked.
func TestBalance_OneKeyCannotBeSplit(t *testing.T) {
	r := finish(t, busy(Keys{Kind: Single}), time.Hour)
	if f := r.Since(0, 0); len(f.Events) > 0 || len(f.Ranges) != 1 || f.Totals.Refused == 0 {
		t.Errorf("%d events, %d ranges, %+v", len(f.Events), len(f.Ranges), f.Totals)
	}
}

func TestBalance_HotKeyStaysHot(t *testing.T) {
	r := finish(t, busy(Keys{Kind: Random, Hot: 50}), time.Hour)
	k := r.rangeOf(r.keys.hot)
	if float64(k.busyLast) < hotShare*balanceEvery {
		t.Errorf("the range of the hot key is busy for %d µs", k.busyLast)
	}
}

// Ensure that a busy server hands over ranges which are not hot themselves.
func TestBalance_BusyServerMovesRanges(t *testing.T) {
	c := busy(Keys{Kind: Random})
	c.VMs, c.Ranges, c.Servers = 40, 24, 2
	r := start(t, c)
	for _, k := range r.ranges {
		k.server = 0
	}
	if err := r.Step(time.Hour, nil); err != nil {
		t.Fatal(err)
	}
	f := r.Since(0, 0)
	if f.Totals.Moves == 0 || f.Totals.Splits > 0 {
		t.Errorf("%d moves, %d splits", f.Totals.Moves, f.Totals.Splits)
	}
	if first, last := served(r, true, 4), served(r, false, 4); last < 1.2*first {
		t.Errorf("%v entities a second at first, %v at last", first, last)
	}
}

// Ensure the times of the load balancer, and that a range which moves is not there meanwhile.
func TestBalance_Times(t *testing.T) {
	r := start(t, busy(Keys{Kind: Random}))
	for len(r.record.events) == 0 {
		if err := r.Step(r.Now()+time.Second, nil); err != nil || r.Done() {
			t.Fatal("nothing moves", err)
		}
	}
	if at := r.Now(); at < 5*time.Minute || at > 10*time.Minute+30*time.Second {
		t.Errorf("acts after %v", at)
	}
	events := r.record.events
	if len(events) != 2 || events[0].Kind != Split || events[1].Kind != Move {
		t.Fatalf("events %+v", events)
	}
	took := events[1].Took
	if took < 10*time.Second || took > 20*time.Second || events[1].From == events[1].To {
		t.Errorf("%+v", events[1])
	}
	half := r.ranges[1]
	if f := r.Since(0, 0); !f.Ranges[1].Gone || f.Ranges[0].Gone || f.Ranges[1].From != events[1].Key {
		t.Errorf("ranges %+v", f.Ranges)
	}
	if err := r.Step(r.Now()+took-time.Second, nil); err != nil {
		t.Fatal(err)
	}
	if half.served > 0 || half.refused == 0 {
		t.Errorf("on its way it served %d and refused %d", half.served, half.refused)
	}
	if err := r.Step(r.Now()+10*time.Second, nil); err != nil {
		t.Fatal(err)
	}
	if half.served == 0 {
		t.Error("it does not serve when it is there again")
	}
}

// Ensure that many given keys in key order meet one range partition at a time, however many there are at the start: those of
// keys to come are not split yet.
func TestBalance_GivenKeysInOrder(t *testing.T) {
	c := busy(Keys{Kind: Given, Count: 100_000})
	c.Given, c.Ranges, c.Servers, c.Duration = func(n int) string { return pad(int64(n), 7) }, MaxRanges, 16, 2*time.Minute
	got := finish(t, c, time.Hour).Totals()
	near(t, "entities a second", float64(got.Entities)/got.Seconds, 1006, 0.05)
}

// Ensure that no range partition gets past its limit, though after a split two of them do together: the older one serves what is tried
// again.
func TestBalance_LimitOfEach(t *testing.T) {
	c := Default()
	c.Duration, c.Era, c.Ranges = 30*time.Minute, TargetsToday, 2
	r, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	const most = 2000*(10+Patience/1e6) + MaxBatch // in ten seconds, of requests that count when they are accepted
	before, beyond := map[string]int64{}, false
	for !r.Done() {
		if err := r.Step(r.Now()+10*time.Second, nil); err != nil {
			t.Fatal(err)
		}
		all := int64(0)
		for _, k := range r.Since(0, 0).Ranges {
			n := k.Entities - before[k.From]
			if all, before[k.From] = all+n, k.Entities; n > most {
				t.Errorf("up to %v the range from %q serves %d in ten seconds", r.Now(), k.From, n)
			}
		}
		beyond = beyond || all > most
	}
	if !beyond {
		t.Error("the ranges together never serve more than the limit of one")
	}
}
