package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// Ensure that a tracked table knows what its entities were before, whatever changes them, after crashes, rewrites, restores and
// undone deletes.
func TestTrack_Model(t *testing.T) {
	seed := randomSeed(t)
	for i := range uint64(8) {
		k := &tracker{t: t, r: rand.New(rand.NewPCG(seed, i)), disk: &enginetest.Disk{}, m: newTrackModel("first"), kept: map[string]*trackModel{}}
		k.at = edm.TicksOf(diskOptions().Now()) - 1_000_000_000
		k.db, _ = openDisk(t, k.disk)
		must(t, k.db.CreateTracked(context.Background(), "Copy", "first"))
		for step := range 250 {
			k.step()
			view, err := k.db.Tracking("copy")
			must(t, err)
			if got, want := tracked(view), k.m.String(); got != want {
				t.Fatalf("case %d, step %d: %s", i, step, difference(want, got))
			}
			if err := k.db.Check(); err != nil {
				t.Fatalf("case %d, step %d: %v", i, step, err)
			}
		}
	}
}

// Ensure that a commit that a crash cuts anywhere has changed both the table and its base, or neither.
func TestTrack_TornCommit(t *testing.T) {
	ctx := context.Background()
	r := generator(t)
	for range 60 {
		disk := &enginetest.Disk{}
		db, _, err := engine.OpenFolder(ctx, disk, engine.InSlices(diskOptions(), 100))
		must(t, err)
		must(t, db.CreateTracked(ctx, "Copy", "note"))
		var list []engine.BulkEntity
		for i := range 40 {
			list = append(list, engine.BulkEntity{PartitionKey: "p", RowKey: fmt.Sprintf("r%02d", i), Properties: []engine.Property{{Name: "V", Value: edm.NewString("old")}}})
		}
		must(t, db.Sync(ctx, "Copy", func(x *engine.SyncTx) error {
			for _, e := range list {
				theirs, err := engine.NewEntity(e.PartitionKey, e.RowKey, edm.TicksOf(diskOptions().Now()), e.Properties)
				must(t, err)
				x.Take(theirs)
			}
			return nil
		}))
		before := contents(t, db)
		writes := 0
		at := 1 + r.IntN(3)
		disk.Fault = func(op enginetest.DiskOp, file string) enginetest.Fault {
			if op == enginetest.DiskWrite || op == enginetest.DiskSync {
				if writes++; writes >= at {
					return enginetest.Crashing
				}
			}
			return enginetest.NoFault
		}
		for i := range list {
			list[i].Properties = []engine.Property{{Name: "V", Value: edm.NewString("new")}}
		}
		_, failed := db.Bulk(ctx, "Copy", list, engine.ReplaceExisting)
		after := contents(t, db)
		disk.Fault = nil
		disk.Crash(r)
		db, _ = openDisk(t, disk)
		got := contents(t, db)
		switch {
		case failed == nil && got != after:
			t.Fatal("an acknowledged change is lost: " + difference(after, got))
		case got != before && strings.Count(got, "was old") != len(list):
			t.Fatal("a part of a commit is there: " + difference(before, got))
		}
	}
}

// trackedLog is the log of a tracked table with an entity in conflict, one that was inserted and an ETag of its own.
func trackedLog(t testing.TB) []byte {
	t.Helper()
	ctx := context.Background()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	must(t, db.CreateTracked(ctx, "Copy", "note"))
	theirs, err := engine.NewEntity("p", "1", edm.TicksOf(diskOptions().Now()), []engine.Property{{Name: "V", Value: edm.NewString("theirs")}})
	must(t, err)
	must(t, db.Sync(ctx, "Copy", func(x *engine.SyncTx) error {
		x.Take(engine.WithETag(theirs, `W/"1"`))
		return x.SetNote("page")
	}))
	for _, row := range []string{"1", "2"} {
		_, err := db.Apply(ctx, "Copy", engine.Op{Kind: engine.InsertOrReplace, PartitionKey: "p", RowKey: row, Properties: []engine.Property{{Name: "V", Value: edm.NewString("mine")}}})
		must(t, err)
	}
	must(t, db.Sync(ctx, "Copy", func(x *engine.SyncTx) error {
		x.Oppose("p", "1", theirs)
		x.SetSent("p", "2", "sent")
		return nil
	}))
	return disk.Data("a.log")
}

