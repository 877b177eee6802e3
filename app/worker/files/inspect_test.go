package files

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// TestPreview_AsImported shows exactly the rows that an import writes, and refuses those it refuses.
func TestPreview_AsImported(t *testing.T) {
	d, files := openFiles(t, nil)
	text := "Key,N,When\na,1,2024-05-06\nb/c,2,2024-05-07\nd,many,2024-05-08\n,4,\n"
	layout := interchange.Layout{Format: interchange.PlainCSV, Header: true}
	mapping := &interchange.Mapping{PartitionKey: "all", RowKey: "{Key}", Columns: []interchange.ColumnMap{{Source: "Key", Skip: true}, {Source: "N", Property: "Number", Type: 3}}}
	token := files.Give("keys.csv", text)
	p, err := wire.Call(t.Context(), d, wire.Preview, wire.PreviewRequest{Token: token, Layout: layout, Mapping: mapping, Count: 50}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := mustImport(t, d, wire.ImportRequest{Token: token, Layout: layout, Mapping: mapping, Table: "Keys", OnExisting: "refuse"})
	if len(p.Rows) != 4 || r.Rows != 4 || !reflect.DeepEqual(p.Columns, []string{"Number", "When"}) {
		t.Fatalf("preview %+v, import %+v", p, r)
	}
	refused := map[int]string{}
	for _, row := range r.First {
		refused[row.Line] = row.Reason
	}
	s, err := d.DB.Snapshot("Keys")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range p.Rows {
		if (row.Refused != "") != (refused[row.Line] != "") || !strings.Contains(row.Refused, refused[row.Line]) {
			t.Errorf("line %d: preview refuses %q, import %q", row.Line, row.Refused, refused[row.Line])
		}
		e, ok := s.Get(row.PartitionKey, row.RowKey)
		if ok != (row.Refused == "") {
			t.Errorf("line %d: %+v, imported %v", row.Line, row, ok)
		}
		if !ok {
			continue
		}
		for i, name := range p.Columns {
			var c wire.Cell
			if v, ok := e.Value(name); ok {
				c = worker.CellFor(v)
			}
			if c != row.Cells[i] {
				t.Errorf("line %d: %s is shown as %+v and was imported as %+v", row.Line, name, row.Cells[i], c)
			}
		}
	}
	if len(refused) != 2 {
		t.Errorf("refused %v", refused)
	}
	if names := d.Names(t); len(names) != 1 {
		t.Errorf("tables %v", names)
	}
	_, err = wire.Call(t.Context(), d, wire.Preview, wire.PreviewRequest{Token: "none", Count: 5}, nil)
	workertest.WantCode(t, err, wire.FileGone)
	_, err = wire.Call(t.Context(), d, wire.Preview, wire.PreviewRequest{Token: files.Give("x", "PK\x03\x04 a zip file"), Count: 5}, nil)
	workertest.WantCode(t, err, wire.FileUnreadable)
	_, err = wire.Call(t.Context(), d, wire.Inspect, wire.InspectRequest{Token: files.Give("x", "PK\x03\x04 a zip file")}, nil)
	workertest.WantCode(t, err, wire.FileUnreadable)
	cutShort, err := wire.Call(t.Context(), d, wire.Preview, wire.PreviewRequest{Token: files.Give("x.json", `{"value":[{"PartitionKey":"p","RowKey":"1"},{"Par`), Count: 5}, nil)
	if err != nil || len(cutShort.Rows) != 1 || cutShort.Problem == "" {
		t.Errorf("a file cut short: %+v, %v", cutShort, err)
	}
}

// Ensure that a preview tells how many rows of a file have keys that the table has: exactly, refused rows left out, and for a long file of
// its first rows.
func TestPreview_MeetsTable(t *testing.T) {
	d, files := openFiles(t, nil)
	layout := interchange.Layout{Format: interchange.PlainCSV, Header: true}
	mapping := func(counter int) *interchange.Mapping {
		return &interchange.Mapping{PartitionKey: "p", RowKey: "{#}", Counter: counter}
	}
	rows := func(n int) string { return "A,B\n" + strings.Repeat("1,x\n", n) }
	mustImport(t, d, wire.ImportRequest{Token: files.Give("a.csv", rows(30)), Layout: layout, Mapping: mapping(1), Table: "Rows", OnExisting: "skip"})
	types := map[string]edm.Type{"A": edm.Int32, "B": edm.String}
	for _, tt := range []struct {
		text    string
		counter int
		table   string
		want    *wire.Met
		sound   int
		whole   bool
	}{
		{rows(30), 1, "rows", &wire.Met{Table: "Rows", There: 30, Types: types}, 30, true},
		{rows(30) + "1,x,y\n", 21, "Rows", &wire.Met{Table: "Rows", There: 10, Types: types}, 30, true},
		{rows(5), 31, "Rows", &wire.Met{Table: "Rows", Types: types}, 5, true},
		{rows(wire.MaxMet + 1), 1, "Rows", &wire.Met{Table: "Rows", There: 30, Types: types}, wire.MaxMet, false},
		{rows(5), 1, "Other", nil, 5, true},
		{rows(5), 1, "", nil, 5, true},
	} {
		r, err := wire.Call(t.Context(), d, wire.Preview, wire.PreviewRequest{Token: files.Give("b.csv", tt.text), Layout: layout, Mapping: mapping(tt.counter), Count: 8, Table: tt.table}, nil)
		if err != nil || !reflect.DeepEqual(r.Met, tt.want) || r.Sound != tt.sound || r.Whole != tt.whole || len(r.Rows) > 8 {
			t.Errorf("%d bytes from %d into %q: %+v, %d sound rows, whole %t, %v, want %+v", len(tt.text), tt.counter, tt.table, r.Met, r.Sound, r.Whole, err, tt)
		}
	}
}

// Ensure that a preview tells before an import which rows have the keys of an earlier one, and that a file of which nothing can be taken
// has no sound row.
func TestPreview_Doubles(t *testing.T) {
	d, files := openFiles(t, nil)
	for _, tt := range []struct {
		name, text     string
		format         interchange.Format
		sound, doubled int
		want           []wire.Double
	}{
		{"a.csv", "PartitionKey,RowKey,v\na,1,2\na,1,3\na,2,3\n,,5\na,1,4\n", interchange.PlainCSV, 5, 2, []wire.Double{{First: 2, Line: 3, PartitionKey: "a", RowKey: "1"}, {First: 2, Line: 6, PartitionKey: "a", RowKey: "1"}}},
		{"b.csv", "PartitionKey,RowKey,v\na,1,2\na,2,3\n", interchange.PlainCSV, 2, 0, nil},
		{"c.json", "{\"hello\": [1,2,\n", interchange.PlainJSON, 0, 0, nil}, // of a line that ends too early
	} {
		r, err := wire.Call(t.Context(), d, wire.Preview, wire.PreviewRequest{Token: files.Give(tt.name, tt.text), Layout: interchange.Layout{Format: tt.format, Header: true}, Count: 8}, nil)
		if err != nil || r.Sound != tt.sound || r.Doubled != tt.doubled || !reflect.DeepEqual(r.Doubles, tt.want) || !r.Whole && r.Problem == "" {
			t.Errorf("%s: %+v, %v, want %+v", tt.name, r, err, tt)
		}
		if tt.doubled > 0 {
			var got [][3]int
			for _, row := range r.Rows {
				got = append(got, [3]int{row.Line, row.Earlier, row.Later})
			}
			if want := [][3]int{{2, 0, 6}, {3, 2, 6}, {4, 0, 0}, {5, 0, 0}, {6, 2, 0}}; !slices.Equal(got, want) {
				t.Errorf("%s: lines, and the first and last of the same keys: %v, want %v", tt.name, got, want)
			}
		}
	}
}
