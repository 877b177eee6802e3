package bulk

import (
	"context"
	"strconv"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// manyTable is a table of n entities with a property N of mixed types, and the run of all of it.
func manyTable(t *testing.T, d *desk.Desk, n int) *wire.RunReply {
	t.Helper()
	ctx := t.Context()
	if err := wire.Do(ctx, d, wire.CreateTable, wire.TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	var list []engine.BulkEntity
	for i := range n {
		v := edm.NewInt32(int32(i))
		switch i % 5 {
		case 1:
			v = edm.NewString(strconv.Itoa(i))
		case 2:
			v = edm.NewString("no number")
		case 3:
			v = edm.NewDouble(float64(i))
		}
		properties := []engine.Property{{Name: "N", Value: v}, {Name: "Keep", Value: edm.NewInt64(9007199254740993)}}
		if i%5 == 4 {
			properties = properties[1:]
		}
		list = append(list, engine.BulkEntity{PartitionKey: "p" + strconv.Itoa(i%7), RowKey: strconv.Itoa(i), Properties: properties})
	}
	for len(list) > 0 {
		cut := min(len(list), engine.MaxBulk)
		if _, err := d.DB.Bulk(ctx, "Things", list[:cut], engine.ReplaceExisting); err != nil {
			t.Fatal(err)
		}
		list = list[cut:]
	}
	run, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Things"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// Ensure that each action counts every entity once, changes nothing as a preview, and keeps every other property.
func TestMany_Preview(t *testing.T) {
	d := desk.Open(t, Handlers(), nil)
	run := manyTable(t, d, 50)
	before := d.DB.Image()
	for name, c := range map[string]struct {
		req                   wire.ManyRequest
		changed, same, failed int
	}{
		"set":         {wire.ManyRequest{Action: wire.SetProperty, Property: "N", Type: edm.Int32, Text: "5"}, 49, 1, 0},
		"set missing": {wire.ManyRequest{Action: wire.SetProperty, Property: "N", Type: edm.Int32, Text: "5", Only: "missing"}, 10, 40, 0},
		"set present": {wire.ManyRequest{Action: wire.SetProperty, Property: "N", Type: edm.Int32, Text: "5", Only: "present"}, 39, 11, 0},
		"rename":      {wire.ManyRequest{Action: wire.RenameProperty, Property: "N", To: "M"}, 40, 10, 0},
		"rename over": {wire.ManyRequest{Action: wire.RenameProperty, Property: "N", To: "Keep"}, 0, 10, 40},
		"remove":      {wire.ManyRequest{Action: wire.RemoveProperty, Property: "N"}, 40, 10, 0},
		"retype":      {wire.ManyRequest{Action: wire.RetypeProperty, Property: "N", Type: edm.Int64}, 30, 10, 10},
		"inexact":     {wire.ManyRequest{Action: wire.RetypeProperty, Property: "Keep", Type: edm.Double}, 0, 0, 50},
		"lines":       {wire.ManyRequest{Action: wire.RemoveProperty, Property: "Keep", First: 3, Last: 7}, 5, 0, 0},
	} {
		c.req.Result, c.req.Step = run.Result, wire.PreviewMany
		if c.req.Last == 0 {
			c.req.Last = run.Lines - 1
		}
		r, err := wire.Call(t.Context(), d, wire.Many, c.req, nil)
		if err != nil || r.Changed != c.changed || r.Same != c.same || r.Failed != c.failed || r.Changed+r.Same+r.Failed != r.Entities || len(r.Samples) != min(c.changed, maxSamples) || len(r.Failures) != c.failed {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		c.req.Step = wire.CollectMany
		r, err = wire.Call(t.Context(), d, wire.Many, c.req, nil)
		if err != nil || len(r.Changes) != c.changed {
			t.Errorf("%s: collects %d, %v", name, len(r.Changes), err)
			continue
		}
		for _, x := range r.Changes {
			if c.req.Property != "Keep" && x.Want[len(x.Want)-1].Text != "9007199254740993" && x.Want[0].Text != "9007199254740993" {
				t.Errorf("%s: %+v lost what it should keep", name, x.Want)
			}
		}
	}
	for name, req := range map[string]wire.ManyRequest{
		"system": {Action: wire.RemoveProperty, Property: "PartitionKey", Step: wire.PreviewMany}, "name": {Action: wire.RenameProperty, Property: "N", To: "a b", Step: wire.PreviewMany},
		"value": {Action: wire.SetProperty, Property: "N", Type: edm.Int32, Text: "x", Step: wire.PreviewMany}, "step": {Action: wire.RemoveProperty, Property: "N"}, "action": {Property: "N", Step: wire.PreviewMany},
		"type": {Action: wire.RetypeProperty, Property: "N", Type: 99, Step: wire.PreviewMany},
	} {
		req.Result = run.Result
		if r, err := wire.Call(t.Context(), d, wire.Many, req, nil); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if _, err := d.DB.Get(t.Context(), "Things", "p0", "0"); err != nil || before == nil {
		t.Fatal(err)
	}
}

// Ensure that a job writes all of them, that what it wrote is taken back and what others changed since stays, and that a stopped
// one can be taken back too.
func TestMany_ApplyAndUndo(t *testing.T) {
	d := desk.Open(t, Handlers(), nil)
	ctx := t.Context()
	run := manyTable(t, d, 3000)
	req := wire.ManyRequest{Result: run.Result, Last: run.Lines - 1, Action: wire.RetypeProperty, Property: "N", Type: edm.String, Step: wire.ApplyMany}
	r, err := wire.Call(ctx, d, wire.Many, req, nil)
	if err != nil || r.Undo == "" || r.Changed != 1200 || r.Same != 1800 {
		t.Fatalf("%+v, %v", r, err)
	}
	value := func(i int) edm.Value {
		e, err := d.DB.Get(ctx, "Things", "p"+strconv.Itoa(i%7), strconv.Itoa(i))
		if err != nil {
			t.Fatal(err)
		}
		v, _ := e.Value("N")
		return v
	}
	if value(10) != edm.NewString("10") || value(13) != edm.NewString("13.0") {
		t.Fatalf("%v, %v", value(10), value(13))
	}
	if _, err := d.DB.Apply(ctx, "Things", engine.Op{Kind: engine.InsertOrMerge, PartitionKey: "p3", RowKey: "10", Properties: []engine.Property{{Name: "N", Value: edm.NewString("mine")}}}); err != nil {
		t.Fatal(err)
	}
	if err := wire.Do(ctx, d, wire.Undo, wire.UndoRequest{Undo: r.Undo}); err != nil {
		t.Fatal(err)
	}
	if value(10) != edm.NewString("mine") || value(13) != edm.NewDouble(13) || value(15) != edm.NewInt32(15) {
		t.Errorf("taken back: %v, %v, %v", value(10), value(13), value(15))
	}

	run = must(wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Things"}, nil))
	stop, cancel := context.WithCancel(ctx)
	cancel()
	req.Result = run.Result
	if r, err = wire.Call(stop, d, wire.Many, req, nil); err == nil && r.Changed > 0 && r.Undo == "" {
		t.Errorf("a stopped job that wrote cannot be taken back: %+v", r)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
