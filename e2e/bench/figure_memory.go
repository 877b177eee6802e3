package main

import (
	"context"
	"fmt"
)

// memory is what a side holds after the first load. Live is what its data needs: the Go heap in use after a collection, or
// SQLite's pages. Linear is the whole memory of its WASM instance, which never shrinks.
type memory struct{ Live, Linear int64 }

// measureMemory divides what the workers held after the first load by the entities. The instances' own code and runtime
// are part of Linear.
func measureMemory(_ context.Context, l *lab) ([]row, error) {
	n := float64(l.entities())
	each := func(b int64) string { return fmt.Sprintf("%.0f bytes", float64(b)/n) }
	a, b := l.memory[ours], l.memory[theirs]
	return []row{{
		what: "memory of an entity, live data", target: "150 bytes",
		ours: each(a.Live), theirs: each(b.Live), ratio: ratio(float64(a.Live), float64(b.Live)),
		met: float64(a.Live) <= 150*n,
	}, {
		what: "memory of an entity, whole WASM memory", target: "100 bytes",
		ours: each(a.Linear), theirs: each(b.Linear), ratio: ratio(float64(a.Linear), float64(b.Linear)),
		met: float64(a.Linear) <= 100*n,
	}}, nil
}
