package worker

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// question is a filter with what it means in plain Go: which keys the service reads and which entities match.
type question struct {
	filter string
	class  filterlang.Class
	reads  func(p, r int) bool
	match  func(p, r, n int) bool
}

var questions = []question{
	{"", filterlang.FullScan, func(p, r int) bool { return true }, func(p, r, n int) bool { return true }},
	{"PartitionKey eq 'p003' and RowKey eq 'r0004'", filterlang.Point,
		func(p, r int) bool { return p == 3 && r == 4 }, func(p, r, n int) bool { return p == 3 && r == 4 }},
	{"PartitionKey eq 'p003' and RowKey ge 'r0004' and RowKey lt 'r0009' and Odd", filterlang.RowRange,
		func(p, r int) bool { return p == 3 && r >= 4 && r < 9 }, func(p, r, n int) bool { return p == 3 && r >= 4 && r < 9 && n%2 == 1 }},
	{"PartitionKey gt 'p002' and PartitionKey le 'p005' and N lt 40", filterlang.PartitionRange,
		func(p, r int) bool { return p > 2 && p <= 5 }, func(p, r, n int) bool { return p > 2 && p <= 5 && n < 40 }},
	{"RowKey eq 'r0002'", filterlang.FullScan,
		func(p, r int) bool { return true }, func(p, r, n int) bool { return r == 2 }},
	{"PartitionKey eq 'p001' or PartitionKey eq 'p006'", filterlang.FullScan,
		func(p, r int) bool { return true }, func(p, r, n int) bool { return p == 1 || p == 6 }},
	{"PartitionKey eq 'p001' and PartitionKey eq 'p006'", filterlang.Empty,
		func(p, r int) bool { return false }, func(p, r, n int) bool { return false }},
	{"not Odd", filterlang.FullScan,
		func(p, r int) bool { return true }, func(p, r, n int) bool { return n%2 == 0 }},
	{"S eq 'text 3' and N ge 10", filterlang.FullScan,
		func(p, r int) bool { return true }, func(p, r, n int) bool { return n%7 == 3 && n >= 10 }},
}

func TestExplainMatchRun_BruteForce(t *testing.T) {
	const partitions, rows = 9, 13
	d := open(t, nil)
	d.fill(t, "Numbers", partitions, rows)
	ctx := t.Context()
	for _, q := range questions {
		var read, matched int
		parts := map[int]bool{}
		ticks := make([]int, 4)
		var keys []string
		for n := range partitions * rows {
			p, r := n/rows, n%rows
			if q.reads(p, r) {
				read++
				parts[p] = true
			}
			if q.match(p, r, n) {
				matched++
				ticks[n*len(ticks)/(partitions*rows)]++
				keys = append(keys, fmt.Sprintf("p%03d/r%04d", p, r))
			}
		}
		req := wire.QueryRequest{Table: "Numbers", Filter: q.filter, Top: 10, Buckets: len(ticks)}
		x, err := wire.Call(ctx, d, wire.Explain, req, nil)
		if err != nil {
			t.Fatalf("%s: %v", q.filter, err)
		}
		if want := (wire.Cost{Class: q.class, Examined: read, Partitions: len(parts), Queries: 1}); x.Cost != want {
			t.Errorf("%s: costs %+v, want %+v", q.filter, x.Cost, want)
		}
		if x.Entities != partitions*rows || x.Partitions != partitions {
			t.Errorf("%s: table of %d entities, %d partitions", q.filter, x.Entities, x.Partitions)
		}
		sum := 0
		for _, s := range x.Reads {
			sum += s.To - s.From
		}
		if sum != read {
			t.Errorf("%s: reads %v, want %d entities", q.filter, x.Reads, read)
		}
		m, err := wire.Call(ctx, d, wire.Match, req, nil)
		if err != nil {
			t.Fatalf("%s: %v", q.filter, err)
		}
		if m.Returned != matched || !slices.Equal(m.Ticks, ticks) || m.RoundTrips != max(1, (matched+9)/10) {
			t.Errorf("%s: match %+v, want %d matches, ticks %v", q.filter, m, matched, ticks)
		}
		if n := len(m.Cumulative); n > 0 && m.Cumulative[n-1] != matched {
			t.Errorf("%s: cumulative %v, want %d at the end", q.filter, m.Cumulative, matched)
		}
		r, err := wire.Call(ctx, d, wire.Run, req, nil)
		if err != nil {
			t.Fatalf("%s: %v", q.filter, err)
		}
		if r.Stats.Returned != matched || r.Stats.Examined != read || r.Stats.Partitions != len(parts) || r.Pages != m.RoundTrips || r.Lines != matched+r.Pages-1 || r.Canceled || r.Plan.Class != q.class {
			t.Errorf("%s: run %+v, want %d of %d", q.filter, r, matched, read)
		}
		if got := d.keysOf(t, r); !slices.Equal(got, keys) {
			t.Errorf("%s: keys %v, want %v", q.filter, got, keys)
		}
	}
}

