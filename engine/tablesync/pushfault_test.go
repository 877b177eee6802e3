package tablesync_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/engine/tablesync"
)

// Ensure that a push comes to its end where somebody writes one of any fifteen entities before each request, as it is.
func TestPush_TouchedMeanwhile(t *testing.T) {
	s := newThere(t)
	s.page = 1000
	for i := range 250 {
		put(t, s.DB, "Remote", fmt.Sprintf("p/r%04d A=0 B=0", i))
	}
	db := here(t, s)
	change(t, db, 250)
	s.log = nil
	s.before = func(what byte, ops []engine.Op) error {
		if len(s.log) > 300 {
			t.Fatal("it does not end")
		}
		if what == 'B' && len(ops) > 15 {
			at := ops[len(s.log)%len(ops)]
			_, err := s.DB.Apply(ctx, "Remote", engine.Op{Kind: engine.Merge, PartitionKey: at.PartitionKey, RowKey: at.RowKey, IfMatch: "*"})
			if !isCode(err, engine.ResourceNotFound) {
				must(t, err)
			}
		}
		return nil
	}
	if report := push(t, db, s); report.Written != 250 || report.Left != 0 || report.Conflicts != 0 {
		t.Errorf("%+v in %s", report, s.log)
	}
	s.before = nil
	inStep(t, db, s)
}

// Ensure that a lost answer is settled by reading back, and a lost request sent again, also when each comes several times.
func TestPush_OutcomeUnknown(t *testing.T) {
	lost := errors.New("the connection was lost")
	for _, test := range []struct {
		name   string
		answer bool
		err    error
		times  int
	}{
		{"answer", true, lost, 1}, {"request", false, lost, 1}, {"requests", false, lost, 3},
		{"503", false, engine.Errorf("ServerBusy", "busy"), 2}, {"500 when done", true, engine.Errorf(engine.InternalError, "no"), 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, opaque := range []bool{false, true} {
				s := newThere(t)
				s.opaque, s.page = opaque, 1000
				for i := range 250 {
					put(t, s.DB, "Remote", fmt.Sprintf("p/r%04d A=0 B=0", i))
				}
				db := here(t, s)
				change(t, db, 250)
				left := test.times
				fail := func(what byte, _ []engine.Op) error {
					if what == 'B' && left > 0 {
						left--
						return test.err
					}
					return nil
				}
				if test.answer {
					s.answer = fail
				} else {
					s.before = fail
				}
				s.log = nil
				report := push(t, db, s)
				if report.Written+report.AlreadyThere != 251-1 || report.Left != 0 || report.Conflicts != 0 || test.answer != (report.AlreadyThere == 100) {
					t.Errorf("%+v", report)
				}
				if len(s.log) > 3+2*test.times {
					t.Errorf("requests were %s", s.log)
				}
				inStep(t, db, s)
			}
		})
	}
}

// Ensure that a push gives up on a service that is away, and what it had is kept; the next one ends it.
func TestPush_Away(t *testing.T) {
	s, db := changed(t, 250)
	n := 0
	s.before = func(what byte, _ []engine.Op) error {
		if n++; n > 1 {
			return errors.New("nobody is there")
		}
		return nil
	}
	report, err := tablesync.Push(ctx, db, s, "Copy", pushing)
	if err == nil || report.Written != 100 || report.Left != 150 || report.Requests > 20 {
		t.Errorf("%+v, %v", report, err)
	}
	s.before = func(what byte, _ []engine.Op) error {
		if what == 'B' || what == 'A' {
			return engine.Errorf(engine.InternalError, "no")
		}
		return nil
	}
	if report, err = tablesync.Push(ctx, db, s, "Copy", pushing); !isCode(err, tablesync.OutcomeUnsure) || report.Written != 0 || report.Requests > 20 {
		t.Errorf("%+v, %v", report, err)
	}
	s.before = nil
	push(t, db, s)
	inStep(t, db, s)
}

