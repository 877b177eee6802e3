package engine_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// version writes entity e of the table Table anew, with that value.
func version(t testing.TB, db *engine.DB, n int) {
	t.Helper()
	_, err := db.Apply(context.Background(), "Table", engine.Op{
		Kind: engine.InsertOrReplace, PartitionKey: "p", RowKey: "e", Properties: []engine.Property{{Name: "V", Value: edm.NewInt32(int32(n))}},
	})
	must(t, err)
}

// versionOf returns what version wrote last, 0 when the entity is not there.
func versionOf(t testing.TB, db *engine.DB) int {
	t.Helper()
	e, err := db.Get(context.Background(), "Table", "p", "e")
	if err != nil {
		return 0
	}
	v, _ := e.Value("V")
	return int(v.Int())
}

// versions returns a disk with a closed workspace: the table Table, and its entity in n versions, one a commit. The log is rewritten
// after the first rewritten of them.
func versions(t testing.TB, n, rewritten int) *enginetest.Disk {
	t.Helper()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	must(t, db.CreateTable(context.Background(), "Table"))
	for i := range n {
		version(t, db, i+1)
		if i+1 == rewritten {
			must(t, db.Rewrite(context.Background(), nil))
		}
	}
	must(t, db.Close())
	return disk
}

// logOf returns the name of the log that is in use.
func logOf(disk *enginetest.Disk) string {
	if len(disk.Data("b.log")) > 0 {
		return "b.log"
	}
	return "a.log"
}

// problemsOf opens a disk and returns what is told, and the workspace.
func problemsOf(t testing.TB, disk *enginetest.Disk) (*engine.DB, string) {
	t.Helper()
	db, recovery := openDisk(t, disk)
	must(t, db.Check())
	return db, told(recovery)
}

// told returns all that a recovery tells.
func told(r *engine.Recovery) string { return strings.Join(append(r.Problems(), r.TornTail()), "") }

// Ensure that a record of a picture counts only at the head of a log: appended to its end it brings nothing back.
func TestLog_Replay_PictureAtTheEnd(t *testing.T) {
	disk := versions(t, 9, 4)
	log := disk.Data(logOf(disk))
	records := engine.Records(log)
	for name, data := range map[string][]byte{
		"at the end":              slices.Concat(log, records[0]),
		"twice":                   slices.Concat(log[:64], records[0], log[64:]),
		"behind the first commit": slices.Concat(log[:64], records[0], records[1], records[0], log[64+len(records[0])+len(records[1]):]),
	} {
		damaged := &enginetest.Disk{}
		damaged.SetData("a.log", data)
		db, told := problemsOf(t, damaged)
		if versionOf(t, db) != 9 || !strings.Contains(told, "picture") {
			t.Errorf("%s: version %d, told %q", name, versionOf(t, db), told)
		}
	}
}

// Ensure that a commit is applied once, in its place: records that were copied or moved are damage.
func TestLog_Replay_StaleCommits(t *testing.T) {
	disk := versions(t, 9, 0)
	log := disk.Data("a.log")
	r := engine.Records(log)
	join := func(records ...[]byte) []byte { return slices.Concat(log[:64], slices.Concat(records...)) }
	for name, c := range map[string]struct {
		data []byte
		want int
		told string
	}{
		"an old one at the end":  {slices.Concat(log, r[3]), 9, "a second time"},
		"one twice":              {join(r[0], r[1], r[2], r[3], r[3], r[4], r[5], r[6], r[7], r[8], r[9]), 9, "a second time"},
		"two in the wrong order": {join(r[0], r[1], r[2], r[4], r[3], r[5], r[6], r[7], r[8], r[9]), 9, "Commit 5 is missing"},
		"the last two swapped":   {join(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[9], r[8]), 8, "not in their place"},
		"one left out":           {join(r[0], r[1], r[2], r[3], r[5], r[6], r[7], r[8], r[9]), 9, "Commit 5 is missing"},
		"all a second time":      {slices.Concat(log, log[64:]), 9, "a second time"},
	} {
		damaged := &enginetest.Disk{}
		damaged.SetData("a.log", c.data)
		db, told := problemsOf(t, damaged)
		if versionOf(t, db) != c.want || !strings.Contains(told, c.told) {
			t.Errorf("%s: version %d, told %q", name, versionOf(t, db), told)
		}
	}
}

