package files

import (
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// TestExport_Import gives back every entity in each native format.
func TestExport_Import(t *testing.T) {
	for _, f := range interchange.Formats() {
		if !f.Native {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			d, files := openFiles(t, nil)
			workertest.Awkward(t, d.DB, "Movies")
			req := wire.ExportRequest{What: "table", Table: "movies", Format: f.Format}
			losses, err := wire.Call(t.Context(), d, wire.Losses, req, nil)
			if err != nil || len(losses.Losses) != 0 || losses.Entities != 21 {
				t.Errorf("losses %+v, %v", losses, err)
			}
			out, err := wire.Call(t.Context(), d, wire.Export, req, nil)
			if err != nil {
				t.Fatal(err)
			}
			text := files.Text(t, out.URL)
			if out.Name != "Movies"+f.Extension || out.Entities != 21 || out.Bytes != int64(len(text)) {
				t.Errorf("exported %+v, %d bytes", out, len(text))
			}
			if strings.Count(text, "\n") > 100 && f.Format != interchange.TypedCSV {
				t.Error("more lines than entities")
			}
			to, given := openFiles(t, nil)
			token := given.Give(out.Name, text)
			found, err := wire.Call(t.Context(), to, wire.Inspect, wire.InspectRequest{Token: token}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if found.Inspection.Format != f.Format || len(found.Inspection.Tables) != 1 || found.Inspection.Tables[0].Name != "Movies" || len(found.Existing) != 0 {
				t.Errorf("inspected %+v", found)
			}
			r := mustImport(t, to, wire.ImportRequest{Token: token, Layout: found.Inspection.Layout, Table: "Movies", OnExisting: "refuse"})
			if r.Refused != 0 || r.Problem != "" {
				t.Errorf("imported %+v", r)
			}
			if got, want := workertest.Dump(t, to.DB), workertest.Dump(t, d.DB); got != want {
				t.Errorf("came back as\n%.3000s\nwant\n%.3000s", got, want)
			}
			if found, err := wire.Call(t.Context(), to, wire.Inspect, wire.InspectRequest{Token: token}, nil); err != nil || len(found.Existing) != 1 {
				t.Errorf("existing %+v, %v", found, err)
			}
			if files.Unended() != 0 {
				t.Error("a file was left open")
			}
			if err := wire.Do(t.Context(), d, wire.Release, wire.ReleaseRequest{URL: out.URL}); err != nil || len(files.Made) != 0 {
				t.Errorf("released: %v, %d left", err, len(files.Made))
			}
		})
	}
}

func TestExport_EmptyTable(t *testing.T) {
	for _, f := range interchange.Formats() {
		if !f.Writable {
			continue
		}
		d, files := openFiles(t, nil)
		if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Void"}); err != nil {
			t.Fatal(err)
		}
		out, err := wire.Call(t.Context(), d, wire.Export, wire.ExportRequest{What: "table", Table: "Void", Format: f.Format}, nil)
		if err != nil {
			t.Fatal(err)
		}
		to, given := openFiles(t, nil)
		layout := interchange.Layout{Format: f.Format, Header: true}
		r := mustImport(t, to, wire.ImportRequest{Token: given.Give(out.Name, files.Text(t, out.URL)), Layout: layout, Table: "Void", OnExisting: "refuse"})
		if names := to.Names(t); len(names) != 1 || r.Problem != "" {
			t.Errorf("%s: tables %v, %+v", f.Name, names, r)
		}
	}
}