// Ensure that a refusal of the whole request ends the push at once, and nothing is lost.
func TestPush_Locked(t *testing.T) {
	s, db := changed(t, 250)
	s.before = func(byte, []engine.Op) error { return engine.Errorf("AccountIsLocked", "locked") }
	s.log = nil
	if report, err := tablesync.Push(ctx, db, s, "Copy", pushing); !isCode(err, "AccountIsLocked") || report.Left != 250 || len(s.log) != 1 {
		t.Errorf("%+v, %v, requests %s", report, err, s.log)
	}
}

// Ensure that a push that a crash ends at any step goes on, without sending what is written again and without leaving anything
// out; and that what was changed here after the crash is not taken for somebody else's.
func TestPush_CrashAtEachStep(t *testing.T) {
	r := rand.New(rand.NewPCG(randomSeed(t), 0))
	for _, edit := range []bool{false, true} {
		for n := 1; ; n++ {
			s := newThere(t)
			s.page = 1000
			for i := range 12 {
				put(t, s.DB, "Remote", fmt.Sprintf("p%d/r%04d A=0 B=0", i/4, i))
			}
			disk := &enginetest.Disk{}
			db := reopen(t, disk)
			pull(t, db, s)
			for i := range 12 {
				put(t, db, "Copy", fmt.Sprintf([]string{"p%d/r%04d A=1 B=0", "-p%d/r%04d", "p%d/r%04d A=0", "p%d/s%04d N=1"}[i%4], i/4, i))
			}
			opt := pushing
			opt.Options, _ = stepping(n)
			s.sent = nil
			if !crashing(func() { _, _ = tablesync.Push(ctx, db, s, "Copy", opt) }) {
				if n < 9 {
					t.Fatalf("a push has %d steps only", n)
				}
				break
			}
			disk.Crash(r)
			db = reopen(t, disk)
			if edit {
				put(t, db, "Copy", "p0/r0000 A=1 B=7")
				put(t, db, "Copy", "p0/s0003 N=7")
				put(t, db, "Copy", "p0/r0001 A=7")
			}
			want := all(t, db, "Copy")
			if report := push(t, db, s); report.Conflicts != 0 || report.Resolved != 0 || report.Left != 0 {
				t.Fatalf("edit %v, step %d: %+v", edit, n, report)
			}
			if got := all(t, db, "Copy"); got != want {
				t.Fatalf("edit %v, step %d: the copy is\n%s\nwant\n%s", edit, n, got, want)
			}
			inStep(t, db, s)
			if !edit && len(s.sent) > 12+4 { // at most the one group whose result was not kept goes twice
				t.Fatalf("step %d: %d operations were sent", n, len(s.sent))
			}
		}
	}
}

// Ensure that what is changed here while a request is under way stays pending, on the base of what was sent.
func TestPush_ChangedMeanwhile(t *testing.T) {
	s := newThere(t, "p/1 A=0", "p/2 A=0", "p/3 A=0")
	db := here(t, s)
	put(t, db, "Copy", "p/1 A=1")
	put(t, db, "Copy", "-p/2")
	put(t, db, "Copy", "p/3 A=1")
	put(t, db, "Copy", "p/4 A=1")
	s.answer = func(byte, []engine.Op) error {
		put(t, db, "Copy", "p/1 A=2")
		put(t, db, "Copy", "p/2 A=2")
		put(t, db, "Copy", "-p/3")
		put(t, db, "Copy", "-p/4")
		return nil
	}
	if report := push(t, db, s); report.Written != 4 || report.Left != 4 {
		t.Errorf("%+v", report)
	}
	s.answer = nil
	if report := push(t, db, s); report.Written != 4 || report.Left != 0 || report.Conflicts != 0 {
		t.Errorf("%+v", report)
	}
	inStep(t, db, s)
	if got := all(t, db, "Copy"); got != "p/1 A=2\np/2 A=2" {
		t.Errorf("the copy is\n%s", got)
	}
}
