package files

import (
	"fmt"
	"reflect"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/engine/interchange"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// TestImport_Undo takes an import back: its tables are as before, the one that it made is gone, others are untouched.
func TestImport_Undo(t *testing.T) {
	d, files := openFiles(t, nil)
	d.Fill(t, "Other", 1, 3)
	mustImport(t, d, wire.ImportRequest{Token: files.Give("a.ndjson", `{"PartitionKey":"p","RowKey":"1","A":1}`), Layout: ndjson, Table: "Old", OnExisting: "refuse"})
	if err := d.DB.SetDocument(t.Context(), "queries", `["a"]`); err != nil {
		t.Fatal(err)
	}
	before := workertest.Dump(t, d.DB)
	source, others := openFiles(t, nil)
	for _, table := range []string{"Old", "New", "Void"} {
		if err := wire.Do(t.Context(), source, wire.CreateTable, wire.TableRequest{Table: table}); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"Old", "New"} {
		for _, key := range []string{"1", "2"} {
			if _, err := wire.Call(t.Context(), source, wire.Apply, wire.ApplyRequest{Table: table, Kind: "insert", PartitionKey: "p", RowKey: key, Properties: []wire.TextProperty{{Name: "A", Type: edm.Int32, Text: "9"}}}, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := source.DB.SetDocument(t.Context(), "queries", `["a","b"]`); err != nil {
		t.Fatal(err)
	}
	f, err := wire.Call(t.Context(), source, wire.Export, wire.ExportRequest{What: "workspace", Format: interchange.Workspace}, nil)
	if err != nil {
		t.Fatal(err)
	}
	req := wire.ImportRequest{Token: files.Give(f.Name, others.Text(t, f.URL)), OnExisting: "replace"}
	r := mustImport(t, d, req)
	if r.Added != 3 || r.Replaced != 1 || !reflect.DeepEqual(r.Made, []string{"New", "Void"}) || r.Undo == "" || r.Problem != "" {
		t.Fatalf("imported %+v", r)
	}
	if text, _ := d.DB.Document("queries"); text != `["a","b"]` {
		t.Errorf("the queries are %s", text)
	}
	d.Fill(t, "Later", 1, 2)
	later := workertest.Dump(t, d.DB)
	if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: r.Undo}); err != nil {
		t.Fatal(err)
	}
	if err := wire.Do(t.Context(), d, wire.DeleteTable, wire.TableRequest{Table: "Later"}); err != nil {
		t.Errorf("a later table is gone: %v", err)
	}
	if after := workertest.Dump(t, d.DB); after != before {
		t.Errorf("after the undo\n%swant\n%s", after, before)
	}
	if later == before {
		t.Error("nothing was imported")
	}
	workertest.WantCode(t, wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: r.Undo}), wire.UndoGone)
}

