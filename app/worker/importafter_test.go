package worker

import (
	"reflect"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// TestImport_Undo takes an import back: its tables are as before, the one that it made is gone, others are untouched.
func TestImport_Undo(t *testing.T) {
	d, files := openFiles(t, nil)
	d.fill(t, "Other", 1, 3)
	mustImport(t, d, wire.ImportRequest{Token: files.Give("a.ndjson", `{"PartitionKey":"p","RowKey":"1","A":1}`), Layout: ndjson, Table: "Old", OnExisting: "refuse"})
	if err := d.db.SetDocument(t.Context(), "queries", `["a"]`); err != nil {
		t.Fatal(err)
	}
	before := dump(t, d.db)
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
	if err := source.db.SetDocument(t.Context(), "queries", `["a","b"]`); err != nil {
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
	if text, _ := d.db.Document("queries"); text != `["a","b"]` {
		t.Errorf("the queries are %s", text)
	}
	d.fill(t, "Later", 1, 2)
	later := dump(t, d.db)
	if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: r.Undo}); err != nil {
		t.Fatal(err)
	}
	if err := wire.Do(t.Context(), d, wire.DeleteTable, wire.TableRequest{Table: "Later"}); err != nil {
		t.Errorf("a later table is gone: %v", err)
	}
	if after := dump(t, d.db); after != before {
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
	if _, err := tablesync.Pull(t.Context(), source.db, service, "Mine", from, tablesync.Options{}); err != nil {
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
	if list := tablesync.Copies(d.db); len(list) != 1 || list[0].Pending != 1 || list[0].Entities != 1 || list[0].Table != "Mine" {
		t.Errorf("copies are %+v", list)
	}
	d, files = openFiles(t, nil)
	d.fill(t, "Mine", 1, 1)
	r, err := wire.Call(t.Context(), d, wire.Import, wire.ImportRequest{Token: files.Give(f.Name, others.Text(t, f.URL)), OnExisting: "replace"}, nil)
	if err != nil || r.Refused != 1 {
		t.Errorf("imported %+v, %v", r, err)
	}
	if list := tablesync.Copies(d.db); len(list) != 0 {
		t.Errorf("copies are %+v", list)
	}
}
