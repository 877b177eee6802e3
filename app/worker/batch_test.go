package worker

import (
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

// Ensure that a group is done whole or not at all, and that the operation that failed it is told.
func TestBatch(t *testing.T) {
	d := open(t, nil)
	ctx := t.Context()
	if err := d.CreateTable(ctx, TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	insert := func(rk, n string) ApplyRequest {
		return ApplyRequest{Kind: "insert", PartitionKey: "p", RowKey: rk, Properties: []TextProperty{{"N", edm.Int32, n}}}
	}
	r, err := d.Batch(ctx, BatchRequest{Table: "Things", Ops: []ApplyRequest{insert("a", "1"), insert("b", "2")}})
	if err != nil || r.Failed != nil || len(r.ETags) != 2 || r.ETags[0] == "" {
		t.Fatalf("%+v, %v", r, err)
	}
	for name, c := range map[string]struct {
		ops  []ApplyRequest
		at   int
		code string
	}{
		"exists":     {[]ApplyRequest{insert("c", "1"), insert("a", "1")}, 1, "EntityAlreadyExists"},
		"value":      {[]ApplyRequest{insert("c", "1"), insert("d", "x")}, 1, "InvalidInput"},
		"etag":       {[]ApplyRequest{{Kind: "delete", PartitionKey: "p", RowKey: "a", IfMatch: r.ETags[1] + "x"}}, 0, "InvalidInput"},
		"stale":      {[]ApplyRequest{insert("c", "1"), {Kind: "delete", PartitionKey: "p", RowKey: "a", IfMatch: `W/"datetime'2000-01-01T00%3A00%3A00Z'"`}}, 1, "UpdateConditionNotSatisfied"},
		"partitions": {[]ApplyRequest{insert("c", "1"), {Kind: "insert", PartitionKey: "q", RowKey: "c"}}, 1, "CommandsInBatchActOnDifferentPartitions"},
		"nothing":    {nil, -1, "InvalidInput"},
	} {
		r, err := d.Batch(ctx, BatchRequest{Table: "Things", Ops: c.ops})
		if err != nil || r.Failed == nil || r.Failed.Code != c.code || r.At != c.at {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if _, err := d.Entity(ctx, KeyRequest{Table: "Things", PartitionKey: "p", RowKey: "c"}); err == nil {
			t.Fatalf("%s: half of the group was done", name)
		}
	}
}

// Ensure that a line tells its whole key where its cells do not.
func TestWindow_Keys(t *testing.T) {
	d := open(t, nil)
	ctx := t.Context()
	if err := d.CreateTable(ctx, TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("k", 300)
	for _, rk := range []string{"a", long} {
		if _, err := d.Apply(ctx, ApplyRequest{Table: "Things", Kind: "insert", PartitionKey: "p", RowKey: rk, Properties: []TextProperty{{"N", edm.Int32, "1"}}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		columns []string
		keys    []string
	}{{nil, []string{"", long}}, {[]string{"N"}, []string{"a", long}}, {[]string{"PartitionKey", "RowKey"}, []string{"", long}}} {
		run, err := d.Run(ctx, QueryRequest{Table: "Things", Select: c.columns}, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := d.Window(ctx, WindowRequest{Result: run.Result, Count: 2})
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
