package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// openDisk opens a workspace on a disk, on a clock that stands still.
func openDisk(t testing.TB, disk engine.Folder) (*engine.DB, *engine.Recovery) {
	t.Helper()
	db, recovery, err := engine.OpenFolder(context.Background(), disk, diskOptions())
	if err != nil {
		t.Fatal(err)
	}
	return db, recovery
}

// diskOptions are those of a workspace of a few kilobytes: with records and slices of the usual size, each opening would take room for
// half a megabyte on the disk that it has in memory, which is most of the time of what opens one at every byte.
func diskOptions() engine.Options {
	return engine.InSlices(engine.Options{Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }}, 4<<10)
}

// contents returns all that a workspace holds as text, Timestamps and documents too, and checks it.
func contents(t testing.TB, db *engine.DB) string {
	t.Helper()
	if err := db.Check(); err != nil {
		t.Fatal(err)
	}
	return picture(t, db.Image())
}

func picture(t testing.TB, image *engine.Image) string {
	t.Helper()
	out := ""
	for _, name := range image.Tables() {
		s, err := image.Snapshot(name)
		if err != nil {
			t.Fatal(err)
		}
		out += fmt.Sprintln("table", name, s.Bytes(), s.Columns())
		for i := range s.Len() {
			out += enginetest.Describe(s.At(i)) + " " + s.At(i).ETag() + "\n"
		}
		out += tracked(s.Tracking())
	}
	for _, name := range image.Documents() {
		text, _ := image.Document(name)
		out += fmt.Sprintf("document %s: %q\n", name, text)
	}
	return out
}

// difference tells where two texts differ first.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d:\n got %s\nwant %s", i, b[i], a[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(b), len(a))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fill makes a table of n entities of two kinds, in two loads.
func fill(t testing.TB, db *engine.DB, table string, n int) {
	t.Helper()
	must(t, db.CreateTable(context.Background(), table))
	for half := range 2 {
		l, err := db.Load(context.Background(), table)
		must(t, err)
		for i := half * n / 2; i < (half+1)*n/2; i++ {
			properties := []engine.Property{{Name: "N", Value: edm.NewInt32(int32(i))}, {Name: "Text", Value: edm.NewString(fmt.Sprint("text of ", i))}}
			if i%3 == 0 {
				properties = append(properties, engine.Property{Name: "Extra", Value: edm.NewBinary("\x00\xff")})
			}
			must(t, l.Add(fmt.Sprintf("p%03d", i/100), fmt.Sprintf("r%05d", i), properties))
		}
		_, err = l.Commit()
		must(t, err)
	}
}

// Ensure that a workspace comes back exactly, however it was written: random operations, loads, documents.
func TestLog_Reopen_Same(t *testing.T) {
	ctx := context.Background()
	start := randomSeed(t)
	for i := range uint64(rounds(max(1, *cases/1000))) {
		disk := &enginetest.Disk{}
		db, _ := openDisk(t, disk)
		model := enginetest.NewModel()
		for round := range uint64(3) {
			enginetest.Simulate(t, start+i*3+round, 100, db, model)
			fill(t, db, fmt.Sprint("Loaded", round), 1000)
			must(t, model.CreateTable(ctx, fmt.Sprint("Loaded", round)))
			must(t, db.DeleteTable(ctx, fmt.Sprint("Loaded", round)))
			must(t, model.DeleteTable(ctx, fmt.Sprint("Loaded", round)))
			fill(t, db, "Kept", 1000)
			must(t, db.SetDocument(ctx, "queries", fmt.Sprint("[", round, "]")))
			before := contents(t, db)
			must(t, db.Close())
			var recovery *engine.Recovery
			db, recovery = openDisk(t, disk)
			if after := contents(t, db); after != before {
				t.Fatalf("seed %d: %s", start+i*3+round, difference(before, after))
			}
			if len(recovery.Damage) > 0 || recovery.Torn > 0 {
				t.Fatalf("recovery is %+v", recovery)
			}
			must(t, db.DeleteTable(ctx, "Kept"))
		}
	}
}

// Ensure that the reading of a log is told from its begin to its end, also of a commit that is read twice because it is large, and
// that a stop while it is only checked ends the opening.
func TestLog_Reopen_Told(t *testing.T) {
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	fill(t, db, "Table", 80_000)
	must(t, db.Close())

	type told struct{ done, total int64 }
	var all []told
	options := diskOptions()
	options.Reading = func(done, total int64) { all = append(all, told{done, total}) }
	db, recovery, err := engine.OpenFolder(context.Background(), disk, options)
	must(t, err)
	must(t, db.Close())
	quarters := map[int64]bool{}
	for i, now := range all {
		if now.total != recovery.LogBytes || now.done > now.total || i > 0 && now.done < all[i-1].done {
			t.Fatalf("told %v of a log of %d bytes", all, recovery.LogBytes)
		}
		quarters[min(3, now.done*4/now.total)] = true
	}
	if len(quarters) != 4 || all[len(all)-1].done != recovery.LogBytes {
		t.Errorf("told %v, want something in each quarter, and the end", all)
	}

	stop, calls := errors.New("stop"), 0
	options.Reading = nil
	options.Yield = func() error { calls++; return stop }
	if _, _, err := engine.OpenFolder(context.Background(), disk, options); !errors.Is(err, stop) || calls != 1 {
		t.Errorf("%v after %d calls, want %v after one", err, calls, stop)
	}
}

