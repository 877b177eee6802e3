package worker

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

func columnNames(r *wire.RunReply) []string {
	names := []string{}
	for _, c := range r.Columns {
		names = append(names, c.Name)
	}
	return names
}

// Ensure that a result tells how many characters of its keys tell an entity from the one before.
func TestRun_KeysDiffer(t *testing.T) {
	d := open(t, nil)
	if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Padded"}); err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Padded", Kind: "insert", PartitionKey: fmt.Sprintf("é%d", i/20), RowKey: fmt.Sprintf("%010d", i)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Padded"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p, k := r.Columns[0].Differs, r.Columns[1].Differs; p != 2 || k != 10 {
		t.Errorf("PartitionKeys differ after %d characters, RowKeys after %d", p, k)
	}
}

// Ensure that a Timestamp whose fraction ends early has the room of any other.
func TestRun_TimestampsWidth(t *testing.T) {
	whole := time.Date(2026, 11, 28, 14, 25, 31, 0, time.UTC)
	var widths []int
	for _, now := range []time.Time{whole, whole.Add(120 * time.Millisecond), whole.Add(123 * time.Millisecond)} {
		d := open(t, func(c *Config) { c.DB = engine.Open(engine.Options{Now: func() time.Time { return now }}) })
		if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "One"}); err != nil {
			t.Fatal(err)
		}
		if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "One", Kind: "insert", PartitionKey: "p", RowKey: "r"}, nil); err != nil {
			t.Fatal(err)
		}
		r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "One"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		widths = append(widths, r.Columns[2].Width)
	}
	if widths[0] != widths[2] || widths[1] != widths[2] {
		t.Errorf("the Timestamp has %d characters of room", widths)
	}
}

func TestRun_Columns(t *testing.T) {
	d := open(t, nil)
	ctx := t.Context()
	if err := wire.Do(ctx, d, wire.CreateTable, wire.TableRequest{Table: "Mixed"}); err != nil {
		t.Fatal(err)
	}
	for i, properties := range [][]wire.TextProperty{
		{{Name: "Second", Type: edm.Int32, Text: "1"}, {Name: "First", Type: edm.String, Text: "x"}},
		{{Name: "Second", Type: edm.Double, Text: "1.5"}, {Name: "Third", Type: edm.Binary, Text: "0x" + strings.Repeat("ab", 300)}},
		{{Name: "Second", Type: edm.Double, Text: "2.5"}, {Name: "First", Type: edm.String, Text: strings.Repeat("é", 250)}},
	} {
		if _, err := wire.Call(ctx, d, wire.Apply, wire.ApplyRequest{Table: "Mixed", Kind: "insert", PartitionKey: "p", RowKey: fmt.Sprint(i), Properties: properties}, nil); err != nil {
			t.Fatal(err)
		}
	}
	r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Mixed"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := columnNames(r), []string{"PartitionKey", "RowKey", "Second", "First", "Third", "Timestamp"}; !reflect.DeepEqual(got, want) {
		t.Errorf("columns %v, want %v", got, want)
	}
	if c := r.Columns[2]; c.Type != edm.Double || !slices.Equal(c.Also, []string{"Int32"}) {
		t.Errorf("column %+v, want Double and Int32", c)
	}
	if c := r.Columns[3]; c.Type != edm.String || c.Also != nil || c.Width != widest {
		t.Errorf("column %+v", c)
	}
	w, err := wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: r.Result, Count: 10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := w.Rows[0].Cells[4]; c != (wire.Cell{}) {
		t.Errorf("absent property is %+v", c)
	}
	if c := w.Rows[2].Cells[3]; c.V != strings.Repeat("é", wire.CellLimit) {
		t.Errorf("long text is cut to %d runes", utf8.RuneCountInString(c.V))
	}
	if c := w.Rows[1].Cells[4]; len(c.V) != wire.CellLimit || !strings.HasPrefix(c.V, "0xabab") {
		t.Errorf("long binary is %q", c.V)
	}
	r, err = wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Mixed", Select: []string{"Third", "Nobody", "RowKey", "Third"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := columnNames(r), []string{"Third", "Nobody", "RowKey"}; !reflect.DeepEqual(got, want) {
		t.Errorf("selected columns %v, want %v", got, want)
	}
	w, err = wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: r.Result, First: 1, Count: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Rows) != 1 || w.Rows[0].Cells[1] != (wire.Cell{}) || w.Rows[0].Cells[2].V != "1" {
		t.Errorf("selected row %+v", w.Rows)
	}
}

