package engine_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
)

var (
	seed  = flag.Uint64("seed", 0, "seed of the random tests; 0 takes the clock")
	cases = flag.Int("cases", 5_000, "cases of the random tests")
)

// randomSeed returns the seed of a test and says it, so that a failure can be had again.
func randomSeed(t testing.TB) uint64 {
	t.Helper()
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	return s
}

// rounds is how often a test on one goroutine does something: a tenth in short mode, in which the race detector runs, which has
// nothing to find there. The run without it does all.
func rounds(n int) int {
	if testing.Short() {
		return max(1, n/10)
	}
	return n
}

// step is how far a test that tries every byte of a file goes from one to the next: to the next, or further where rounds is less.
func step() int {
	if testing.Short() {
		return 41
	}
	return 1
}

// open returns a database on a clock that only steps when asked: Timestamps must rise all the same.
func open(t testing.TB) *engine.DB {
	t.Helper()
	db := engine.Open(engine.Options{Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }})
	t.Cleanup(func() {
		if err := db.Check(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Ensure that random operations have the same answers and leave the same state as on the model.
func TestDB_Model(t *testing.T) {
	start := randomSeed(t)
	const steps = 1000
	for i := range uint64(rounds(max(1, *cases/steps))) {
		db := open(t)
		enginetest.Simulate(t, start+i, steps, db, enginetest.NewModel())
		if err := db.Check(); err != nil {
			t.Fatalf("seed %d: %v", start+i, err)
		}
	}
}

// generator returns a source of random numbers that a failure can be had again with.
func generator(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(randomSeed(t), 0))
}
