package tablesync_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/engine/tablesync"
)

var errStopped = errors.New("stopped by the test")

// rows returns n entities in partitions of five.
func rows(n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("p%d/r%02d A=%d", i/5, i, i))
	}
	return out
}

// stepping returns options whose Wait crashes at step n: it panics with errStopped.
func stepping(n int) (tablesync.Options, *int) {
	steps := new(int)
	return tablesync.Options{Wait: func(context.Context, string) {
		if *steps++; *steps == n {
			panic(errStopped)
		}
	}}, steps
}

// crashing runs a work that may be ended by a step's panic, and reports whether it was.
func crashing(work func()) (crashed bool) {
	defer func() {
		if r := recover(); r == errStopped {
			crashed = true
		} else if r != nil {
			panic(r)
		}
	}()
	work()
	return false
}

// Ensure that a pull that a crash ends at any step goes on at the last page that was committed, on what changed meanwhile too.
func TestPull_Resume_CrashAtEachStep(t *testing.T) {
	r := rand.New(rand.NewPCG(randomSeed(t), 0))
	for n := 1; ; n++ {
		s := newThere(t, rows(20)...)
		disk := &enginetest.Disk{}
		db := reopen(t, disk)
		opt, _ := stepping(n)
		crashed := crashing(func() {
			_, err := tablesync.Pull(ctx, db, s, "Copy", origin, opt)
			must(t, err)
		})
		if !crashed {
			if n < 10 {
				t.Fatalf("a pull has %d steps only", n)
			}
			return
		}
		disk.Crash(r)
		db = reopen(t, disk)
		done := 0
		if c, err := tablesync.CopyOf(db, "Copy"); err == nil {
			done = c.Entities
			if c.Partial != (done < 20) {
				t.Fatalf("step %d: partial is %v: %+v", n, c.Partial, c)
			}
			done %= 20 // a whole copy is read again from the beginning
		}
		s.log = nil
		report := pull(t, db, s)
		if want := (20-done)/3 + 1; len(s.log) != want || report.Read != 20-done || report.Copy.Entities != 20 {
			t.Fatalf("step %d: %d requests, want %d; of %d entities %d were there: %+v", n, len(s.log), want, 20, done, report)
		}
		inStep(t, db, s)
	}
}

// Ensure that Stop and an error of the service leave what was read, and Restart begins anew.
func TestPull_Stopped(t *testing.T) {
	s := newThere(t, rows(20)...)
	db := engine.Open(engine.Options{Now: clock()})
	pages := 0
	report, err := tablesync.Pull(ctx, db, s, "Copy", origin, tablesync.Options{Yield: func() error {
		if pages++; pages == 4 {
			return errStopped
		}
		return nil
	}})
	if !errors.Is(err, errStopped) || report.Read != 9 || !report.Copy.Partial || report.Copy.Entities != 9 {
		t.Fatalf("stopped: %+v, %v", report, err)
	}
	s.before = func(byte, []engine.Op) error { return engine.Errorf(engine.InternalError, "no") }
	if report, err = tablesync.Pull(ctx, db, s, "Copy", origin, tablesync.Options{}); !isCode(err, engine.InternalError) || report.Read != 0 {
		t.Fatalf("failed: %+v, %v", report, err)
	}
	s.before, s.log = nil, nil
	report, err = tablesync.Pull(ctx, db, s, "Copy", origin, tablesync.Options{Restart: true})
	if err != nil || report.Read != 20 || report.Added != 11 || report.Copy.Entities != 20 || len(s.log) != 7 {
		t.Fatalf("begun anew: %+v, %v, %d requests", report, err, len(s.log))
	}
	inStep(t, db, s)
}

// Ensure that a pull into the wrong table changes nothing and says why.
func TestPull_Refused(t *testing.T) {
	s := newThere(t, rows(5)...)
	db := here(t, s)
	must(t, db.CreateTable(ctx, "Plain"))
	before := all(t, db, "Copy")
	for _, test := range []struct {
		table string
		from  func(o *tablesync.Origin)
		code  engine.Code
	}{
		{"Plain", func(*tablesync.Origin) {}, engine.TableAlreadyExists},
		{"Copy", func(o *tablesync.Origin) { o.Endpoint += "x" }, tablesync.OtherOrigin},
		{"Copy", func(o *tablesync.Origin) { o.Remote += "x" }, tablesync.OtherOrigin},
		{"Copy", func(o *tablesync.Origin) { o.Scope.Filter = "A eq '1'" }, tablesync.OtherOrigin},
		{"New", func(o *tablesync.Origin) { o.Scope.Filter = "A eq" }, engine.InvalidInput},
		{"New", func(o *tablesync.Origin) { o.Scope.Partitions = []string{} }, engine.InvalidInput},
		{"New", func(o *tablesync.Origin) { o.Scope = tablesync.Scope{Filter: "A eq '1'", Partitions: []string{"p"}} }, engine.InvalidInput},
		{"New", func(o *tablesync.Origin) { o.Remote = "Missing" }, engine.TableNotFound},
		{"1", func(*tablesync.Origin) {}, engine.OutOfRangeInput},
	} {
		from := origin
		test.from(&from)
		if _, err := tablesync.Pull(ctx, db, s, test.table, from, tablesync.Options{}); !isCode(err, test.code) {
			t.Errorf("%s from %+v: %v, want %s", test.table, from, err, test.code)
		}
	}
	if got := all(t, db, "Copy"); got != before {
		t.Errorf("the copy is\n%s", got)
	}
	if page, _ := db.Tables(ctx, "", 0); strings.Join(page.Names, " ") != "Copy Plain" {
		t.Errorf("tables are %v", page.Names)
	}
	renamed := origin
	renamed.Source = "another"
	if report, err := tablesync.Pull(ctx, db, s, "Copy", renamed, tablesync.Options{}); err != nil || report.Copy.Source != "another" {
		t.Errorf("under another name: %+v, %v", report, err)
	}
}

