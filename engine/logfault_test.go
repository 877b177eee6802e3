package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// script is a torture that always does the same, on a disk that fails at chosen operations.
type script struct {
	torture
	puts   int
	count  int
	faults map[int]enginetest.Fault // by the number of the operation
}

func newScript(t testing.TB, seed uint64, faults map[int]enginetest.Fault) *script {
	s := &script{faults: faults, torture: torture{
		Rand: rand.New(rand.NewPCG(seed, 1)), t: t, disk: &enginetest.Disk{}, points: map[string]*world{}, done: map[string]int{},
		now: &world{map[string]map[[2]string]string{}, map[string]string{}},
	}}
	s.open()
	s.disk.Fault = func(enginetest.DiskOp, string) enginetest.Fault {
		s.count++
		fault := s.faults[s.count]
		if fault == enginetest.Crashing {
			s.dead = true
		}
		if s.dead {
			return enginetest.Crashing
		}
		return fault
	}
	return s
}

func (s *script) put(row string) {
	after := s.now.clone()
	s.puts++
	text := fmt.Sprint(s.puts, strings.Repeat(row, 150)) // never the same twice: the states before and after differ
	_, err := s.db.Apply(context.Background(), "One", engine.Op{
		Kind: engine.InsertOrReplace, PartitionKey: "p", RowKey: row,
		Properties: []engine.Property{{Name: "V", Value: edm.NewString(text)}},
	})
	if after.tables["One"] == nil {
		if !isCode(err, engine.TableNotFound) && s.db.Storage().Failed == "" {
			s.t.Fatal(err)
		}
		return
	}
	after.tables["One"][[2]string{"p", row}] = text
	s.did("put", err, after)
}

// play changes things, rewrites the log while it changes more, and saves a checkpoint.
func (s *script) play() {
	ctx := context.Background()
	if after := s.now.clone(); after.tables["One"] == nil {
		after.tables["One"] = map[[2]string]string{}
		s.did("create", s.db.CreateTable(ctx, "One"), after)
	}
	for i := range 4 {
		s.put(fmt.Sprint(i % 3))
	}
	for round := range 2 {
		n := 0
		_ = s.db.Rewrite(ctx, func() error {
			if n++; n%3 == 0 {
				s.put(fmt.Sprint(round, n))
			}
			return nil
		})
		s.put(fmt.Sprint("after", round))
		if round == 0 && s.now.tables["One"] != nil {
			after := s.now.clone()
			clear(after.tables["One"])
			var ops []engine.Op
			for key := range s.now.tables["One"] {
				ops = append(ops, engine.Op{Kind: engine.Delete, PartitionKey: key[0], RowKey: key[1], IfMatch: "*"})
			}
			if len(ops) > 0 { // the next picture is smaller than the log that it takes the place of
				_, err := s.db.Batch(ctx, "One", ops)
				s.did("delete", err, after)
			}
		}
	}
	if c, err := s.db.SaveCheckpoint(ctx, "point", nil); err == nil {
		s.points[c.ID] = s.now.clone()
	} else {
		s.uncertain = true
	}
	s.put("last")
}

// reopen crashes the machine and checks what is there.
func (s *script) reopen() {
	s.dead = true
	s.disk.Crash(s.Rand)
	s.dead, s.faults = false, nil
	s.open()
}

// Ensure that whichever operation on the disk fails, or is the last before a crash, nothing is lost: in commits, in a rewrite
// with commits in the middle of it, and in a checkpoint.
func TestLog_EveryOperationFails(t *testing.T) {
	seed := randomSeed(t)
	whole := newScript(t, seed, nil)
	whole.play()
	operations := whole.count
	faults := []enginetest.Fault{enginetest.Fails, enginetest.Short, enginetest.Crashing}
	for at := 1; at <= operations; at += operations / rounds(operations) {
		for _, fault := range faults {
			for i := range uint64(3) {
				s := newScript(t, seed+i, map[int]enginetest.Fault{at: fault})
				s.play()
				s.reopen()
				s.play()
				s.reopen()
				if t.Failed() {
					t.Fatalf("operation %d, fault %d, seed %d", at, fault, seed+i)
				}
			}
		}
	}
	// Two failures, of which the second is a crash.
	r := rand.New(rand.NewPCG(seed, 2))
	for i := range uint64(rounds(*cases / 5)) {
		first := 1 + r.IntN(operations)
		s := newScript(t, seed+i, map[int]enginetest.Fault{first: faults[r.IntN(2)], first + 1 + r.IntN(30): enginetest.Crashing})
		s.play()
		s.reopen()
		s.play()
		s.reopen()
	}
	t.Log(operations, "operations")
}
