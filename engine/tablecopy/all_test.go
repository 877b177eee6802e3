package tablecopy_test

import (
	"context"
	"slices"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
)

// Ensure that copies into several tables are one work: the plan is exact for all of them, a run that was stopped is gone on with, and what
// is to be removed goes on condition that it is as it was found.
func TestAll(t *testing.T) {
	s := newService(1)
	must(t, s.db.CreateTable(ctx, "Second"))
	put(t, s.db, "Second", "q/1 A=1", "q/2 A=old", "q/8 A=gone", "q/9 A=gone")
	gone := func(row string) engine.Entity {
		e, err := s.db.Get(ctx, "Second", "q", row)
		must(t, err)
		return e
	}
	first, second := s.target(), s.target()
	first.Table, second.Table = "First", "Second"
	opt := tablecopy.Options{Existing: tablecopy.Replace}
	one, err := tablecopy.Prepare(ctx, source(t, "p/1 A=1", "p/2 A=2"), first, opt)
	must(t, err)
	opt.Remove = []engine.Entity{gone("8"), gone("9")}
	two, err := tablecopy.Prepare(ctx, source(t, "q/1 A=1", "q/2 A=new", "q/3 A=3"), second, opt)
	must(t, err)
	all := tablecopy.All{one, two}
	p := all.Plan()
	if p.Entities != 5 || p.Creates != 1 || p.Inserts != 3 || p.Updates != 1 || p.Deletes != 2 || p.Equal != 1 || p.Requests() != 3 || p.Writes() != 6 || p.Table != "First" {
		t.Errorf("%+v", p)
	}
	put(t, s.db, "Second", "q/9 A=changed") // by somebody who was quicker
	stop, cut := context.WithCancel(ctx)
	last := tablecopy.Progress{}
	work := tablecopy.Options{Progress: func(p tablecopy.Progress) { last = p; cut() }}
	r, err := all.Run(stop, work)
	if err == nil || r.Written != 2 || r.Left != 4 || last.Total != 6 {
		t.Errorf("%+v, %v, %+v", r, err, last)
	}
	work.Progress = func(p tablecopy.Progress) { last = p }
	if r, err = all.Run(ctx, work); err != nil || r.Written != 3 || r.Left != 0 || len(r.Changed) != 1 || r.Changed[0].RowKey != "9" {
		t.Errorf("%+v, %v", r, err)
	}
	if got := table(t, s.db, "First"); !slices.Equal(got, []string{"p/1 A='1'", "p/2 A='2'"}) {
		t.Error(got)
	}
	if got := table(t, s.db, "Second"); !slices.Equal(got, []string{"q/1 A='1'", "q/2 A='new'", "q/3 A='3'", "q/9 A='changed'"}) {
		t.Error(got)
	}
	if v, err := all.Verify(ctx, -1, 1, work); err != nil || !v.OK() || v.Read != 5 {
		t.Errorf("%+v, %v", v, err)
	}
	if keys, n, err := all.Wrote(ctx, 3); err != nil || n != 4 || len(keys) != 3 {
		t.Error(keys, n, err)
	}
	put(t, s.db, "Second", "q/3 A=other")
	if v, err := all.Verify(ctx, -1, 1, work); err != nil || len(v.Changed) != 1 || v.Differs != "A is String other there and String 3 here" {
		t.Errorf("%+v, %v", v, err)
	}
	two.Plan.Stopping = 1
	if r, err := all.Run(ctx, work); err == nil || r.Written != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