func TestWindow_Bounds(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 3, 10)
	ctx := t.Context()
	r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Numbers", Top: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Lines != 59 || r.Pages != 30 {
		t.Fatalf("%d lines, %d pages", r.Lines, r.Pages)
	}
	for _, c := range []struct{ first, count, rows int }{
		{0, 1, 1}, {0, 100, 59}, {58, 5, 1}, {59, 5, 0}, {60, 5, 0}, {1 << 40, 100, 0}, {math.MaxInt, 100, 0}, {1, 1, 1},
	} {
		w, err := wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: r.Result, First: c.first, Count: c.count}, nil)
		if err != nil || len(w.Rows) != c.rows {
			t.Errorf("window %+v: %v, %v", c, w, err)
		}
	}
	for _, c := range []wire.WindowRequest{{Result: r.Result, First: -1, Count: 5}, {Result: r.Result, First: 0, Count: 0}, {Result: r.Result, First: 0, Count: -3}, {Result: r.Result, First: 0, Count: wire.MaxWindow + 1}} {
		_, err := wire.Call(ctx, d, wire.Window, c, nil)
		workertest.WantCode(t, err, string(engine.InvalidInput))
	}
	for _, line := range []int{-1, 59, math.MaxInt, math.MinInt} {
		_, err := wire.Call(ctx, d, wire.EntityAt, wire.LineRequest{Result: r.Result, Line: line}, nil)
		workertest.WantCode(t, err, string(engine.InvalidInput))
	}
	if e, err := wire.Call(ctx, d, wire.EntityAt, wire.LineRequest{Result: r.Result, Line: 1}, nil); err != nil || !e.Marker {
		t.Errorf("line 1 is %+v, %v, want a marker", e, err)
	}
	if e, err := wire.Call(ctx, d, wire.EntityAt, wire.LineRequest{Result: r.Result, Line: 58}, nil); err != nil || e.RowKey != "r0009" || e.PartitionKey != "p002" {
		t.Errorf("line 58 is %+v, %v", e, err)
	}
	marker, err := wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: r.Result, First: 19, Count: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := (wire.PageMarker{Page: 11, Entities: 1, PartitionKey: "p001", RowKey: "r0000", HasRow: true}); *marker.Rows[0].Marker != want {
		t.Errorf("marker %+v, want %+v", *marker.Rows[0].Marker, want)
	}
}

func TestWindow_EmptyPages(t *testing.T) {
	d := open(t, func(c *Config) {
		c.DB = engine.Open(engine.Options{RangePartitions: func(string) []string { return []string{"p001", "p002", "p002x"} }})
	})
	d.fill(t, "Numbers", 3, 2)
	r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Numbers", Filter: "N ge 4"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: r.Result, First: 0, Count: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, row := range w.Rows {
		if m := row.Marker; m != nil {
			got += fmt.Sprintf("[%d: %d from %s %v]", m.Page, m.Entities, m.PartitionKey, m.HasRow)
		} else {
			got += " " + row.Cells[0].V + "/" + row.Cells[1].V + " "
		}
	}
	if want := "[2: 0 from p001 false][3: 2 from p002 false] p002/r0000  p002/r0001 [4: 0 from p002x false]"; got != want {
		t.Errorf("lines %s, want %s", got, want)
	}
}