// Ensure that a workspace file brings a copy along with what is pending in it, but not into a table that was there before.
func TestImport_Copy(t *testing.T) {
	service := engine.Open(engine.Options{})
	if err := service.CreateTable(t.Context(), "Remote"); err != nil {
		t.Fatal(err)
	}
	if _, err := service.Apply(t.Context(), "Remote", engine.Op{PartitionKey: "p", RowKey: "1"}); err != nil {
		t.Fatal(err)
	}
	from := tablesync.Origin{Source: "acct", Endpoint: "https://acct.example.org", Remote: "Remote"}
	source, others := openFiles(t, nil)
	if _, err := tablesync.Pull(t.Context(), source.DB, service, "Mine", from, tablesync.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := wire.Call(t.Context(), source, wire.Apply, wire.ApplyRequest{Table: "Mine", Kind: "insert", PartitionKey: "p", RowKey: "2"}, nil); err != nil {
		t.Fatal(err)
	}
	f, err := wire.Call(t.Context(), source, wire.Export, wire.ExportRequest{What: "workspace", Format: interchange.Workspace}, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, files := openFiles(t, nil)
	if r := mustImport(t, d, wire.ImportRequest{Token: files.Give(f.Name, others.Text(t, f.URL)), OnExisting: "refuse"}); r.Refused != 0 || r.Added != 2 {
		t.Fatalf("imported %+v", r)
	}
	if list := tablesync.Copies(d.DB); len(list) != 1 || list[0].Pending != 1 || list[0].Entities != 1 || list[0].Table != "Mine" {
		t.Errorf("copies are %+v", list)
	}
	d, files = openFiles(t, nil)
	d.Fill(t, "Mine", 1, 1)
	r, err := wire.Call(t.Context(), d, wire.Import, wire.ImportRequest{Token: files.Give(f.Name, others.Text(t, f.URL)), OnExisting: "replace"}, nil)
	if err != nil || r.Refused != 1 {
		t.Errorf("imported %+v, %v", r, err)
	}
	if list := tablesync.Copies(d.DB); len(list) != 0 {
		t.Errorf("copies are %+v", list)
	}
}

// TestImport_DiskFull ends an import where nothing more can be written: what was acknowledged is there, and once there is
// room it goes on.
func TestImport_DiskFull(t *testing.T) {
	disk := &enginetest.Disk{}
	db, _, err := engine.OpenFolder(t.Context(), disk, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	d, files := openFiles(t, func(c *worker.Config) { c.DB = db })
	disk.Room = disk.Used() + 500_000
	token := files.Give("people.csv", people(20_000, 0))
	r := mustImport(t, d, peopleRequest(token))
	if !r.Stopped || r.Added == 0 || r.Added >= 20_000 || r.Problem == "" {
		t.Fatalf("imported %+v", r)
	}
	if n := d.Names(t); !reflect.DeepEqual(n, []string{fmt.Sprint("People ", r.Added)}) {
		t.Errorf("tables %v after %+v", n, r)
	}
	disk.Room = 0
	req := peopleRequest(token)
	req.Resume = r
	if r = mustImport(t, d, req); r.Added != 20_000 || r.Problem != "" || r.Stopped {
		t.Errorf("then %+v", r)
	}
}

// Ensure that what was copied and is pasted comes back as it was, each value with its type and bits, the empty text and the
// missing value told apart; that a copy without a key holds nothing that is not on screen; and that a value cannot pass for it.
func TestPasted(t *testing.T) {
	d := open(t, nil)
	workertest.Awkward(t, d.DB, "Movies")
	run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Movies"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rich, err := wire.Call(t.Context(), d, wire.CopyRows, wire.CopyRequest{Result: run.Result, Last: 100, Format: "rich"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	to, given := openFiles(t, nil)
	r := mustImport(t, to, wire.ImportRequest{Token: given.Give("pasted.ndjson", wire.Pasted(rich.HTML)), Table: "Movies", OnExisting: "refuse"})
	if r.Added != rich.Entities || r.Problem != "" {
		t.Errorf("pasted %+v, copied %d", r, rich.Entities)
	}
	if got, want := workertest.Dump(t, to.DB), workertest.Dump(t, d.DB); got != want {
		t.Errorf("came back as\n%.2000s\nwant\n%.2000s", got, want)
	}

	for _, columns := range [][]string{{"RowKey", "Title"}, {"PartitionKey", "Title"}} {
		part, err := wire.Call(t.Context(), d, wire.CopyRows, wire.CopyRequest{Result: run.Result, Last: 100, Format: "rich", Columns: columns}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := wire.Pasted(part.HTML); got != "" {
			t.Errorf("%v gives %.200q", columns, got)
		}
	}
	for _, html := range []string{"", "<table data-rangefinder=", `<table data-rangefinder="%%%"><tr>`, `<table><tr><td>data-rangefinder="e30="</td></tr></table>`} {
		if got := wire.Pasted(html); got != "" {
			t.Errorf("%q gives %q", html, got)
		}
	}
}
