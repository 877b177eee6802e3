package kill

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/server"
)

var (
	kills = flag.Int("kills", 0, "how often the process is killed; 0 is 100, or 200 with RANGEFINDER_ATTACK")
	seed  = flag.Uint64("seed", 0, "of what is written; 0 is a new one each time")
)

// targets is what one kill after the other aims at; "" is any moment.
var targets = []string{"", deletion, rewrite, "", deletion, checkpoint}

// Ensure that a process killed at any moment has lost nothing that it had acknowledged, and left nothing half done: not the policies
// of a deleted table to the next one either.
func TestAttack_Kills(t *testing.T) {
	if given, err := strconv.ParseUint(os.Getenv("RANGEFINDER_SEED"), 10, 64); err == nil && *seed == 0 {
		*seed = given
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	if *kills == 0 {
		if *kills = 100; os.Getenv("RANGEFINDER_ATTACK") != "" {
			*kills = 200
		}
	}
	t.Logf("RANGEFINDER_SEED=%d", *seed)
	path := filepath.Join(t.TempDir(), "data")
	random := rand.New(rand.NewPCG(*seed, 0))
	var states [writers]*state
	for w := range states {
		states[w] = &state{entities: make(map[key]entity)}
	}
	checkpoints := make(map[string]bool) // those that must be there
	steps, torn, inside := 0, 0, make(map[string]int)
	for round := range *kills {
		said := run(t, path, *seed+uint64(round), random, targets[round%len(targets)])
		for _, what := range []string{deletion, rewrite, checkpoint} {
			for begun := range said.inside {
				if strings.HasPrefix(begun, what) {
					inside[what]++
					break
				}
			}
		}
		if said.complaint != "" {
			t.Fatalf("round %d: the process complains: %s", round, said.complaint)
		}
		for _, id := range said.saved {
			checkpoints[id] = true
		}
		for id := range said.dropping {
			delete(checkpoints, id)
		}
		for w, n := range said.acknowledged {
			steps += n
			s := newScript(*seed+uint64(round), w)
			for range n {
				st := s.next()
				st.apply(states[w])
			}
		}
		recovery := compare(t, path, *seed+uint64(round), said, &states, checkpoints)
		if recovery.Torn > 0 {
			torn++
		}
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	t.Logf("%d kills, of which inside a table deletion %d, a rewrite %d, a checkpoint %d; %d steps acknowledged, 0 lost, 0 half-applied, %d torn tails",
		*kills, inside[deletion], inside[rewrite], inside[checkpoint], steps, torn)
	if n := min(inside[deletion], inside[rewrite], inside[checkpoint]); *kills >= 100 && n < *kills/20 || inside[deletion]+inside[rewrite]+inside[checkpoint] < *kills/5 {
		t.Errorf("too few kills inside what they aim at: %v", inside)
	}
	if steps < *kills {
		t.Errorf("only %d steps: nothing was under load", steps)
	}
}

// run starts the process, kills it after a while, inside what is aimed at if that comes, and returns what it had said.
func run(t *testing.T, path string, seed uint64, random *rand.Rand, target string) *transcript {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program)
	c.Env = append(os.Environ(), dirVariable+"="+path, fmt.Sprintf("%s=%d", seedVariable, seed))
	c.Stderr = os.Stderr
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	said := &transcript{dropping: make(map[string]bool), inside: make(map[string]bool)}
	ready, over, begun := make(chan struct{}), make(chan struct{}), make(chan string, 100)
	go func() {
		defer close(over)
		said.read(stdout, ready, begun)
	}()
	pause := time.Duration(random.IntN(250)) * time.Millisecond
	if target != "" {
		aim(begun, over, target, pause/2)
		time.Sleep(time.Duration(random.IntN(1500)) * time.Microsecond)
	} else if random.IntN(8) == 0 {
		time.Sleep(pause / 4) // while it opens the directory, perhaps
	} else {
		select {
		case <-ready:
			time.Sleep(pause)
		case <-over:
		}
	}
	if err := c.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	<-over
	_ = c.Wait() // it was killed
	return said
}

// aim returns when a target begins after a while.
func aim(begun <-chan string, over <-chan struct{}, target string, while time.Duration) {
	after, late := time.After(while), time.After(2*time.Second)
	ripe := false
	for {
		select {
		case <-after:
			ripe = true
		case what := <-begun:
			if ripe && what == target {
				return
			}
		case <-late:
			return
		case <-over:
			return
		}
	}
}

func (said *transcript) read(r io.Reader, ready chan<- struct{}, begun chan<- string) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "r":
			said.ready = true
			close(ready)
		case "a":
			said.acknowledged[rest[0]-'0']++
		case "b":
			said.inside[rest] = true
			what, _, _ := strings.Cut(rest, " ")
			select {
			case begun <- what:
			default: // nobody aims
			}
		case "e":
			delete(said.inside, rest)
		case "c":
			said.saved = append(said.saved, rest)
		case "d":
			said.dropping[rest] = true
		default:
			said.complaint = lines.Text()
		}
	}
}

