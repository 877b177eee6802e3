package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// stores gives a test a workspace in memory and one on a disk; again opens the latter anew.
func stores(t *testing.T, test func(t *testing.T, db *engine.DB, again func() *engine.DB)) {
	t.Run("memory", func(t *testing.T) {
		db := engine.Open(diskOptions())
		test(t, db, func() *engine.DB { return db })
	})
	t.Run("disk", func(t *testing.T) {
		disk := &enginetest.Disk{}
		db, _ := openDisk(t, disk)
		test(t, db, func() *engine.DB {
			must(t, db.Close())
			db, _ = openDisk(t, disk)
			return db
		})
	})
}

// Ensure that a workspace can be replaced, that the image before it undoes that, and that both last.
func TestDB_Replace_AndBack(t *testing.T) {
	stores(t, func(t *testing.T, db *engine.DB, again func() *engine.DB) {
		ctx := context.Background()
		fill(t, db, "First", 300)
		must(t, db.SetDocument(ctx, "a", "1"))
		first, want := db.Image(), contents(t, db)
		other := engine.Open(diskOptions())
		fill(t, other, "first", 10)
		fill(t, other, "Second", 50)
		must(t, other.SetDocument(ctx, "b", "2"))
		var commits []engine.Commit
		db.Subscribe(func(c engine.Commit) { commits = append(commits, c) })
		must(t, db.Replace(ctx, other.Image()))
		if got := contents(t, db); got != contents(t, other) {
			t.Error(difference(contents(t, other), got))
		}
		if len(commits) != 1 || commits[0].Kind != engine.WorkspaceReplaced || strings.Join(commits[0].Tables, " ") != "First first Second" {
			t.Errorf("commits are %+v", commits)
		}
		// Both go on by themselves.
		for _, each := range []*engine.DB{db, other} {
			_, err := each.Apply(ctx, "Second", engine.Op{Kind: engine.InsertOrReplace, PartitionKey: "p000", RowKey: "new"})
			must(t, err)
		}
		replaced := contents(t, db)
		db = again()
		if got := contents(t, db); got != replaced {
			t.Error(difference(replaced, got))
		}
		must(t, db.Replace(ctx, first))
		if got := contents(t, db); got != want {
			t.Error(difference(want, got))
		}
		if got := contents(t, again()); got != want {
			t.Error(difference(want, got))
		}
	})
}

// Ensure that what was written after an image of the same table does not show in it, nor in what is restored from it.
func TestDB_RestoreTable_AsItWas(t *testing.T) {
	stores(t, func(t *testing.T, db *engine.DB, again func() *engine.DB) {
		ctx := context.Background()
		fill(t, db, "Table", 300)
		image, want := db.Image(), contents(t, db)
		if err := db.RestoreTable(ctx, image, "table"); !isCode(err, engine.TableAlreadyExists) {
			t.Errorf("restored over a table: %v", err)
		}
		if err := db.RestoreTable(ctx, image, "Missing"); !isCode(err, engine.TableNotFound) {
			t.Errorf("restored what is not there: %v", err)
		}
		_, err := db.Apply(ctx, "Table", engine.Op{PartitionKey: "p", RowKey: "new"})
		must(t, err)
		must(t, db.DeleteTable(ctx, "Table"))
		must(t, db.RestoreTable(ctx, image, "Table"))
		if got := contents(t, db); got != want {
			t.Error(difference(want, got))
		}
		result, err := db.Apply(ctx, "Table", engine.Op{PartitionKey: "p", RowKey: "new"})
		must(t, err)
		s, _ := image.Snapshot("Table")
		for i := range s.Len() {
			if s.At(i).Timestamp() >= result.Timestamp {
				t.Fatal("a Timestamp was given out again")
			}
		}
		if got := picture(t, image); got != want {
			t.Error("the image changed: " + difference(want, got))
		}
		want = contents(t, db)
		if got := contents(t, again()); got != want {
			t.Error(difference(want, got))
		}
	})
}