func TestResult_Gone(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 3, 10)
	ctx := t.Context()
	first, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Numbers"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// A write does not change rows that were read before it.
	if _, err := wire.Call(ctx, d, wire.Apply, wire.ApplyRequest{Table: "Numbers", Kind: "delete", PartitionKey: "p000", RowKey: "r0000", IfMatch: "*"}, nil); err != nil {
		t.Fatal(err)
	}
	if e, err := wire.Call(ctx, d, wire.EntityAt, wire.LineRequest{Result: first.Result, Line: 0}, nil); err != nil || e.RowKey != "r0000" {
		t.Errorf("line 0 after the delete: %+v, %v", e, err)
	}
	second, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Numbers"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: first.Result, First: 0, Count: 1}, nil)
	workertest.WantCode(t, err, wire.ResultGone)
	if err := wire.Do(ctx, d, wire.DeleteTable, wire.TableRequest{Table: "numbers"}); err != nil {
		t.Fatal(err)
	}
	_, err = wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: second.Result, First: 0, Count: 1}, nil)
	workertest.WantCode(t, err, wire.ResultGone)
}

// Ensure that a run leaves the results that are asked to stay, as they are in their order, and lets go of the others.
func TestResult_Kept(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 3, 10)
	d.fill(t, "Others", 1, 10)
	ctx := t.Context()
	run := func(table string, keep ...int) int {
		r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: table, Keep: keep}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Result
	}
	there := func(result int) bool {
		_, err := wire.Call(ctx, d, wire.Window, wire.WindowRequest{Result: result, Count: 1}, nil)
		return err == nil
	}
	first := run("Numbers")
	sorted, err := wire.Call(ctx, d, wire.Sort, wire.SortRequest{Result: first, Column: "RowKey", Descending: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	second := run("Others", first)
	third := run("Numbers", first)
	if !there(first) || there(second) || !there(third) {
		t.Errorf("there are %v %v %v, want the first and the third", there(first), there(second), there(third))
	}
	if e, err := wire.Call(ctx, d, wire.EntityAt, wire.LineRequest{Result: first, Line: 0, Order: sorted.Order}, nil); err != nil || e.RowKey != "r0009" {
		t.Errorf("the first line of the order is %+v, %v", e, err)
	}
	all := []int{first, third}
	for range 2 * wire.MaxKept {
		all = append(all, run("Others", all...))
	}
	if there(all[len(all)-wire.MaxKept-2]) || !there(all[len(all)-wire.MaxKept-1]) {
		t.Errorf("more or fewer than %d results stay", wire.MaxKept)
	}
	if err := wire.Do(ctx, d, wire.DeleteTable, wire.TableRequest{Table: "Others"}); err != nil || there(all[len(all)-1]) || there(all[len(all)-3]) {
		t.Errorf("results of a table that was deleted are there, %v", err)
	}
}

// Ensure that a run brings the order that it is asked for, with the line of an entity in it, and that lines are read in that order.
func TestRun_Sorted(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 3, 10)
	for _, x := range []struct {
		keep *wire.Key
		line int
	}{{nil, -1}, {&wire.Key{PartitionKey: "p", RowKey: "nobody"}, -1}, {&wire.Key{}, -1}} {
		r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Numbers", Sort: &wire.SortRequest{Column: "RowKey", Descending: true, Keep: x.keep}}, nil)
		if err != nil || r.Sorted == nil || r.Sorted.Line != x.line || r.Sorted.Lines != 30 {
			t.Fatalf("%+v, %v", r, err)
		}
		e, err := wire.Call(t.Context(), d, wire.EntityAt, wire.LineRequest{Result: r.Result, Line: 4, Order: r.Sorted.Order}, nil)
		if err != nil || e.RowKey != "r0008" { // the second greatest, of the second of three partitions
			t.Fatalf("%+v, %v", e, err)
		}
		key := &wire.Key{PartitionKey: e.PartitionKey, RowKey: e.RowKey}
		again, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Numbers", Sort: &wire.SortRequest{Column: "RowKey", Descending: true, Keep: key}}, nil)
		if err != nil || again.Sorted.Line != 4 {
			t.Errorf("%+v is on line %+v, %v", key, again.Sorted, err)
		}
	}
}
