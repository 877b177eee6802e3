package worker

import (
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// Ensure that a group is done whole or not at all, and that the operation that failed it is told.
func TestBatch(t *testing.T) {
	d := open(t, nil)
	ctx := t.Context()
	if err := wire.Do(ctx, d, wire.CreateTable, wire.TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	insert := func(rk, n string) wire.ApplyRequest {
		return wire.ApplyRequest{Kind: "insert", PartitionKey: "p", RowKey: rk, Properties: []wire.TextProperty{{Name: "N", Type: edm.Int32, Text: n}}}
	}
	r, err := wire.Call(ctx, d, wire.Batch, wire.BatchRequest{Table: "Things", Ops: []wire.ApplyRequest{insert("a", "1"), insert("b", "2")}}, nil)
	if err != nil || r.Failed != nil || len(r.ETags) != 2 || r.ETags[0] == "" {
		t.Fatalf("%+v, %v", r, err)
	}
	for name, c := range map[string]struct {
		ops  []wire.ApplyRequest
		at   int
		code string
	}{
		"exists":     {[]wire.ApplyRequest{insert("c", "1"), insert("a", "1")}, 1, "EntityAlreadyExists"},
		"value":      {[]wire.ApplyRequest{insert("c", "1"), insert("d", "x")}, 1, "InvalidInput"},
		"etag":       {[]wire.ApplyRequest{{Kind: "delete", PartitionKey: "p", RowKey: "a", IfMatch: r.ETags[1] + "x"}}, 0, "InvalidInput"},
		"stale":      {[]wire.ApplyRequest{insert("c", "1"), {Kind: "delete", PartitionKey: "p", RowKey: "a", IfMatch: `W/"datetime'2000-01-01T00%3A00%3A00Z'"`}}, 1, "UpdateConditionNotSatisfied"},
		"partitions": {[]wire.ApplyRequest{insert("c", "1"), {Kind: "insert", PartitionKey: "q", RowKey: "c"}}, 1, "CommandsInBatchActOnDifferentPartitions"},
		"nothing":    {nil, -1, "InvalidInput"},
	} {
		r, err := wire.Call(ctx, d, wire.Batch, wire.BatchRequest{Table: "Things", Ops: c.ops}, nil)
		if err != nil || r.Failed == nil || r.Failed.Code != c.code || r.At != c.at {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if _, err := wire.Call(ctx, d, wire.Entity, wire.KeyRequest{Table: "Things", PartitionKey: "p", RowKey: "c"}, nil); err == nil {
			t.Fatalf("%s: half of the group was done", name)
		}
	}
}

// Ensure that a line tells its whole key where its cells do not.
func TestWindow_Keys(t *testing.T) {
	d := open(t, nil)
	ctx := t.Context()
	if err := wire.Do(ctx, d, wire.CreateTable, wire.TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("k", 300)
	for _, rk := range []string{"a", long} {
		if _, err := wire.Call(ctx, d, wire.Apply, wire.ApplyRequest{Table: "Things", Kind: "insert", PartitionKey: "p", RowKey: rk, Properties: []wire.TextProperty{{Name: "N", Type: edm.Int32, Text: "1"}}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		columns []string
		keys    []string
	}{{nil, []string{"", long}}, {[]string{"N"}, []string{"a", long}}, {[]string{"PartitionKey", "RowKey"}, []string{"", long}}} {
		run, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Things", Select: c.columns}, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: run.Result, Count: 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range w.Rows {
			got := ""
			if row.Key != nil {
				got = row.Key.RowKey
			}
			if got != c.keys[i] {
				t.Errorf("%v: line %d has the key %.10q", c.columns, i, got)
			}
		}
	}
}