// Ensure that parts of a large commit that are missing, doubled or moved are told, and double nothing.
func TestLog_Replay_PartsOfACommit(t *testing.T) {
	ctx := context.Background()
	disk := &enginetest.Disk{}
	db, _, err := engine.OpenFolder(ctx, disk, engine.InSlices(diskOptions(), 400))
	must(t, err)
	fill(t, db, "Table", 60)
	must(t, db.Replace(ctx, db.Image()))
	want := contents(t, db)
	must(t, db.Close())
	log, note := disk.Data("a.log"), disk.Data("workspace.note")
	r := engine.Records(log)
	for i := range r {
		for name, records := range map[string][][]byte{
			"left out": slices.Concat(r[:i], r[i+1:]),
			"twice":    slices.Concat(r[:i+1], r[i:]),
			"swapped":  slices.Concat(r[:i], [][]byte{r[min(i+1, len(r)-1)], r[i]}, r[min(i+2, len(r)):]),
		} {
			data := slices.Concat(log[:64], slices.Concat(records...))
			if slices.Equal(data, log) {
				continue
			}
			damaged := &enginetest.Disk{}
			damaged.SetData("a.log", data)
			damaged.SetData("workspace.note", note)
			db, told := problemsOf(t, damaged)
			if told == "" || name == "twice" && contents(t, db) != want {
				t.Errorf("record %d of %d %s: told %q, %s", i, len(r), name, told, difference(want, contents(t, db)))
			}
		}
	}
}

// Ensure that a log that was closed, or whose process was killed, and then cut anywhere, is not taken for one that ended there.
func TestLog_Open_CutIsTold(t *testing.T) {
	t.Parallel()
	for _, rewritten := range []int{0, 4} {
		for _, closed := range []bool{true, false} {
			disk := versions(t, 9, rewritten)
			if !closed {
				db, _ := openDisk(t, disk)
				version(t, db, 10)
				version(t, db, 11)
			}
			name := logOf(disk)
			log, note := disk.Data(name), disk.Data("workspace.note")
			for n := 0; n < len(log); n += step() {
				cut := &enginetest.Disk{}
				cut.SetData(name, log[:n])
				cut.SetData("workspace.note", note)
				db, recovery, err := engine.OpenFolder(context.Background(), cut, diskOptions())
				if n < 64 {
					if !isCode(err, engine.StorageMissing) || !strings.Contains(err.Error(), "workspace.note") {
						t.Fatalf("cut at %d: %v", n, err)
					}
					continue
				}
				must(t, err)
				if told := told(recovery); !strings.Contains(told, "missing") {
					t.Fatalf("cut at %d of %d, version %d: told %q", n, len(log), versionOf(t, db), told)
				}
				if kept := cut.Data("damaged-1.log"); !slices.Equal(kept, log[:n]) {
					t.Fatalf("cut at %d: kept are %d bytes", n, len(kept))
				}
			}
		}
	}
}

// Ensure that a log whose header was changed is compared with the note all the same: commits that are missing at its end are told,
// and so are bytes there that cannot be read.
func TestLog_Open_CutWithoutHeader(t *testing.T) {
	for _, rewritten := range []int{0, 4} {
		disk := versions(t, 9, rewritten)
		name := logOf(disk)
		log, note := disk.Data(name), disk.Data("workspace.note")
		ends := engine.RecordEnds(log)
		for _, c := range []struct {
			data []byte
			told string
		}{
			{log, "header"},
			{log[:ends[len(ends)-2]], "is missing"},
			{log[:ends[len(ends)-4]], "are missing"},
			{log[:len(log)-3], "is missing"},
			{slices.Concat(log, []byte("more")), "not records"},
		} {
			data := slices.Clone(c.data)
			data[20] ^= 1
			damaged := &enginetest.Disk{}
			damaged.SetData(name, data)
			damaged.SetData("workspace.note", note)
			db, told := problemsOf(t, damaged)
			if !strings.Contains(told, "header") || !strings.Contains(told, c.told) {
				t.Errorf("%d of %d bytes, version %d: told %q, not %q", len(c.data), len(log), versionOf(t, db), told, c.told)
			}
			must(t, db.Close())
		}
	}
}

