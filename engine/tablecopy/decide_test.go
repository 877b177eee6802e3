//go:build !js

package tablecopy_test

import (
	"errors"
	"slices"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang/edm"
)

// Ensure that what somebody decides of one entity counts instead of the rule, that the plan and the check afterwards know of it, that it
// is written on condition that the target has what was shown, and that a third writer is met again, with what was shown as the base.
func TestDecide(t *testing.T) {
	key := tablecopy.Key{PartitionKey: "p", RowKey: "1"}
	merged := []engine.Property{{Name: "A", Value: edm.NewString("mine")}, {Name: "N", Value: edm.NewString("9")}}
	for _, rule := range []tablecopy.Existing{tablecopy.Stop, tablecopy.Skip, tablecopy.Replace, tablecopy.Merge} {
		s := newService(1)
		opt := tablecopy.Options{Existing: rule, AtOnce: 2}
		must(t, s.db.CreateTable(ctx, "Copied"))
		put(t, s.db, "Copied", "p/1 A=theirs N=9")
		c, err := tablecopy.Prepare(ctx, source(t, "p/1 A=mine", "p/2 A=new", "q/1 A=new"), s.target(), opt)
		must(t, err)
		m, err := c.Meet(ctx, key)
		must(t, err)
		if m.Based || m.Theirs.IsZero() || m.Mine.IsZero() {
			t.Fatalf("rule %d: met is %+v", rule, m)
		}
		put(t, s.db, "Copied", "p/1 A=second N=9")
		shown := m.Theirs.ETag()
		var failed *engine.Error
		if err := c.Decide(ctx, key, "W/\"other\"", false, merged, opt); !errors.As(err, &failed) || failed.Code != engine.UpdateConditionNotSatisfied {
			t.Fatalf("rule %d: of another theirs: %v", rule, err)
		}
		must(t, c.Decide(ctx, key, shown, false, merged, opt))
		if p := c.Plan; p.Stopping != 0 || p.Updates != 1 || p.Inserts != 2 || p.Skipped != 0 || len(p.Differing) != 0 {
			t.Errorf("rule %d: the plan is %+v", rule, p)
		}
		r, err := c.Run(ctx, opt)
		must(t, err)
		if !slices.Equal(r.Changed, []tablecopy.Key{key}) || r.Written != 2 || r.Left != 0 {
			t.Errorf("rule %d: after a second writer %+v", rule, *r)
		}
		m, err = c.Meet(ctx, key)
		must(t, err)
		if n, _ := m.Mine.Value("N"); !m.Based || m.Base.ETag() != shown || m.Theirs.ETag() == shown || n.Display() != "9" {
			t.Errorf("rule %d: met again is %+v", rule, m)
		}
		must(t, c.Decide(ctx, key, m.Theirs.ETag(), false, merged, opt))
		if c.Left() != 1 {
			t.Errorf("rule %d: %d are left", rule, c.Left())
		}
		r, err = c.Run(ctx, opt)
		must(t, err)
		if got := table(t, s.db, "Copied"); r.Written != 1 || len(r.Changed) > 0 || got[0] != "p/1 A='mine' N='9'" {
			t.Errorf("rule %d: %+v, the target has %q", rule, *r, got)
		}
		if v, err := c.Verify(ctx, -1, 0, opt); err != nil || !v.OK() || v.Read != 3 {
			t.Errorf("rule %d: %+v, %v", rule, v, err)
		}
	}
}

// Ensure that theirs can be kept, and that an entity which is gone by then is inserted as it was decided.
func TestDecide_KeepAndGone(t *testing.T) {
	key := tablecopy.Key{PartitionKey: "p", RowKey: "1"}
	for _, gone := range []bool{false, true} {
		s := newService(1)
		opt := tablecopy.Options{Existing: tablecopy.Replace}
		must(t, s.db.CreateTable(ctx, "Copied"))
		put(t, s.db, "Copied", "p/1 A=theirs")
		c, err := tablecopy.Prepare(ctx, source(t, "p/1 A=mine"), s.target(), opt)
		must(t, err)
		shown, want := "", "p/1 A='mine'"
		if gone {
			_, err := s.db.Apply(ctx, "Copied", engine.Op{Kind: engine.Delete, PartitionKey: "p", RowKey: "1", IfMatch: "*"})
			must(t, err)
		}
		m, err := c.Meet(ctx, key)
		must(t, err)
		if !gone {
			shown, want = m.Theirs.ETag(), "p/1 A='theirs'"
		}
		must(t, c.Decide(ctx, key, shown, !gone, m.Mine.Properties(), opt))
		_, err = c.Run(ctx, opt)
		must(t, err)
		if got := table(t, s.db, "Copied"); !slices.Equal(got, []string{want}) {
			t.Errorf("gone %v: the target has %q", gone, got)
		}
	}
}
