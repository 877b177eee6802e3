package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// sampleLog returns a log of every kind of record, and what the workspace held after each of its commits, from the beginning.
// rewritten, it begins with a picture of the first half.
func sampleLog(t testing.TB, rewritten bool) (log []byte, states []string) {
	t.Helper()
	ctx := context.Background()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	states = append(states, contents(t, db))
	db.Subscribe(func(engine.Commit) { states = append(states, contents(t, db)) })
	apply := func(kind engine.OpKind, row string, properties ...engine.Property) {
		t.Helper()
		op := engine.Op{Kind: kind, PartitionKey: "p\uE000", RowKey: row, Properties: properties}
		if kind == engine.Delete {
			op.IfMatch = "*"
		}
		_, err := db.Apply(ctx, "Table", op)
		must(t, err)
	}
	must(t, db.CreateTable(ctx, "Table"))
	apply(engine.Insert, "1", engine.Property{Name: "A", Value: edm.NewInt64(-1 << 63)}, engine.Property{Name: "B", Value: edm.NewString("ünï")})
	apply(engine.Insert, "2", engine.Property{Name: "B", Value: edm.NewInt32(7)}, engine.Property{Name: "Id", Value: edm.NewGuid(edm.UUID{1, 15: 2})},
		engine.Property{Name: "At", Value: edm.NewDateTime(edm.MinTicks)}, engine.Property{Name: "Until", Value: edm.NewDateTime(edm.MaxTicks)})
	image := db.Image()
	apply(engine.InsertOrMerge, "1", engine.Property{Name: "C", Value: edm.NewBinary("\xa7R\x00\x00")})
	must(t, db.SetDocument(ctx, "queries", "A eq 1"))
	if rewritten {
		must(t, db.Rewrite(ctx, nil))
		states = []string{contents(t, db)}
	}
	apply(engine.Delete, "2")
	_, err := db.Batch(ctx, "Table", []engine.Op{
		{PartitionKey: "q", RowKey: "1", Properties: []engine.Property{{Name: "D", Value: edm.NewBoolean(true)}}},
		{PartitionKey: "q", RowKey: "2", Properties: []engine.Property{{Name: "D", Value: edm.NewDouble(0.5)}}},
	})
	must(t, err)
	fill(t, db, "Loaded", 6)
	must(t, db.DeleteTable(ctx, "Table"))
	must(t, db.RestoreTable(ctx, image, "Table"))
	must(t, db.Replace(ctx, image))
	apply(engine.Insert, "3", engine.Property{Name: "Zero", Value: edm.NewDouble(math.Copysign(0, -1))}, engine.Property{Name: "Empty", Value: edm.NewString("")})
	fill(t, db, "Filled", 4)
	must(t, db.SetDocument(ctx, "designs", "\x00"))
	for _, name := range []string{"a.log", "b.log"} {
		if data := disk.Data(name); len(data) > 0 {
			return data, states
		}
	}
	t.Fatal("there is no log")
	return nil, nil
}

// Ensure that a log that ends anywhere, of which no note tells how long it was, gives the commits up to there, no more and no less,
// and nothing is called damaged; and that a few bytes are not taken for nothing.
func TestLog_Replay_CutAtEveryByte(t *testing.T) {
	t.Parallel()
	log, states := sampleLog(t, false)
	last := 0
	for n := len(log) % step(); n <= len(log); n += step() { // the whole log is the last
		disk := &enginetest.Disk{}
		disk.SetData("a.log", log[:n])
		if n > 0 && n < 64 {
			if _, _, err := engine.OpenFolder(context.Background(), disk, diskOptions()); !isCode(err, engine.StorageMissing) {
				t.Fatalf("cut at %d: %v", n, err)
			}
			continue
		}
		db, recovery := openDisk(t, disk)
		got := contents(t, db)
		at := slices.Index(states[last:], got) + last
		if at < last || at > last+step() {
			t.Fatalf("cut at %d: the workspace is not one of a commit after commit %d:\n%s", n, last, got)
		}
		last = at
		if len(recovery.Damage) > 0 {
			t.Fatalf("cut at %d: %+v", n, recovery.Damage)
		}
		if n >= 64 && recovery.Commits != at {
			t.Fatalf("cut at %d: %d commits, want %d", n, recovery.Commits, at)
		}
		// What is written next comes back, whatever the cut left.
		must(t, db.SetDocument(context.Background(), "after", fmt.Sprint(n)))
		want := contents(t, db)
		must(t, db.Close())
		if db, recovery = openDisk(t, disk); contents(t, db) != want || recovery.Torn > 0 {
			t.Fatalf("cut at %d: %+v and then\n%s", n, recovery, contents(t, db))
		}
	}
	if last != len(states)-1 {
		t.Fatalf("the whole log has %d commits, want %d", last, len(states)-1)
	}
}

