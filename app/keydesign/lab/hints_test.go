package lab

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"rangefinder/engine"
)

// customers has orders whose Customer is their PartitionKey and whose Country is always that of their Region.
func customers(t testing.TB) *engine.Snapshot {
	return table(t, func(add func(string, string, ...engine.Property)) {
		for i := range 60 {
			c := fmt.Sprintf("C%02d", i/6)
			add(c, fmt.Sprintf("%04d", i), text("Customer", c), text("Region", "r"+c[1:2]), text("Country", "r"+c[1:2]), number("Total", i))
		}
	})
}

// Ensure that a pattern is offered the key of a design in the place of a property that equals it in every entity, keeps the property where
// a design needs it, and is told what a wrong name or word was meant to be.
func TestBench_Hints(t *testing.T) {
	asItIs := Design{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"}
	byCustomer := Design{Name: "by customer", Partition: "{Customer}", Row: "{RowKey}"}
	byRegion := Design{Name: "by region", Partition: "{Region}", Row: "{RowKey}"}
	for _, tt := range []struct {
		name, filter string
		designs      []Design
		want         []string // what is offered
	}{
		{"the key instead", "Customer eq 'C03'", []Design{asItIs}, []string{"PartitionKey eq 'C03'"}},
		{"beside others", "Total gt 3 and Customer eq 'C03'", []Design{asItIs}, []string{"Total gt 3 and PartitionKey eq 'C03'"}},
		{"both, for a design that needs the property", "Customer eq 'C03'", []Design{asItIs, byCustomer}, []string{"PartitionKey eq 'C03' and Customer eq 'C03'"}},
		{"the property that is a design's key", "Country eq 'r0'", []Design{asItIs, byRegion}, []string{"Region eq 'r0'"}},
		{"already asked for", "PartitionKey eq 'C03' and Customer eq 'C03'", []Design{asItIs, byCustomer}, nil},
		{"no key alone", "Customer eq 'C03' or Total eq 3", []Design{asItIs}, nil},
		{"not the same", "Region eq 'r0'", []Design{asItIs, byCustomer}, nil},
		{"a wrong name", "Custmer eq 'C03'", []Design{byCustomer}, []string{"Customer eq 'C03'"}},
		{"a wrong word", "Customer = 'C03'", []Design{byCustomer}, []string{"Customer eq 'C03'"}},
		{"nothing to say", "Total gt 3", []Design{asItIs, byCustomer}, nil},
	} {
		spec := Spec{Patterns: []Pattern{{Name: "p", Kind: Read, PerDay: 1, Filter: tt.filter}}, Designs: tt.designs}
		r, err := NewBench(customers(t), false).Measure(context.Background(), spec, Watch{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range r.Patterns[0].Hints {
			if h.Filter != tt.filter || h.Title == "" {
				t.Errorf("%s: %+v", tt.name, h)
			}
			got = append(got, h.Instead)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Ensure that a filter which a hint offers finds the same entities.
func TestBench_HintsFindTheSame(t *testing.T) {
	b := NewBench(customers(t), false)
	spec := Spec{Patterns: []Pattern{{Name: "p", Kind: Read, PerDay: 1, Filter: "Customer ge 'C03' and Total lt 40"}}, Designs: []Design{{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"}}}
	before, err := b.Measure(context.Background(), spec, Watch{})
	if err != nil {
		t.Fatal(err)
	}
	spec = spec.Clone()
	spec.Patterns[0].Filter = before.Patterns[0].Hints[0].Instead
	after, err := b.Measure(context.Background(), spec, Watch{})
	if err != nil {
		t.Fatal(err)
	}
	was, is := before.Patterns[0].Cells[0].Ways[0], after.Patterns[0].Cells[0].Ways[0]
	if is.Wanted != was.Wanted || was.Wanted == 0 || is.Examined >= was.Examined {
		t.Errorf("%d of %d examined, before %d of %d", is.Wanted, is.Examined, was.Wanted, was.Examined)
	}
}

// Ensure that the properties are told with their types and how many entities have them, the keys only where they mean something.
func TestBench_Properties(t *testing.T) {
	from := table(t, func(add func(string, string, ...engine.Property)) {
		add("a", "1", text("A", "x"), number("B", 1))
		add("a", "2", number("A", 1))
		add("a", "3", number("A", 1))
	})
	for _, generated := range []bool{false, true} {
		want := []string{"PartitionKey [String] 3", "RowKey [String] 3", "A [Int32 String] 3", "B [Int32] 1"}
		if generated {
			want = want[2:]
		}
		var got []string
		for _, p := range NewBench(from, generated).properties() {
			got = append(got, fmt.Sprint(p.Name, " ", p.Types, " ", p.Entities))
		}
		if !slices.Equal(got, want) {
			t.Errorf("generated %v: %q, want %q", generated, got, want)
		}
	}
}
