package azurite

import (
	"bytes"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/interchange"
)

// exported writes a table of the entities as a file of the format, as the engine holds them.
func exported(t *testing.T, format interchange.Format, entities []engine.BulkEntity) []byte {
	t.Helper()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(t.Context(), "Sample"); err != nil {
		t.Fatal(err)
	}
	result, err := db.Bulk(t.Context(), "Sample", entities, engine.RefuseExisting)
	if err != nil || len(result.Refused) > 0 {
		t.Fatal(err, result.Refused)
	}
	s, err := db.Snapshot("Sample")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	// Guarded texts are for spreadsheets; other programs than ours keep the apostrophe.
	w, err := interchange.NewWriter(&file, interchange.WriterOptions{Format: format, Table: "Sample", Columns: s.Columns(), Formulas: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Len() {
		if err := w.Write(s.At(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Ensure that what we export is loaded by the client and is in Azurite as it was here, and that the client reads it so.
func TestExport_LoadedByTheClient(t *testing.T) {
	entities := everything()
	want := tableOf(entities).mapped(byClient).mapped(inAzurite)
	for _, f := range []struct {
		name   string
		format interchange.Format
	}{{"odata", interchange.ODataJSON}, {"ndjson", interchange.NDJSON}, {"csv", interchange.TypedCSV}} {
		t.Run(f.name, func(t *testing.T) {
			name := "Export" + f.name
			shared.node(t, exported(t, f.format, entities), "load.mjs", name, f.name)
			same(t, fromAnswer(t, shared.node(t, nil, "get.mjs", name, "minimalmetadata")), want)
			same(t, fromClient(t, shared.node(t, nil, "list.mjs", name, "typed")), want.mapped(readByClient))
		})
	}
}