// Ensure that a copy of some partitions reads those only, and learns what was deleted in them.
func TestPull_Partitions(t *testing.T) {
	s := newThere(t, rows(20)...)
	from := origin
	from.Scope.Partitions = []string{"p2", "p0", "p9", "p2"}
	db := engine.Open(engine.Options{Now: clock()})
	again := func() tablesync.PullReport {
		report, err := tablesync.Pull(ctx, db, s, "Copy", from, tablesync.Options{})
		must(t, err)
		return report
	}
	if report := again(); report.Added != 10 || len(s.log) != 5 {
		t.Fatalf("%+v, %d requests", report, len(s.log))
	}
	put(t, s.DB, "Remote", "-p2/r14")
	put(t, s.DB, "Remote", "p9/new A=1")
	put(t, db, "Copy", "p5/mine A=1")
	if report := again(); report.Added != 1 || report.Deleted != 1 || report.Read != 10 {
		t.Fatalf("%+v", report)
	}
	if k := known(t, db, "p5/mine"); k.Local.IsZero() || !k.Changed {
		t.Error("what was inserted in another partition is gone")
	}
}

// Ensure that an entity that a filter does not give any more goes, whether it was deleted or only does not match, and that what
// was changed here stays.
func TestPull_Filter(t *testing.T) {
	s := newThere(t, "p/1 A=x", "p/2 A=x", "p/3 A=y", "p/4 A=x", "p/5 A=x", "p/6 A=x", "q/1 A=x")
	from := origin
	from.Scope.Filter = "PartitionKey eq 'p' and A eq 'x'"
	db := engine.Open(engine.Options{Now: clock()})
	again := func() tablesync.PullReport {
		report, err := tablesync.Pull(ctx, db, s, "Copy", from, tablesync.Options{})
		must(t, err)
		return report
	}
	if report := again(); report.Added != 5 {
		t.Fatalf("%+v", report)
	}
	put(t, s.DB, "Remote", "-p/1")
	put(t, s.DB, "Remote", "p/2 A=y")
	put(t, s.DB, "Remote", "p/4 A=y B=1")
	put(t, db, "Copy", "p/4 A=x C=1")
	put(t, s.DB, "Remote", "-p/5")
	put(t, db, "Copy", "p/5 A=x C=1")
	put(t, db, "Copy", "p/6 A=z")
	put(t, db, "Copy", "p/7 A=z")
	s.log = nil
	report := again()
	if got, want := all(t, db, "Copy"), "p/4 A=x C=1\np/5 A=x C=1\np/6 A=z\np/7 A=z"; got != want {
		t.Errorf("the copy is\n%s\nwant\n%s", got, want)
	}
	if report.Deleted != 2 || report.Conflicts != 2 || string(s.log) != "QGGGG" {
		t.Errorf("%+v, requests %s", report, s.log)
	}
	if _, err := tablesync.Resolve(ctx, db, "Copy", nil, tablesync.MergeMine, tablesync.Options{}); err != nil {
		t.Fatal(err)
	}
	push(t, db, s)
	again() // none of them matches but one
	if got, want := all(t, db, "Copy"), "p/5 A=x C=1"; got != want {
		t.Errorf("the copy is\n%s\nwant\n%s", got, want)
	}
	if got, want := all(t, s.DB, "Remote"), "p/2 A=y\np/3 A=y\np/4 A=y B=1 C=1\np/5 A=x C=1\np/6 A=z\np/7 A=z\nq/1 A=x"; got != want {
		t.Errorf("the service has\n%s\nwant\n%s", got, want)
	}
}

