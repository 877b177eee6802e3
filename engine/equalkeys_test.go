package engine_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that a property counts as a key only when every entity holds that key in it, as a String.
func TestSnapshot_EqualKeys(t *testing.T) {
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	put := func(pk, rk string, properties ...engine.Property) {
		t.Helper()
		if _, err := db.Apply(t.Context(), "Orders", engine.Op{Kind: engine.Insert, PartitionKey: pk, RowKey: rk, Properties: properties}); err != nil {
			t.Fatal(err)
		}
	}
	text := func(name, value string) engine.Property {
		return engine.Property{Name: name, Value: edm.NewString(value)}
	}
	names := []string{"Customer", "Number", "Some", "Once", "Missing"}
	see := func(want map[string]string) {
		t.Helper()
		s, err := db.Snapshot("Orders")
		if err != nil {
			t.Fatal(err)
		}
		if got := s.EqualKeys(names); !maps.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	see(nil)
	for i := range 50 {
		pk, rk := fmt.Sprint("C", i%5), fmt.Sprint("N", i)
		put(pk, rk, text("Customer", pk), text("Number", rk), text("Some", "x"))
	}
	see(map[string]string{"Customer": "PartitionKey", "Number": "RowKey"})
	put("C9", "N99", text("Customer", "C9"), text("Number", "n99"))
	see(map[string]string{"Customer": "PartitionKey"})
	put("C9", "N98", engine.Property{Name: "Customer", Value: edm.NewInt32(9)})
	see(map[string]string{})
}

// Ensure that two properties count as the same only when every entity has both, with values of one type.
func TestSnapshot_EqualPairs(t *testing.T) {
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	pairs := [][2]string{{"A", "B"}, {"A", "C"}, {"A", "D"}, {"A", "E"}, {"A", "PartitionKey"}}
	see := func(want ...[2]string) {
		t.Helper()
		s, err := db.Snapshot("Orders")
		if err != nil {
			t.Fatal(err)
		}
		if got := s.EqualPairs(pairs); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	see()
	for i := range 20 {
		is, other := edm.NewInt32(int32(i)), edm.NewInt64(int64(i))
		properties := []engine.Property{{Name: "A", Value: is}, {Name: "B", Value: is}, {Name: "C", Value: other}, {Name: "D", Value: is}}
		if i == 7 {
			properties[3].Name = "E"
		}
		if _, err := db.Apply(t.Context(), "Orders", engine.Op{Kind: engine.Insert, PartitionKey: "p", RowKey: fmt.Sprint(i), Properties: properties}); err != nil {
			t.Fatal(err)
		}
	}
	see([2]string{"A", "B"})
}

// Ensure that the partitions that have a RowKey are found exactly, and none named when they are too many.
func TestSnapshot_HoldersOf(t *testing.T) {
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		op := engine.Op{Kind: engine.Insert, PartitionKey: fmt.Sprintf("C%02d", i), RowKey: fmt.Sprint("N", i%40)}
		if _, err := db.Apply(t.Context(), "Orders", op); err != nil {
			t.Fatal(err)
		}
	}
	s, err := db.Snapshot("Orders")
	if err != nil {
		t.Fatal(err)
	}
	for rowKey, want := range map[string][]string{"N3": {"C03", "C43", "C83"}, "N30": {"C30", "C70"}, "N": nil, "": nil} {
		if got := s.HoldersOf(rowKey, 3); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", rowKey, got, want)
		}
	}
	if got := s.HoldersOf("N3", 2); got != nil {
		t.Errorf("of more than two: %q", got)
	}
}
