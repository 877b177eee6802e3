package tablesync_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
)

// cutPush pushes, and is cut off at the first write: it was done or not, and nobody here knows.
func cutPush(t testing.TB, db *engine.DB, s *there, done bool) {
	t.Helper()
	within, cancel := context.WithCancel(ctx)
	cut := func(what byte, _ []engine.Op) error {
		if what != 'A' && what != 'B' {
			return nil
		}
		cancel()
		return errors.New("the line is dead")
	}
	if s.before = cut; done {
		s.before, s.answer = nil, cut
	}
	_, err := tablesync.Push(within, db, s, "Copy", pushing)
	s.before, s.answer = nil, nil
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the push was not cut: %v", err)
	}
}

// Ensure that what was sent and not answered is neither forgotten, nor done again over what others made of it, nor taken for
// theirs.
func TestPush_Doubt(t *testing.T) {
	const conflict = "conflict"
	for _, test := range []struct {
		name   string
		before string   // of the service, when it is pulled
		steps  []string // "here …" and "there …" write, "done" and "lost" push and are cut, "pull" pulls
		want   string   // of both sides at the end
	}{
		{"inserted, deleted here", "", []string{"here p/r A=1", "done", "here -p/r"}, ""},
		{"inserted, deleted here, changed there", "", []string{"here p/r A=1", "done", "here -p/r", "there p/r A=2"}, conflict},
		{"insert lost, deleted here", "", []string{"here p/r A=1", "lost", "here -p/r"}, ""},
		{"inserted, changed here", "", []string{"here p/r A=1", "done", "here p/r A=2"}, "p/r A=2"},
		{"inserted, changed there, seen, deleted there", "", []string{"here p/r A=1", "done", "there p/r A=2", "pull", "there -p/r"}, conflict},
		{"inserted twice, theirs seen and deleted", "", []string{"here p/r A=1", "there p/r A=2", "pull", "there -p/r"}, "p/r A=1"},
		{"changed, as before here", "p/r A=0", []string{"here p/r A=1", "done", "here p/r A=0"}, "p/r A=0"},
		{"change lost, as before here", "p/r A=0", []string{"here p/r A=1", "lost", "here p/r A=0"}, "p/r A=0"},
		{"added, taken away there", "p/r A=0", []string{"here p/r A=0 B=1", "done", "there p/r A=2"}, conflict},
		{"added, as before there", "p/r A=0", []string{"here p/r A=0 B=1", "done", "there p/r A=0"}, conflict},
		{"change lost, another there", "p/r A=0", []string{"here p/r A=0 B=1", "lost", "there p/r A=2"}, conflict},
		{"changed, another there", "p/r A=0", []string{"here p/r A=0 B=1", "there p/r A=2"}, conflict},
		{"changed, deleted there", "p/r A=0", []string{"here p/r A=1", "done", "there -p/r"}, conflict},
		{"changed, deleted there, seen, made anew", "p/r A=0", []string{"here p/r A=0 B=1", "there -p/r", "pull", "there p/r A=2"}, conflict},
		{"deleted, made anew here", "p/r A=0", []string{"here -p/r", "done", "here p/r A=1"}, "p/r A=1"},
		{"delete lost, made anew here", "p/r A=0", []string{"here -p/r", "lost", "here p/r A=1"}, "p/r A=1"},
		{"delete lost, made anew here, deleted there", "p/r A=0", []string{"here -p/r", "lost", "here p/r A=1", "done", "there -p/r"}, conflict},
		{"deleted, made anew there", "p/r A=0", []string{"here -p/r", "done", "there p/r A=2"}, conflict},
	} {
		for _, pullFirst := range []bool{true, false} {
			t.Run(fmt.Sprint(test.name, pullFirst), func(t *testing.T) {
				s := newThere(t, "a/before")
				if test.before != "" {
					put(t, s.DB, "Remote", test.before)
				}
				db := here(t, s)
				for _, step := range test.steps {
					what, text, _ := strings.Cut(step, " ")
					switch what {
					case "here":
						put(t, db, "Copy", text)
					case "there":
						put(t, s.DB, "Remote", text)
					case "pull":
						pull(t, db, s)
					default:
						cutPush(t, db, s, what == "done")
					}
				}
				for range 2 {
					if pullFirst {
						pull(t, db, s)
					}
					push(t, db, s)
				}
				pull(t, db, s)
				push(t, db, s)
				k := known(t, db, "p/r")
				if test.want == conflict {
					if !k.Conflict {
						t.Errorf("there is no conflict: base %q, here %q; there %q", text(k.Base), text(k.Local), all(t, s.DB, "Remote"))
					}
					return
				}
				if got := text(k.Local); got != test.want || k.Conflict {
					t.Errorf("is %q, conflict %v", got, k.Conflict)
				}
				pull(t, db, s)
				inStep(t, db, s)
			})
		}
	}
}

// Ensure that a pull that goes on takes nothing for missing that was pushed meanwhile behind the page it had read.
func TestPull_Resume_Pushed(t *testing.T) {
	s := newThere(t, "p/a", "p/b", "p/c", "p/x", "p/y")
	db := engine.Open(engine.Options{Now: clock()})
	pages := 0
	s.before = func(what byte, _ []engine.Op) error {
		if pages++; pages == 2 {
			return errors.New("the line is dead")
		}
		return nil
	}
	if _, err := tablesync.Pull(ctx, db, s, "Copy", origin, tablesync.Options{}); err == nil {
		t.Fatal("the pull was not cut")
	}
	s.before = nil
	put(t, db, "Copy", "p/m A=1")
	put(t, db, "Copy", "p/n A=1")
	push(t, db, s)
	put(t, db, "Copy", "-p/n")
	put(t, s.DB, "Remote", "-p/m") // what is missing there is missing, all the same
	pull(t, db, s)
	if got := text(known(t, db, "p/m").Local); got != "" {
		t.Errorf("there is %s, which was deleted there", got)
	}
	if !known(t, db, "p/n").Changed {
		t.Error("the delete here is forgotten")
	}
	push(t, db, s)
	inStep(t, db, s)
}

// Ensure that a conflict with an entity that is not in the scope stays until it is decided.
func TestPull_Filter_ConflictOutside(t *testing.T) {
	s := newThere(t, "p/in", "q/out A=1")
	from := origin
	from.Scope.Filter = "PartitionKey eq 'p'"
	db := engine.Open(engine.Options{Now: clock()})
	for i := range 3 {
		if _, err := tablesync.Pull(ctx, db, s, "Copy", from, tablesync.Options{}); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			put(t, db, "Copy", "q/out A=2")
			push(t, db, s)
		}
		if k := known(t, db, "q/out"); i > 0 && text(k.Theirs) != "q/out A=1" {
			t.Errorf("pull %d: conflict %v with %q", i, k.Conflict, text(k.Theirs))
		}
	}
}
