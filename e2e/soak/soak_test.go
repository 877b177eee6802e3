package soak

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

var (
	minutes = flag.Float64("minutes", 0.05, "how long the server is loaded")
	seed    = flag.Uint64("seed", 0, "of what is asked for; 0 is a new one each time")
)

const (
	connections = 64
	bound       = 160    // MiB that the server may have at any time: it holds some ten thousand small entities, and needs 100
	settled     = 10_000 // requests after which entities, connections, and the heap have nearly reached their size
)

// Ensure that under load by clients that are killed at random nothing that was acknowledged is lost, nothing is half done,
// memory and connections do not grow, and that a stop and a start change nothing.
func TestSoak(t *testing.T) {
	during := time.Duration(*minutes * float64(time.Minute))
	if deadline, ok := t.Deadline(); ok && time.Until(deadline) < during+time.Minute {
		t.Fatalf("give `go test` more time, for example -timeout %v", (during + 10*time.Minute).Round(time.Minute))
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	binary, data := build(t), filepath.Join(t.TempDir(), "data")
	server := start(t, binary, data)
	workers := make([]*worker, connections)
	for i := range workers {
		workers[i] = newWorker(i, server.url, *seed)
	}
	if err := workers[0].client.CreateTable(context.Background(), table); err != nil {
		t.Fatal(err)
	}
	before, _ := server.files()

	// By requests, not by time: a slow machine needs six seconds for what a fast one does in two.
	for requests(workers) < settled && !t.Failed() {
		load(t, server, workers, 3*time.Second)
	}
	warm := requests(workers)
	memory := load(t, server, workers, during)
	if t.Failed() {
		return
	}
	report(t, workers, requests(workers)-warm, during)
	flat(t, memory)
	check(t, workers)
	left(t, server, before)

	took, err := server.stop()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("stopped in %v", took.Round(time.Millisecond))
	if output, err := exec.Command(binary, "check", data).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	again := start(t, binary, data)
	for _, w := range workers {
		w.client.URL = again.url
	}
	check(t, workers)
	if _, err := again.stop(); err != nil {
		t.Error(err)
	}
}

// load has all workers load the server for a time and returns the memory it had meanwhile, each half second.
func load(t *testing.T, server *process, workers []*worker, during time.Duration) (memory []float64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), during)
	defer cancel()
	var running sync.WaitGroup
	failed := make([]error, len(workers))
	for i, w := range workers {
		running.Go(func() {
			if failed[i] = w.run(ctx); failed[i] != nil {
				cancel()
			}
		})
	}
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(500 * time.Millisecond):
			if mib, ok := server.resident(); ok {
				memory = append(memory, mib)
			}
		}
	}
	running.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Errorf("%.8000s", err)
	}
	return memory
}

// requests is how many were sent so far. The workers must be at rest.
func requests(workers []*worker) (n int) {
	for _, w := range workers {
		for _, done := range w.done {
			n += done
		}
	}
	return n
}

// report logs what was done, and makes sure that everything was. n requests were sent in the time that is measured.
func report(t *testing.T, workers []*worker, n int, during time.Duration) {
	t.Helper()
	done, entities := map[string]int{}, 0
	for _, w := range workers {
		for what, n := range w.done {
			done[what] += n
		}
		entities += len(w.known)
	}
	for _, what := range []string{"insert", "update", "delete", "transaction", "refused", "get", "query", "cut", "mute"} {
		if done[what] == 0 {
			t.Errorf("there was no %s", what)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(done)) {
		t.Logf("%9d %s", done[what], what)
	}
	t.Logf("%9d requests in %v, %.0f a second; %d entities at the end", n, during, float64(n)/during.Seconds(), entities)
}

// flat fails when the memory is out of bounds, or grew after the first quarter of the time.
func flat(t *testing.T, memory []float64) {
	t.Helper()
	if len(memory) < 4 {
		return // there is no /proc
	}
	quarter := len(memory) / 4
	early, late := slices.Max(memory[quarter:2*quarter]), slices.Max(memory[len(memory)-quarter:])
	t.Logf("resident memory: at most %.0f MiB; in the second quarter %.0f MiB, in the last %.0f MiB", slices.Max(memory), early, late)
	if most := slices.Max(memory); most > bound {
		t.Errorf("%.0f MiB are more than %d", most, bound)
	}
	if late > 1.25*early+16 {
		t.Errorf("the memory grows: %.0f", memory)
	}
}

// check compares all that is in the table with what the workers know of it.
func check(t *testing.T, workers []*worker) {
	t.Helper()
	want := 0
	for _, w := range workers {
		want += len(w.known)
		for _, filter := range []string{
			fmt.Sprintf("PartitionKey eq '%s'", w.partition),
			fmt.Sprintf("W eq %d", w.number), // the whole table
		} {
			got, err := w.find(filter)
			if err != nil {
				t.Errorf("%s: %v", filter, err)
			} else if !maps.Equal(got, w.known) {
				t.Errorf("%s: %d entities, want %d: %v, want %v", filter, len(got), len(w.known), got, w.known)
			}
		}
	}
	if got, err := count(workers[0]); err != nil || got != want {
		t.Errorf("%d entities in all, want %d: %v", got, want, err)
	}
	for _, w := range workers {
		w.doer.client.CloseIdleConnections()
	}
}

// left fails when the server keeps what belonged to connections that are gone.
func left(t *testing.T, server *process, before int) {
	t.Helper()
	var now int
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		n, ok := server.files()
		if !ok || n <= before {
			return
		}
		now = n
	}
	t.Errorf("the server has %d files open, %d before the load", now, before)
}