// Ensure that a log whose picture is cut is damaged, whose tail is cut is not.
func TestLog_Replay_CutRewritten(t *testing.T) {
	t.Parallel()
	log, states := sampleLog(t, true)
	for n := 65; n <= len(log); n += step() {
		disk := &enginetest.Disk{}
		disk.SetData("b.log", log[:n])
		db, recovery := openDisk(t, disk)
		if whole := slices.Contains(states, contents(t, db)); whole == (len(recovery.Damage) > 0) {
			t.Fatalf("cut at %d of %d: %+v", n, len(log), recovery)
		}
	}
}

// Ensure that any changed byte is either in what a crash can leave, or reported, with the file kept; never a panic, and never
// a state that is nothing of both.
func TestLog_Replay_FlippedAtEveryByte(t *testing.T) {
	t.Parallel()
	for _, rewritten := range []bool{false, true} {
		log, states := sampleLog(t, rewritten)
		for i := 0; i < len(log); i += step() {
			for _, flip := range []byte{0x01, 0x80, 0xff} {
				data := slices.Clone(log)
				data[i] ^= flip
				disk := &enginetest.Disk{}
				disk.SetData("a.log", data)
				db, recovery, err := engine.OpenFolder(context.Background(), disk, diskOptions())
				if err != nil {
					t.Fatalf("flip %x at %d: %v", flip, i, err)
				}
				got := contents(t, db)
				if len(recovery.Damage) == 0 {
					if !slices.Contains(states, got) {
						t.Fatalf("flip %x at %d: no damage, and a state of no commit:\n%s", flip, i, got)
					}
					continue
				}
				d := recovery.Damage[0]
				if d.File != "a.log" || d.Reason == "" || int64(i) < d.Offset || int64(i) >= d.Offset+d.Length {
					t.Fatalf("flip %x at %d: %+v", flip, i, recovery.Damage)
				}
				f, err := db.OpenDamaged(d.Kept)
				must(t, err)
				kept := make([]byte, len(data))
				_, _ = f.ReadAt(kept, 0)
				must(t, f.Close())
				if !slices.Equal(kept, data) {
					t.Fatalf("flip %x at %d: what is kept differs", flip, i)
				}
				must(t, db.Close())
				again, recovery := openDisk(t, disk)
				if contents(t, again) != got || len(recovery.Damage) > 0 || len(recovery.Kept) != 1 {
					t.Fatalf("flip %x at %d: opened again: %+v\n%s", flip, i, recovery, contents(t, again))
				}
				must(t, again.ForgetDamage(d.Kept))
				must(t, again.Close())
				if _, recovery = openDisk(t, disk); len(recovery.Kept) > 0 {
					t.Fatalf("the damaged file is still there: %q", recovery.Kept)
				}
			}
		}
	}
}

// Ensure that damage in the middle loses only what it hit: the commits before and after are there.
func TestLog_Replay_DamageInTheMiddle(t *testing.T) {
	ctx := context.Background()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	must(t, db.CreateTable(ctx, "Table"))
	var ends []int
	for i := range 9 {
		_, err := db.Apply(ctx, "Table", engine.Op{PartitionKey: "p", RowKey: fmt.Sprint(i)})
		must(t, err)
		ends = append(ends, len(disk.Data("a.log")))
	}
	must(t, db.Close())
	data := disk.Data("a.log")
	data[ends[3]+40] ^= 1
	data[ends[4]+40] ^= 1
	disk.SetData("a.log", data)
	db, recovery := openDisk(t, disk)
	want := engine.Damage{
		File: "a.log", Kept: "damaged-1.log", Offset: int64(ends[3]), Length: int64(ends[5] - ends[3]),
		Reason: recovery.Damage[0].Reason, Before: 5, After: 3,
	}
	if len(recovery.Damage) != 1 || recovery.Damage[0] != want || recovery.Commits != 8 {
		t.Errorf("got  %+v\nwant %+v", recovery, want)
	}
	s, err := db.Snapshot("Table")
	must(t, err)
	rows := ""
	for i := range s.Len() {
		rows += s.At(i).RowKey()
	}
	if rows != "0123678" {
		t.Errorf("entities are %s", rows)
	}
}

// Ensure that a part of a transaction is not applied when the rest is lost, and that of a load what can be read is.
func TestLog_Replay_DamagedLargeCommit(t *testing.T) {
	ctx := context.Background()
	for _, loaded := range []bool{false, true} {
		disk := &enginetest.Disk{}
		db, _ := openDisk(t, disk)
		must(t, db.CreateTable(ctx, "Table"))
		text := []engine.Property{{Name: "T", Value: edm.NewString(strings.Repeat("x", 20_000))}}
		if loaded {
			l, err := db.Load(ctx, "Table")
			must(t, err)
			for i := range 90 {
				must(t, l.Add("p", fmt.Sprintf("%02d", i), text))
			}
			_, err = l.Commit()
			must(t, err)
		} else {
			ops := make([]engine.Op, 90)
			for i := range ops {
				ops[i] = engine.Op{PartitionKey: "p", RowKey: fmt.Sprintf("%02d", i), Properties: text}
			}
			_, err := db.Batch(ctx, "Table", ops)
			must(t, err)
		}
		must(t, db.SetDocument(ctx, "after", "x"))
		must(t, db.Close())
		data := disk.Data("a.log")
		data[len(data)/2] ^= 1
		disk.SetData("a.log", data)
		db, recovery := openDisk(t, disk)
		n := db.Image().Entities()
		if len(recovery.Damage) == 0 || loaded && (n < 70 || n == 90) || !loaded && n != 0 {
			t.Errorf("loaded %v: %d entities, %+v", loaded, n, recovery)
		}
		if text, _ := db.Document("after"); text != "x" {
			t.Error("what was written after the damage is lost")
		}
	}
}