// Ensure that a clone holds what its table held, through a restart, that neither sees what is done to the other, that a tracked
// table's clone is not tracked, and that a name that is taken or no name changes nothing.
func TestDB_CloneTable(t *testing.T) {
	stores(t, func(t *testing.T, db *engine.DB, again func() *engine.DB) {
		ctx := context.Background()
		fill(t, db, "Table", 300)
		must(t, db.Track(ctx, "Table", "of an account"))
		before := contents(t, db)
		for name, code := range map[string]engine.Code{"table": engine.TableAlreadyExists, "x": engine.OutOfRangeInput, "1abc": engine.InvalidResourceName} {
			if err := db.CloneTable(ctx, "Table", name); !isCode(err, code) {
				t.Errorf("cloned as %s: %v", name, err)
			}
		}
		if err := db.CloneTable(ctx, "Missing", "Clone"); !isCode(err, engine.TableNotFound) {
			t.Errorf("cloned what is not there: %v", err)
		}
		if got := contents(t, db); got != before {
			t.Error("a refused clone changed something: " + difference(before, got))
		}
		must(t, db.CloneTable(ctx, "table", "Clone"))
		if tracking, err := db.Tracking("Clone"); err == nil && tracking != nil {
			t.Errorf("the clone is tracked: %+v", tracking)
		}
		from, err := db.Snapshot("Table")
		must(t, err)
		same := func(clone *engine.Snapshot) {
			t.Helper()
			if clone.Table() != "Clone" || clone.Len() != from.Len() || clone.Bytes() != from.Bytes() || clone.Partitions() != from.Partitions() {
				t.Fatalf("%s: %d entities, %d bytes", clone.Table(), clone.Len(), clone.Bytes())
			}
			for i := range from.Len() {
				if !engine.SameContent(from.At(i), clone.At(i)) || !engine.SameETag(from.At(i), clone.At(i)) {
					t.Fatalf("entity %d differs", i)
				}
			}
		}
		clone, err := db.Snapshot("Clone")
		must(t, err)
		same(clone)
		_, err = db.Apply(ctx, "Clone", engine.Op{PartitionKey: "only", RowKey: "clone", Properties: []engine.Property{{Name: "NewOne", Value: edm.NewString("x")}}})
		must(t, err)
		_, err = db.Apply(ctx, "Table", engine.Op{PartitionKey: "only", RowKey: "table", Properties: []engine.Property{{Name: "Other", Value: edm.NewString("y")}}})
		must(t, err)
		must(t, db.Check())
		if _, err := db.Get(ctx, "Table", "only", "clone"); !isCode(err, engine.ResourceNotFound) {
			t.Errorf("the table has what the clone got: %v", err)
		}
		if _, err := db.Get(ctx, "Clone", "only", "table"); !isCode(err, engine.ResourceNotFound) {
			t.Errorf("the clone has what the table got: %v", err)
		}
		same(clone)
		want := contents(t, db)
		db = again()
		if got := contents(t, db); got != want {
			t.Error(difference(want, got))
		}
		must(t, db.Check())
	})
}

// Ensure that documents are kept, are part of images, and obey their limits.
func TestDB_SetDocument(t *testing.T) {
	stores(t, func(t *testing.T, db *engine.DB, again func() *engine.DB) {
		ctx := context.Background()
		must(t, db.SetDocument(ctx, "b", "2"))
		must(t, db.SetDocument(ctx, "a", "1"))
		image := db.Image()
		must(t, db.SetDocument(ctx, "b", ""))
		must(t, db.SetDocument(ctx, "none", ""))
		must(t, db.SetDocument(ctx, strings.Repeat("é", 64), strings.Repeat("x", 1<<20)))
		for name, text := range map[string]string{"": "x", strings.Repeat("é", 65): "x", "large": strings.Repeat("x", 1<<20+1), "\xff": "x", "bad": "\xff"} {
			if err := db.SetDocument(ctx, name, text); !isCode(err, engine.InvalidInput) {
				t.Errorf("document %.10q: %v", name, err)
			}
		}
		db = again()
		if names := db.Documents(); !slices.Equal(names, []string{"a", strings.Repeat("é", 64)}) {
			t.Errorf("documents are %q", names)
		}
		if _, ok := db.Document("b"); ok {
			t.Error("a deleted document is there")
		}
		must(t, db.Replace(ctx, image))
		if text, _ := again().Document("b"); text != "2" {
			t.Errorf("document b is %q", text)
		}
	})
}

