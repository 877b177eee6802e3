package files

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/engine/workload"
	"rangefinder/filterlang/edm"
)

var ndjson = interchange.Layout{Format: interchange.NDJSON}

// people is a plain CSV file of n rows; those whose number divides by bad have no whole number as their age.
func people(n, bad int) string {
	var b strings.Builder
	b.WriteString("City,Name,Age\n")
	for i := range n {
		age := fmt.Sprint(i)
		if bad > 0 && i%bad == 0 {
			age = "=old"
		}
		fmt.Fprintf(&b, "City %02d,Name %05d,%s\n", i%17, i, age)
	}
	return b.String()
}

// peopleMapping counts the rows in the RowKey.
func peopleMapping() *interchange.Mapping {
	return &interchange.Mapping{
		Columns:      []interchange.ColumnMap{{Source: "Age", Type: edm.Int32}, {Source: "City", Skip: true}},
		PartitionKey: "{City}", RowKey: "{#:6}", Counter: 1,
	}
}

func peopleRequest(token string) wire.ImportRequest {
	return wire.ImportRequest{Token: token, Layout: interchange.Layout{Format: interchange.PlainCSV, Header: true}, Mapping: peopleMapping(), Table: "People", OnExisting: "refuse"}
}

func mustImport(t *testing.T, d *desk.Desk, req wire.ImportRequest) *wire.ImportReply {
	t.Helper()
	r, err := wire.Call(t.Context(), d, wire.Import, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum := r.Added + r.Replaced + r.Merged + r.Skipped + r.Refused; sum != r.Rows {
		t.Errorf("%d rows, %d accounted for: %+v", r.Rows, sum, r)
	}
	return r
}

// Ensure that an import tells how many DateTimes it did not take to the last digit, refused rows aside.
func TestImport_CutDateTimesTold(t *testing.T) {
	d, files := openFiles(t, nil)
	text := "PartitionKey,RowKey,A,A@type\np,1,2026-11-20T09:30:00.123456789Z,DateTime\np,1,2026-11-20T09:30:00.123456789Z,DateTime\np,2,2026-11-20T09:30:00Z,DateTime\n"
	r := mustImport(t, d, wire.ImportRequest{Token: files.Give("a.csv", text), Layout: interchange.Layout{Format: interchange.TypedCSV}, Table: "Times", OnExisting: "refuse"})
	if r.Added != 2 || r.Refused != 1 || r.Cut != 1 {
		t.Errorf("%+v", r)
	}
}

func TestImport_EveryRefusedRowTold(t *testing.T) {
	d, files := openFiles(t, func(c *worker.Config) { c.Now = desk.Ticking() })
	const rows = 5000
	var last wire.Progress
	r, err := wire.Call(t.Context(), d, wire.Import, peopleRequest(files.Give("people.csv", people(rows, 10))), func(p wire.Progress) {
		if p.Received < last.Received || p.Refused < last.Refused || p.Done < last.Done || p.Received > p.Size {
			t.Errorf("progress %+v after %+v", p, last)
		}
		last = p
	})
	if err != nil {
		t.Fatal(err)
	}
	if last.Done == 0 || last.Refused == 0 || last.Received == 0 {
		t.Errorf("the last progress was %+v", last)
	}
	if r.Rows != rows || r.Added != rows-rows/10 || r.Refused != rows/10 || len(r.First) != firstRefused || r.Stopped || r.Problem != "" {
		t.Errorf("imported %+v", r)
	}
	want := wire.RefusedRow{Line: 2, Table: "People", Column: "Age", Value: "=old", Reason: r.First[0].Reason}
	if r.First[0] != want || want.Reason == "" {
		t.Errorf("first refused %+v, want %+v", r.First[0], want)
	}
	if !reflect.DeepEqual(r.Made, []string{"People"}) || !reflect.DeepEqual(r.Tables, []string{"People"}) {
		t.Errorf("tables %v, made %v", r.Tables, r.Made)
	}
	f, err := wire.Call(t.Context(), d, wire.ImportReport, wire.ReportRequest{Report: r.Report}, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := csv.NewReader(strings.NewReader(files.Text(t, f.URL))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1+rows/10 || f.Entities != rows/10 {
		t.Fatalf("%d lines in the report, %d told", len(list), f.Entities)
	}
	for i, line := range list[1:] {
		if line[0] != fmt.Sprint(2+10*i) || line[1] != "People" || line[4] != "Age" || line[5] != "'=old" || line[7] == "" {
			t.Fatalf("line %d of the report is %q", i, line)
		}
	}
	// The page may free the file it was given; the report stays, and makes another.
	if err := wire.Do(t.Context(), d, wire.Release, wire.ReleaseRequest{URL: f.URL}); err != nil {
		t.Fatal(err)
	}
	again, err := wire.Call(t.Context(), d, wire.ImportReport, wire.ReportRequest{Report: r.Report}, nil)
	if err != nil || strings.Count(files.Text(t, again.URL), "\n") != len(list) {
		t.Errorf("again %+v, %v", again, err)
	}
	_, err = wire.Call(t.Context(), d, wire.ImportReport, wire.ReportRequest{Report: "other"}, nil)
	workertest.WantCode(t, err, wire.FileGone)
	if n := d.Names(t); !reflect.DeepEqual(n, []string{"People 4500"}) {
		t.Errorf("tables %v", n)
	}
}

// TestImport_StoppedAndResumed stops an import at every breath and goes on: the tables, the counts and the report are those
// of one run.
func TestImport_StoppedAndResumed(t *testing.T) {
	const rows = 6000
	text := people(rows, 7)
	whole, files := openFiles(t, nil)
	want := mustImport(t, whole, peopleRequest(files.Give("people.csv", text)))

	var breaths atomic.Int32
	var stop atomic.Pointer[context.CancelFunc]
	d, files := openFiles(t, func(c *worker.Config) {
		c.Now = desk.Ticking()
		c.Yield = func(ctx context.Context) error {
			if breaths.Add(1)%20 == 0 {
				(*stop.Load())()
				<-ctx.Done()
			}
			return ctx.Err()
		}
	})
	req := peopleRequest(files.Give("people.csv", text))
	var got *wire.ImportReply
	stops := 0
	for got == nil || got.Stopped {
		ctx, cancel := context.WithCancel(t.Context())
		stop.Store(&cancel)
		req.Resume = got
		var err error
		if got, err = wire.Call(ctx, d, wire.Import, req, nil); err != nil {
			t.Fatal(err)
		}
		cancel()
		if stops++; got.Stopped && stops == 2 {
			// The page looks at the report in between.
			if _, err := wire.Call(t.Context(), d, wire.ImportReport, wire.ReportRequest{Report: got.Report}, nil); err != nil {
				t.Fatal(err)
			}
		}
		if stops > 100 {
			t.Fatalf("never comes to an end: %+v", got)
		}
	}
	if stops < 3 {
		t.Fatalf("stopped %d times", stops-1)
	}
	if a, b := workertest.Dump(t, d.DB), workertest.Dump(t, whole.DB); a != b {
		t.Errorf("the tables differ:\n%.2000s\n\nwant\n%.2000s", a, b)
	}
	report := got.Report
	got.Report, got.Undo, got.Micros = want.Report, want.Undo, want.Micros
	if !reflect.DeepEqual(got, want) {
		t.Errorf("resumed %+v\nwant    %+v", got, want)
	}
	f, err := wire.Call(t.Context(), d, wire.ImportReport, wire.ReportRequest{Report: report}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(files.Text(t, f.URL), "\n") - 1; n != want.Refused || f.Entities != n {
		t.Errorf("%d lines in the report of %d refused rows", n, want.Refused)
	}
}

func TestImport_Policies(t *testing.T) {
	for _, c := range []struct {
		policy string
		want   wire.ImportReply
		dump   string
	}{
		{"skip", wire.ImportReply{Rows: 3, Added: 1, Skipped: 2}, "T00\n\"p\" \"1\" A=1 B='old'\n\"p\" \"2\" A=5\n"},
		{"replace", wire.ImportReply{Rows: 3, Added: 1, Replaced: 2}, "T00\n\"p\" \"1\" A=2\n\"p\" \"2\" C=true\n"},
		{"merge", wire.ImportReply{Rows: 3, Added: 1, Merged: 2}, "T00\n\"p\" \"1\" A=2 B='old'\n\"p\" \"2\" A=5 C=true\n"},
		{"refuse", wire.ImportReply{Rows: 3, Added: 1, Refused: 2}, "T00\n\"p\" \"1\" A=1 B='old'\n\"p\" \"2\" A=5\n"},
	} {
		t.Run(c.policy, func(t *testing.T) {
			d, files := openFiles(t, nil)
			first := files.Give("a.ndjson", `{"PartitionKey":"p","RowKey":"1","A":1,"B":"old"}`)
			mustImport(t, d, wire.ImportRequest{Token: first, Layout: ndjson, Table: "T00", OnExisting: "refuse"})
			second := files.Give("b.ndjson", `{"PartitionKey":"p","RowKey":"1","A":2}
{"PartitionKey":"p","RowKey":"2","A":5}
{"PartitionKey":"p","RowKey":"2","C":true}`)
			r := mustImport(t, d, wire.ImportRequest{Token: second, Layout: ndjson, Table: "T00", OnExisting: c.policy})
			got := wire.ImportReply{Rows: r.Rows, Added: r.Added, Replaced: r.Replaced, Merged: r.Merged, Skipped: r.Skipped, Refused: r.Refused}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("counts %+v, want %+v", got, c.want)
			}
			if want := []wire.Double{{First: 2, Line: 3, PartitionKey: "p", RowKey: "2"}}; r.Doubled != 1 || !reflect.DeepEqual(r.Doubles, want) {
				t.Errorf("%d rows have the keys of an earlier one: %v, want %v", r.Doubled, r.Doubles, want)
			}
			if c.policy == "refuse" && r.First[1].Reason != "Line 2 of the file has the same keys." {
				t.Errorf("the row is refused because %s", r.First[1].Reason)
			}
			if len(r.Made) != 0 {
				t.Errorf("made %v", r.Made)
			}
			for i, row := range r.First {
				if row.Code != string(engine.EntityAlreadyExists) || row.PartitionKey != "p" || row.Line != 1+2*i {
					t.Errorf("refused %+v", row)
				}
			}
			if got := workertest.Dump(t, d.DB); got != c.dump {
				t.Errorf("the table is\n%swant\n%s", got, c.dump)
			}
		})
	}
}

// TestImport_StopAtError ends at the first refused row, whoever refuses it, with everything before and nothing after it
// written; going on takes the rest.
func TestImport_StopAtError(t *testing.T) {
	lines := []string{
		`{"PartitionKey":"p","RowKey":"1","A":1}`,
		`{"PartitionKey":"p","RowKey":"a/b","A":1}`, // refused by the engine
		`{"PartitionKey":"p","RowKey":"2","A":1}`,
		`{"PartitionKey":"p","RowKey":"3","A":1`, // refused by the reader
		`{"PartitionKey":"p","RowKey":"4","A":1}`,
	}
	d, files := openFiles(t, nil)
	req := wire.ImportRequest{Token: files.Give("a.ndjson", strings.Join(lines, "\n")+"\n"), Layout: ndjson, Table: "T00", OnExisting: "refuse", StopAtError: true}
	for i, want := range []wire.ImportReply{
		{Rows: 2, Added: 1, Refused: 1, Line: 2, Stopped: true},
		{Rows: 4, Added: 2, Refused: 2, Line: 4, Stopped: true},
		{Rows: 5, Added: 3, Refused: 2, Line: 5},
	} {
		r := mustImport(t, d, req)
		got := wire.ImportReply{Rows: r.Rows, Added: r.Added, Refused: r.Refused, Line: r.Line, Stopped: r.Stopped, Problem: r.Problem}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d: %+v, want %+v", i, got, want)
		}
		if n := d.Names(t); !reflect.DeepEqual(n, []string{fmt.Sprint("T00 ", want.Added)}) {
			t.Errorf("%d: tables %v", i, n)
		}
		req.Resume = r
	}
}

func TestImport_CutShort(t *testing.T) {
	d, files := openFiles(t, nil)
	token := files.Give("a.json", `{"value":[{"PartitionKey":"p","RowKey":"1"},{"PartitionKey":"p","RowKey":"2"},{"PartitionKey":"p","Ro`)
	r := mustImport(t, d, wire.ImportRequest{Token: token, Layout: interchange.Layout{Format: interchange.ODataJSON}, Table: "T00", OnExisting: "refuse"})
	if r.Added != 2 || !strings.Contains(r.Problem, "ends in the middle") || r.Stopped {
		t.Errorf("%+v", r)
	}
}

func TestImport_FileFails(t *testing.T) {
	t.Parallel()
	d, files := openFiles(t, nil)
	token := files.Give("people.csv", people(100_000, 0))
	files.Given[token].Fails = 1 << 20
	r := mustImport(t, d, peopleRequest(token))
	if r.Added == 0 || r.Added >= 100_000 || !strings.Contains(r.Problem, "the disk is gone") {
		t.Errorf("%+v", r)
	}
	// Once it can be read again the import goes on.
	files.Given[token].Fails = 0
	req := peopleRequest(token)
	req.Resume = r
	if r = mustImport(t, d, req); r.Added != 100_000 || r.Problem != "" {
		t.Errorf("then %+v", r)
	}
}

func TestImport_TableDeletedMeanwhile(t *testing.T) {
	var d *desk.Desk
	var once atomic.Bool
	d, files := openFiles(t, func(c *worker.Config) {
		c.Now = desk.Ticking()
		c.Yield = func(ctx context.Context) error {
			if s, err := d.DB.Snapshot("People"); err == nil && s.Len() > 0 && once.CompareAndSwap(false, true) {
				if err := d.DB.DeleteTable(ctx, "People"); err != nil {
					t.Error(err)
				}
			}
			return ctx.Err()
		}
	})
	r := mustImport(t, d, peopleRequest(files.Give("people.csv", people(5000, 0))))
	if r.Added == 0 || r.Added >= 5000 || !r.Stopped || !strings.Contains(r.Problem, "People") {
		t.Errorf("%+v", r)
	}
	if n := d.Names(t); len(n) != 0 {
		t.Errorf("tables %v", n)
	}
}

func TestImport_Refused(t *testing.T) {
	d, files := openFiles(t, nil)
	good := peopleRequest(files.Give("people.csv", people(10, 0)))
	for _, c := range []struct {
		change func(*wire.ImportRequest)
		code   string
	}{
		{func(r *wire.ImportRequest) { r.Token = "none" }, wire.FileGone},
		{func(r *wire.ImportRequest) { r.OnExisting = "overwrite" }, string(engine.InvalidInput)},
		{func(r *wire.ImportRequest) { r.Table = "a b" }, string(engine.InvalidResourceName)},
		{func(r *wire.ImportRequest) { r.Table = "" }, string(engine.OutOfRangeInput)},
	} {
		req := good
		c.change(&req)
		_, err := wire.Call(t.Context(), d, wire.Import, req, nil)
		workertest.WantCode(t, err, c.code)
	}
	if n := d.Names(t); len(n) != 0 {
		t.Errorf("tables %v", n)
	}
	without := open(t, nil)
	_, err := wire.Call(t.Context(), without, wire.Import, good, nil)
	workertest.WantCode(t, err, string(engine.NotImplemented))
	if _, err := wire.Call(t.Context(), without, wire.Inspect, wire.InspectRequest{Token: "x"}, nil); err == nil {
		t.Error("inspected without files")
	}
}

func TestImport_Documents(t *testing.T) {
	for _, c := range []struct{ policy, own, theirs, want string }{
		{"skip", "", `["a"]`, `["a"]`},
		{"skip", `["a",{"b": 1}]`, `[{"b":1},"c"]`, "[\n  \"a\",\n  {\n    \"b\": 1\n  },\n  \"c\"\n]"},
		{"skip", `["a"]`, `["a"]`, `["a"]`},
		{"skip", `["a"]`, `["b", "b"]`, "[\n  \"a\",\n  \"b\"\n]"},
		{"skip", "text", "other", "text"},
		{"refuse", "text", "other", "text"},
		{"merge", "null", "[1]", "null"},
		{"replace", `["a"]`, `["b"]`, `["b"]`},
	} {
		d, files := openFiles(t, nil)
		if c.own != "" {
			if err := d.DB.SetDocument(t.Context(), "queries", c.own); err != nil {
				t.Fatal(err)
			}
		}
		other, made := openFiles(t, nil)
		if err := other.DB.SetDocument(t.Context(), "queries", c.theirs); err != nil {
			t.Fatal(err)
		}
		f, err := wire.Call(t.Context(), other, wire.Export, wire.ExportRequest{What: "workspace", Format: interchange.Workspace}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := wire.Call(t.Context(), d, wire.Import, wire.ImportRequest{Token: files.Give(f.Name, made.Text(t, f.URL)), OnExisting: c.policy}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := d.DB.Document("queries"); got != c.want || r.Problem != "" {
			t.Errorf("%+v: %q, %+v", c, got, r)
		}
		if left := c.want == "text" && c.policy == "refuse" || c.want == "null"; left != (r.Refused == 1) {
			t.Errorf("%+v: told %+v", c, r)
		}
	}
}

// TestImport_ResumedElsewhere goes on in another worker, which knows nothing of the first part but its reply.
func TestImport_ResumedElsewhere(t *testing.T) {
	text := people(3000, 10)
	first, files := openFiles(t, nil)
	req := peopleRequest(files.Give("people.csv", text))
	req.StopAtError = true
	for range 3 {
		req.Resume = mustImport(t, first, req)
	}
	second, files := openFiles(t, nil)
	if err := wire.Do(t.Context(), second, wire.CreateTable, wire.TableRequest{Table: "People"}); err != nil {
		t.Fatal(err)
	}
	req.Token, req.StopAtError = files.Give("people.csv", text), false
	r := mustImport(t, second, req)
	if r.Rows != 3000 || r.Refused != 300 || r.Added != 2700 || len(r.First) != firstRefused || r.Stopped {
		t.Errorf("imported %+v", r)
	}
	f, err := wire.Call(t.Context(), second, wire.ImportReport, wire.ReportRequest{Report: r.Report}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(files.Text(t, f.URL), "\n") - 1; n != 300 {
		t.Errorf("%d rows in the report", n)
	}
	if s, err := second.DB.Snapshot("People"); err != nil || s.Len() != 2700-req.Resume.Added {
		t.Errorf("%v, %d were written before", err, req.Resume.Added)
	}
}

// Ensure that a file tells that it is a log when it is given to be imported, and data does not.
func TestInspect_Log(t *testing.T) {
	d, files := openFiles(t, nil)
	var log bytes.Buffer
	if err := sample.WriteLog(&log, sample.Logs[0].Name); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]workload.Kind{log.String(): workload.JSONLines, people(20, 0): ""} {
		r, err := wire.Call(t.Context(), d.Client, wire.Inspect, wire.InspectRequest{Token: files.Give("x", name)}, nil)
		if err != nil || r.Log != want {
			t.Errorf("%.40q is %q, %v", name, r.Log, err)
		}
	}
}

// Ensure that a key that is refused is told as the value at fault.
func TestImport_RefusedKeyTold(t *testing.T) {
	d, files := openFiles(t, nil)
	text := "PartitionKey,RowKey,A\np,a/b,1\nq#,c,2\np,d,3\n"
	r := mustImport(t, d, wire.ImportRequest{Token: files.Give("a.csv", text), Layout: interchange.Layout{Format: interchange.PlainCSV, Header: true}, Table: "Keys", OnExisting: "skip"})
	if r.Refused != 2 || r.First[0].Value != "a/b" || r.First[1].Value != "q#" {
		t.Errorf("%+v", r)
	}
}

// Ensure that an import tells how many values it left out because they are not of the type that was chosen, and keeps their rows; and that
// rows of a JSON array, which may stand on one line, are told by their element.
func TestImport_LeftValuesTold(t *testing.T) {
	d, files := openFiles(t, nil)
	req := wire.ImportRequest{Token: files.Give("a.csv", "k,n\na,1\nb,old\nc,3\n"), Layout: interchange.Layout{Format: interchange.PlainCSV, Header: true}, Table: "Ages", OnExisting: "refuse",
		Mapping: &interchange.Mapping{PartitionKey: "p", RowKey: "{k}", Columns: []interchange.ColumnMap{{Source: "n", Type: edm.Int32, Leave: true}}}}
	if r := mustImport(t, d, req); r.Added != 3 || r.Refused != 0 || r.Left != 1 || r.Place != "line" {
		t.Errorf("%+v", r)
	}
	array := files.Give("a.json", `[{"PartitionKey":"p","RowKey":"1"},7,{"PartitionKey":"p","RowKey":"1"},{"PartitionKey":"q","RowKey":"1"}]`)
	layout := interchange.Layout{Format: interchange.PlainJSON}
	r := mustImport(t, d, wire.ImportRequest{Token: array, Layout: layout, Table: "List", OnExisting: "refuse"})
	if r.Place != "element" || r.First[0].Line != 2 || r.First[1].Reason != "Element 1 of the file has the same keys." {
		t.Errorf("%+v", r)
	}
	p, err := wire.Call(t.Context(), d, wire.Preview, wire.PreviewRequest{Token: array, Layout: layout, Count: 50}, nil)
	if err != nil || p.Looked != 4 || p.Sound != 3 || p.Parts != 2 || p.Refused != "element 2: The element is not an object." {
		t.Errorf("%+v, %v", p, err)
	}
}
