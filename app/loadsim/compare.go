package loadsim

// Delta is one number of two runs side by side.
type Delta struct {
	Name string
	Unit string // "/s", "%", "ms", "requests" or "" for a count
	A, B float64
	// Better is -1 when A's number is the better one, 1 when B's is, and 0 when they are equal or neither is.
	Better int
}

// Compare puts the totals of two runs side by side. Runs of different length are compared by what they do in a second.
func Compare(a, b Totals) []Delta {
	const (
		less    = -1
		neither = 0
		more    = 1
	)
	number := func(name, unit string, good int, of func(*Totals) float64) Delta {
		d := Delta{Name: name, Unit: unit, A: of(&a), B: of(&b)}
		switch {
		case d.A < d.B:
			d.Better = good
		case d.A > d.B:
			d.Better = -good
		}
		return d
	}
	return []Delta{
		number("Entities served", "/s", more, func(t *Totals) float64 { return share(t.Entities, t.Seconds) }),
		number("Requests served", "/s", neither, func(t *Totals) float64 { return share(t.Served, t.Seconds) }),
		number("Requests refused", "%", less, func(t *Totals) float64 { return 100 * share(t.Refused, float64(t.Billed)) }),
		number("Billed for 1,000 entities", "requests", less, func(t *Totals) float64 { return 1000 * share(t.Billed, float64(t.Entities)) }),
		number("Operations given up after all retries", "/s", less, func(t *Totals) float64 { return share(t.Failed, t.Seconds) }),
		number("Median latency", "ms", less, func(t *Totals) float64 { return float64(t.P50) / 1000 }),
		number("95th percentile", "ms", less, func(t *Totals) float64 { return float64(t.P95) / 1000 }),
		number("99th percentile", "ms", less, func(t *Totals) float64 { return float64(t.P99) / 1000 }),
		number("Splits", "", neither, func(t *Totals) float64 { return float64(t.Splits) }),
		number("Moves", "", neither, func(t *Totals) float64 { return float64(t.Moves) }),
	}
}

// share returns n of a whole, 0 of nothing.
func share(n int64, of float64) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / of
}
