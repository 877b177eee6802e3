package lab

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that a layout says what the tables of a design hold: each entity is of the set that made it, and what is stored for an entity is
// what Bench.Tables stored.
func TestLayout_SaysWhatTablesHold(t *testing.T) {
	db := engine.Open(engine.Options{})
	ctx := context.Background()
	if err := db.CreateTable(ctx, "Films"); err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		properties := []engine.Property{
			{Name: "Id", Value: edm.NewInt32(int32(i))}, {Name: "Genre", Value: edm.NewString([]string{"a", "b", "c"}[i%3])},
			{Name: "Year", Value: edm.NewInt32(int32(1990 + i%30))}, {Name: "WasRowKey", Value: edm.NewString("taken")},
		}
		if i%7 > 0 {
			properties = append(properties, engine.Property{Name: "Stars", Value: edm.NewDouble(float64(i % 5))})
		}
		if _, err := db.Apply(ctx, "Films", engine.Op{Kind: engine.Insert, PartitionKey: fmt.Sprint("p", i%4), RowKey: fmt.Sprint("r", i), Properties: properties}); err != nil {
			t.Fatal(err)
		}
	}
	from, err := db.Snapshot("Films")
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]Design{
		"as it is":       {Partition: "{PartitionKey}", Row: "{RowKey}"},
		"same partition": {Partition: "{Genre}", Row: "id_{Id|pad(5)}", Indexes: []Index{{Kind: SamePartition, Row: "year_{Year}_{Id|pad(5)}"}}},
		"marked":         {Partition: "{Genre}", Row: "{Id|pad(5)}", Indexes: []Index{{Kind: OtherPartition, Partition: "{Year}", Row: "{Id|pad(5)}", Properties: []string{"Id", "Stars"}}}},
		"all": {Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []Index{
			{Kind: OtherTable, Partition: "{Year}", Row: "{Id|pad(5)}"},
			{Kind: KeyList, Partition: "list_{Genre}", Row: "all"},
			{Kind: KeyList, Partition: "{PartitionKey}", Row: "{Genre}"},
			{Kind: OtherTable, Partition: "{PartitionKey}", Row: "{Stars}_{RowKey}", Properties: []string{"Year"}},
		}},
	} {
		for _, generated := range []bool{false, true} {
			if generated && d.Partition == "{PartitionKey}" {
				continue
			}
			bench := NewBench(from, generated)
			tables, report, err := bench.Tables(ctx, d, Watch{})
			if err != nil || report.Duplicates+report.Keyless > 0 {
				t.Fatal(name, err, report)
			}
			l, err := bench.Layout(d)
			if err != nil {
				t.Fatal(err)
			}
			stored := make([]map[Key]engine.Entity, len(l.Sets))
			for i := range stored {
				stored[i] = map[Key]engine.Entity{}
			}
			for i, table := range tables {
				if table.Suffix != l.Tables[i] {
					t.Errorf("%s: table %d is %q, want %q", name, i, l.Tables[i], table.Suffix)
				}
				for rank := range table.Table.Len() {
					e := table.Table.At(rank)
					set := l.SetOf(i, e)
					if set < 0 {
						t.Fatalf("%s: %q %q is of no set", name, e.PartitionKey(), e.RowKey())
					}
					stored[set][keyOf(e)] = e
				}
			}
			if len(stored[0]) != from.Len() {
				t.Fatalf("%s: %d entities, want %d", name, len(stored[0]), from.Len())
			}
			for set := 1; set < len(l.Sets); set++ {
				lists, n := map[Key][]string{}, 0
				for _, e := range stored[0] {
					key, err := l.Key(set, e)
					if err != nil {
						t.Fatal(name, err)
					}
					if l.Sets[set].List() {
						lists[key] = append(lists[key], l.Line(set, e))
						continue
					}
					want, err := engine.NewEntity(key.Partition, key.Row, 0, l.Properties(set, e))
					if err != nil {
						t.Fatal(name, err)
					}
					if got, ok := stored[set][key]; !ok || !engine.SameContent(got, want) {
						t.Fatalf("%s: set %d has %v for %v, want %v", name, set, got, key, want)
					}
					n++
				}
				for key, lines := range lists {
					got := l.Lines(stored[set][key])
					slices.Sort(got)
					slices.Sort(lines)
					if !slices.Equal(got, lines) {
						t.Fatalf("%s: list %v has %d lines, want %d", name, key, len(got), len(lines))
					}
					list, err := engine.NewEntity(key.Partition, key.Row, 0, l.ListOf(set, l.Lines(stored[set][key])))
					if err != nil || !engine.SameContent(list, stored[set][key]) {
						t.Errorf("%s: list %v is %v", name, key, list)
					}
				}
				if len(stored[set]) != n+len(lists) {
					t.Errorf("%s: set %d has %d entities, want %d", name, set, len(stored[set]), n+len(lists))
				}
			}
		}
	}
}
