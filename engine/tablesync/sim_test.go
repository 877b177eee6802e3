//go:build !js

package tablesync_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
)

var (
	simSeeds = flag.Int("seeds", 1000, "how many seeds the simulation runs")
	simFirst = flag.Uint64("from", 1, "the first seed of the simulation; with -seeds 1 it prints all that happens")
)

// Ensure that sync keeps two services in step whatever happens: people change things on both sides, requests and answers are
// lost, cut and refused, and the machine stops at any step. When that is over and conflicts are decided, both sides are the
// same; no accepted change is lost but as the loser of a conflict that was shown, none was applied twice, and none was
// overwritten unseen. A failure prints a seed and the shortest story that leads there.
func TestSimulation(t *testing.T) {
	seeds := uint64(*simSeeds)
	if testing.Short() { // the race detector runs, and each simulation is one goroutine's
		seeds = max(1, seeds/40)
	}
	var next atomic.Uint64
	var failed sync.Map
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for {
				n := next.Add(1) - 1
				if n >= seeds {
					return
				}
				seed := *simFirst + n
				if fault, _ := simulate(seed, planOf(seed), false); fault != "" {
					failed.Store(seed, fault)
					next.Add(seeds) // enough is known
				}
			}
		})
	}
	all.Wait()
	failed.Range(func(seed, fault any) bool {
		t.Errorf("seed %d: %s\n%s", seed, fault, story(seed.(uint64)))
		return false
	})
	if *simSeeds == 1 && !t.Failed() {
		_, trace := simulate(*simFirst, planOf(*simFirst), true)
		t.Log(strings.Join(trace, "\n"))
	}
}

// simStep is one thing that happens; all chances in it come from its seed, so that it happens alike when others are left out.
type simStep struct {
	what simAction
	seed uint64
}

type simAction uint8

const (
	simPeople simAction = iota
	simOthers
	simPull
	simPush
	simResolve
	simRevert
	simRestart
)

func planOf(seed uint64) []simStep {
	r := rand.New(rand.NewPCG(seed, 1))
	plan := make([]simStep, 8+r.IntN(25))
	for i := range plan {
		what := []simAction{simPeople, simPeople, simPeople, simOthers, simOthers, simOthers, simPull, simPull, simPush, simPush, simPush, simResolve, simRevert, simRestart}
		plan[i] = simStep{what[r.IntN(len(what))], r.Uint64()}
	}
	plan[0].what, plan[1].what = simOthers, simPull
	return plan
}

// story returns the trace of the shortest plan that still fails.
func story(seed uint64) string {
	plan := planOf(seed)
	for size := len(plan) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(plan); {
			shorter := append(append([]simStep{}, plan[:at]...), plan[at+size:]...)
			if fault, _ := simulate(seed, shorter, false); fault != "" {
				plan = shorter
			} else {
				at += size
			}
		}
	}
	fault, trace := simulate(seed, plan, true)
	return strings.Join(append(trace, "so: "+fault), "\n")
}

// simulate does what a plan says, lets everything come to rest, and returns which rule was broken, if any.
func simulate(seed uint64, plan []simStep, traced bool) (fault string, trace []string) {
	w := newSimWorld(seed, traced)
	w.tell("scope %+v, %d retries", w.scope, w.policy.Retries)
	for _, s := range plan {
		if w.model.fault != "" {
			return w.model.fault, w.trace
		}
		w.Rand = rand.New(rand.NewPCG(s.seed, 2))
		w.do(s.what)
	}
	if w.model.fault == "" {
		w.rest()
	}
	return w.model.fault, w.trace
}

func (w *simWorld) do(what simAction) {
	switch what {
	case simPeople, simOthers:
		w.tell("people %s", simSide(what-simPeople))
		for range 1 + w.IntN(6) {
			w.operate(simSide(what-simPeople), "    ")
		}
	case simPull:
		w.attempt("pull", func() error {
			_, err := w.pull(w.IntN(8) == 0)
			return err
		})
	case simPush:
		w.attempt("push", func() error {
			_, err := w.push()
			return err
		})
	case simResolve:
		rule := tablesync.TakeMine + tablesync.Rule(w.IntN(4))
		all := w.IntN(2) == 0
		w.attempt("resolve", func() error { w.resolve(all, rule); return nil })
	case simRevert:
		w.attempt("revert", func() error { w.revert(); return nil })
	case simRestart:
		w.tell("restart")
		w.restart()
	}
}

