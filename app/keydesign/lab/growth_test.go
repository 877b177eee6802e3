package lab

import (
	"math"
	"testing"

	"rangefinder/filterlang"
)

// Ensure that only what reads a range that grows becomes dearer, that pages are those of the service, and that a server that is asked for
// more than it can do has no time.
func TestGrow(t *testing.T) {
	cell := func(w Way) *Cell { return &Cell{Known: true, Ways: []Way{w}} }
	row := Way{Class: filterlang.RowRange, Examined: 500, Returned: 500, Wanted: 500, RoundTrips: 1, Bytes: 50_000}
	scan := Way{Class: filterlang.FullScan, Examined: 10_000, Returned: 3, Wanted: 3, RoundTrips: 1, Bytes: 300}
	top := row
	top.Wanted, top.Examined, top.Returned = 10, 10, 10
	list := Way{Class: filterlang.RowRange, Examined: 21, Returned: 21, Wanted: 20, RoundTrips: 21, Lookups: 20}
	for name, test := range map[string]struct {
		p                  Pattern
		c                  *Cell
		times              float64
		how                Growth
		requests, examined float64
	}{
		"a point stays":                    {Pattern{}, cell(Way{Class: filterlang.Point, Examined: 1, Returned: 1, RoundTrips: 1}), 1000, LargerPartitions, 1, 1},
		"a row range with more partitions": {Pattern{}, cell(row), 1000, MorePartitions, 1, 500},
		"a row range with larger ones":     {Pattern{}, cell(row), 10, LargerPartitions, 5, 5000},
		"a scan that returns little":       {Pattern{}, cell(scan), 1000, MorePartitions, 20, 10_000_000},
		"as it is":                         {Pattern{}, cell(scan), 1, MorePartitions, 1, 10_000},
		"the first ten":                    {Pattern{Top: 10}, cell(top), 1000, LargerPartitions, 1, 10},
		"a list of keys":                   {Pattern{}, cell(list), 10, LargerPartitions, 201, 210},
		"an insert":                        {Pattern{}, &Cell{Write: &Write{Requests: 2, Written: 3}}, 1000, LargerPartitions, 2, 0},
	} {
		if g := Grow(&test.p, test.c, test.times, test.how); g.Requests != test.requests || g.Examined != test.examined || g.Millis <= 0 {
			t.Errorf("%s: %+v", name, g)
		}
	}
	p := Pattern{PerDay: 86_400}
	if now := Grow(&p, cell(scan), 1, MorePartitions); now.Busy < 0.1 || now.Busy > 0.11 || math.IsInf(now.Millis, 1) || now.Month(&p) != 86_400*30 {
		t.Errorf("now %+v", now)
	}
	if later := Grow(&p, cell(scan), 10, MorePartitions); !math.IsInf(later.Millis, 1) {
		t.Errorf("ten times as large %+v", later)
	}
}
