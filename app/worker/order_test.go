package worker

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// naiveOrder compares two values with nothing but big numbers and the comparison of filters.
func naiveOrder(a, b edm.Value) int {
	group := func(v edm.Value) int {
		switch v.Type() {
		case edm.Int32, edm.Int64, edm.Double:
			if v.Type() == edm.Double && math.IsNaN(v.Float()) {
				return 1
			}
			return 0
		}
		return 1 + slices.Index([]edm.Type{edm.Double, edm.Boolean, edm.DateTime, edm.String, edm.Guid, edm.Binary, edm.NoType}, v.Type())
	}
	if c := cmp.Compare(group(a), group(b)); c != 0 || a.Type() == edm.NoType || group(a) == 1 {
		return c
	}
	number := func(v edm.Value) *big.Float {
		if v.Type() == edm.Double {
			return big.NewFloat(v.Float())
		}
		return new(big.Float).SetPrec(64).SetInt64(v.Int())
	}
	if group(a) == 0 {
		return number(a).Cmp(number(b))
	}
	c, _ := edm.Compare(a, b)
	return c
}

// Ensure that a display order is that of a naive stable sort, both ways, in windows and in what is read and copied by line;
// whether the result is a stretch of the table, in pages, or filtered.
func TestSort_AgreesWithNaive(t *testing.T) {
	t.Parallel()
	d := open(t, func(c *Config) { c.Now = ticking() })
	ctx := t.Context()
	sizes := []int{0, 1, 2, 300, 3001}
	if testing.Short() { // the race detector runs, and there is one goroutine
		sizes = sizes[:4]
	}
	for _, n := range sizes {
		table := fmt.Sprintf("Odd%d", n)
		all := workertest.OddTable(t, d.db, table, n)
		for _, q := range []wire.QueryRequest{{Table: table}, {Table: table, Top: 3}, {Table: table, Filter: "RowKey ge '00002'"}} {
			r, err := wire.Call(ctx, d, wire.Run, q, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, req := range []wire.SortRequest{{Column: "A"}, {Column: "A", Descending: true}, {Column: "B"}, {Column: "RowKey", Descending: true}, {Column: "Nobody"},
				{Step: "contains(A,'a')"}, {Step: "not contains(A,'a')", Column: "B"}, {Step: "endswith(B,'') and contains(tolower(A),'a')", Column: "A", Descending: true}, {Step: "contains(Nobody,'x')"}} {
				req.Result = r.Result
				want := slices.Clone(all)
				if q.Filter != "" {
					want = slices.DeleteFunc(want, func(e engine.Entity) bool { return e.RowKey() < "00002" })
				}
				text := func(e engine.Entity, name string) (string, bool) {
					v, ok := e.Value(name)
					return v.Text(), ok && v.Type() == edm.String
				}
				want = slices.DeleteFunc(want, func(e engine.Entity) bool {
					a, isA := text(e, "A")
					_, isB := text(e, "B")
					switch req.Step {
					case "contains(A,'a')":
						return !isA || !strings.Contains(a, "a")
					case "not contains(A,'a')":
						return isA && strings.Contains(a, "a")
					case "contains(Nobody,'x')":
						return true
					case "":
						return false
					}
					return !isB || !isA || !strings.ContainsAny(a, "aA")
				})
				missing := 0
				slices.SortStableFunc(want, func(a, b engine.Entity) int {
					if req.Column == "" {
						return 0
					}
					va, oka := a.Value(req.Column)
					vb, okb := b.Value(req.Column)
					if !oka || !okb || !req.Descending {
						return naiveOrder(va, vb)
					}
					return -naiveOrder(va, vb)
				})
				for _, e := range want {
					if _, ok := e.Value(req.Column); !ok && req.Column != "" {
						missing++
					}
				}
				sorted, err := wire.Call(ctx, d, wire.Sort, req, nil)
				if err != nil {
					t.Fatal(err)
				}
				if sorted.Lines != len(want) || req.Step != "" && sorted.Of < len(want) || sorted.Missing != missing {
					t.Fatalf("%+v: %+v, want %d lines, %d missing", req, sorted, len(want), missing)
				}
				if req.Step != "" { // what is said before a run is what one gives
					q.Step = req.Step
					if m, err := wire.Call(ctx, d, wire.Match, q, nil); err != nil || m.Kept != sorted.Entities || m.Returned != sorted.Of || m.Step != req.Step {
						t.Fatalf("%+v: before the run %+v, %v; it gave %+v", q, m, err, sorted)
					}
				}
				for first := 0; first < len(want); first += wire.MaxWindow {
					w, err := wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: r.Result, First: first, Count: wire.MaxWindow, Order: sorted.Order, Columns: []int{1, 0}}, nil)
					if err != nil {
						t.Fatal(err)
					}
					for i, row := range w.Rows {
						if e := want[first+i]; row.Cells[0].V != e.RowKey() || row.Cells[1].V != e.PartitionKey() {
							t.Fatalf("%+v of %+v: line %d is %v, want %s/%s", req, q, first+i, row.Cells, e.PartitionKey(), e.RowKey())
						}
					}
				}
				if len(want) > 2 {
					e, err := wire.Call(ctx, d, wire.EntityAt, wire.LineRequest{Result: r.Result, Line: 2, Order: sorted.Order}, nil)
					if err != nil || e.RowKey != want[2].RowKey() {
						t.Errorf("line 2 is %+v, %v, want %s", e, err, want[2].RowKey())
					}
				}
			}
		}
	}
}