// compare opens the directory and reports what is not as it was acknowledged. A writer's last step may be there or not. The
// states become those that are found.
func compare(t *testing.T, path string, seed uint64, said *transcript, states *[writers]*state, checkpoints map[string]bool) *engine.Recovery {
	t.Helper()
	dir, err := server.OpenDataDir(path)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	ctx := context.Background()
	db, recovery, err := engine.OpenFolder(ctx, dir, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, d := range recovery.Damage {
		t.Errorf("damage: %+v", d)
	}
	found := read(t, db.Image())
	for w, got := range found {
		got.document, _ = db.Document(ownDocument(w))
		got.policies, _ = db.TableDocument(ownTable(w))
		want := states[w]
		if !got.equal(want) && said.ready {
			s := newScript(seed, w)
			for range said.acknowledged[w] {
				s.next()
			}
			last := s.next()
			with := want.clone()
			last.apply(with)
			if !got.equal(with) {
				t.Errorf("writer %d after %d steps: %s; with the step that was going on (%d): %s", w, said.acknowledged[w], difference(got, want), last.kind, difference(got, with))
			}
		} else if !got.equal(want) {
			t.Errorf("writer %d has written nothing: %s", w, difference(got, want))
		}
		states[w] = got
	}
	listed := make(map[string]bool)
	for _, c := range db.Checkpoints() {
		listed[c.ID] = true
		image, err := db.OpenCheckpoint(ctx, c.ID, func() error { return nil })
		if err != nil {
			t.Errorf("checkpoint %s: %v", c.ID, err)
			continue
		}
		read(t, image) // what is half there shows
	}
	for id := range checkpoints {
		if !listed[id] {
			t.Errorf("checkpoint %s was saved and is not there", id)
		}
	}
	return recovery
}

// read sorts what an image holds by writers, and reports groups that were not written whole.
func read(t *testing.T, image *engine.Image) []*state {
	t.Helper()
	found := make([]*state, writers)
	for w := range found {
		found[w] = &state{entities: make(map[key]entity)}
	}
	for _, table := range image.Tables() {
		snapshot, err := image.Snapshot(table)
		if err != nil {
			t.Fatal(err)
		}
		owner := -1
		if table != shared {
			owner = int(table[len(table)-1] - '0')
			found[owner].table = true
		}
		for rank := range snapshot.Len() {
			e := snapshot.At(rank)
			w := owner
			if w < 0 {
				w = int(e.PartitionKey()[1] - '0')
			}
			found[w].entities[key{table, e.PartitionKey(), e.RowKey()}] = entityOf(t, e)
		}
	}
	for w, s := range found {
		var values []any
		for i := range members {
			if e, ok := s.entities[key{shared, group(w), rowKey(i)}]; ok {
				values = append(values, e.b)
			}
		}
		if len(values) > 0 && (len(values) != members || slices.ContainsFunc(values, func(v any) bool { return v != values[0] })) {
			t.Errorf("half of a group is there: %v", values)
		}
	}
	return found
}

func entityOf(t *testing.T, e engine.Entity) entity {
	t.Helper()
	var got entity
	for name, value := range e.All() {
		switch name {
		case "A":
			got.a = value.Text()
		case "B":
			got.b = value.Int()
		case "C":
			got.c = value.Bool()
		default:
			t.Errorf("a property %s", name)
		}
	}
	return got
}

// difference tells the first few things in which two states differ.
func difference(got, want *state) string {
	var list []string
	if got.table != want.table || got.policies != want.policies || got.document != want.document {
		list = append(list, fmt.Sprintf("table %v, policies %q, document %q, want %v, %q, %q", got.table, got.policies, got.document, want.table, want.policies, want.document))
	}
	for k, e := range want.entities {
		if g, ok := got.entities[k]; g != e {
			list = append(list, fmt.Sprintf("%v is there: %v, with %.40v, want %.40v", k, ok, g, e))
		}
	}
	for k := range got.entities {
		if _, ok := want.entities[k]; !ok {
			list = append(list, fmt.Sprintf("%v is there", k))
		}
	}
	n := len(list)
	return fmt.Sprintf("%d differences, %q", n, list[:min(n, 3)])
}
