//go:build !js

package files

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// Ensure that a rich copy holds the same cells twice, hostile text as text, guarded in both, and marked where a spreadsheet would
// make a number of it.
func TestCopyRows_Rich(t *testing.T) {
	d := open(t, nil)
	ctx := t.Context()
	workertest.Load(t, d.DB, "Hostile", func(add func(string, string, ...engine.Property)) {
		add("<script>", "1", engine.Property{Name: "F", Value: edm.NewString("=1+1")}, engine.Property{Name: "L", Value: edm.NewString("a\nb\t\"c\"")}, engine.Property{Name: "N", Value: edm.NewInt32(-5)},
			engine.Property{Name: "Zeros", Value: edm.NewString("007")}, engine.Property{Name: "Long", Value: edm.NewInt64(9007199254740993)}, engine.Property{Name: "Short", Value: edm.NewInt64(7)})
	})
	r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Hostile"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := wire.Call(ctx, d, wire.CopyRows, wire.CopyRequest{Result: r.Result, Format: "rich", Columns: []string{"L", "PartitionKey", "F", "N", "None", "Zeros", "Long", "Short"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := "L\tPartitionKey\tF\tN\tNone\tZeros\tLong\tShort\r\n\"a\nb\t\"\"c\"\"\"\t<script>\t'=1+1\t-5\t\t007\t9007199254740993\t7\r\n"; got.Text != want {
		t.Errorf("text %q", got.Text)
	}
	if want := `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><meta charset="utf-8"><table><tr><th>L</th><th>PartitionKey</th><th>F</th><th>N</th><th>None</th><th>Zeros</th><th>Long</th><th>Short</th></tr>` + "\n" +
		`<tr><td>a<br>b	&quot;c&quot;</td><td>&lt;script&gt;</td><td x:str="&#39;=1+1" sdnum="1033;0;@">&#39;=1+1</td><td>-5</td><td></td>` +
		`<td x:str="007" sdnum="1033;0;@">007</td><td x:str="9007199254740993" sdnum="1033;0;@">9007199254740993</td><td>7</td></tr>` + "\n</table></html>"; got.HTML != want {
		t.Errorf("html %q", got.HTML)
	}
	cell, err := wire.Call(ctx, d, wire.CopyRows, wire.CopyRequest{Result: r.Result, Format: "cell", Columns: []string{"F"}}, nil)
	if err != nil || cell.Text != "=1+1" {
		t.Errorf("cell %q, %v", cell.Text, err)
	}
}

// Ensure that lines of a result that came from an account page by page are copied without the marks between the pages, and that what an
// export of it would lose is told of all that was read.
func TestCopyRows_OfAccount(t *testing.T) {
	m, remote := workertest.Shop(t)
	d := open(t, func(c *worker.Config) { c.Remote = remote })
	m.Fill(t, "Numbers", 5, 500)
	m.Put(t, "Numbers", "p004", "r0499", engine.Property{Name: "N", Value: edm.NewString("many")})
	r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Source: "shop", Table: "Numbers"}, nil)
	if err != nil || r.Lines != 2502 || r.Live.More {
		t.Fatalf("%+v, %v", r, err)
	}
	c, err := wire.Call(t.Context(), d, wire.CopyRows, wire.CopyRequest{Result: r.Result, First: 999, Last: 1001, Format: "tsv"}, nil)
	if err != nil || c.Entities != 2 {
		t.Errorf("copied rows: %+v, %v", c, err)
	}
	x, err := wire.Call(t.Context(), d, wire.Losses, wire.ExportRequest{What: "result", Result: r.Result, Format: interchange.PlainCSV}, nil)
	if err != nil || x.Entities != 2500 || len(x.Losses) == 0 {
		t.Errorf("losses: %+v, %v", x, err)
	}
}

// Ensure that lines are copied in the order that the result is shown in, of a stretch of a table, in pages or filtered.
func TestCopyRows_InOrder(t *testing.T) {
	d := open(t, nil)
	ctx := t.Context()
	workertest.OddTable(t, d.DB, "Odd", 300)
	for _, q := range []wire.QueryRequest{{Table: "Odd"}, {Table: "Odd", Top: 3}, {Table: "Odd", Filter: "RowKey ge '00002'"}} {
		r, err := wire.Call(ctx, d, wire.Run, q, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, req := range []wire.SortRequest{{Column: "A"}, {Column: "A", Descending: true}, {Column: "RowKey", Descending: true}, {Step: "not contains(A,'a')", Column: "B"}} {
			req.Result = r.Result
			sorted, err := wire.Call(ctx, d, wire.Sort, req, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := ""
			for line := 1; line <= 2; line++ {
				e, err := wire.Call(ctx, d, wire.EntityAt, wire.LineRequest{Result: r.Result, Line: line, Order: sorted.Order}, nil)
				if err != nil || e.Marker {
					t.Fatalf("%+v, %v", e, err)
				}
				want += e.RowKey + "\r\n"
			}
			copied, err := wire.Call(ctx, d, wire.CopyRows, wire.CopyRequest{Result: r.Result, First: 1, Last: 2, Order: sorted.Order, Format: "tsv", Bare: true, Columns: []string{"RowKey"}}, nil)
			if err != nil || copied.Text != want {
				t.Errorf("%+v of %+v: lines 1 and 2 are %+v, %v, want %q", req, q, copied, err, want)
			}
		}
	}
}
