package loadsim

import "math"

// Delta is one number of two runs side by side.
type Delta struct {
	Name string
	Unit string // "/s", "%", "ms", "requests" or "" for a count
	A, B float64
	// Better is -1 when A's number is the better one, 1 when B's is, and 0 when they are equal or close, or neither is.
	Better int
	Close  bool // they differ, and by no more than another seed makes of the same settings
}

// Compare puts the totals of two runs side by side. Runs of different length are compared by what they do in a second.
func Compare(a, b Totals) []Delta {
	const (
		less    = -1
		neither = 0
		more    = 1
	)
	number := func(name, unit string, good int, room float64, of func(*Totals) float64) Delta {
		d := Delta{Name: name, Unit: unit, A: of(&a), B: of(&b)}
		switch apart := math.Abs(d.A - d.B); {
		case apart == 0 || good == neither:
		case apart <= room*max(d.A, d.B):
			d.Close = true
		case d.A < d.B:
			d.Better = good
		default:
			d.Better = -good
		}
		return d
	}
	refused := func(t *Totals) float64 { return 100 * share(t.Refused, float64(t.Billed)) }
	room := chance(&a, &b)
	return []Delta{
		number("Entities served", "/s", more, room, func(t *Totals) float64 { return share(t.Entities, t.Seconds) }),
		number("Requests served", "/s", neither, 0, func(t *Totals) float64 { return share(t.Served, t.Seconds) }),
		number("Requests refused", "%", less, max(room, 1/max(refused(&a), refused(&b))), refused), // one per cent of the requests at least
		number("Billed for 1,000 entities", "requests", less, room, func(t *Totals) float64 { return 1000 * share(t.Billed, float64(t.Entities)) }),
		number("Operations given up after all retries", "/s", less, max(room, 6/math.Sqrt(float64(a.Failed+b.Failed))), func(t *Totals) float64 { return share(t.Failed, t.Seconds) }),
		number("Median latency", "ms", less, room, func(t *Totals) float64 { return float64(t.P50) / 1000 }),
		number("95th percentile", "ms", less, room, func(t *Totals) float64 { return float64(t.P95) / 1000 }),
		number("99th percentile", "ms", less, 2*room, func(t *Totals) float64 { return float64(t.P99) / 1000 }),
		number("Splits", "", neither, 0, func(t *Totals) float64 { return float64(t.Splits) }),
		number("Moves", "", neither, 0, func(t *Totals) float64 { return float64(t.Moves) }),
	}
}

// chance is how far apart, as a share of the larger one, numbers of two runs may be that differ in nothing but their seed.
// TestCompare_Seeds of the simulator holds the presets to it.
func chance(a, b *Totals) float64 {
	const few = 300 // requests
	room := 0.1
	if a.Splits+a.Moves+b.Splits+b.Moves > 0 {
		room = 0.2 // when the load balancer acts is chance, too
	}
	if n := min(a.Served, b.Served); n < few {
		room = min(room*math.Sqrt(few/float64(n)), 0.5)
	}
	return room
}

// share returns n of a whole, 0 of nothing.
func share(n int64, of float64) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / of
}
