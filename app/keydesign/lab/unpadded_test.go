package lab

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that a read says which number keeps its range from using a key, and that the template which it offers lets the range use it; that
// nothing is said where padding helps nothing or cannot be.
func TestBench_Unpadded(t *testing.T) {
	double := func(name string, v float64) engine.Property {
		return engine.Property{Name: name, Value: edm.NewDouble(v)}
	}
	from := table(t, func(add func(string, string, ...engine.Property)) {
		for i := range 1500 {
			add(fmt.Sprintf("C%d", i%3), fmt.Sprintf("%04d", i), text("Kind", fmt.Sprintf("k%d", i%3)), number("Total", i), double("Rating", float64(i%10)/2), number("Change", i-700))
		}
	})
	for _, tt := range []struct {
		name, filter string
		design       Design
		want         string // field and template; "" for nothing
	}{
		{"in a RowKey", "Kind eq 'k1' and Total ge 900", Design{Partition: "{Kind}", Row: "{Total}_{RowKey}"}, "row {Total|pad(4)}_{RowKey}"},
		{"in a PartitionKey", "Total lt 300", Design{Partition: "{Total}", Row: "{RowKey}"}, "partition {Total|pad(4)}"},
		{"a literal of more digits", "Total lt 30000 and Total ge 1200", Design{Partition: "{Total}", Row: "{RowKey}"}, "partition {Total|pad(5)}"},
		{"with a fraction", "Rating gt 3.5", Design{Partition: "r_{Rating}", Row: "{RowKey}"}, "partition r_{Rating|pad(1)}"},
		{"wherever it stands", "Total lt 300", Design{Partition: "{Total}-{Total}", Row: "{RowKey}"}, "partition {Total|pad(4)}-{Total|pad(4)}"},
		{"in an index", "Total ge 900", Design{Partition: "{Kind}", Row: "{RowKey}", Indexes: []Index{{Kind: OtherTable, Partition: "all", Row: "{Total}_{RowKey}"}}}, "index:0:row {Total|pad(4)}_{RowKey}"},
		{"in an index that shares the partition", "Kind eq 'k1' and Total ge 900", Design{Partition: "{Kind}", Row: "{RowKey}", Indexes: []Index{{Kind: SamePartition, Row: "t_{Total}_{RowKey}"}}}, "index:0:row t_{Total|pad(4)}_{RowKey}"},
		{"padded already", "Total lt 300", Design{Partition: "{Total|pad(4)}", Row: "{RowKey}"}, ""},
		{"no range", "Total eq 300", Design{Partition: "{Total}", Row: "{RowKey}"}, ""},
		{"no partition to have a range in", "Total lt 300", Design{Partition: "{Kind}", Row: "{Total}_{RowKey}"}, ""},
		{"behind what is not asked", "Total lt 300", Design{Partition: "{Kind}_{Total}", Row: "{RowKey}"}, ""},
		{"negative numbers", "Change lt 3", Design{Partition: "{Change}", Row: "{RowKey}"}, ""},
		{"a text", "Kind ge 'k1'", Design{Partition: "{Kind}", Row: "{RowKey}"}, ""},
	} {
		tt.design.Name = "d"
		measure := func() Cell {
			r, err := NewBench(from, false).Measure(context.Background(), Spec{Patterns: []Pattern{{Name: "p", Kind: Read, PerDay: 1, Filter: tt.filter}}, Designs: []Design{tt.design}}, Watch{})
			if err != nil {
				t.Fatal(err)
			}
			return r.Patterns[0].Cells[0]
		}
		before, got := measure(), ""
		if u := before.Unpadded; u != nil {
			got = u.Field + " " + u.Instead
			switch field := u.Field[strings.LastIndex(u.Field, ":")+1:]; {
			case strings.HasPrefix(u.Field, "index:"):
				tt.design.Indexes[0].Row = u.Instead
			case field == "row":
				tt.design.Row = u.Instead
			default:
				tt.design.Partition = u.Instead
			}
			if after := measure(); after.Unpadded != nil || after.Ways[0].Wanted != before.Ways[0].Wanted || after.Ways[0].Examined >= before.Ways[0].Examined {
				t.Errorf("%s: padded it is %+v, before %+v", tt.name, after.Ways[0], before.Ways[0])
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