// Ensure that checkpoints are listed, opened, dropped and brought back, and that dropped ones are gone after closing.
func TestDB_Checkpoints(t *testing.T) {
	stores(t, func(t *testing.T, db *engine.DB, again func() *engine.DB) {
		ctx := context.Background()
		fill(t, db, "Table", 300)
		must(t, db.SetDocument(ctx, "a", "1"))
		want := contents(t, db)
		one, err := db.SaveCheckpoint(ctx, "one", nil)
		must(t, err)
		must(t, db.DeleteTable(ctx, "Table"))
		two, err := db.SaveCheckpoint(ctx, "two", nil)
		must(t, err)
		if one.Name != "one" || one.Tables != 1 || one.Entities != 300 || one.ID == two.ID || two.Entities != 0 || !one.Time.Equal(diskOptions().Now()) {
			t.Errorf("checkpoints are %+v, %+v", one, two)
		}
		durable := db.Storage().Durable
		if sum := db.Storage().Checkpoints; durable != (sum > 0) || sum != one.Bytes+two.Bytes {
			t.Errorf("checkpoints have %d bytes", sum)
		}
		list := func() string {
			var names []string
			for _, c := range db.Checkpoints() {
				names = append(names, fmt.Sprint(c.ID, c.Name, c.Tables, c.Entities, c.Bytes, c.Time.UnixNano()))
			}
			return strings.Join(names, " ")
		}
		before := list()
		db = again()
		if after := list(); after != before {
			t.Errorf("list is %s, was %s", after, before)
		}
		image, err := db.OpenCheckpoint(ctx, one.ID, nil)
		must(t, err)
		must(t, db.Replace(ctx, image))
		if got := contents(t, db); got != want {
			t.Error(difference(want, got))
		}
		must(t, db.DropCheckpoint(one.ID))
		if err := db.DropCheckpoint(one.ID); !isCode(err, engine.ResourceNotFound) {
			t.Errorf("dropped twice: %v", err)
		}
		if _, err := db.OpenCheckpoint(ctx, one.ID, nil); !isCode(err, engine.ResourceNotFound) {
			t.Errorf("opened a dropped one: %v", err)
		}
		must(t, db.UndropCheckpoint(one.ID))
		if list() != before {
			t.Errorf("list is %s, was %s", list(), before)
		}
		must(t, db.DropCheckpoint(two.ID))
		db = again()
		if err := db.UndropCheckpoint(two.ID); durable != isCode(err, engine.ResourceNotFound) {
			t.Errorf("brought back after closing: %v", err)
		}
		if !durable {
			must(t, db.DropCheckpoint(two.ID))
		}
		three, err := db.SaveCheckpoint(ctx, "three", nil)
		must(t, err)
		if l := db.Checkpoints(); len(l) != 2 || l[0].ID != three.ID || l[1].ID != one.ID {
			t.Errorf("list is %s", list())
		}
		for _, name := range []string{"", strings.Repeat("é", 101), "\xff"} {
			if _, err := db.SaveCheckpoint(ctx, name, nil); !isCode(err, engine.InvalidInput) {
				t.Errorf("name %.10q: %v", name, err)
			}
		}
		if got := contents(t, again()); got != want {
			t.Error(difference(want, got))
		}
	})
}

// Ensure that a checkpoint that fails, or is stopped, leaves nothing, and a crash in it too.
func TestDB_SaveCheckpoint_Fails(t *testing.T) {
	ctx := context.Background()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	fill(t, db, "Table", 20_000)
	enough := errors.New("enough")
	if _, err := db.SaveCheckpoint(ctx, "one", func() error { return enough }); err != enough {
		t.Errorf("stopped: %v", err)
	}
	disk.Room = int64(len(disk.Data("a.log"))) + 1_000_000
	if _, err := db.SaveCheckpoint(ctx, "one", nil); !isCode(err, engine.StorageFull) {
		t.Errorf("disk full: %v", err)
	}
	if names, _ := disk.List(); len(db.Checkpoints()) > 0 || len(names) != 4 {
		t.Errorf("left are %q", names)
	}
	disk.Room = 0
	writes := 0
	disk.Fault = func(op enginetest.DiskOp, file string) enginetest.Fault {
		if op == enginetest.DiskWrite && strings.HasPrefix(file, "checkpoint") {
			if writes++; writes > 3 {
				return enginetest.Crashing
			}
		}
		if op == enginetest.DiskRemove {
			return enginetest.Fails
		}
		return enginetest.NoFault
	}
	if _, err := db.SaveCheckpoint(ctx, "one", nil); err == nil {
		t.Error("saved through a crash")
	}
	disk.Fault = nil
	disk.Crash(generator(t))
	db, recovery := openDisk(t, disk)
	if names, _ := disk.List(); len(db.Checkpoints()) > 0 || len(names) != 4 || len(recovery.Damage) > 0 {
		t.Errorf("left are %q, %+v", names, recovery)
	}
}

// Ensure that a damaged checkpoint says so and gives what can be read.
func TestDB_OpenCheckpoint_Damaged(t *testing.T) {
	ctx := context.Background()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	fill(t, db, "Table", 20_000)
	c, err := db.SaveCheckpoint(ctx, "one", nil)
	must(t, err)
	must(t, db.Close())
	name := "checkpoint-" + c.ID + ".log"
	whole := disk.Data(name)
	for _, at := range []int{3, 30, 70, len(whole) / 2, len(whole) - 1} {
		data := slices.Clone(whole)
		data[at] ^= 4
		disk.SetData(name, data)
		db, _ = openDisk(t, disk)
		if list := db.Checkpoints(); len(list) != 1 {
			t.Fatalf("byte %d: list is %v", at, list)
		}
		image, err := db.OpenCheckpoint(ctx, c.ID, nil)
		if !isCode(err, engine.StorageDamaged) || image.Entities() < 10_000 {
			t.Errorf("byte %d: %v", at, err)
		}
		must(t, db.Close())
	}
}
