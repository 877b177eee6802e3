package study

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
)

// Ensure that the list of partitions comes out whole and in its order, with keys that are text to a spreadsheet.
func TestExport_Partitions(t *testing.T) {
	d, files := openFiles(t)
	keys := []string{"=1+1", "a,b", "say \"x\"", ""}
	for i := range 300 {
		keys = append(keys, fmt.Sprintf("p%03d", i))
	}
	d.Load(t, "Many", func(add func(string, string, ...engine.Property)) {
		for i, key := range keys {
			for r := range 1 + (i*7)%5 {
				add(key, fmt.Sprint(r))
			}
		}
	})
	for _, order := range []wire.PartitionOrder{wire.ByEntities, wire.ByBytes, wire.ByKey} {
		for _, formulas := range []bool{false, true} {
			var want strings.Builder
			want.WriteString("PartitionKey,Entities,Bytes\n")
			for first := 0; first < len(keys); first += wire.MaxWindow {
				r, err := wire.Call(t.Context(), d, wire.Partitions, wire.PartitionsRequest{Table: "Many", Order: order, First: first, Count: wire.MaxWindow}, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range r.List {
					if p.Key == "=1+1" && !formulas {
						p.Key = "'=1+1"
					}
					fmt.Fprintf(&want, "%s,%d,%d\n", p.Key, p.Entities, p.Bytes)
				}
			}
			out, err := wire.Call(t.Context(), d, wire.ExportPartitions, wire.ExportRequest{What: "partitions", Table: "Many", Order: order, Format: interchange.PlainCSV, Formulas: formulas}, nil)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(files.Text(t, out.URL), "\ufeff"))).ReadAll()
			if err != nil || out.Name != "ManyPartitions.csv" {
				t.Fatalf("%+v: %v", out, err)
			}
			got := ""
			for _, cells := range lines {
				if len(cells) == 3 {
					got += cells[0] + "," + cells[1] + "," + cells[2] + "\n"
				}
			}
			if got != want.String() {
				t.Errorf("%s: wrote\n%.400s\nwant\n%.400s", order, got, want.String())
			}
		}
	}
	if _, err := wire.Call(t.Context(), d, wire.ExportPartitions, wire.ExportRequest{What: "partitions", Table: "Many", Order: wire.ByKey, Format: interchange.NDJSON}, nil); err == nil {
		t.Error("writes a list of partitions as NDJSON")
	}
}