// Ensure that no workspace is begun where one was, unless that is said, that nothing is changed by the refusal, and that one is
// begun without a word where none was.
func TestOpenFolder_BeginAnew(t *testing.T) {
	ctx := context.Background()
	log := versions(t, 3, 0).Data("a.log")
	note := versions(t, 3, 0).Data("workspace.note")
	for name, c := range map[string]struct {
		files map[string][]byte
		used  bool
		begun bool
	}{
		"nothing":                     {nil, false, true},
		"the first opening cut short": {map[string][]byte{"a.log": {}}, true, true},
		"or a little later":           {map[string][]byte{"a.log": make([]byte, 64), "b.log": {}}, true, true},
		"a lock alone":                {nil, true, false},
		"a note alone":                {map[string][]byte{"workspace.note": note}, false, false},
		"an empty note alone":         {map[string][]byte{"workspace.note": {}}, false, false},
		"both logs emptied":           {map[string][]byte{"workspace.note": note, "a.log": {}, "b.log": {}}, true, false},
		"the first log gone":          {map[string][]byte{"b.log": {}}, false, false},
		"a piece of a log":            {map[string][]byte{"a.log": log[:40]}, false, false},
		"a log of zeros":              {map[string][]byte{"a.log": make([]byte, len(log))}, false, false},
		"the same with its note":      {map[string][]byte{"a.log": make([]byte, len(log)), "b.log": {}, "workspace.note": note}, true, false},
		"a log of other bytes":        {map[string][]byte{"a.log": bytes.Repeat([]byte("other "), 100)}, false, false},
		"a snapshot":                  {map[string][]byte{"checkpoint-1.log": log, "a.log": {}}, false, false},
		"a damaged file":              {map[string][]byte{"damaged-2.log": log, "a.log": {}}, false, false},
	} {
		disk := &enginetest.Disk{}
		for file, data := range c.files {
			disk.SetData(file, data)
		}
		options := diskOptions()
		options.Used = c.used
		db, recovery, err := engine.OpenFolder(ctx, disk, options)
		if c.begun {
			must(t, err)
			if !recovery.New || len(recovery.Problems()) > 0 {
				t.Errorf("%s: %+v", name, recovery)
			}
			must(t, db.Close())
			continue
		}
		if !isCode(err, engine.StorageMissing) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for file, data := range c.files {
			if !slices.Equal(disk.Data(file), data) {
				t.Errorf("%s: %s was changed", name, file)
			}
		}
		options.BeginAnew = true
		db, recovery, err = engine.OpenFolder(ctx, disk, options)
		must(t, err)
		must(t, db.CreateTable(ctx, "Table"))
		must(t, db.Close())
		if !slices.Equal(disk.Data("checkpoint-1.log"), c.files["checkpoint-1.log"]) || !slices.Equal(disk.Data("damaged-2.log"), c.files["damaged-2.log"]) {
			t.Errorf("%s: what could be saved was changed", name)
		}
		if unread := c.files["a.log"]; len(unread) > 64 && (len(recovery.Damage) != 1 || !slices.Equal(disk.Data(recovery.Damage[0].Kept), unread)) {
			t.Errorf("%s: begun anew, and the log is not kept: %+v", name, recovery.Damage)
		}
		options.BeginAnew = false
		if db, recovery, err = engine.OpenFolder(ctx, disk, options); err != nil || len(recovery.Damage) > 0 || len(db.Image().Tables()) != 1 {
			t.Errorf("%s, begun anew: %v, %+v", name, err, recovery)
		}
	}
}

// twoLogs returns the files of a workspace whose rewrite was finished, and whose old log was not emptied: the old log, the new one
// and the note. The new one has later commits.
func twoLogs(t testing.TB, later int) (old, new, note []byte) {
	t.Helper()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	must(t, db.CreateTable(context.Background(), "Table"))
	for i := range 5 {
		version(t, db, i+1)
	}
	old = disk.Data("a.log")
	must(t, db.Rewrite(context.Background(), nil))
	for i := range later {
		version(t, db, i+6)
	}
	must(t, db.Close())
	return old, disk.Data("b.log"), disk.Data("workspace.note")
}

