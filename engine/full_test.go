package engine_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

func text(pk, rk, v string) engine.Op {
	return engine.Op{Kind: engine.InsertOrReplace, PartitionKey: pk, RowKey: rk, Properties: []engine.Property{{Name: "V", Value: edm.NewString(v)}}}
}

// Ensure that a log that fills the disk with what is out of date is written anew when a write finds no room, also when all
// writers find none at the same time, that nobody is told of a full disk then, and that the workspace opens there again.
func TestLog_Full_Overwritten(t *testing.T) {
	ctx := context.Background()
	disk := &enginetest.Disk{Room: 4 << 20}
	db, _ := openDisk(t, disk)
	must(t, db.CreateTable(ctx, "Table"))
	var group sync.WaitGroup
	for w := range 3 {
		group.Go(func() {
			for i := range rounds(300) {
				if _, err := db.Apply(ctx, "Table", text("p", fmt.Sprint(w), fmt.Sprint(i, strings.Repeat("x", 30_000)))); err != nil {
					t.Errorf("writer %d, write %d: %v", w, i, err)
					return
				}
				db.Recover(ctx) // a server does so all the time
				if trouble := db.Trouble(); trouble != "" {
					t.Errorf("writer %d, after write %d: %s", w, i, trouble)
					return
				}
			}
		})
	}
	group.Wait()
	if s := db.Storage(); s.Full != "" || s.Failed != "" {
		t.Errorf("%+v", s)
	}
	before := contents(t, db)
	must(t, db.Close())
	db, _ = openDisk(t, disk)
	if got := contents(t, db); got != before {
		t.Error(difference(before, got))
	}
}

// Ensure that snapshots that were dropped make room for a write when nothing else does, and are there to be brought back until then.
func TestDB_DropCheckpoint_Full(t *testing.T) {
	ctx := context.Background()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	fill(t, db, "Table", 20_000)
	first, err := db.SaveCheckpoint(ctx, "one", nil)
	must(t, err)
	second, err := db.SaveCheckpoint(ctx, "two", nil)
	must(t, err)
	must(t, db.DropCheckpoint(first.ID))
	must(t, db.UndropCheckpoint(first.ID))
	disk.Room = disk.Used()
	must(t, db.DropCheckpoint(first.ID))
	for i := range 5 {
		_, err := db.Apply(ctx, "Table", text("full", fmt.Sprint(i), strings.Repeat("x", 30_000)))
		must(t, err)
	}
	if err := db.UndropCheckpoint(first.ID); !isCode(err, engine.ResourceNotFound) {
		t.Errorf("brought back: %v", err)
	}
	if list := db.Checkpoints(); len(list) != 1 || list[0].ID != second.ID {
		t.Errorf("list is %v", list)
	}
	// Not even the mark of one that is dropped finds room.
	disk.Fault = func(op enginetest.DiskOp, file string) enginetest.Fault {
		if op == enginetest.DiskOpen && strings.HasSuffix(file, ".dropped") {
			return enginetest.NoSpace
		}
		return enginetest.NoFault
	}
	must(t, db.DropCheckpoint(second.ID))
	disk.Fault = nil
	if names, _ := disk.List(); len(db.Checkpoints()) > 0 || len(names) != 4 {
		t.Errorf("left are %q", names)
	}
}

// fullDisk plays on a disk that somebody else fills.
type fullDisk struct {
	*rand.Rand
	t       testing.TB
	disk    *enginetest.Disk
	db      *engine.DB
	want    *world
	points  []string
	refused int
	deleted int
}

func (x *fullDisk) open() {
	x.t.Helper()
	db, recovery, err := engine.OpenFolder(context.Background(), x.disk, engine.InSlices(diskOptions(), 1500))
	if err != nil || len(recovery.Damage) > 0 {
		x.t.Fatalf("open: %v %+v", err, recovery)
	}
	x.db = db
	x.check("opened again")
}

// check checks that reads answer what was acknowledged.
func (x *fullDisk) check(when string) {
	x.t.Helper()
	if err := x.db.Check(); err != nil {
		x.t.Fatal(err)
	}
	if want, got := x.want.String(), worldOf(x.db.Image()).String(); want != got {
		x.t.Fatalf("%s: %s", when, difference(want, got))
	}
	if len(x.db.Checkpoints()) != len(x.points) {
		x.t.Fatalf("%s: %d snapshots, want %d", when, len(x.db.Checkpoints()), len(x.points))
	}
}

