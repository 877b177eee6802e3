//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine"
)

// Ensure that a design goes into an account after its plan, that a check finds copies that have drifted and says so with its status, and
// that it mends them.
func TestDeploy(t *testing.T) {
	remote := shop(t)
	folder := t.TempDir()
	file, comparison := filepath.Join(folder, "w.ndjson"), filepath.Join(folder, "lab.json")
	keepInStep(t, 0, "copy", "Orders@shop", file, "--yes", "--quiet")
	spec := lab.Spec{Table: "Orders", Patterns: []lab.Pattern{{Name: "all", Kind: lab.Read}}, Designs: []lab.Design{
		{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"},
		{Name: "by state", Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []lab.Index{{Kind: lab.OtherTable, Partition: "{State}", Row: "{PartitionKey}_{RowKey}"}}},
		{Name: "wrong", Partition: "{State}", Row: "same", Indexes: []lab.Index{{Kind: lab.OtherTable, Partition: "{State}", Row: "{RowKey}"}}},
	}}
	if err := os.WriteFile(comparison, []byte(spec.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := keepInStep(t, 1, "deploy", "Orders@"+file, "Live@shop", "--yes"); !strings.Contains(said, "has no comparison of Orders") {
		t.Errorf("without a comparison it says %s", said)
	}
	edit(t, file, func(db *engine.DB) {
		if err := db.SetDocument(t.Context(), "~orders", spec.String()); err != nil {
			t.Fatal(err)
		}
	})
	said := keepInStep(t, 0, "deploy", "Orders@"+file, "Live@shop", "--yes", "--quiet", "--verify", "all")
	if !strings.Contains(said, "2 tables will be made") || !strings.Contains(said, "500 new") || !strings.Contains(said, "500 written") || !strings.Contains(said, "read back: 500 of 500, 0 missing") {
		t.Errorf("it says %s", said)
	}
	check := []string{"deploy", "Orders@" + file, "Live@shop", "--check", "--comparison", comparison, "--design", "by state"}
	if said := keepInStep(t, 0, check...); !strings.Contains(said, "250 entities, 250 copies; 0 missing, 0 stale, 0 orphaned") {
		t.Errorf("a check says %s", said)
	}
	if _, err := remote.Apply(t.Context(), "LiveBy1", engine.Op{Kind: engine.Delete, PartitionKey: "open", RowKey: "c1_0001", IfMatch: "*"}); err != nil {
		t.Fatal(err)
	}
	if said := keepInStep(t, 3, append(check, "--dry-run")...); !strings.Contains(said, `missing ("open", "c1_0001") in LiveBy1 of ("c1", "0001")`) {
		t.Errorf("a check says %s", said)
	}
	if said := keepInStep(t, 0, append(check, "--yes")...); !strings.Contains(said, "to mend: 1 copy in 1 request") || !strings.Contains(said, "1 written") {
		t.Errorf("mending says %s", said)
	}
	if said := keepInStep(t, 0, check...); !strings.Contains(said, "0 missing") {
		t.Errorf("a check after it says %s", said)
	}
	if said := keepInStep(t, 1, "deploy", "Orders@"+file, "Bad@shop", "--design", "wrong", "--yes"); !strings.Contains(said, "no place in this design") {
		t.Errorf("a wrong design says %s", said)
	}
	if said := keepInStep(t, 2, "deploy", "Orders@"+file, "Bad@shop", "--design", "none", "--yes"); !strings.Contains(said, "as it is, by state, wrong") {
		t.Errorf("a design that is not there says %s", said)
	}
}
