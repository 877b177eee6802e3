package tablesync_test

import (
	"fmt"
	"strings"
	"testing"

	"rangefinder/engine/tablesync"
)

// properties reads "A=1 B=2".
func properties(text string) map[string]string {
	out := map[string]string{}
	for _, f := range strings.Fields(text) {
		name, value, _ := strings.Cut(f, "=")
		out[name] = value
	}
	return out
}

// The states of an entity in the table below; "-" is none.
var states = []string{"-", "A=0 B=0", "A=1 B=0", "A=0 B=1", "A=2 B=0", "A=1 B=1", "A=0", "A=0 B=0 C=1", "A=0 B=0 C=2"}

// expected is what a sync without a rule makes of base, mine and theirs: what both changed differently is a conflict.
func expected(base, mine, theirs string) (local string, pending, conflict bool) {
	switch {
	case mine == theirs:
		return theirs, false, false
	case mine == base:
		return theirs, false, false
	case theirs == base:
		return mine, true, false
	}
	return mine, true, true
}

// Ensure that every combination of what was, what is here and what is there is kept, taken or told as
// a conflict, and that another pull changes nothing.
func TestPull_EachCombination(t *testing.T) {
	for _, opaque := range []bool{false, true} {
		for _, base := range states {
			for _, mine := range states {
				for _, theirs := range states {
					t.Run(fmt.Sprintf("%v/%s/%s/%s", opaque, base, mine, theirs), func(t *testing.T) {
						s := newThere(t, "a/before", "z/behind")
						s.opaque = opaque
						if base != "-" {
							put(t, s.DB, "Remote", "p/r "+base)
						}
						db := here(t, s)
						switch {
						case mine == "-" && base == "-": // inserted and deleted again
							put(t, db, "Copy", "p/r X=1")
							put(t, db, "Copy", "-p/r")
						case mine == "-":
							put(t, db, "Copy", "-p/r")
						default:
							put(t, db, "Copy", "p/r "+mine) // an equal one too: it counts as changed, and is not
						}
						switch {
						case theirs == base:
						case theirs == "-":
							put(t, s.DB, "Remote", "-p/r")
						default:
							put(t, s.DB, "Remote", "p/r "+theirs)
						}
						local, pending, conflict := expected(base, mine, theirs)
						for range 2 {
							pull(t, db, s)
							k := known(t, db, "p/r")
							got := "-"
							if !k.Local.IsZero() {
								got = strings.TrimPrefix(text(k.Local), "p/r ")
							}
							if got != local || k.Conflict != conflict {
								t.Fatalf("is %s, conflict %v; want %s, %v", got, k.Conflict, local, conflict)
							}
							if k.Conflict {
								if got := strings.TrimPrefix(text(k.Theirs), "p/r "); got != strings.TrimPrefix(theirs, "-") {
									t.Fatalf("theirs is %q", got)
								}
							}
						}
						if conflict {
							if report := push(t, db, s); report.Written != 0 || report.Left != 1 {
								t.Fatalf("a conflict was pushed: %+v", report)
							}
							return
						}
						report := push(t, db, s)
						if written := report.Written > 0; written != pending {
							t.Fatalf("pushed %+v, pending is %v", report, pending)
						}
						inStep(t, db, s)
					})
				}
			}
		}
	}
}

// Ensure that each rule makes of a conflict what it says, and that the push after it is on condition of what was seen.
func TestResolve_Rules(t *testing.T) {
	for _, test := range []struct {
		base, mine, theirs string
		rule               tablesync.Rule
		want               string
	}{
		{"A=0 B=0", "A=1 B=1", "A=2 B=0", tablesync.TakeMine, "p/r A=1 B=1"},
		{"A=0 B=0", "A=1 B=1", "A=2 B=0", tablesync.TakeTheirs, "p/r A=2 B=0"},
		{"A=0 B=0", "A=1 B=1", "A=2 C=2", tablesync.MergeMine, "p/r A=1 B=1 C=2"},
		{"A=0 B=0", "A=1 C=1", "A=2 B=0", tablesync.MergeTheirs, "p/r A=2 C=1"},
		{"A=0", "-", "A=2", tablesync.TakeMine, ""},
		{"A=0", "-", "A=2", tablesync.MergeMine, ""},
		{"A=0", "-", "A=2", tablesync.MergeTheirs, "p/r A=2"},
		{"A=0", "A=1", "-", tablesync.MergeMine, "p/r A=1"},
		{"A=0", "A=1", "-", tablesync.TakeMine, "p/r A=1"},
		{"A=0", "A=1", "-", tablesync.TakeTheirs, ""},
		{"-", "A=1 B=1", "A=2 C=2", tablesync.MergeTheirs, "p/r A=2 B=1 C=2"},
		{"-", "A=1", "A=2", tablesync.TakeMine, "p/r A=1"},
	} {
		for _, all := range []bool{false, true} {
			t.Run(fmt.Sprint(test, all), func(t *testing.T) {
				s := newThere(t)
				if test.base != "-" {
					put(t, s.DB, "Remote", "p/r "+test.base)
				}
				db := here(t, s)
				write := func(text string) string {
					if text == "-" {
						return "-p/r"
					}
					return "p/r " + text
				}
				put(t, db, "Copy", write(test.mine))
				put(t, s.DB, "Remote", write(test.theirs))
				if report := pull(t, db, s); report.Conflicts != 1 {
					t.Fatalf("pulled %+v", report)
				}
				list, n, err := tablesync.Conflicts(db, "Copy", 0, 10)
				if err != nil || n != 1 || len(list) != 1 || text(list[0].Mine) != strings.TrimSuffix(write(test.mine), "-p/r") {
					t.Fatalf("conflicts are %+v, %d, %v", list, n, err)
				}
				key := &tablesync.Key{PartitionKey: "p", RowKey: "r"}
				if all {
					key = nil
				}
				if n, err := tablesync.Resolve(ctx, db, "Copy", key, test.rule, tablesync.Options{}); n != 1 || err != nil {
					t.Fatalf("resolved %d, %v", n, err)
				}
				if got := text(known(t, db, "p/r").Local); got != test.want {
					t.Errorf("it is %q, want %q", got, test.want)
				}
				// Somebody changes it once more before it is pushed: that is not overwritten either.
				if test.rule == tablesync.TakeMine && test.theirs != "-" && test.mine != "-" {
					put(t, s.DB, "Remote", "p/r A=3")
					if report := push(t, db, s); report.Conflicts != 1 || report.Written != 0 {
						t.Errorf("pushed %+v", report)
					}
					if n, err := tablesync.Resolve(ctx, db, "Copy", key, test.rule, tablesync.Options{}); n != 1 || err != nil {
						t.Fatalf("resolved %d, %v", n, err)
					}
				}
				push(t, db, s)
				inStep(t, db, s)
				if got := text(known(t, db, "p/r").Local); got != test.want {
					t.Errorf("it is %q after the push, want %q", got, test.want)
				}
			})
		}
	}
}