// Ensure that a log of a newer version is left alone.
func TestLog_Open_NewerVersion(t *testing.T) {
	log, _ := sampleLog(t, false)
	headed := engine.SetLogVersion(slices.Clone(log), 2)
	recorded := engine.SetRecordVersion(slices.Clone(log), 3)
	for name, data := range map[string][]byte{"header": headed, "record": recorded} {
		disk := &enginetest.Disk{}
		disk.SetData("a.log", data)
		_, _, err := engine.OpenFolder(context.Background(), disk, diskOptions())
		if e, ok := errors.AsType[*engine.Error](err); !ok || e.Code != engine.StorageNewer {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.Equal(disk.Data("a.log"), data) || len(disk.Data("b.log")) > 0 {
			t.Errorf("%s: the files were changed", name)
		}
	}
}

// Ensure that when a damaged log cannot be put aside, it is not written to and the workspace can be read.
func TestLog_Open_DamagedAndFull(t *testing.T) {
	ctx := context.Background()
	log, _ := sampleLog(t, false)
	log[len(log)/2] ^= 1
	disk := &enginetest.Disk{Room: int64(len(log)) + 100}
	disk.SetData("a.log", log)
	db, recovery := openDisk(t, disk)
	if len(recovery.Damage) == 0 || db.Image().Entities() == 0 {
		t.Fatalf("recovery is %+v", recovery)
	}
	if err := db.SetDocument(ctx, "name", "text"); err == nil || db.Storage().Failed == "" {
		t.Errorf("written: %v, failed: %q", err, db.Storage().Failed)
	}
	f, err := db.OpenDamaged(recovery.Damage[0].Kept)
	must(t, err)
	b := make([]byte, len(log))
	if _, err := f.ReadAt(b, 0); err != nil || !slices.Equal(b, log) {
		t.Errorf("the damaged log cannot be exported: %v", err)
	}
	must(t, f.Close())
	must(t, db.Close())
	if !slices.Equal(disk.Data("a.log"), log) {
		t.Error("the damaged log was changed")
	}
	disk.Room = 0
	if db, recovery = openDisk(t, disk); recovery.Damage[0].Kept != "damaged-1.log" {
		t.Errorf("recovery is %+v", recovery)
	}
	must(t, db.SetDocument(ctx, "name", "text"))
}

// Ensure that logs of earlier programs can be read for ever: testdata has some that they wrote, and what they hold. v1-copied has
// commits that were copied behind its picture, v1-restored a workspace that was replaced by a snapshot.
func TestLog_Open_FirstVersion(t *testing.T) {
	for _, name := range []string{"v1-appended", "v1-rewritten", "v1-open", "v1-closed", "v1-copied", "v1-tracked", "v1-restored"} {
		log, err := os.ReadFile("testdata/" + name + ".log")
		must(t, err)
		want, err := os.ReadFile("testdata/" + name + ".txt")
		must(t, err)
		disk := &enginetest.Disk{}
		disk.SetData("b.log", log)
		db, recovery := openDisk(t, disk)
		if got := contents(t, db); got != string(want) || len(recovery.Damage) > 0 || recovery.Torn > 0 {
			t.Errorf("%s: %s, %+v", name, difference(string(want), got), recovery)
		}
		must(t, db.SetDocument(context.Background(), "after", "x"))
		must(t, db.Close())
		if db, recovery = openDisk(t, disk); len(recovery.Problems()) > 0 {
			t.Errorf("%s, opened again: %q", name, recovery.Problems())
		}
	}
}

// Ensure that a snapshot of an earlier program can be opened.
func TestCheckpoint_Open_FirstVersion(t *testing.T) {
	data, err := os.ReadFile("testdata/v1-checkpoint.log")
	must(t, err)
	log, err := os.ReadFile("testdata/v1-restored.log")
	must(t, err)
	disk := &enginetest.Disk{}
	disk.SetData("a.log", log)
	disk.SetData("checkpoint-1.log", data)
	db, recovery := openDisk(t, disk)
	image, err := db.OpenCheckpoint(context.Background(), "1", nil)
	must(t, err)
	if len(recovery.Problems()) > 0 || image.Entities() != 47 {
		t.Errorf("%d entities, %q", image.Entities(), recovery.Problems())
	}
}
