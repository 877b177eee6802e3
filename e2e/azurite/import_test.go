package azurite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"rangefinder/e2e/harness"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// imported reads a file whose format we find out ourselves, and puts its entities into tables by their names.
func imported(t *testing.T, file []byte, name string, mapping *interchange.Mapping) (map[string]table, *interchange.Inspection) {
	t.Helper()
	content, size := bytes.NewReader(file), int64(len(file))
	found, err := interchange.Inspect(content, size, name, interchange.Layout{})
	if err != nil {
		t.Fatal(err)
	}
	if mapping == nil {
		mapping = &interchange.Mapping{}
	}
	if mapping.PartitionKey == "" {
		mapping.PartitionKey, mapping.RowKey = found.PartitionKey, found.RowKey
	}
	tables := map[string]table{}
	r := interchange.NewReader(content, size, interchange.ReaderOptions{Layout: found.Layout, Mapping: mapping})
	for {
		var e interchange.Entity
		err := r.Next(&e)
		if errors.Is(err, io.EOF) {
			return tables, found
		}
		if err != nil {
			t.Fatal(err)
		}
		if tables[e.Table] == nil {
			tables[e.Table] = table{}
		}
		tables[e.Table].add(e.PartitionKey, e.RowKey, e.Properties)
	}
}

// Ensure that the service's own answers to a GET are read as what the client wrote.
func TestImport_AnswersOfTheService(t *testing.T) {
	want := shared.written(t, "Answers", everything())
	for _, level := range []string{"minimalmetadata", "fullmetadata"} {
		t.Run(level, func(t *testing.T) {
			got, found := imported(t, shared.node(t, nil, "get.mjs", "Answers", level), "answer.json", nil)
			if found.Format != interchange.ODataJSON {
				t.Errorf("the answer is taken for %v", found.Format)
			}
			same(t, only(t, got), want)
		})
	}
	t.Run("nometadata", func(t *testing.T) {
		got, found := imported(t, shared.node(t, nil, "get.mjs", "Answers", "nometadata"), "answer.json", nil)
		if len(found.Notes) == 0 {
			t.Error("nothing is said of the types that are lost")
		}
		same(t, only(t, got), want.mapped(func(_ string, v typed) typed {
			switch v.Type {
			case "Int64", "DateTime", "Guid", "Binary":
				v.Type = "String"
			case "Double":
				if v.Text == "NaN" || v.Text == "Infinity" || v.Text == "-Infinity" {
					v.Type = "String"
				}
			}
			return v
		}))
	})
}

// uniform are entities whose properties have one type each and fit the values of JavaScript.
func uniform() []engine.BulkEntity {
	var entities []engine.BulkEntity
	for i := range 30 {
		entities = append(entities, engine.BulkEntity{PartitionKey: fmt.Sprintf("p%d", i/10), RowKey: fmt.Sprintf("%04d", i), Properties: []engine.Property{
			{Name: "Name", Value: edm.NewString(fmt.Sprintf("naïve, \"%d\"", i))},
			{Name: "Count", Value: edm.NewInt32(int32(i * 1000))},
			{Name: "Views", Value: edm.NewInt64(int64(i) << 58)},
			{Name: "Rating", Value: edm.NewDouble(float64(i) / 2)},
			{Name: "Seen", Value: edm.NewBoolean(i%2 == 0)},
			{Name: "Added", Value: edm.NewDateTime(638397830450000000 + edm.Ticks(i)*10_000)}, // whole milliseconds
			{Name: "Id", Value: edm.NewGuid(edm.UUID{byte(i), 15: 0xab})},
			{Name: "Poster", Value: edm.NewBinary(fmt.Sprintf("\xff\x00%d", i))},
		}})
	}
	return entities
}

// types is the mapping that gives the uniform entities' columns their types, as a person chooses them.
func types() *interchange.Mapping {
	m := &interchange.Mapping{}
	for _, p := range uniform()[0].Properties {
		m.Columns = append(m.Columns, interchange.ColumnMap{Source: p.Name, Type: p.Value.Type()})
	}
	for _, name := range []string{"partitionKey", "rowKey", "etag", "timestamp"} {
		m.Columns = append(m.Columns, interchange.ColumnMap{Source: name, Skip: true})
	}
	return m
}

// Ensure that an answer without metadata is whole again when its columns are given their types.
func TestImport_AnswerWithoutTypes(t *testing.T) {
	want := shared.written(t, "Untyped", uniform())
	mapping := types()
	mapping.Columns = mapping.Columns[:8]
	got, _ := imported(t, shared.node(t, nil, "get.mjs", "Untyped", "nometadata"), "answer.json", mapping)
	same(t, only(t, got), want)
}

// Ensure that what a program saves of the client's list is read as what was written: with the types that a person chooses
// when it lists the usual way, and with the client's types when it annotates them.
func TestImport_ListsOfTheClient(t *testing.T) {
	t.Run("saved", func(t *testing.T) {
		want := shared.written(t, "Saved", uniform())
		got, found := imported(t, shared.node(t, nil, "list.mjs", "Saved", "saved"), "saved.json", types())
		if found.PartitionKey != "{partitionKey}" || found.RowKey != "{rowKey}" {
			t.Errorf("keys %q, %q are proposed", found.PartitionKey, found.RowKey)
		}
		same(t, only(t, got), want)
	})
	t.Run("annotated", func(t *testing.T) {
		want := shared.written(t, "Annotated", everything()).mapped(readByClient)
		got, _ := imported(t, shared.node(t, nil, "list.mjs", "Annotated", "annotated"), "annotated.json", nil)
		same(t, only(t, got), want)
	})
}

// Ensure that Azurite's database file is read as what the client wrote, table by table.
func TestImport_DatabaseOfAzurite(t *testing.T) {
	s, err := start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	want := map[string]table{"Everything": s.written(t, "Everything", everything()), "Uniform": s.written(t, "Uniform", uniform())}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(s.Folder, harness.AzuriteDatabase))
	if err != nil {
		t.Fatal(err)
	}
	got, found := imported(t, file, harness.AzuriteDatabase, nil)
	if found.Format != interchange.AzuriteDB {
		t.Errorf("the file is taken for %v", found.Format)
	}
	for name := range want {
		same(t, got[name], want[name])
	}
	if len(got) != len(want) {
		t.Errorf("%d tables, want %d", len(got), len(want))
	}
}

// only returns the table of a file that has one.
func only(t *testing.T, tables map[string]table) table {
	t.Helper()
	if len(tables) != 1 {
		t.Fatalf("the file has %d tables", len(tables))
	}
	for _, table := range tables {
		return table
	}
	return nil
}