// Ensure that many entities that are gone are removed in several commits, and a crash between them is gone on from.
func TestPull_EmptiedTable(t *testing.T) {
	var many []engine.BulkEntity
	for i := range 9_500 {
		many = append(many, engine.BulkEntity{PartitionKey: fmt.Sprint("p", i/1000), RowKey: fmt.Sprintf("r%05d", i)})
	}
	s := newThere(t)
	s.page = 1000
	_, err := s.DB.Bulk(ctx, "Remote", many, engine.RefuseExisting)
	must(t, err)
	disk := &enginetest.Disk{}
	db := reopen(t, disk)
	pull(t, db, s)
	inStep(t, db, s)
	must(t, s.DB.DeleteTable(ctx, "Remote"))
	must(t, s.DB.CreateTable(ctx, "Remote"))
	put(t, s.DB, "Remote", "p5/only A=1")
	opt, _ := stepping(5)
	if !crashing(func() { _, _ = tablesync.Pull(ctx, db, s, "Copy", origin, opt) }) {
		t.Fatal("the pull had no fifth step")
	}
	disk.Crash(rand.New(rand.NewPCG(1, 2)))
	db = reopen(t, disk)
	if n := len(strings.Split(all(t, db, "Copy"), "\n")); n < 1000 || n > 9000 {
		t.Errorf("%d entities are there in between", n)
	}
	pull(t, db, s)
	inStep(t, db, s)
}

// Ensure that a page that is not in order is merged all the same, and that other entities than were asked for are not taken.
func TestPull_DisorderedPage(t *testing.T) {
	s := newThere(t, rows(6)...)
	db := here(t, s)
	put(t, s.DB, "Remote", "p0/r00 A=changed")
	put(t, s.DB, "Remote", "-p0/r03")
	if _, err := tablesync.Pull(ctx, db, backwards{s}, "Copy", origin, tablesync.Options{}); err != nil {
		t.Errorf("the error is %v", err)
	}
	inStep(t, db, s)
	from := origin
	from.Scope.Partitions = []string{"p1"}
	others := newThere(t, "p1/a A=1")
	others.stray = newThere(t, "p2/b A=1").DB
	if _, err := tablesync.Pull(ctx, engine.Open(engine.Options{}), others, "Copy", from, tablesync.Options{}); !isCode(err, engine.WrongAnswer) {
		t.Errorf("the error is %v", err)
	}
}

type backwards struct{ *there }

func (s backwards) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	page, err := s.there.Query(ctx, table, q)
	if err == nil && len(page.Entities) > 1 {
		page.Entities[0], page.Entities[1] = page.Entities[1], page.Entities[0]
	}
	return page, err
}

// Ensure that one table is not synced twice at a time, and that works end with the context.
func TestPull_Twice(t *testing.T) {
	s := newThere(t, rows(6)...)
	db := here(t, s)
	s.before = func(byte, []engine.Op) error {
		if _, err := tablesync.Push(ctx, db, s, "copy", pushing); !isCode(err, tablesync.SyncUnderWay) {
			t.Errorf("pushed while it was pulled: %v", err)
		}
		return nil
	}
	pull(t, db, s)
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := tablesync.Pull(canceled, db, s, "Copy", origin, tablesync.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// Ensure that a copy can be made an ordinary table, and its changes be taken back, one or all.
func TestRevert_Detach(t *testing.T) {
	s := newThere(t, rows(6)...)
	db := here(t, s)
	want := all(t, db, "Copy")
	change := func() {
		put(t, db, "Copy", "p0/r00 A=mine B=mine")
		put(t, db, "Copy", "-p0/r01")
		put(t, db, "Copy", "p9/new A=mine")
	}
	change()
	if list := tablesync.Copies(db); len(list) != 1 || list[0].Pending != 3 || list[0].Table != "Copy" || list[0].Entities != 6 {
		t.Errorf("copies are %+v", list)
	}
	if n, err := tablesync.Revert(ctx, db, "Copy", &tablesync.Key{PartitionKey: "p0", RowKey: "r01"}, tablesync.Options{}); n != 1 || err != nil {
		t.Errorf("took back %d, %v", n, err)
	}
	if text(known(t, db, "p0/r01").Local) != "p0/r01 A=1" {
		t.Error("it is not back")
	}
	if _, err := tablesync.Revert(ctx, db, "Copy", &tablesync.Key{PartitionKey: "p0", RowKey: "r01"}, tablesync.Options{}); !isCode(err, engine.ResourceNotFound) {
		t.Errorf("took back nothing: %v", err)
	}
	if n, err := tablesync.Revert(ctx, db, "Copy", nil, tablesync.Options{}); n != 2 || err != nil {
		t.Errorf("took back %d, %v", n, err)
	}
	if got := all(t, db, "Copy"); got != want {
		t.Errorf("the copy is\n%s\nwant\n%s", got, want)
	}
	inStep(t, db, s)
	must(t, tablesync.Detach(ctx, db, "Copy"))
	change()
	if len(tablesync.Copies(db)) != 0 {
		t.Error("it is a copy still")
	}
	for name, err := range map[string]error{
		"detach": tablesync.Detach(ctx, db, "Copy"),
		"plan":   second(tablesync.PlanPush(ctx, db, "Copy", -1, pushing)),
		"push":   second(tablesync.Push(ctx, db, s, "Copy", pushing)),
		"revert": second(tablesync.Revert(ctx, db, "Copy", nil, tablesync.Options{})),
	} {
		if !isCode(err, tablesync.NotACopy) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }
