//go:build !js

package tablesync_test

import (
	"errors"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// Ensure that a conflict becomes what was decided of the theirs that was shown, that nothing is decided when theirs is another by then,
// and that a third writer between the decision and the push is a conflict again.
func TestDecide(t *testing.T) {
	value := func(name, text string) engine.Property {
		return engine.Property{Name: name, Value: edm.NewString(text)}
	}
	const key = "p/r"
	for name, test := range map[string]struct {
		rule   tablesync.Rule
		merged []engine.Property
		here   string
	}{
		"mine":        {rule: tablesync.TakeMine, here: "A=1 B=0"},
		"theirs":      {rule: tablesync.TakeTheirs, here: "A=2 B=2"},
		"merged":      {merged: []engine.Property{value("A", "1"), value("B", "2")}, here: "A=1 B=2"},
		"like mine":   {merged: []engine.Property{value("A", "1"), value("B", "0")}, here: "A=1 B=0"},
		"like theirs": {merged: []engine.Property{value("A", "2"), value("B", "2")}, here: "A=2 B=2"},
	} {
		t.Run(name, func(t *testing.T) {
			s, db := setUp(t, []threeWay{{key, "A=0 B=0", "A=1 B=0", "A=2 B=2"}})
			pull(t, db, s)
			list, _, err := tablesync.Conflicts(db, "Copy", 0, 1)
			must(t, err)
			d := tablesync.Decision{Key: tablesync.Key{PartitionKey: "p", RowKey: "r"}, Shown: "W/\"before\"", Rule: test.rule, Merged: test.merged}
			err = tablesync.Decide(ctx, db, "Copy", d, tablesync.Options{})
			if e, ok := errors.AsType[*engine.Error](err); !ok || e.Code != engine.UpdateConditionNotSatisfied || !known(t, db, key).Conflict {
				t.Fatalf("of another theirs: %v", err)
			}
			d.Shown = list[0].TheirETag
			must(t, tablesync.Decide(ctx, db, "Copy", d, tablesync.Options{}))
			if got := has(t, db, "Copy", key); got != test.here || known(t, db, key).Conflict {
				t.Fatalf("decided it is %s", got)
			}
			put(t, s.DB, "Remote", key+" A=3 B=3")
			_, err = tablesync.Push(ctx, db, s, "Copy", pushing)
			must(t, err)
			if got, again := has(t, s.DB, "Remote", key), known(t, db, key).Conflict; got != "A=3 B=3" || again != (test.here != "A=2 B=2") {
				t.Errorf("after a third writer the service has %s, conflict %v", got, again)
			}
			err = tablesync.Decide(ctx, db, "Copy", d, tablesync.Options{})
			if err == nil {
				t.Error("decided twice")
			}
		})
	}
}
