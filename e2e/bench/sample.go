package main

import (
	"fmt"
	"slices"
)

// samples are the measurements of one side in milliseconds, with how many entities each found.
type samples struct {
	Ms    []float64
	Found int
}

// median returns the middle measurement.
func median(ms []float64) float64 { return quantile(ms, 0.5) }

// quantile returns the measurement that the share q of them does not exceed.
func quantile(ms []float64, q float64) float64 {
	if len(ms) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(ms))
	return s[min(len(s)-1, int(q*float64(len(s))))]
}

// pair measures a step on both sides in turns and checks that both found the same number of entities.
func (l *lab) pair(turns int, ourStep string, ourArg any, theirStep string, theirArg any) (our, their samples, err error) {
	for range turns {
		var a, b samples
		if err := l.ask(ours, ourStep, ourArg, &a); err != nil {
			return our, their, err
		}
		if err := l.ask(theirs, theirStep, theirArg, &b); err != nil {
			return our, their, err
		}
		if a.Found != b.Found {
			return our, their, fmt.Errorf("ours found %d entities, theirs %d", a.Found, b.Found)
		}
		our.Ms, our.Found = append(our.Ms, a.Ms...), a.Found
		their.Ms, their.Found = append(their.Ms, b.Ms...), b.Found
	}
	return our, their, nil
}

// faster is the row of a figure whose target is the peer.
func faster(what string, our, their samples) row {
	a, b := median(our.Ms), median(their.Ms)
	return row{what: what, target: "SQLite", ours: duration(a), theirs: duration(b), ratio: ratio(a, b), met: a <= b}
}

// duration writes milliseconds in the unit that suits them.
func duration(ms float64) string {
	switch {
	case ms >= 1000:
		return fmt.Sprintf("%.2f s", ms/1000)
	case ms >= 10:
		return fmt.Sprintf("%.1f ms", ms)
	case ms >= 1:
		return fmt.Sprintf("%.2f ms", ms)
	case ms >= 0.1:
		return fmt.Sprintf("%.0f µs", ms*1000)
	default:
		return fmt.Sprintf("%.1f µs", ms*1000)
	}
}

// ratio tells how many times faster ours is.
func ratio(ourMs, theirMs float64) string {
	if ourMs == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f×", theirMs/ourMs)
}