// write does one thing that needs room, and reports whether there was some.
func (x *fullDisk) write() bool {
	ctx := context.Background()
	table := fmt.Sprint("Table", x.IntN(3))
	pk, rk, v := fmt.Sprint("p", x.IntN(3)), fmt.Sprint(x.IntN(30)), fmt.Sprint(x.Uint32(), strings.Repeat("v", x.IntN(2000)))
	here := x.want.tables[table]
	var err error
	switch n := x.IntN(20); {
	case here == nil:
		if err = x.db.CreateTable(ctx, table); err == nil {
			x.want.tables[table] = map[[2]string]string{}
		}
	case n == 0 && len(x.points) < 3:
		var c engine.Checkpoint
		if c, err = x.db.SaveCheckpoint(ctx, "point", nil); err == nil {
			x.points = append(x.points, c.ID)
		}
	case n == 1:
		if err = x.db.SetDocument(ctx, "document", v); err == nil {
			x.want.documents["document"] = v
		}
	case n == 2:
		var l *engine.Loader
		if l, err = x.db.Load(ctx, table); err != nil {
			x.t.Fatal(err)
		}
		after := maps.Clone(here)
		for i := range 20 {
			key := [2]string{"load", fmt.Sprintf("%d-%02d", x.Uint64(), i)}
			after[key] = v
			must(x.t, l.Add(key[0], key[1], text("", "", v).Properties))
		}
		if _, err = l.Commit(); err == nil {
			x.want.tables[table] = after
		}
	default:
		if _, err = x.db.Apply(ctx, table, text(pk, rk, v)); err == nil {
			here[[2]string{pk, rk}] = v
		}
	}
	if err != nil && !isCode(err, engine.StorageFull) {
		x.t.Fatalf("write: %v", err)
	}
	return err == nil
}

// remove deletes something, which always works.
func (x *fullDisk) remove() {
	x.t.Helper()
	ctx := context.Background()
	x.deleted++
	names := slices.Sorted(maps.Keys(x.want.tables))
	switch n := x.IntN(100); {
	case n < 3 && len(x.points) > 0:
		i := x.IntN(len(x.points))
		if err := x.db.DropCheckpoint(x.points[i]); err != nil {
			x.t.Fatalf("drop a snapshot: %v", err)
		}
		x.points = slices.Delete(x.points, i, i+1)
	case n < 5 && len(names) > 0:
		name := names[x.IntN(len(names))]
		if err := x.db.DeleteTable(ctx, name); err != nil {
			x.t.Fatalf("delete a table: %v", err)
		}
		delete(x.want.tables, name)
	case n == 5:
		if err := x.db.SetDocument(ctx, "document", ""); err != nil {
			x.t.Fatalf("delete a document: %v", err)
		}
		delete(x.want.documents, "document")
	case len(names) > 0:
		name := names[x.IntN(len(names))]
		t := x.want.tables[name]
		for key := range t {
			if _, err := x.db.Apply(ctx, name, engine.Op{Kind: engine.Delete, PartitionKey: key[0], RowKey: key[1], IfMatch: "*"}); err != nil {
				x.t.Fatalf("delete an entity: %v, %+v", err, x.db.Storage())
			}
			delete(t, key)
			break
		}
	}
}

// Ensure that on a full disk reads answer and deletes work, whatever filled it and wherever, also after opening the workspace there
// again, and that it is as before when there is room.
func TestAttack_DiskFull(t *testing.T) {
	n, r := attack(t, rounds(12), 3000)
	seed := r.Uint64()
	refused, deleted := 0, 0
	for round := range n {
		x := &fullDisk{Rand: rand.New(rand.NewPCG(seed, uint64(round))), t: t, disk: &enginetest.Disk{}, want: &world{map[string]map[[2]string]string{}, map[string]string{}}}
		x.open()
		for range x.IntN(400) {
			x.write()
		}
		for range 1 + x.IntN(3) {
			x.disk.Room = x.disk.Used() + int64(x.IntN(2)*x.IntN(60_000)) // somebody else takes the rest
			for range 500 {
				if !x.write() {
					x.refused++
				}
			}
			x.check("on a full disk")
			if x.IntN(2) == 0 {
				x.restart()
			}
			for range x.IntN(200) {
				x.remove()
				if x.IntN(4) == 0 {
					x.write()
				}
			}
			x.check("after deletes on a full disk")
			if x.IntN(2) == 0 {
				x.restart()
			}
			x.disk.Room = 0
			x.db.Recover(context.Background())
			if s := x.db.Storage(); s.Full != "" || s.Failed != "" {
				t.Fatalf("round %d: with room again: %+v", round, s)
			}
			if !x.write() {
				t.Fatalf("round %d: a write with room again is refused", round)
			}
			x.check("with room again")
		}
		must(t, x.db.Close())
		refused, deleted = refused+x.refused, deleted+x.deleted
		if t.Failed() {
			t.Fatalf("round %d", round)
		}
	}
	if refused == 0 {
		t.Error("the disk was never full")
	}
	t.Logf("%d rounds: %d writes refused, %d deletes done, none refused", n, refused, deleted)
}

// restart closes the workspace, or crashes the machine, and opens it again on the same disk.
func (x *fullDisk) restart() {
	if x.IntN(2) == 0 {
		must(x.t, x.db.Close())
	} else {
		x.disk.Crash(x.Rand)
	}
	x.open()
}
