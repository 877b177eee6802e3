package files

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// persistedDocuments are documents of a workspace as the page writes them.
var persistedDocuments = map[string]string{
	"queries": "[\n  {\n    \"name\": \"Good ones\",\n    \"table\": \"All\",\n    \"filter\": \"I64 gt 4L\"\n  }\n]",
	"~all":    `{"lab":1,"table":"All","designs":[{"name":"as it is","partition":"{PartitionKey}","row":"{RowKey}"}]}`,
}

// persistedWorkspace fills a workspace with every type, keys that need care, an empty table and documents.
func persistedWorkspace(t *testing.T, db *engine.DB) {
	t.Helper()
	value := func(typ edm.Type, text string) edm.Value {
		v, err := edm.ParseText(typ, text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, name := range []string{"All", "Empty"} {
		if err := db.CreateTable(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range [][2]string{{"", ""}, {"a", "1"}, {"a", "é𝄞"}, {"it's", "a b\"<>"}} {
		op := engine.Op{Kind: engine.Insert, PartitionKey: key[0], RowKey: key[1], Properties: []engine.Property{
			{Name: "S", Value: edm.NewString("text, \"quoted\"\n\u202e")}, {Name: "I32", Value: value(edm.Int32, "-2147483648")}, {Name: "I64", Value: value(edm.Int64, "9007199254740993")},
			{Name: "D", Value: value(edm.Double, "1e300")}, {Name: "Inf", Value: value(edm.Double, "INF")}, {Name: "B", Value: value(edm.Boolean, "true")}, {Name: "T", Value: value(edm.DateTime, "2026-11-20T09:14:02.1182307Z")},
			{Name: "G", Value: value(edm.Guid, "00000000-0000-0000-0000-000000000001")}, {Name: "Bin", Value: value(edm.Binary, "AAEC/w==")}}}
		if _, err := db.Apply(t.Context(), "All", op); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range persistedDocuments {
		if err := db.SetDocument(t.Context(), name, text); err != nil {
			t.Fatal(err)
		}
	}
}

// Ensure that a workspace file of today brings the tables and documents back, and is written again with the same bytes.
func TestWorkspaceFile_Golden(t *testing.T) {
	export := func(d *desk.Desk, files *workertest.Files) string {
		f, err := wire.Call(t.Context(), d, wire.Export, wire.ExportRequest{What: "workspace", Format: interchange.Workspace}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return files.Text(t, f.URL)
	}
	own, made := openFiles(t, nil)
	persistedWorkspace(t, own.DB)
	text := workertest.PersistedFile(t, "workspace.rangefinder.ndjson", export(own, made))
	d, files := openFiles(t, nil)
	r, err := wire.Call(t.Context(), d, wire.Import, wire.ImportRequest{Token: files.Give("workspace.rangefinder.ndjson", text), OnExisting: "refuse"}, nil)
	if err != nil || r.Refused > 0 || r.Problem != "" || r.Added != 4 {
		t.Fatalf("%+v, %v", r, err)
	}
	for name, want := range persistedDocuments {
		if got, _ := d.DB.Document(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	for _, key := range [][2]string{{"", ""}, {"it's", "a b\"<>"}} {
		e, err := d.DB.Get(t.Context(), "All", key[0], key[1])
		if err != nil {
			t.Fatal(err)
		}
		was, err := own.DB.Get(t.Context(), "All", key[0], key[1])
		if err != nil {
			t.Fatal(err)
		}
		for name, v := range was.All() {
			if got, ok := e.Value(name); name != filterlang.Timestamp && (!ok || got.Type() != v.Type() || got.Display() != v.Display()) {
				t.Errorf("%s of %q is %v", name, key, got)
			}
		}
	}
	if again := export(d, files); again != text {
		t.Errorf("written again as\n%s\nwas\n%s", again, text)
	}
}
