package suggest

import (
	"testing"

	"rangefinder/app/keydesign/lab"
)

// Ensure that a design's name tells its keys, and buckets from the property that they are of.
func TestNameOf(t *testing.T) {
	for want, d := range map[string]lab.Design{
		"1: by Channel, Posted descending":                 {Partition: "{Channel}", Row: "{Posted|inverse}"},
		"1: by Channel and buckets of RowKey, then Posted": {Partition: "{Channel}_{RowKey|hash(16)}", Row: "{Posted}"},
		"1: one partition, then RowKey, index by City":     {Partition: "all", Row: "{RowKey}", Indexes: []lab.Index{{Partition: "index_{City}", Row: "{RowKey}"}}},
	} {
		if got := nameOf(&d, 1); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