// attempt does some work in some weather; it may be stopped at any step, by a panic or by the disk.
func (w *simWorld) attempt(name string, work func() error) {
	if w.weather = climates[0]; w.IntN(3) > 0 {
		w.weather = climates[w.IntN(len(climates))]
	}
	switch w.IntN(8) {
	case 0, 1:
		w.crashIn = 1 + w.IntN(1+w.IntN(40))
	case 2:
		w.diskIn = 1 + w.IntN(1+w.IntN(60))
	}
	w.requests, w.inside = 0, true
	defer w.conclude()
	defer func() {
		w.inside = false
		switch p := recover().(type) {
		case nil:
			if w.crashIn = 0; w.diskIn < 0 {
				w.restart()
			}
			w.diskIn = 0
		case crashed:
			w.tell("  the syncer stops: %s", p.where)
			w.restart()
		case stuck:
			w.model.broken("the %s does not come to an end", name)
		default:
			panic(p)
		}
	}()
	w.tell("%s in %+v", name, w.weather)
	err := work()
	w.tell("  %s: %v", name, err)
}

// rest lets everything come to rest and checks what is left.
func (w *simWorld) rest() {
	w.still, w.inside = true, false
	w.Rand = rand.New(rand.NewPCG(0, 3))
	w.tell("calm")
	w.tellPending()
	for round := 0; ; round++ { // the first pull may only be the rest of one
		pulled, err := w.pull(false)
		if err != nil {
			w.model.broken("pull in calm: %v", err)
			return
		}
		w.tellPending()
		w.resolve(true, tablesync.TakeMine+tablesync.Rule(round%4))
		w.conclude()
		pushed, err := w.push()
		if err != nil || len(pushed.Refused) > 0 {
			w.model.broken("push in calm: %v, refused %v", err, pushed.Refused)
			return
		}
		w.tell("  pulled %+v, pushed %+v", pulled, pushed)
		changed := pulled.Added + pulled.Updated + pulled.Deleted + pulled.Conflicts + pulled.Kept + pulled.Settled
		if round > 0 && changed == 0 && pushed.Requests == 0 && pushed.Left == 0 && len(w.conflicts()) == 0 {
			break
		}
		if round == 10 {
			w.model.broken("it does not come to rest: pulled %+v, pushed %+v", pulled, pushed)
			return
		}
	}
	w.compare()
	final := map[tablesync.Key]map[string]int64{}
	for key, e := range w.all(atService) {
		final[key] = valuesOf(e)
	}
	for _, c := range w.model.lost(final) {
		w.model.broken("lost: the %v; the service has %v", c, final[c.key])
	}
	if err := w.local.Check(); err != nil {
		w.model.broken("the database here: %v", err)
	}
}

// all returns all entities of a side.
func (w *simWorld) all(s simSide) map[tablesync.Key]engine.Entity {
	out := map[tablesync.Key]engine.Entity{}
	db, table := w.service(s)
	page, err := db.Query(context.Background(), table, engine.Query{})
	if err != nil {
		w.model.broken("%v", err)
		return nil
	}
	for _, e := range page.Entities {
		out[tablesync.Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()}] = e
	}
	return out
}

// compare holds the copy to the scope: what is in it is the same on both sides.
func (w *simWorld) compare() {
	filter := w.scope.Filter
	if w.scope.Partitions != nil {
		filter = fmt.Sprintf("PartitionKey eq '%s'", w.scope.Partitions[0])
	}
	for _, s := range []simSide{atCopy, atService} {
		db, table := w.service(s)
		page, err := db.Query(context.Background(), table, engine.Query{Filter: filter})
		if err != nil {
			w.model.broken("%v", err)
			return
		}
		for _, e := range page.Entities {
			key := tablesync.Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()}
			other := w.get(1-s, key)
			if other.IsZero() || !engine.SameContent(e, other) {
				w.model.broken("%v is %v %s, and not on the other side: %v", key, e.Properties(), s, valuesOf(other))
			}
		}
	}
}
