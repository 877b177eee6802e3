package bulk

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
)

// contents are the entities of a table, each with its ETag.
func contents(t *testing.T, d *desk.Desk, table string) []string {
	t.Helper()
	s, err := d.DB.Snapshot(table)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range s.Window(0, s.Len()) {
		list = append(list, e.PartitionKey()+"/"+e.RowKey()+" "+e.ETag())
	}
	return list
}

// Ensure that a dry run counts what a deletion then deletes, that nothing else goes, and that an undo brings back exactly what
// there was: for what a filter finds, for lines in any order, and for the whole table.
func TestRemove_CountsDeletesAndUndoes(t *testing.T) {
	d := desk.Open(t, Handlers(), func(c *worker.Config) { c.Now = desk.Ticking() })
	ctx := t.Context()
	random := rand.New(rand.NewPCG(5, 6))
	d.Load(t, "Odd", func(add func(string, string, ...engine.Property)) {
		for p := range 30 {
			for r := range random.IntN(250) + 1 {
				add(fmt.Sprintf("p%02d", p), fmt.Sprintf("%03d", r))
			}
		}
	})
	whole := contents(t, d, "Odd")
	r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Odd"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sorted, err := wire.Call(ctx, d, wire.Sort, wire.SortRequest{Result: r.Result, Column: "RowKey", Descending: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, req := range []wire.RemoveRequest{
		{Table: "Odd", Filter: "RowKey ge '010' and PartitionKey lt 'p2'"},
		{Table: "Odd", Filter: "PartitionKey eq 'nobody'"},
		{Table: "Odd", All: true},
		{Table: "Odd", Result: r.Result, First: 5, Last: 1200},
		{Table: "Odd", Result: r.Result, First: 0, Last: r.Lines - 1, Order: sorted.Order},
		{Table: "Odd", Result: r.Result, First: 3, Last: 400, Order: sorted.Order},
	} {
		req.Dry = true
		dry, err := wire.Call(ctx, d, wire.Remove, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := contents(t, d, "Odd"); !slices.Equal(got, whole) {
			t.Fatalf("%+v: a dry run changed the table", req)
		}
		req.Dry = false
		did, err := wire.Call(ctx, d, wire.Remove, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		left := contents(t, d, "Odd")
		if did.Removed != dry.Entities || len(left) != len(whole)-dry.Entities || did.Changed != 0 || did.Stopped {
			t.Errorf("%+v: %+v, %d left of %d, counted %+v", req, did, len(left), len(whole), dry)
		}
		least := (dry.Entities + wire.MaxRemoveGroup - 1) / wire.MaxRemoveGroup
		if dry.Groups < max(dry.Partitions, least) || dry.Groups > dry.Partitions+least {
			t.Errorf("%+v: %d groups of %d entities in %d partitions", req, dry.Groups, dry.Entities, dry.Partitions)
		}
		if (did.Undo != "") != (did.Removed > 0) {
			t.Errorf("%+v: undo %q", req, did.Undo)
		}
		if did.Undo != "" {
			if err := wire.Do(ctx, d, wire.Undo, wire.UndoRequest{Undo: did.Undo}); err != nil {
				t.Fatal(err)
			}
		}
		if got := contents(t, d, "Odd"); !slices.Equal(got, whole) {
			t.Fatalf("%+v: an undo left %d of %d entities, or others", req, len(got), len(whole))
		}
	}
}

// Ensure that what was changed since it was read stays, and that an undo after other changes loses none of them.
func TestRemove_KeepsWhatOthersChanged(t *testing.T) {
	d := desk.Open(t, Handlers(), nil)
	ctx := t.Context()
	d.Fill(t, "Numbers", 2, 50)
	r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Numbers"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"insert-or-merge", "delete"} {
		rk := map[string]string{"delete": "r0003", "insert-or-merge": "r0007"}[kind]
		req := wire.ApplyRequest{Table: "Numbers", Kind: kind, PartitionKey: "p001", RowKey: rk}
		if kind == "delete" {
			req.IfMatch = "*"
		}
		if _, err := wire.Call(ctx, d, wire.Apply, req, nil); err != nil {
			t.Fatal(err)
		}
	}
	did, err := wire.Call(ctx, d, wire.Remove, wire.RemoveRequest{Table: "Numbers", Result: r.Result, Last: r.Lines}, nil)
	if err != nil || did.Removed != 98 || did.Changed != 2 {
		t.Fatalf("%+v, %v", did, err)
	}
	if _, err := wire.Call(ctx, d, wire.Apply, wire.ApplyRequest{Table: "Numbers", Kind: "insert", PartitionKey: "p000", RowKey: "new"}, nil); err != nil {
		t.Fatal(err)
	}
	if err := wire.Do(ctx, d, wire.Undo, wire.UndoRequest{Undo: did.Undo}); err != nil {
		t.Fatal(err)
	}
	left := contents(t, d, "Numbers")
	if len(left) != 100 { // all but the one that somebody else deleted, and the new one
		t.Errorf("%d entities", len(left))
	}
	_, err = wire.Call(ctx, d, wire.Remove, wire.RemoveRequest{Table: "Other", Result: r.Result}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
}

// Ensure that a deletion that is stopped tells what it did, and can be taken back.
func TestRemove_Stops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stopped := false
	d := desk.Open(t, Handlers(), func(c *worker.Config) {
		c.Now = desk.Ticking()
		c.Yield = func(job context.Context) error { // somebody stops it when a part is gone
			if s, err := c.DB.Snapshot("Numbers"); err == nil && s.Len() < 10_000 && !stopped {
				stopped = true
				cancel()
				<-job.Done()
			}
			return job.Err()
		}
	})
	d.Fill(t, "Numbers", 50, 200)
	whole := contents(t, d, "Numbers")
	did, err := wire.Call(ctx, d, wire.Remove, wire.RemoveRequest{Table: "Numbers", Filter: "RowKey ge 'r0000'"}, nil)
	if err != nil || !did.Stopped || did.Removed == 0 || did.Removed == len(whole) {
		t.Fatalf("%+v, %v", did, err)
	}
	if n := len(contents(t, d, "Numbers")); n != len(whole)-did.Removed {
		t.Errorf("%d left after %d were removed", n, did.Removed)
	}
	if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: did.Undo}); err != nil || !slices.Equal(contents(t, d, "Numbers"), whole) {
		t.Errorf("the undo: %v", err)
	}
}
