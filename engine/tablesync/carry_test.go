package tablesync_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// carriedOver returns another workspace with the table and its documents, as a workspace file brings them there.
func carriedOver(t *testing.T, db *engine.DB) *engine.DB {
	t.Helper()
	s, err := db.Snapshot("Copy")
	must(t, err)
	other := engine.Open(engine.Options{Now: clock()})
	must(t, other.CreateTable(ctx, "Copy"))
	l, err := other.Load(ctx, "Copy")
	must(t, err)
	for _, e := range s.Window(0, s.Len()) {
		must(t, l.Add(e.PartitionKey(), e.RowKey(), e.Properties()))
	}
	_, err = l.Commit()
	must(t, err)
	var names []string
	must(t, tablesync.Carry(s, func(name, text string) error {
		if table, ok := tablesync.Carried(name); !ok || table != "Copy" {
			t.Errorf("the document is named %s", name)
		}
		if len(tablesync.Copies(other)) > 0 {
			t.Error("it is a copy before all documents are read")
		}
		names = append(names, name)
		return tablesync.Unpack(ctx, other, name, text)
	}))
	if !slices.IsSorted(names) {
		t.Errorf("the documents are %v", names)
	}
	must(t, other.Check())
	return other
}

// Ensure that a copy can be pushed from where a workspace file was read, with its conflicts, and without overwriting anything.
func TestCarry_Push(t *testing.T) {
	for _, opaque := range []bool{false, true} {
		s := newThere(t, rows(20)...)
		s.opaque = opaque
		db := here(t, s)
		put(t, db, "Copy", "p0/r00 A=mine")
		put(t, db, "Copy", "-p0/r01")
		put(t, db, "Copy", "p0/new A=mine")
		put(t, db, "Copy", "p0/r02 A=mine")
		put(t, s.DB, "Remote", "p0/r02 A=theirs")
		put(t, db, "Copy", "-p0/r03")
		put(t, s.DB, "Remote", "p0/r03 A=theirs")
		pull(t, db, s)
		put(t, db, "Copy", "p1/r05 A=mine")
		put(t, s.DB, "Remote", "p1/r05 A=unseen")
		other := carriedOver(t, db)
		before, _ := tablesync.CopyOf(db, "Copy")
		if after, err := tablesync.CopyOf(other, "Copy"); err != nil || fmt.Sprint(before) != fmt.Sprint(after) {
			t.Errorf("the copy is %+v, %v; was %+v", after, err, before)
		}
		a, _, _ := tablesync.Conflicts(db, "Copy", 0, 10)
		b, _, _ := tablesync.Conflicts(other, "Copy", 0, 10)
		if len(a) != 2 || len(b) != 2 || a[0].TheirETag != b[0].TheirETag || text(a[1].Theirs) != text(b[1].Theirs) || text(a[0].Base) != text(b[0].Base) {
			t.Errorf("conflicts are %+v, were %+v", b, a)
		}
		put(t, other, "Copy", "p2/r10 A=later") // its ETag is not known there
		report := push(t, other, s)
		if report.Written != 4 || report.Conflicts != 1 || report.Left != 3 {
			t.Errorf("%+v", report)
		}
		if got := all(t, s.DB, "Remote"); !strings.Contains(got, "unseen") || !strings.Contains(got, "later") {
			t.Errorf("the service has\n%s", got)
		}
		if _, err := tablesync.Resolve(ctx, other, "Copy", nil, tablesync.TakeMine, tablesync.Options{}); err != nil {
			t.Fatal(err)
		}
		push(t, other, s)
		if report := pull(t, other, s); report.Updated != 0 {
			t.Errorf("what is as it was counts as updated: %+v", report)
		}
		inStep(t, other, s)
	}
}

// Ensure that many and large changes are carried in documents that a file can hold.
func TestCarry_Large(t *testing.T) {
	s := newThere(t)
	s.page = 1000
	for i := range 3 {
		e := engine.BulkEntity{PartitionKey: "p", RowKey: fmt.Sprint("r", i)}
		for j := range 15 {
			e.Properties = append(e.Properties, engine.Property{Name: fmt.Sprint("P", j), Value: edm.NewString(strings.Repeat("é", 30_000))})
		}
		_, err := s.DB.Bulk(ctx, "Remote", []engine.BulkEntity{e}, engine.RefuseExisting)
		must(t, err)
	}
	for i := range 4000 {
		put(t, s.DB, "Remote", fmt.Sprintf("q/%05d A=%d", i, i))
	}
	db := here(t, s)
	snapshot, _ := db.Snapshot("Copy")
	for _, e := range snapshot.Window(0, snapshot.Len()) {
		put(t, db, "Copy", "-"+e.PartitionKey()+"/"+e.RowKey())
	}
	snapshot, _ = db.Snapshot("Copy")
	n := 0
	must(t, tablesync.Carry(snapshot, func(name, text string) error {
		if n++; len(text) > 4<<20 {
			t.Errorf("the document %s has %d bytes", name, len(text))
		}
		return nil
	}))
	if n < 5 {
		t.Errorf("there are %d documents", n)
	}
	other := carriedOver(t, db)
	push(t, other, s)
	inStep(t, other, s)
}

