package lesson

import (
	"slices"
	"testing"
)

// Ensure that what is lit beside a reason is what the reason speaks of.
func TestPrediction_Clauses(t *testing.T) {
	for _, test := range []struct {
		measure Measure
		filter  string
		top     int
		want    []string
	}{
		{Class, "PartitionKey eq 'a' and RowKey eq 'b' and N eq 1", 0, []string{"PartitionKey eq 'a'", "RowKey eq 'b'"}},
		{Class, "N eq 1 and PartitionKey eq 'a'", 0, []string{"PartitionKey eq 'a'"}},
		{Class, "PartitionKey ge 'a' and PartitionKey lt 'c' and RowKey eq 'x'", 0, []string{"PartitionKey ge 'a'", "PartitionKey lt 'c'"}},
		{Class, "PartitionKey eq 'a' or PartitionKey eq 'b'", 0, []string{"PartitionKey eq 'a' or PartitionKey eq 'b'"}},
		{Class, "PartitionKey ne 'a' and N eq 1", 0, []string{"PartitionKey ne 'a'"}},
		{Examined, "RowKey eq 'x' and N eq 1", 0, []string{"RowKey eq 'x'"}},
		{Class, "N eq 1", 0, nil},
		{Class, "PartitionKey gt 'b' and PartitionKey lt 'a'", 0, []string{"PartitionKey gt 'b'", "PartitionKey lt 'a'"}},
		{Returned, "PartitionKey eq 'a' and N eq 1", 0, []string{"N eq 1"}},
		{Returned, "PartitionKey eq 'a' and RowKey eq 'b'", 0, []string{"PartitionKey eq 'a'", "RowKey eq 'b'"}},
		{Partitions, "PartitionKey eq 'a' and RowKey gt 'b'", 0, []string{"PartitionKey eq 'a'"}},
		{Requests, "PartitionKey eq 'a'", 0, nil},
		{Examined, "PartitionKey eq 'a'", 5, nil},
		{Values, "PartitionKey eq 'a'", 0, nil},
		{Class, "", 0, nil},
	} {
		p := Prediction{Measure: test.measure, Query: Query{Filter: test.filter, Top: test.top}}
		var got []string
		for _, s := range p.Clauses() {
			got = append(got, test.filter[s.Start:s.End])
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v of %s: %q, want %q", test.measure, test.filter, got, test.want)
		}
	}
}
