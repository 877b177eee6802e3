package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Ensure that a Tally of a table's entities has the table's own census, property sets and bytes, also when it goes on from a clone that
// another went on from as well.
func TestTally(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 24))
		db := Open(Options{})
		if err := db.CreateTable(context.Background(), "Mixed"); err != nil {
			t.Fatal(err)
		}
		var list []BulkEntity
		for i := range 1 + r.IntN(400) {
			e := BulkEntity{PartitionKey: fmt.Sprint("p", r.IntN(4)), RowKey: fmt.Sprintf("r%04d", i)}
			for _, name := range []string{"A", "B", "Größe", "D"} {
				switch r.IntN(4) {
				case 0:
					e.Properties = append(e.Properties, Property{Name: name, Value: edm.NewInt32(int32(r.IntN(1 + i)))})
				case 1:
					e.Properties = append(e.Properties, Property{Name: name, Value: edm.NewString(fmt.Sprint("é", r.IntN(5)))})
				}
			}
			list = append(list, e)
		}
		if _, err := db.Bulk(context.Background(), "Mixed", list, RefuseExisting); err != nil {
			t.Fatal(err)
		}
		s, err := db.Snapshot("Mixed")
		if err != nil {
			t.Fatal(err)
		}
		tally := NewTally()
		for rank := range s.Len() {
			if r.IntN(100) == 0 {
				kept := tally
				tally = kept.Clone()
				for range 20 { // somebody else goes on from the same
					tally.Add(s.At(r.IntN(s.Len())))
				}
				tally = kept.Clone()
			}
			tally.Add(s.At(rank))
		}
		own, bytes := map[string]int{}, int64(0)
		for rank := range s.Len() {
			bytes += int64(s.At(rank).Size())
		}
		for _, l := range s.Layouts() {
			own[setName(l)] += l.Count
		}
		sets := map[string]int{}
		for _, l := range tally.Layouts() {
			sets[setName(l)] += l.Count
		}
		if !reflect.DeepEqual(inOrder(tally.Census()), inOrder(s.Census())) || tally.Bytes() != bytes || tally.Len() != s.Len() || tally.Beyond() != 0 {
			t.Fatalf("seed %d: %+v, %d bytes\nthe table has %+v, %d bytes", seed, tally.Census(), tally.Bytes(), s.Census(), bytes)
		}
		if len(own) != len(sets) || !reflect.DeepEqual(own, sets) {
			t.Fatalf("seed %d: property sets %v, the table has %v", seed, sets, own)
		}
	}
}

// Ensure that a Tally is bounded, and says how many entities it did not tell apart.
func TestTally_Bounded(t *testing.T) {
	tally := NewTally()
	db := Open(Options{})
	if err := db.CreateTable(context.Background(), "Wide"); err != nil {
		t.Fatal(err)
	}
	var list []BulkEntity
	for i := range maxTallyProperties + 30 {
		list = append(list, BulkEntity{PartitionKey: "p", RowKey: fmt.Sprintf("r%05d", i), Properties: []Property{{Name: fmt.Sprint("N", i), Value: edm.NewInt32(1)}}})
	}
	if _, err := db.Bulk(context.Background(), "Wide", list, RefuseExisting); err != nil {
		t.Fatal(err)
	}
	s, _ := db.Snapshot("Wide")
	for range 2 {
		for rank := range s.Len() {
			tally.Add(s.At(rank))
		}
	}
	if c := tally.Census(); len(c.Properties) != maxTallyProperties || c.Properties[0].Count != 2 || tally.Beyond() != 60 || tally.Len() != 2*s.Len() {
		t.Errorf("%d properties, the first in %d entities, %d beyond of %d", len(c.Properties), c.Properties[0].Count, tally.Beyond(), tally.Len())
	}
}

// inOrder returns a census with its properties in the order of their names, and the types of each in order.
func inOrder(c filterlang.Census) filterlang.Census {
	slices.SortFunc(c.Properties, func(a, b filterlang.PropertyCensus) int { return strings.Compare(a.Name, b.Name) })
	for _, p := range c.Properties {
		slices.SortFunc(p.Types, func(a, b filterlang.TypeCount) int { return int(a.Type) - int(b.Type) })
	}
	return c
}

// setName is a property set in the order of its names.
func setName(l LayoutCount) string {
	list := slices.Clone(l.Layout.Properties())
	slices.SortFunc(list, func(a, b edm.LayoutProperty) int { return strings.Compare(a.Name, b.Name) })
	return fmt.Sprint(list)
}