// Ensure that a document that is none, or not for this table, changes nothing.
func TestUnpack_Refused(t *testing.T) {
	s := newThere(t, rows(3)...)
	db := here(t, s)
	snapshot, _ := db.Snapshot("Copy")
	good := ""
	must(t, tablesync.Carry(snapshot, func(_, text string) error { good = text; return nil }))
	must(t, db.CreateTable(ctx, "Plain"))
	for name, text := range map[string]string{
		"rangefinder.copy/Plain/1": "no", "rangefinder.copy/Plain": good, "rangefinder.copy/Missing/1": good, "rangefinder.copy/Copy/1": good, "other": good,
		"rangefinder.copy/Plain/6": strings.Replace(good, `"Part":1`, `"Part":2`, 1), "rangefinder.copy/Plain/7": strings.Replace(good, `"Part":1,`, ``, 1),
		"rangefinder.copy/Plain/2": `{"Part":1,"State":{"Remote":"1"}}`, "rangefinder.copy/Plain/3": `{"Part":1,"State":{"Remote":"Remote","Part":5}}`,
		"rangefinder.copy/Plain/4": `{"Part":1,"Changed":[{"P":"a/b","R":"x"}]}`, "rangefinder.copy/Plain/5": `{"Part":1,"Changed":[{"P":"a","R":"x","Base":{"At":1,"Properties":[{"Name":"A","Type":"String","Value":5}]}}]}`,
	} {
		if err := tablesync.Unpack(ctx, db, name, text); err == nil {
			t.Errorf("%s: %s was taken", name, text)
		}
		if view, _ := db.Tracking("Plain"); view != nil {
			t.Errorf("%s: the table is tracked", name)
		}
	}
	if len(tablesync.Copies(db)) != 1 {
		t.Error("another copy came")
	}
	for name, want := range map[string]bool{"rangefinder.copy/Plain/1": true, "x": false, "rangefinder.copy/": false} {
		if _, ok := tablesync.Carried(name); ok != want {
			t.Errorf("%s is one: %v", name, ok)
		}
	}
}

// Ensure that a table that was changed in the file is no copy: the next pull would take what was changed for what the service
// held. One whose entities have their properties in another order is.
func TestCarry_ChangedInTheFile(t *testing.T) {
	s := newThere(t, "a/1 A=x B=y", "a/2 A=x", "b/1 A=x")
	db := here(t, s)
	put(t, db, "Copy", "b/1 A=mine")
	from, err := db.Snapshot("Copy")
	must(t, err)
	for _, test := range []struct {
		name string
		rows []string
		copy bool
	}{
		{"as it was", []string{"a/1 A=x B=y", "a/2 A=x", "b/1 A=mine"}, true},
		{"properties in another order", []string{"a/1 B=y A=x", "a/2 A=x", "b/1 A=mine"}, true},
		{"a value", []string{"a/1 A=x B=z", "a/2 A=x", "b/1 A=mine"}, false},
		{"a value of what is pending", []string{"a/1 A=x B=y", "a/2 A=x", "b/1 A=other"}, false},
		{"values of two entities swapped", []string{"a/1 A=x", "a/2 A=x B=y", "b/1 A=mine"}, false},
		{"a property's name", []string{"a/1 A=x C=y", "a/2 A=x", "b/1 A=mine"}, false},
		{"one more", []string{"a/1 A=x B=y", "a/2 A=x", "a/3 A=x", "b/1 A=mine"}, false},
		{"one less", []string{"a/1 A=x B=y", "b/1 A=mine"}, false},
		{"another key", []string{"a/1 A=x B=y", "a/3 A=x", "b/1 A=mine"}, false},
	} {
		other := engine.Open(engine.Options{Now: clock()})
		must(t, other.CreateTable(ctx, "Copy"))
		for _, row := range test.rows {
			put(t, other, "Copy", row)
		}
		err := tablesync.Carry(from, func(name, text string) error { return tablesync.Unpack(ctx, other, name, text) })
		if copies := len(tablesync.Copies(other)); (err == nil) != test.copy || (copies == 1) != test.copy {
			t.Errorf("%s: %d copies, %v", test.name, copies, err)
		}
		must(t, other.Check())
	}
}