// Ensure that Timestamps go on where they were, also after the latest entity was deleted and the log rewritten.
func TestLog_Reopen_TimestampsGoOn(t *testing.T) {
	ctx := context.Background()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	must(t, db.CreateTable(ctx, "Table"))
	var last engine.OpResult
	for i := range 10 {
		var err error
		last, err = db.Apply(ctx, "Table", engine.Op{Kind: engine.InsertOrReplace, PartitionKey: "p", RowKey: fmt.Sprint(i % 2)})
		must(t, err)
	}
	must(t, db.DeleteTable(ctx, "Table"))
	must(t, db.CreateTable(ctx, "Table"))
	must(t, db.Rewrite(ctx, nil))
	must(t, db.Close())
	db, _ = openDisk(t, disk)
	next, err := db.Apply(ctx, "Table", engine.Op{PartitionKey: "p", RowKey: "1"})
	must(t, err)
	if next.Timestamp <= last.Timestamp {
		t.Errorf("Timestamp %v after %v", next.Timestamp, last.Timestamp)
	}
}

// Ensure that a commit that cannot be made durable leaves no trace, whatever fails, and that later ones work.
func TestLog_Append_Fails(t *testing.T) {
	ctx := context.Background()
	for what, c := range map[string]struct {
		op    enginetest.DiskOp
		fault enginetest.Fault
		code  engine.Code
	}{
		"write":      {enginetest.DiskWrite, enginetest.Fails, engine.StorageFailed},
		"part":       {enginetest.DiskWrite, enginetest.Short, engine.StorageFailed},
		"disk full":  {enginetest.DiskWrite, enginetest.NoSpace, engine.StorageFull},
		"sync fails": {enginetest.DiskSync, enginetest.Fails, engine.StorageFailed},
	} {
		t.Run(what, func(t *testing.T) {
			failing := false
			disk := &enginetest.Disk{}
			disk.Fault = func(op enginetest.DiskOp, _ string) enginetest.Fault {
				if failing && op == c.op {
					failing = c.op == enginetest.DiskWrite
					return c.fault
				}
				return enginetest.NoFault
			}
			db, _ := openDisk(t, disk)
			var seen []uint64
			db.Subscribe(func(c engine.Commit) { seen = append(seen, c.Seq) })
			must(t, db.CreateTable(ctx, "Table"))
			_, err := db.Apply(ctx, "Table", engine.Op{PartitionKey: "p", RowKey: "1"})
			must(t, err)
			before := contents(t, db)
			for name, try := range map[string]func() error{
				"apply": func() error {
					_, err := db.Apply(ctx, "Table", engine.Op{PartitionKey: "p", RowKey: "2"})
					return err
				},
				"batch": func() error {
					_, err := db.Batch(ctx, "Table", []engine.Op{{PartitionKey: "p", RowKey: "2"}})
					return err
				},
				"bulk": func() error {
					_, err := db.Bulk(ctx, "Table", []engine.BulkEntity{{PartitionKey: "p", RowKey: "2"}}, engine.SkipExisting)
					return err
				},
				"load": func() error {
					l, err := db.Load(ctx, "Table")
					must(t, err)
					must(t, l.Add("q", "1", nil))
					_, err = l.Commit()
					return err
				},
				"create":   func() error { return db.CreateTable(ctx, "Other") },
				"delete":   func() error { return db.DeleteTable(ctx, "Table") },
				"document": func() error { return db.SetDocument(ctx, "name", "text") },
				"replace":  func() error { return db.Replace(ctx, engine.Open(engine.Options{}).Image()) },
			} {
				failing = true
				err := try()
				failing = false
				if e, ok := errors.AsType[*engine.Error](err); !ok || e.Code != c.code {
					t.Errorf("%s: %v", name, err)
				}
			}
			if after := contents(t, db); after != before {
				t.Errorf("state is\n%s", after)
			}
			if failed := db.Storage().Failed; failed != "" {
				t.Error(failed)
			}
			_, err = db.Apply(ctx, "Table", engine.Op{PartitionKey: "p", RowKey: "3"})
			must(t, err)
			if fmt.Sprint(seen) != "[1 2 3]" {
				t.Errorf("subscribers saw the commits %v", seen)
			}
			before = contents(t, db)
			must(t, db.Close())
			db, _ = openDisk(t, disk)
			if after := contents(t, db); after != before {
				t.Errorf("after opening again\n%s", after)
			}
		})
	}
}