// Ensure that a damaged new log beside the whole old one does not cost the old one: what it holds is the workspace when the new one
// has nothing later, and both are kept.
func TestLog_Open_DamagedBesideWhole(t *testing.T) {
	t.Parallel()
	for _, later := range []int{0, 2} {
		old, whole, note := twoLogs(t, later)
		for i := 64; i < len(whole); i += step() {
			new := slices.Clone(whole)
			new[i] ^= 0x41
			disk := &enginetest.Disk{}
			disk.SetData("a.log", old)
			disk.SetData("b.log", new)
			disk.SetData("workspace.note", note)
			db, recovery := openDisk(t, disk)
			if len(recovery.Damage) == 0 {
				t.Fatalf("%d later commits, byte %d: nothing is told", later, i)
			}
			if v := versionOf(t, db); v < 5 {
				t.Fatalf("%d later commits, byte %d: version %d, %q", later, i, v, recovery.Problems())
			}
			kept := map[string]bool{}
			for _, d := range recovery.Damage {
				kept[string(disk.Data(d.Kept))] = true
			}
			if !kept[string(new)] || later > 0 && !kept[string(old)] {
				t.Fatalf("%d later commits, byte %d: not everything was kept: %q", later, i, recovery.Problems())
			}
			must(t, db.Close())
			if again, told := problemsOf(t, disk); told != "" || versionOf(t, again) < 5 {
				t.Fatalf("%d later commits, byte %d, opened again: %q", later, i, told)
			}
		}
	}
}

// Ensure that an older log that took the place of the newer one is not taken for the workspace.
func TestLog_Open_OlderLogAlone(t *testing.T) {
	old, _, note := twoLogs(t, 2)
	disk := &enginetest.Disk{}
	disk.SetData("a.log", old)
	disk.SetData("workspace.note", note)
	if db, told := problemsOf(t, disk); !strings.Contains(told, "Commits 7 to 8 are missing") || versionOf(t, db) != 5 {
		t.Errorf("version %d, told %q", versionOf(t, db), told)
	}
}

// Ensure that a snapshot is deleted at opening only when it was being saved: one whose header was zeroed, or of which nothing is
// left, is damage, and is kept.
func TestCheckpoint_Open_Damaged(t *testing.T) {
	ctx := context.Background()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	fill(t, db, "Table", 50)
	_, err := db.SaveCheckpoint(ctx, "one", nil)
	must(t, err)
	must(t, db.Close())
	name := "checkpoint-1.log"
	whole := disk.Data(name)
	for what, data := range map[string][]byte{
		"zeroed header":   slices.Concat(make([]byte, 64), whole[64:]),
		"changed header":  slices.Concat([]byte("r"), whole[1:]),
		"no header":       whole[64:],
		"nothing":         {},
		"zeros":           make([]byte, 30),
		"cut":             whole[:len(whole)-1],
		"a commit behind": slices.Concat(whole, engine.Records(disk.Data("a.log"))[2]),
	} {
		disk.SetData(name, data)
		db, recovery := openDisk(t, disk)
		if len(recovery.Snapshots) != 1 || recovery.Snapshots[0].Reason == "" || len(db.Checkpoints()) != 1 || !slices.Equal(disk.Data(name), data) {
			t.Errorf("%s: %+v, %v", what, recovery.Snapshots, db.Checkpoints())
			continue
		}
		image, err := db.OpenCheckpoint(ctx, "1", nil)
		if !isCode(err, engine.StorageDamaged) || strings.HasSuffix(what, "header") && what != "no header" && image.Entities() != 50 {
			t.Errorf("%s: %v", what, err)
		}
		must(t, db.Close())
	}
	disk.SetData(name, whole)
	disk.SetData("checkpoint-1.saving", nil)
	if db, recovery := openDisk(t, disk); len(db.Checkpoints()) > 0 || len(recovery.Snapshots) > 0 || disk.Data(name) != nil || disk.Data("checkpoint-1.saving") != nil {
		t.Errorf("an unfinished snapshot is there: %v, %+v", db.Checkpoints(), recovery)
	}
}

