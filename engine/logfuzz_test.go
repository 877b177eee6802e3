package engine_test

import (
	"context"
	"slices"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
)

// opened checks that a file opens without a panic, that the workspace is sound, and that it is the same when it is opened
// again. A record that is there a second time changes nothing. What was damaged is kept as it was.
func opened(t *testing.T, log []byte) {
	disk := &enginetest.Disk{}
	disk.SetData("a.log", log)
	db, recovery, err := engine.OpenFolder(context.Background(), disk, diskOptions())
	if err != nil {
		if !isCode(err, engine.StorageNewer) && (!isCode(err, engine.StorageMissing) || engine.HasRecord(log)) {
			t.Fatal(err)
		}
		return
	}
	want := contents(t, db)
	for _, d := range recovery.Damage {
		if !slices.Equal(disk.Data(d.Kept), log) {
			t.Fatalf("%+v: the file is not kept as it was", d)
		}
	}
	if said := told(recovery); said == "" && len(log) > 64 {
		records := engine.Records(log)
		for _, record := range records[:min(1, len(records))] {
			stale := &enginetest.Disk{}
			stale.SetData("a.log", slices.Concat(log, record))
			db, said := problemsOf(t, stale)
			if got := contents(t, db); got != want || said == "" && !engine.IsMark(record) {
				t.Fatalf("a record again: told %q, %s", said, difference(want, got))
			}
		}
	}
	must(t, db.SetDocument(context.Background(), "written", "after"))
	must(t, db.SetDocument(context.Background(), "written", ""))
	must(t, db.Close())
	again, recovery := openDisk(t, disk)
	if got := contents(t, again); got != want {
		t.Fatal(difference(want, got))
	}
	if told(recovery) != "" {
		t.Fatalf("damaged after it was written anew: %+v", recovery)
	}
}

// Any bytes as a log: what can be read of them is a sound workspace.
func FuzzReplay(f *testing.F) {
	for _, rewritten := range []bool{false, true} {
		log, _ := sampleLog(f, rewritten)
		f.Add(log)
		f.Add(log[:len(log)/2])
	}
	f.Add(trackedLog(f))
	f.Add(make([]byte, 600))
	for _, m := range pastOf(f).moments {
		for name, data := range m.files {
			if isLog(name) {
				f.Add(data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, log []byte) { opened(t, log) })
}

// Any bytes as the payload of a record whose checksum is right: they are understood, or called damaged.
func FuzzRecord(f *testing.F) {
	log, _ := sampleLog(f, false)
	for _, payload := range engine.Payloads(log) {
		f.Add(payload, byte(7))
	}
	for _, payload := range engine.Payloads(trackedLog(f)) {
		f.Add(payload, byte(7))
	}
	f.Fuzz(func(t *testing.T, payload []byte, flags byte) {
		opened(t, engine.LogOf(append(engine.Payloads(log), payload), flags))
	})
}
