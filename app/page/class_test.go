package page

import (
	"testing"

	"rangefinder/filterlang"
)

// Ensure that a row range says whether it is a whole partition or a part of one, and that without a plan it claims neither.
func TestMeaningOf(t *testing.T) {
	whole := &filterlang.Plan{Class: filterlang.RowRange, WholePartition: true}
	part := &filterlang.Plan{Class: filterlang.RowRange}
	for name, test := range map[string]struct {
		class filterlang.Class
		plan  *filterlang.Plan
		want  string
	}{
		"a whole partition":  {filterlang.RowRange, whole, "A whole partition."},
		"a part":             {filterlang.RowRange, part, "Part of one partition."},
		"no plan":            {filterlang.RowRange, nil, "One partition, or part of it."},
		"plan of another":    {filterlang.FullScan, whole, "Every entity of the table."},
		"a class on its own": {filterlang.Point, nil, "One entity, by its full key."},
	} {
		if got := MeaningOf(test.class, test.plan); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