// Ensure that a refusal says that nothing was changed only when that is certain: not when what was written of the change could not
// be removed. Until it is, nothing else is written.
func TestLog_Append_CannotBeTakenBack(t *testing.T) {
	ctx := context.Background()
	large := func(db *engine.DB) error { return db.Replace(ctx, engine.Open(engine.Options{}).Image()) }
	for name, change := range map[string]func(db *engine.DB) error{
		"document": func(db *engine.DB) error { return db.SetDocument(ctx, "new", "text") },
		"replace":  large,
	} {
		for _, then := range []enginetest.DiskOp{enginetest.DiskTruncate, enginetest.DiskSync} {
			disk := &enginetest.Disk{}
			db, _ := openDisk(t, disk)
			must(t, db.CreateTable(ctx, "Table"))
			failing := true
			disk.Fault = func(op enginetest.DiskOp, file string) enginetest.Fault {
				if failing && (op == enginetest.DiskSync || op == then) {
					return enginetest.Fails
				}
				return enginetest.NoFault
			}
			before := contents(t, db)
			err := change(db)
			if !isCode(err, engine.StorageFailed) || !strings.Contains(err.Error(), "Whether the change was made is known only when") || strings.Contains(err.Error(), "Nothing was changed") {
				t.Errorf("%s: %v", name, err)
			}
			second := db.SetDocument(ctx, "second", "text")
			if !isCode(second, engine.StorageFailed) || db.Storage().Failed == "" {
				t.Errorf("%s: written after it: %v, %q", name, second, db.Storage().Failed)
			}
			if got := contents(t, db); got != before {
				t.Errorf("%s: %s", name, difference(before, got))
			}
			log := disk.Data("a.log")
			failing = false
			must(t, db.SetDocument(ctx, "third", "text"))
			if after := disk.Data("a.log"); strings.Contains(string(after), "new") || strings.Contains(string(after), "second") || len(after) == len(log) {
				t.Errorf("%s: what was refused is still in the log", name)
			}
		}
	}
}

// Ensure that the length of a log that was closed is known after a power failure too.
func TestLog_Close_NoteIsSafe(t *testing.T) {
	disk := versions(t, 3, 0)
	log := disk.Data("a.log")
	disk.Crash(generator(t)) // keeps what was synced, and anything else or not
	disk.SetData("a.log", log[:len(log)-len(engine.Records(log)[3])])
	if db, told := problemsOf(t, disk); !strings.Contains(told, "a.log") || versionOf(t, db) != 2 {
		t.Errorf("version %d, told %q", versionOf(t, db), told)
	}
}

// Ensure that a folder that is only read stays as it is, and says what opening it would say.
func TestOpenFolder_ReadOnly(t *testing.T) {
	disk := versions(t, 9, 4)
	name := logOf(disk)
	log, note := disk.Data(name), disk.Data("workspace.note")
	for what, data := range map[string][]byte{
		"whole": log, "cut": log[:len(log)-10], "torn": append(slices.Clone(log), "half"...), "picture at the end": slices.Concat(log, engine.Records(log)[0]),
	} {
		disk := &enginetest.Disk{}
		disk.SetData("a.log", nil)
		disk.SetData("b.log", nil)
		disk.SetData(name, data)
		disk.SetData("workspace.note", note)
		options := diskOptions()
		options.ReadOnly = true
		disk.Fault = func(op enginetest.DiskOp, file string) enginetest.Fault {
			if op != enginetest.DiskRead && op != enginetest.DiskOpen {
				t.Errorf("%s: operation %d on %s", what, op, file)
			}
			return enginetest.NoFault
		}
		db, recovery, err := engine.OpenFolder(context.Background(), disk, options)
		must(t, err)
		if err := db.SetDocument(context.Background(), "a", "b"); !isCode(err, engine.StorageFailed) {
			t.Errorf("%s: written: %v", what, err)
		}
		must(t, db.Close())
		disk.Fault = nil
		read := told(recovery)
		if _, opened := problemsOf(t, disk); opened != read {
			t.Errorf("%s: only read %q, opened %q", what, read, opened)
		}
		if what != "whole" != (read != "") {
			t.Errorf("%s: told %q", what, read)
		}
	}
}