// Ensure that an order that is not kept any more is refused, that the two last are kept, and that a sort is stopped.
func TestSort_KeepsTwoAndStops(t *testing.T) {
	d := open(t, func(c *Config) { c.Now = ticking() })
	ctx := t.Context()
	d.fill(t, "Numbers", 10, 500)
	r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Numbers"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := wire.Call(ctx, d, wire.Sort, wire.SortRequest{Result: r.Result, Column: "RowKey"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for order, code := range map[int]string{0: "", 1: wire.ResultGone, 2: "", 3: "", 4: wire.ResultGone, -1: wire.ResultGone} {
		_, err := wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: r.Result, Count: 1, Order: order}, nil)
		if code == "" && err != nil {
			t.Errorf("order %d: %v", order, err)
		} else if code != "" {
			workertest.WantCode(t, err, code)
		}
	}
	_, err = wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: r.Result, Count: 1, Columns: []int{99}}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
}

// Ensure that every step of a search, both ways and round the ends, is what looking at each cell's text gives.
func TestFind_AgreesWithNaive(t *testing.T) {
	t.Parallel()
	d := open(t, func(c *Config) { c.Now = ticking() })
	ctx := t.Context()
	entities := 900
	if testing.Short() { // the race detector runs, and there is one goroutine
		entities = 150
	}
	all := workertest.OddTable(t, d.db, "Odd", entities)
	r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Odd", Top: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sorted, err := wire.Call(ctx, d, wire.Sort, wire.SortRequest{Result: r.Result, Column: "A"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range []int{0, sorted.Order} {
		for _, req := range []wire.FindRequest{
			{Text: "A"}, {Text: "a", Case: true}, {Text: "å"}, {Text: "p12", Columns: []string{"PartitionKey"}}, {Text: "true"}, {Text: "nowhere"}, {Text: "007", Columns: []string{"RowKey", "A"}}, {Text: "1"},
		} {
			req.Result, req.Order = r.Result, order
			columns := req.Columns
			if columns == nil {
				columns = columnNames(r)
			}
			total := r.Lines
			if order > 0 {
				total = sorted.Lines
			}
			var lines []int
			cells := 0
			for line := range total {
				e, err := wire.Call(ctx, d, wire.EntityAt, wire.LineRequest{Result: r.Result, Line: line, Order: order}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if e.Marker {
					continue
				}
				i := slices.IndexFunc(all, func(x engine.Entity) bool { return x.RowKey() == e.RowKey })
				hits := 0
				for _, name := range columns {
					if v, ok := all[i].Value(name); ok {
						text, find := v.Display(), req.Text
						if !req.Case {
							text, find = strings.ToLower(text), strings.ToLower(find)
						}
						if strings.Contains(text, find) {
							hits++
						}
					}
				}
				if cells += hits; hits > 0 {
					lines = append(lines, line)
				}
			}
			for _, from := range []int{0, 1, 57, 300, total - 1} {
				for _, back := range []bool{false, true} {
					req.From, req.Back = from, back
					got, err := wire.Call(ctx, d, wire.Find, req, nil)
					if err != nil {
						t.Fatal(err)
					}
					want := -1
					if len(lines) > 0 {
						if want = lines[0]; back {
							want = lines[len(lines)-1]
						}
						for _, line := range lines {
							if !back && line >= from {
								want = line
								break
							}
							if back && line <= from {
								want = line
							}
						}
					}
					if got.Lines != len(lines) || got.Cells != cells || got.Line != want || got.Read != len(all) {
						t.Errorf("%+v: %+v, want line %d of %d, %d cells", req, got, want, len(lines), cells)
					}
					if want >= 0 && lines[got.Index-1] != want {
						t.Errorf("%+v: number %d", req, got.Index)
					}
				}
			}
		}
	}
}