func TestExport_Result(t *testing.T) {
	d, files := openFiles(t, nil)
	d.Fill(t, "Numbers", 3, 2000)
	run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Numbers", Filter: "N ge 100 and Odd", Select: []string{"S", "PartitionKey"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	out, err := wire.Call(t.Context(), d, wire.Export, wire.ExportRequest{What: "result", Result: run.Result, Format: interchange.PlainCSV}, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := csv.NewReader(strings.NewReader(files.Text(t, out.URL))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if out.Name != "NumbersResult.csv" || out.Entities != 2950 || len(list) != 2951 {
		t.Errorf("%+v, %d lines", out, len(list))
	}
	for _, name := range list[0] {
		if name == "N" || name == "Odd" {
			t.Errorf("the header is %v", list[0])
		}
	}
	_, err = wire.Call(t.Context(), d, wire.Export, wire.ExportRequest{What: "result", Result: run.Result + 1, Format: interchange.PlainCSV}, nil)
	workertest.WantCode(t, err, wire.ResultGone)
	_, err = wire.Call(t.Context(), d, wire.Export, wire.ExportRequest{What: "workspace", Format: interchange.PlainCSV}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
	_, err = wire.Call(t.Context(), d, wire.Export, wire.ExportRequest{What: "table", Table: "Numbers", Format: interchange.AzuriteDB}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
	_, err = wire.Call(t.Context(), d, wire.Export, wire.ExportRequest{What: "table", Table: "None", Format: interchange.NDJSON}, nil)
	workertest.WantCode(t, err, string(engine.TableNotFound))
	_, err = wire.Call(t.Context(), d, wire.Export, wire.ExportRequest{What: "everything", Format: interchange.NDJSON}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
	losses, err := wire.Call(t.Context(), d, wire.Losses, wire.ExportRequest{What: "table", Table: "Numbers", Format: interchange.PlainCSV}, nil)
	if err != nil || losses.Entities != 6000 {
		t.Errorf("%+v, %v", losses, err)
	}
}

// TestExport_Immutable changes the tables while they are written: the file is of the moment when it was begun.
func TestExport_Immutable(t *testing.T) {
	var d *desk.Desk
	var busy atomic.Bool
	n := 0
	d, files := openFiles(t, func(c *worker.Config) {
		c.Now = desk.Ticking()
		c.Yield = func(ctx context.Context) error {
			if busy.Load() {
				n++
				if _, err := d.DB.Bulk(ctx, "Numbers", []engine.BulkEntity{{PartitionKey: "p999", RowKey: fmt.Sprint(n)}}, engine.RefuseExisting); err != nil {
					t.Error(err)
				}
			}
			return ctx.Err()
		}
	})
	d.Fill(t, "Numbers", 3, 2000)
	busy.Store(true)
	var last wire.Progress
	out, err := wire.Call(t.Context(), d, wire.Export, wire.ExportRequest{What: "workspace", Format: interchange.Workspace}, func(p wire.Progress) { last = p })
	busy.Store(false)
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 || last.Total != 6000 || last.Done < 5000 || last.Done > 6000 {
		t.Errorf("%d changes, progress %+v", n, last)
	}
	if strings.Contains(files.Text(t, out.URL), "p999") || out.Entities != 6000 {
		t.Errorf("the file has later entities: %+v", out)
	}
	if !strings.HasPrefix(out.Name, "rangefinder-2") || !strings.HasSuffix(out.Name, ".rangefinder.ndjson") {
		t.Errorf("named %q", out.Name)
	}
}

func TestExport_Canceled(t *testing.T) {
	hold := make(chan struct{})
	var breaths atomic.Int32
	d, files := openFiles(t, func(c *worker.Config) {
		c.Now = desk.Ticking()
		c.Yield = func(ctx context.Context) error {
			if breaths.Add(1) == 5 {
				close(hold)
				<-ctx.Done()
			}
			return ctx.Err()
		}
	})
	d.Fill(t, "Numbers", 3, 2000)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-hold
		cancel()
	}()
	_, err := wire.Call(ctx, d, wire.Export, wire.ExportRequest{What: "table", Table: "Numbers", Format: interchange.NDJSON}, nil)
	workertest.WantCode(t, err, wire.Canceled)
	if files.Unended() != 0 || len(files.Made) != 0 {
		t.Errorf("%d files open, %d made", files.Unended(), len(files.Made))
	}
	breaths.Store(100)
	files.Full = 100_000
	_, err = wire.Call(t.Context(), d, wire.Export, wire.ExportRequest{What: "table", Table: "Numbers", Format: interchange.NDJSON}, nil)
	workertest.WantCode(t, err, wire.FileUnwritable)
	if files.Unended() != 0 || len(files.Made) != 0 {
		t.Errorf("%d files open, %d made", files.Unended(), len(files.Made))
	}
}

func TestCopyRows(t *testing.T) {
	d, files := openFiles(t, nil)
	d.Fill(t, "Numbers", 2, 1500)
	run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Numbers", Select: []string{"RowKey", "S", "Odd"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Line 1000 is the marker of the second page.
	c, err := wire.Call(t.Context(), d, wire.CopyRows, wire.CopyRequest{Result: run.Result, First: 999, Last: 1001, Format: "tsv"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := "RowKey\tS\tOdd\r\nr0999\ttext 5\ttrue\r\nr1000\ttext 6\t\r\n"; c.Text != want || c.Entities != 2 || c.Cut {
		t.Errorf("copied %+v, want %q", c, want)
	}
	j, err := wire.Call(t.Context(), d, wire.CopyRows, wire.CopyRequest{Result: run.Result, First: 999, Last: 99_999, Format: "json"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if j.Entities != 2001 || j.Cut || strings.Contains(j.Text, `"N"`) {
		t.Errorf("copied %d entities, cut %v: %.300s", j.Entities, j.Cut, j.Text)
	}
	r := mustImport(t, d, wire.ImportRequest{Token: files.Give("pasted", j.Text), Table: "Pasted", OnExisting: "refuse"})
	if r.Added != 2001 || r.Problem != "" {
		t.Errorf("pasted %+v", r)
	}
	for _, bad := range []wire.CopyRequest{
		{Result: run.Result, First: -1, Last: 3, Format: "tsv"}, {Result: run.Result, First: 4, Last: 3, Format: "tsv"},
		{Result: run.Result, First: 9_999_999, Last: 9_999_999, Format: "tsv"}, {Result: run.Result, Last: 3, Format: "xml"},
	} {
		_, err := wire.Call(t.Context(), d, wire.CopyRows, bad, nil)
		workertest.WantCode(t, err, string(engine.InvalidInput))
	}
	_, err = wire.Call(t.Context(), d, wire.CopyRows, wire.CopyRequest{Result: 99, Format: "tsv"}, nil)
	workertest.WantCode(t, err, wire.ResultGone)
}

// TestCopyRows_Awkward reads the text back as a spreadsheet would, and into a table.
func TestCopyRows_Awkward(t *testing.T) {
	d, files := openFiles(t, nil)
	workertest.Awkward(t, d.DB, "Movies")
	run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Movies"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := wire.Call(t.Context(), d, wire.CopyRows, wire.CopyRequest{Result: run.Result, Last: 100, Format: "tsv"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sheet := csv.NewReader(strings.NewReader(c.Text))
	sheet.Comma = '\t'
	list, err := sheet.ReadAll()
	if err != nil || len(list) != 22 {
		t.Fatalf("%d lines, %v", len(list), err)
	}
	for _, line := range list[1:] {
		for _, cell := range line {
			if strings.HasPrefix(cell, "=") {
				t.Errorf("a formula: %q", cell)
			}
		}
	}
	free, err := wire.Call(t.Context(), d, wire.CopyRows, wire.CopyRequest{Result: run.Result, Last: 100, Format: "tsv", Formulas: true}, nil)
	if err != nil || !strings.Contains(free.Text, "\t=1+1\t") {
		t.Errorf("without the guard: %v", err)
	}
	j, err := wire.Call(t.Context(), d, wire.CopyRows, wire.CopyRequest{Result: run.Result, Last: 100, Format: "json"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	to, given := openFiles(t, nil)
	mustImport(t, to, wire.ImportRequest{Token: given.Give("pasted", j.Text), Table: "Movies", OnExisting: "refuse"})
	if got, want := workertest.Dump(t, to.DB), workertest.Dump(t, d.DB); got != want {
		t.Errorf("came back as\n%.2000s\nwant\n%.2000s", got, want)
	}
	_ = files
}

// TestCopyRows_Cut copies more than a message holds, of characters that are long in it.
func TestCopyRows_Cut(t *testing.T) {
	t.Parallel()
	fills := []string{"x", "<", "\x01", "é"}
	if testing.Short() { // the race detector runs, and each copy is one goroutine's
		fills = fills[:1]
	}
	for _, fill := range fills {
		t.Run(strconv.Quote(fill), func(t *testing.T) {
			t.Parallel()
			d, _ := openFiles(t, nil)
			if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Big"}); err != nil {
				t.Fatal(err)
			}
			entities := make([]engine.BulkEntity, 290)
			for i := range entities {
				entities[i] = engine.BulkEntity{PartitionKey: "p", RowKey: fmt.Sprintf("%04d", i), Properties: []engine.Property{{Name: "S", Value: edm.NewString(strings.Repeat(fill, 30_000))}}}
			}
			if r, err := d.DB.Bulk(t.Context(), "Big", entities, engine.RefuseExisting); err != nil || r.Added != 290 {
				t.Fatal(err, r)
			}
			run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Big"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, format := range []string{"tsv", "json"} {
				c, err := wire.Call(t.Context(), d, wire.CopyRows, wire.CopyRequest{Result: run.Result, Last: 289, Format: format}, nil)
				if err != nil {
					t.Errorf("%q as %s: %v", fill, format, err)
					continue
				}
				if !c.Cut || c.Entities == 0 || c.Entities >= 290 || len(c.Text) > wire.MaxCopy {
					t.Errorf("%q as %s: %d entities, %d bytes, cut %v", fill, format, c.Entities, len(c.Text), c.Cut)
				}
				if n := strings.Count(c.Text, "\"p\""); format == "json" && n != c.Entities {
					t.Errorf("%q: %d entities told, %d there", fill, c.Entities, n)
				}
			}
		})
	}
}

func TestBundle_Adopt(t *testing.T) {
	d, _ := openFiles(t, nil)
	workertest.Awkward(t, d.DB, "Movies")
	b, err := wire.Call(t.Context(), d, wire.Bundle, wire.BundleRequest{Table: "Movies", Limit: 1 << 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if b.TooLarge || b.Entities != 21 || strings.Contains(b.Text, "Timestamp") || strings.Contains(b.Text, "etag") {
		t.Errorf("%d entities, too large %v: %.200s", b.Entities, b.TooLarge, b.Text)
	}
	to := open(t, nil)
	r, err := wire.Call(t.Context(), to, wire.Adopt, wire.AdoptRequest{Table: "Movies", Text: b.Text}, nil)
	if err != nil || r.Entities != 21 {
		t.Fatal(r, err)
	}
	if got, want := workertest.Dump(t, to.DB), workertest.Dump(t, d.DB); got != want {
		t.Errorf("came back as\n%.2000s\nwant\n%.2000s", got, want)
	}
	_, err = wire.Call(t.Context(), to, wire.Adopt, wire.AdoptRequest{Table: "Movies", Text: b.Text}, nil)
	workertest.WantCode(t, err, string(engine.TableAlreadyExists))
	for _, text := range []string{b.Text[:len(b.Text)-10], b.Text + b.Text, "nonsense", `{"PartitionKey":"p"}`, "\x00"} {
		if _, err := wire.Call(t.Context(), to, wire.Adopt, wire.AdoptRequest{Table: "Other", Text: text}, nil); err == nil {
			t.Errorf("adopted %.60q", text)
		}
	}
	_, err = wire.Call(t.Context(), to, wire.Adopt, wire.AdoptRequest{Table: "a/b", Text: ""}, nil)
	workertest.WantCode(t, err, string(engine.InvalidResourceName))
	if names := to.Names(t); len(names) != 1 {
		t.Errorf("tables %v", names)
	}
	for _, limit := range []int{-1, 0, 100, len(b.Text) - 1} {
		b, err := wire.Call(t.Context(), d, wire.Bundle, wire.BundleRequest{Table: "Movies", Limit: limit}, nil)
		if err != nil || !b.TooLarge || b.Text != "" {
			t.Errorf("limit %d: %+v, %v", limit, b, err)
		}
	}
	if b, err := wire.Call(t.Context(), d, wire.Bundle, wire.BundleRequest{Table: "Movies", Limit: len(b.Text)}, nil); err != nil || b.TooLarge {
		t.Errorf("just fits: %v, %v", b, err)
	}
	// An empty table is adopted too.
	if _, err := wire.Call(t.Context(), to, wire.Adopt, wire.AdoptRequest{Table: "Void", Text: ""}, nil); err != nil {
		t.Error(err)
	}
}