// keysOf reads a result's keys through windows of 7 lines and checks markers and bands on the way.
func (d *desk) keysOf(t *testing.T, r *wire.RunReply) []string {
	t.Helper()
	var keys []string
	band, last, page := -1, "", 1
	for first := 0; first < r.Lines; first += 7 {
		w, err := wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: r.Result, First: first, Count: 7}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(w.Rows) != min(7, r.Lines-first) {
			t.Fatalf("window at %d of %d has %d rows", first, r.Lines, len(w.Rows))
		}
		for _, row := range w.Rows {
			if row.Marker != nil {
				page++
				if row.Marker.Page != page || len(keys) != (page-1)*10 {
					t.Fatalf("marker %+v after %d entities, want page %d", row.Marker, len(keys), page)
				}
				continue
			}
			pk, rk := row.Cells[0].V, row.Cells[1].V
			if last != "" && (pk != last) != (row.Band != band) {
				t.Fatalf("band %d at %s/%s after band %d at %s", row.Band, pk, rk, band, last)
			}
			band, last = row.Band, pk
			keys = append(keys, pk+"/"+rk)
		}
	}
	return keys
}

func TestExplain_RewriteCosts(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 20, 10)
	x, err := wire.Call(t.Context(), d, wire.Explain, wire.QueryRequest{Table: "Numbers", Filter: "PartitionKey eq 'p001' or PartitionKey eq 'p006'"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	costed := 0
	for _, f := range x.Findings {
		if len(f.Costs) != len(f.Rewrites) {
			t.Errorf("%s: %d costs for %d rewrites", f.Kind, len(f.Costs), len(f.Rewrites))
		}
		for i, w := range f.Rewrites {
			if len(w.Filters) == 2 && w.Same {
				costed++
				if want := (wire.Cost{Class: filterlang.RowRange, Examined: 20, Partitions: 2, Queries: 2}); f.Costs[i] != want {
					t.Errorf("%v costs %+v, want %+v", w.Filters, f.Costs[i], want)
				}
			}
		}
	}
	if costed == 0 {
		t.Errorf("no parallel queries among %+v", x.Findings)
	}
	if want := (wire.Cost{Class: filterlang.RowRange, Examined: 20, Partitions: 2, Queries: 2}); x.Ideal != want {
		t.Errorf("ideal costs %+v, want %+v", x.Ideal, want)
	}
}

func TestExplain_CensusFollowsWrites(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 2, 5)
	unknown := func() bool {
		x, err := wire.Call(t.Context(), d, wire.Explain, wire.QueryRequest{Table: "Numbers", Filter: "Fresh eq 1"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(x.Findings, func(f wire.Finding) bool { return f.Kind == filterlang.UnknownProperty })
	}
	if !unknown() {
		t.Error("a property that no entity has is not told")
	}
	if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Numbers", Kind: "insert", PartitionKey: "x", RowKey: "y", Properties: []wire.TextProperty{{Name: "Fresh", Type: 2, Text: "1"}}}, nil); err != nil {
		t.Fatal(err)
	}
	if unknown() {
		t.Error("the census is that of before the write")
	}
}

// Ensure that the key is offered in the place of a property that holds it in every entity, and no longer when one differs.
func TestExplain_EqualKey(t *testing.T) {
	d := open(t, nil)
	insert := func(pk, rk, customer string) {
		t.Helper()
		if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Orders", Kind: "insert", PartitionKey: pk, RowKey: rk, Properties: []wire.TextProperty{{Name: "CustomerId", Type: edm.String, Text: customer}}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := wire.Call(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Orders"}, nil); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		insert(fmt.Sprint("C", i%4), fmt.Sprint(i), fmt.Sprint("C", i%4))
	}
	offered := func() string {
		x, err := wire.Call(t.Context(), d, wire.Explain, wire.QueryRequest{Table: "Orders", Filter: "CustomerId eq 'C2'"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range x.Findings {
			if f.Kind == filterlang.EqualKey && len(f.Rewrites) == 1 && f.Rewrites[0].Now && f.Costs[0].Examined == 5 {
				return f.Rewrites[0].Filters[0]
			}
		}
		return ""
	}
	if got := offered(); got != "PartitionKey eq 'C2'" || offered() != got {
		t.Errorf("offers %q", got)
	}
	insert("C2", "x", "C3")
	if got := offered(); got != "" {
		t.Errorf("offers %q although an entity differs", got)
	}
}

// Ensure that a RowKey alone is offered with the partitions that have it.
func TestExplain_RowKeyAlone(t *testing.T) {
	d := open(t, nil)
	if _, err := wire.Call(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Orders"}, nil); err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Orders", Kind: "insert", PartitionKey: fmt.Sprint("C", i%20), RowKey: fmt.Sprint("R", i%45)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for filter, want := range map[string][]string{
		"RowKey eq 'R44'":                              {"PartitionKey eq 'C4' and RowKey eq 'R44'"},
		"Total gt 4 and RowKey eq 'R3'":                {"PartitionKey eq 'C3' and RowKey eq 'R3' and Total gt 4", "PartitionKey eq 'C8' and RowKey eq 'R3' and Total gt 4"},
		"RowKey eq 'R44' and not PartitionKey ge 'C5'": {"PartitionKey eq 'C4' and RowKey eq 'R44'"},
		"RowKey eq 'R'":                                nil,
		"RowKey ge 'R44'":                              nil,
	} {
		x, err := wire.Call(t.Context(), d, wire.Explain, wire.QueryRequest{Table: "Orders", Filter: filter}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range x.Findings {
			if f.Kind == filterlang.RowKeyAlone && len(f.Rewrites) == 1 && f.Rewrites[0].Now && f.Costs[0].Examined <= len(f.Rewrites[0].Filters) {
				got = f.Rewrites[0].Filters
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: offers %q, want %q", filter, got, want)
		}
	}
}

// Ensure that a range that leaves out nothing, or nearly nothing, of what is there is told so with the exact numbers, and another is not.
func TestExplain_NarrowsNothing(t *testing.T) {
	d := open(t, nil)
	if _, err := wire.Call(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Orders"}, nil); err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		key := "b"
		switch {
		case i == 0:
			key = "a"
		case i >= 40:
			key = "c"
		}
		if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Orders", Kind: "insert", PartitionKey: key, RowKey: fmt.Sprintf("R%02d", i)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for filter, want := range map[string]string{
		"PartitionKey ge 'a'":                                     "PartitionKey ge 'a' begins at or before the first partition and has no end: the query reads all 60 entities of the table. One PartitionKey or an end reads less.",
		"Total gt 4 and PartitionKey le 'c'":                      "PartitionKey le 'c' ends at or after the last partition and has no beginning: the query reads all 60 entities of the table. One PartitionKey or a beginning reads less.",
		"PartitionKey ge 'A' and PartitionKey lt 'z'":             "The range begins at or before the first partition and ends at or after the last: the query reads all 60 entities of the table. One PartitionKey or a shorter range reads less.",
		"PartitionKey gt 'a'":                                     "PartitionKey gt 'a' leaves out only 1 of the 60 entities of the table, and the query reads all others. One PartitionKey or an end reads less.",
		"PartitionKey eq 'c' and RowKey ge 'R'":                   "RowKey ge 'R' begins at or before the first RowKey and has no end: the query reads all 20 entities of the partition. An end reads less.",
		"PartitionKey ge 'c'":                                     "",
		"PartitionKey ge 'b' and PartitionKey lt 'd'":             "",
		"PartitionKey eq 'c' and RowKey gt 'R45'":                 "",
		"PartitionKey eq 'c' and RowKey ge 'R' and RowKey lt 'S'": "",
		"PartitionKey eq 'c'":                                     "", "PartitionKey eq 'a' and RowKey ge 'R'": "", "PartitionKey ne 'a'": "",
	} {
		x, err := wire.Call(t.Context(), d, wire.Explain, wire.QueryRequest{Table: "Orders", Filter: filter}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range x.Findings {
			if f.Kind == "narrows-nothing" {
				got = f.Message
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", filter, got, want)
		}
	}
}

// Ensure that values of another type are advised about only where one of them would match.
func TestExplain_VainTypes(t *testing.T) {
	d := open(t, nil)
	if _, err := wire.Call(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Films"}, nil); err != nil {
		t.Fatal(err)
	}
	for i, stars := range []wire.TextProperty{{Type: edm.Double, Text: "4.5"}, {Type: edm.Int32, Text: "4"}, {Type: edm.Int32, Text: "5"}, {Type: edm.Double, Text: "3.5"}} {
		stars.Name = "Stars"
		if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Films", Kind: "insert", PartitionKey: "P", RowKey: fmt.Sprint(i), Properties: []wire.TextProperty{stars}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for filter, want := range map[string]bool{
		"PartitionKey eq 'P' and RowKey lt '2' and Stars gt 4.0":                   false,
		"PartitionKey eq 'P' and RowKey lt '2' and Stars ge 4.0":                   true,
		"PartitionKey eq 'P' and RowKey lt '2' and not (Stars gt 4.0)":             false,
		"PartitionKey eq 'P' and RowKey lt '2' and not (Stars ge 4.0)":             true,
		"PartitionKey eq 'P' and RowKey lt '2' and (Stars lt 4.0 or Stars gt 4.0)": false,
		"Stars gt 4.0": true,
		"Stars gt 5.0": false,
		"Stars ne 4.0": true, // nothing else is offered
	} {
		x, err := wire.Call(t.Context(), d, wire.Explain, wire.QueryRequest{Table: "Films", Filter: filter}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(x.Findings, func(f wire.Finding) bool { return f.Kind == filterlang.MixedTypes }); got != want {
			t.Errorf("%s: advised %v, want %v", filter, got, want)
		}
	}
}

func TestQuery_Failures(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 2, 5)
	ctx := context.Background()
	_, err := wire.Call(ctx, d, wire.Explain, wire.QueryRequest{Table: "Nowhere"}, nil)
	workertest.WantCode(t, err, "TableNotFound")
	_, err = wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Numbers", Top: 1001}, nil)
	workertest.WantCode(t, err, "InvalidInput")
	_, err = wire.Call(ctx, d, wire.Match, wire.QueryRequest{Table: "Numbers", Buckets: 1 << 30}, nil)
	workertest.WantCode(t, err, "InvalidInput")
	_, err = wire.Call(ctx, d, wire.Explain, wire.QueryRequest{Table: "Numbers", Filter: "contains(S,'x')"}, nil)
	workertest.WantCode(t, err, "NotImplemented")
	_, err = wire.Call(ctx, d, wire.Explain, wire.QueryRequest{Table: "Numbers", Filter: "N = 5"}, nil)
	workertest.WantCode(t, err, "InvalidInput")
	if f := workertest.Failure(t, err); f.Syntax == nil || f.Syntax.Span.Start != 2 {
		t.Errorf("the failure tells no place: %+v", f)
	}
}

func TestTables_Sizes(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Zebra", 2, 5)
	d.fill(t, "apples", 1, 3)
	r, err := wire.Call(t.Context(), d, wire.Tables, wire.SourceRequest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := d.db.Snapshot("Zebra")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Tables) != 2 || r.Tables[0].Name != "apples" || r.Tables[1] != (wire.TableInfo{Name: "Zebra", Entities: 10, Partitions: 2, Bytes: s.Bytes()}) || r.Heap <= 0 {
		t.Errorf("tables %+v", r)
	}
	workertest.WantCode(t, wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "ZEBRA"}), string(engine.TableAlreadyExists))
	if err := wire.Do(t.Context(), d, wire.DeleteTable, wire.TableRequest{Table: "zebra"}); err != nil {
		t.Fatal(err)
	}
	workertest.WantCode(t, wire.Do(t.Context(), d, wire.DeleteTable, wire.TableRequest{Table: "Zebra"}), string(engine.ResourceNotFound))
}