// Ensure that a log of a tracked table that was changed at any byte gives a sound workspace.
func TestTrack_FlippedAtEveryByte(t *testing.T) {
	t.Parallel()
	log := trackedLog(t)
	for at := 0; at < len(log); at += step() {
		damaged := slices.Clone(log)
		damaged[at] ^= 0x41
		opened(t, damaged)
	}
}

// Ensure that a tracked table and its sides are in no list, and its limits are told.
func TestTrack_Hidden(t *testing.T) {
	ctx := context.Background()
	db := open(t)
	must(t, db.CreateTracked(ctx, "Copy", "note"))
	_, err := db.Apply(ctx, "Copy", engine.Op{PartitionKey: "p", RowKey: "r"})
	must(t, err)
	if page, err := db.Tables(ctx, "", 0); err != nil || strings.Join(page.Names, " ") != "Copy" {
		t.Errorf("tables are %v, %v", page.Names, err)
	}
	if image := db.Image(); strings.Join(image.Tables(), " ") != "Copy" || image.Entities() != 1 {
		t.Errorf("the image has %v with %d entities", image.Tables(), image.Entities())
	}
	if err := db.CreateTracked(ctx, "copy", ""); !isCode(err, engine.TableAlreadyExists) {
		t.Errorf("made twice: %v", err)
	}
	if err := db.CreateTracked(ctx, "1", ""); err == nil {
		t.Error("made under a name that is none")
	}
	if err := db.Track(ctx, "Copy", strings.Repeat("x", engine.MaxNote+1)); !isCode(err, engine.InvalidInput) {
		t.Errorf("a long note: %v", err)
	}
	if err := db.Track(ctx, "Missing", ""); !isCode(err, engine.TableNotFound) {
		t.Errorf("a missing table: %v", err)
	}
	must(t, db.CreateTable(ctx, "Plain"))
	if err := db.Sync(ctx, "Plain", func(*engine.SyncTx) error { return nil }); !isCode(err, engine.InvalidInput) {
		t.Errorf("synced a table that is not tracked: %v", err)
	}
	must(t, db.DeleteTable(ctx, "Copy"))
	must(t, db.CreateTable(ctx, "Copy"))
	if s, _ := db.Snapshot("Copy"); s.Tracking() != nil {
		t.Error("a new table is tracked because an old one of its name was")
	}
}

// Ensure that Timestamps that no clock gives do not become those of the table: it could give out none after them.
func TestSync_Timestamps_Absurd(t *testing.T) {
	ctx := context.Background()
	stores(t, func(t *testing.T, db *engine.DB, again func() *engine.DB) {
		must(t, db.CreateTracked(ctx, "Copy", ""))
		times := []edm.Ticks{0, edm.MinTicks, edm.MaxTicks, edm.TicksOf(diskOptions().Now()) + edm.Ticks(48*3600)*10_000_000}
		must(t, db.Sync(ctx, "Copy", func(x *engine.SyncTx) error {
			for i, at := range times {
				e, err := engine.NewEntity("p", fmt.Sprint("r", i), at, nil)
				must(t, err)
				x.Take(e)
			}
			return nil
		}))
		for range 2 {
			view, err := db.Tracking("Copy")
			must(t, err)
			for i, at := range times {
				if k := view.Look("p", fmt.Sprint("r", i)); k.Base.IsZero() || k.Base.ETag() != engine.ETagOf(at) {
					t.Errorf("the ETag of %v is %v", at, k.Base)
				}
			}
			result, err := db.Apply(ctx, "Copy", engine.Op{Kind: engine.InsertOrReplace, PartitionKey: "p", RowKey: "new"})
			must(t, err)
			if late := edm.TicksOf(diskOptions().Now()) + 3600*10_000_000; result.Timestamp > late {
				t.Errorf("the Timestamp is %v", result.Timestamp)
			}
			db = again()
		}
	})
}
