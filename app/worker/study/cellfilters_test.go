package study

import (
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Ensure that each filter of each cell finds what it says and costs what a run of it then does.
func TestCellFilters_AreExact(t *testing.T) {
	d := open(t, func(c *worker.Config) { c.Now = desk.Ticking() })
	ctx := t.Context()
	entities := 150
	if testing.Short() { // the race detector runs, and there is one goroutine
		entities = 20
	}
	workertest.OddTable(t, d.DB, "Odd", entities)
	for _, now := range []string{"", "PartitionKey gt 'p1' or RowKey eq '00001'", "RowKey ge '00010'", "RowKey ="} {
		r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Odd"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for line := range r.Lines {
			e, err := wire.Call(ctx, d, wire.EntityAt, wire.LineRequest{Result: r.Result, Line: line}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, column := range []string{"A", "PartitionKey", "Timestamp"} {
				reply, err := wire.Call(ctx, d, wire.CellFilters, wire.CellFiltersRequest{Table: "Odd", Result: r.Result, Line: line, Column: column, Filter: now}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if (reply.Refused != "") != (now == "RowKey =") {
					t.Fatalf("refused: %q", reply.Refused)
				}
				if reply.Type == edm.NoType && len(reply.Choices) != 2 {
					t.Errorf("a missing value offers %+v", reply.Choices)
				}
				for _, c := range reply.Choices {
					if (c.Added.Filter != "") != (now != "" && reply.Refused == "") {
						t.Fatalf("added: %+v", c)
					}
					found := holds(t, d, c.Alone.Filter, e.PartitionKey, e.RowKey)
					nan := strings.Contains(c.Alone.Filter, "NaN")
					if want := c.Kind != wire.FilterNotEqual && !(nan && c.Kind == wire.FilterEqual) || nan && c.Kind == wire.FilterNotEqual; found != want {
						t.Errorf("%s finds its own entity: %v", c.Alone.Filter, found)
					}
					run, err := wire.Call(ctx, d, wire.Match, wire.QueryRequest{Table: "Odd", Filter: c.Alone.Filter}, nil)
					if err != nil {
						t.Fatal(err)
					}
					x, err := wire.Call(ctx, d, wire.Explain, wire.QueryRequest{Table: "Odd", Filter: c.Alone.Filter}, nil)
					if err != nil || x.Cost != c.Alone.Cost || run.Returned > x.Cost.Examined {
						t.Errorf("%s costs %+v, want %+v, %v", c.Alone.Filter, c.Alone.Cost, x.Cost, err)
					}
				}
			}
		}
	}
}

// holds reports whether the filter finds the entity.
func holds(t *testing.T, d *desk.Desk, filter, pk, rk string) bool {
	t.Helper()
	e, err := filterlang.Parse(filter)
	if err != nil {
		t.Fatalf("%s: %v", filter, err)
	}
	s, err := d.DB.Snapshot("Odd")
	if err != nil {
		t.Fatal(err)
	}
	entity, _ := s.Get(pk, rk)
	return filterlang.Eval(e, func(name string) edm.Value { v, _ := entity.Value(name); return v }, filterlang.MatchOptions{})
}

// Ensure that what the filter in the query line says already is not added again.
func TestCellFilters_Had(t *testing.T) {
	d := open(t, nil)
	workertest.OddTable(t, d.DB, "Odd", 5)
	r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Odd"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := wire.Call(t.Context(), d, wire.EntityAt, wire.LineRequest{Result: r.Result}, nil)
	if err != nil {
		t.Fatal(err)
	}
	partition, row := "PartitionKey eq '"+e.PartitionKey+"'", "RowKey eq '"+e.RowKey+"'"
	for _, x := range []struct {
		filter, equal, entity string // added
		had                   bool
	}{
		{partition + " and RowKey gt ''", partition + " and RowKey gt ''", partition + " and RowKey gt '' and " + row, true},
		{partition, partition, partition + " and " + row, true},
		{partition + " or " + row, "(" + partition + " or " + row + ") and " + partition, "(" + partition + " or " + row + ") and " + partition + " and " + row, false},
		{"not (" + partition + ")", "not (" + partition + ") and " + partition, "not (" + partition + ") and " + partition + " and " + row, false},
	} {
		reply, err := wire.Call(t.Context(), d, wire.CellFilters, wire.CellFiltersRequest{Table: "Odd", Result: r.Result, Column: "PartitionKey", Filter: x.filter}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range reply.Choices {
			want := map[wire.CellFilterKind]string{wire.FilterEqual: x.equal, wire.FilterEntity: x.entity}[c.Kind]
			if want != "" && (c.Added.Filter != want || c.Had != (x.had && c.Kind == wire.FilterEqual)) {
				t.Errorf("%s, %s: %q, had %v, want %q", x.filter, c.Kind, c.Added.Filter, c.Had, want)
			}
		}
	}
}
