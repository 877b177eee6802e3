package engine_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that every change of state is told once, in order, after it is visible.
func TestDB_Subscribe(t *testing.T) {
	ctx := context.Background()
	db := open(t)
	var got []string
	remove := db.Subscribe(func(c engine.Commit) {
		line := fmt.Sprint(c.Seq, c.Table, c.Kind, c.Loaded)
		for change := range c.All() {
			for _, e := range []engine.Entity{change.Before, change.After} {
				if e.IsZero() {
					line += " -"
					continue
				}
				v, _ := e.Value("A")
				line += " " + e.RowKey() + "=" + v.Literal()
			}
		}
		if s, err := db.Snapshot(c.Table); err == nil && c.Kind != engine.TableCreated && s.Seq() != c.Seq {
			line += " not visible"
		}
		got = append(got, line)
	})
	a := func(n int32) []engine.Property { return []engine.Property{{Name: "A", Value: edm.NewInt32(n)}} }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(db.CreateTable(ctx, "Table"))
	_, err := db.Apply(ctx, "table", engine.Op{PartitionKey: "p", RowKey: "1", Properties: a(1)})
	must(err)
	_, err = db.Apply(ctx, "Table", engine.Op{PartitionKey: "p", RowKey: "1"})
	if err == nil {
		t.Error("a second insert")
	}
	_, err = db.Batch(ctx, "Table", []engine.Op{
		{Kind: engine.InsertOrReplace, PartitionKey: "p", RowKey: "2", Properties: a(2)},
		{Kind: engine.Merge, PartitionKey: "p", RowKey: "1", IfMatch: "*", Properties: a(3)},
	})
	must(err)
	l, err := db.Load(ctx, "Table")
	must(err)
	must(l.Add("q", "2", a(5)))
	must(l.Add("q", "1", a(4)))
	_, err = l.Commit()
	must(err)
	_, err = db.Apply(ctx, "Table", engine.Op{Kind: engine.Delete, PartitionKey: "p", RowKey: "2", IfMatch: "*"})
	must(err)
	must(db.DeleteTable(ctx, "TABLE"))
	remove()
	must(db.CreateTable(ctx, "Other"))
	want := []string{
		"1Table2 0", "2Table0 0 - 1=1", "3Table0 0 - 2=2 1=1 1=3", "4Table1 2 - 1=4 - 2=5", "5Table0 0 2=2 -", "6Table3 0",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Ensure that a deleted table's name answers TableBeingDeleted for a while.
func TestDB_TableBeingDeleted(t *testing.T) {
	ctx := context.Background()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	db := engine.Open(engine.Options{Now: func() time.Time { return now }, DeleteDelay: 40 * time.Second})
	if err := db.CreateTable(ctx, "Table"); err != nil {
		t.Fatal(err)
	}
	if err := db.DeleteTable(ctx, "Table"); err != nil {
		t.Fatal(err)
	}
	calls := func() map[string]error {
		_, get := db.Get(ctx, "Table", "a", "b")
		_, query := db.Query(ctx, "TABLE", engine.Query{})
		_, apply := db.Apply(ctx, "table", engine.Op{PartitionKey: "a"})
		return map[string]error{"get": get, "query": query, "apply": apply}
	}
	now = now.Add(39 * time.Second)
	for what, err := range calls() {
		if !isCode(err, engine.TableBeingDeleted) {
			t.Errorf("%s after 39 s: %v", what, err)
		}
	}
	if err := db.CreateTable(ctx, "TABLE"); !isCode(err, engine.TableBeingDeleted) {
		t.Errorf("create after 39 s: %v", err)
	}
	if err := db.DeleteTable(ctx, "Table"); !isCode(err, engine.ResourceNotFound) {
		t.Errorf("delete after 39 s: %v", err)
	}
	now = now.Add(time.Second)
	for what, err := range calls() {
		if !isCode(err, engine.TableNotFound) {
			t.Errorf("%s after 40 s: %v", what, err)
		}
	}
	if err := db.CreateTable(ctx, "Table"); err != nil {
		t.Errorf("create after 40 s: %v", err)
	}
}

func TestETagOf(t *testing.T) {
	for text, want := range map[string]string{
		"2017-01-05T03:24:39.6596665Z": `W/"datetime'2017-01-05T03%3A24%3A39.6596665Z'"`,
		"2017-01-05T03:24:39.6500000Z": `W/"datetime'2017-01-05T03%3A24%3A39.65Z'"`,
		"2017-01-05T03:24:00Z":         `W/"datetime'2017-01-05T03%3A24%3A00Z'"`,
	} {
		at, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.ETagOf(edm.TicksOf(at)); got != want {
			t.Errorf("ETagOf(%s) = %s, want %s", text, got, want)
		}
	}
}
