package lab

import (
	"testing"

	"rangefinder/filterlang"
)

// Ensure that costs in request units follow the index of values and not the keys, that they rank the designs, that what is only true of
// Azure Table storage is left out, and that the report that was measured stays as it is.
func TestByUnits(t *testing.T) {
	spec := Spec{
		Designs: []Design{{Name: "plain"}, {Name: "by customer"}},
		Patterns: []Pattern{
			{Name: "get", Kind: Read, PerDay: 1}, {Name: "of one", Kind: Read, PerDay: 1, Top: 5, Order: "RowKey"}, {Name: "ne", Kind: Read, PerDay: 1},
			{Name: "add", Kind: Insert, PerDay: 1, Rate: 5000},
		},
	}
	read := func(class filterlang.Class, filter string, examined, returned, trips int, bytes int64) Cell {
		w := Way{Index: -1, Filter: filter, Class: class, Examined: examined, Returned: returned, Wanted: returned, RoundTrips: trips, Bytes: bytes, Ordered: true,
			Cost: Cost{Requests: float64(trips), Examined: float64(examined)}.points()}
		return Cell{Known: true, Ways: []Way{w}, Cost: w.Cost}
	}
	write := func() Cell {
		return Cell{Known: true, Write: &Write{Requests: 2, Written: 4, Transaction: true, Hottest: 5000, HottestPeak: 5000, AtEnd: 1}, Cost: Cost{Requests: 2}.points()}
	}
	r := &Report{Entities: 1000, Bytes: 2 << 20, Designs: []DesignReport{{Known: true}, {Known: true}}, Patterns: []PatternReport{
		{Cells: []Cell{read(filterlang.Point, "PartitionKey eq 'a' and RowKey eq 'b'", 1, 1, 1, 2048), read(filterlang.Point, "PartitionKey eq 'a' and RowKey eq 'b'", 1, 1, 1, 2048)}},
		{Cells: []Cell{read(filterlang.FullScan, "Customer eq 'c'", 1000, 10, 1, 20480), read(filterlang.RowRange, "PartitionKey eq 'c'", 10, 10, 1, 20480)}},
		{Cells: []Cell{read(filterlang.FullScan, "Status ne 'x'", 1000, 900, 1, 0), read(filterlang.FullScan, "Status ne 'x'", 1000, 900, 1, 0)}},
		{Cells: []Cell{write(), write()}},
	}}
	Rank(spec, r)
	if r.Patterns[3].Cells[0].Verdict != Impossible {
		t.Fatal("the writes are within the limit of a partition")
	}
	u := ByUnits(spec, r)
	for _, test := range []struct {
		pattern, design int
		class           filterlang.Class
		units           float64
		verdict         Verdict
		why             bool
	}{
		{0, 0, filterlang.PointRead, 2, Same, false},
		{1, 0, filterlang.AllPartitions, 2.5 + 10 + 1, Same, true},
		{1, 1, filterlang.OnePartition, 2.5 + 10, Better, true},
		{2, 0, filterlang.NoIndexHelp, 2.5 + 1 + 20, Same, false},
	} {
		c := &u.Patterns[test.pattern].Cells[test.design]
		if c.Ways[0].Class != test.class || !near(c.Units, test.units) || c.Verdict != test.verdict || (c.Why != "") != test.why {
			t.Errorf("%d under %d: %v, %v units, verdict %v, %q", test.pattern, test.design, c.Ways[0].Class, c.Units, c.Verdict, c.Why)
		}
	}
	if c := &u.Patterns[3].Cells[0]; c.Verdict != Same || c.Why != "" || !near(c.Units, 2*5*4.096) { // 2 requests of 2 entities of 2 kB
		t.Errorf("a write: %+v", c)
	}
	if u.Designs[1].Rank != 1 || u.Designs[0].Rank != 2 || u.Designs[0].Impossible || !r.Designs[0].Impossible || r.Patterns[1].Cells[0].Ways[0].Class != filterlang.FullScan {
		t.Errorf("ranks %d, %d; measured %+v", u.Designs[0].Rank, u.Designs[1].Rank, r.Designs[0])
	}
	if g := Grow(&spec.Patterns[2], &u.Patterns[2].Cells[0], 10, MorePartitions); !near(g.Units, 9*3.5+200) { // nine pages
		t.Errorf("ten times as large: %+v", g)
	}
	if g := Grow(&spec.Patterns[1], &u.Patterns[1].Cells[1], 10, MorePartitions); !near(g.Units, 12.5) {
		t.Errorf("one partition of ten times as many: %+v", g)
	}
	if ByUnits(spec, nil) != nil {
		t.Error("a report of nothing")
	}
}
