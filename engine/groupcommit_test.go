package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

func upsert(row string, n int) engine.Op {
	return engine.Op{Kind: engine.InsertOrReplace, PartitionKey: "p", RowKey: row, Properties: []engine.Property{{Name: "N", Value: edm.NewInt32(int32(n))}}}
}

// Ensure that writers at the same time share syncs, that subscribers hear of the commits in order, that nothing is visible
// before it is safe, and that all of it comes back.
func TestLog_GroupCommit_SharesSyncs(t *testing.T) {
	const writers, each = 16, 50
	ctx := context.Background()
	disk := &enginetest.Disk{}
	var safe atomic.Int64 // syncs that ended
	disk.Fault = func(op enginetest.DiskOp, _ string) enginetest.Fault {
		if op == enginetest.DiskSync {
			time.Sleep(200 * time.Microsecond)
			safe.Add(1)
		}
		return enginetest.NoFault
	}
	db, _ := openDisk(t, disk)
	must(t, db.CreateTable(ctx, "Table"))
	var seqs []uint64
	db.Subscribe(func(c engine.Commit) { seqs = append(seqs, c.Seq) })
	before := disk.Syncs
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			row := fmt.Sprint("w", w)
			for n := range each {
				synced := safe.Load()
				if _, err := db.Apply(ctx, "Table", upsert(row, n)); err != nil {
					t.Error(err)
					return
				}
				if safe.Load() == synced {
					t.Error("acknowledged without a sync")
				}
				e, err := db.Get(ctx, "Table", "p", row)
				if v, _ := e.Value("N"); err != nil || v.Int() != int64(n) {
					t.Errorf("own write is not there: %v, %v", v, err)
				}
			}
		})
	}
	all.Go(func() {
		for range 3 {
			if err := db.Rewrite(ctx, nil); err != nil {
				t.Error(err)
			}
		}
	})
	all.Wait()
	if syncs := disk.Syncs - before; syncs > writers*each/2 {
		t.Errorf("%d syncs for %d commits", syncs, writers*each)
	}
	for i, seq := range seqs {
		if seq != uint64(i+2) {
			t.Fatalf("commit %d came at place %d", seq, i)
		}
	}
	if len(seqs) != writers*each {
		t.Errorf("%d commits, want %d", len(seqs), writers*each)
	}
	want := contents(t, db)
	must(t, db.Close())
	db, _ = openDisk(t, disk)
	if got := contents(t, db); got != want {
		t.Error(difference(want, got))
	}
}

// Ensure that commits of several writers are whole in the log though bulk loads come between them.
func TestLog_GroupCommit_BesideLoads(t *testing.T) {
	const writers, each = 8, 40
	ctx := context.Background()
	disk := &enginetest.Disk{}
	disk.Fault = func(op enginetest.DiskOp, _ string) enginetest.Fault {
		if op == enginetest.DiskWrite {
			time.Sleep(100 * time.Microsecond) // others encode their commits meanwhile
		}
		return enginetest.NoFault
	}
	db, _ := openDisk(t, disk)
	must(t, db.CreateTable(ctx, "Table"))
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for n := range each {
				if _, err := db.Apply(ctx, "Table", upsert(fmt.Sprint("w", w), n)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Go(func() {
		for n := range 10 {
			name := fmt.Sprint("Loaded", n)
			must(t, db.CreateTable(ctx, name))
			l, err := db.Load(ctx, name)
			must(t, err)
			must(t, l.Add("p", "r", upsert("r", n).Properties))
			_, err = l.Commit()
			must(t, err)
		}
	})
	all.Wait()
	want := contents(t, db)
	must(t, db.Close())
	db, found := openDisk(t, disk)
	if len(found.Damage) > 0 {
		t.Errorf("damage: %+v", found.Damage)
	}
	if got := contents(t, db); got != want {
		t.Error(difference(want, got))
	}
}

// Ensure that with many writers on a failing disk every acknowledged write is there after a crash, and no refused one.
func TestLog_GroupCommit_FailsAndCrashes(t *testing.T) {
	ctx := context.Background()
	r := generator(t)
	for round := range max(10, *cases/200) {
		disk := &enginetest.Disk{}
		db, _ := openDisk(t, disk)
		must(t, db.CreateTable(ctx, "Table"))
		var (
			mu     sync.Mutex
			random = rand.New(rand.NewPCG(uint64(round), 7))
			left   = 20 + r.IntN(200)
		)
		disk.Fault = func(op enginetest.DiskOp, _ string) enginetest.Fault {
			mu.Lock()
			defer mu.Unlock()
			if left--; left <= 0 {
				return enginetest.Crashing
			}
			if (op == enginetest.DiskWrite || op == enginetest.DiskSync) && random.IntN(10) == 0 {
				return enginetest.Fails
			}
			return enginetest.NoFault
		}
		const writers = 8
		var acknowledged, tried [writers]int // the numbers that each writer last wrote, or tried to
		var failing [writers]bool
		var all sync.WaitGroup
		for w := range writers {
			all.Go(func() {
				for n := 1; ; n++ {
					tried[w] = n
					_, err := db.Apply(ctx, "Table", upsert(fmt.Sprint("w", w), n))
					if err == nil {
						acknowledged[w] = n
						continue
					}
					if db.Storage().Failed != "" {
						failing[w] = true // it may be there after the crash
						return
					}
				}
			})
		}
		all.Add(1)
		go func() {
			defer all.Done()
			_ = db.Rewrite(ctx, nil)
		}()
		all.Wait()
		disk.Fault = nil
		disk.Crash(r)
		db, recovery := openDisk(t, disk)
		if len(recovery.Damage) > 0 {
			t.Fatalf("round %d: %+v", round, recovery)
		}
		for w := range writers {
			got := 0
			if e, err := db.Get(ctx, "Table", "p", fmt.Sprint("w", w)); err == nil {
				v, _ := e.Value("N")
				got = int(v.Int())
			}
			if got != acknowledged[w] && !(failing[w] && got == tried[w]) {
				t.Errorf("round %d, writer %d: %d is there, acknowledged was %d, tried %d", round, w, got, acknowledged[w], tried[w])
			}
		}
	}
}
