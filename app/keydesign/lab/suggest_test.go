package lab

import (
	"testing"

	"rangefinder/app/keydesign/population"
)

// Ensure that entities that do not exist yet are asked by their properties and not by the keys that they do not have: what is
// proposed is not refused, finds some, and can be answered by a design that is proposed; what asks for no key stays.
func TestAskPopulation(t *testing.T) {
	people := population.Spec{Entities: 3000, Seed: 5, Properties: []population.Property{
		{Name: "Photo", Type: "Binary"},
		{Name: "Gone", Type: "Double", Distinct: 9},
		{Name: "Same", Type: "String", Distinct: 1},
		{Name: "Vip", Type: "Boolean", Distinct: 2, Missing: 0.5},
		{Name: "City", Type: "String", Distinct: 40, Skew: 1, Prefix: "city-"},
		{Name: "Number", Type: "Int32"},
		{Name: "Since", Type: "DateTime"},
	}}
	spec := Spec{Population: &people, Designs: []Design{{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"}},
		Patterns: []Pattern{
			{Name: "a point", Kind: Read, Filter: "PartitionKey eq 'a' and RowKey eq 'b'"},
			{Name: "hidden", Kind: Read, Filter: "not (Vip eq true or RowKey gt 'b')"},
			{Name: "mine", Kind: Read, Filter: "Number gt 7"},
			{Name: "unfinished", Kind: Read, Filter: "Number gt"},
			{Name: "all", Kind: Read},
			{Name: "new", Kind: Insert, Rate: 10},
		}}
	AskPopulation(&spec)
	if err := spec.Check(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range spec.Patterns {
		names = append(names, p.Name)
	}
	if got := len(names); got != 7 || names[0] != "By Vip" || names[1] != "By City" || names[2] != "By Number" || names[3] != "mine" || names[6] != "new" {
		t.Fatalf("the patterns are %q", names)
	}
	if len(spec.Designs) != 2 || spec.Designs[1].Partition != "{City}" {
		t.Fatalf("the designs are %+v", spec.Designs)
	}
	r := measure(t, NewBench(load(t, people), true), spec)
	for k := range 3 {
		if p := r.Patterns[k]; p.Refused != nil || p.Cells[0].Cost.Returned == 0 {
			t.Errorf("%s is refused %+v, costs %+v", spec.Patterns[k].Filter, p.Refused, p.Cells)
		}
	}
	if before, now := r.Patterns[1].Cells[0].Cost, r.Patterns[1].Cells[1].Cost; now.Examined >= before.Examined {
		t.Errorf("by City %+v, before %+v", now, before)
	}

	none := Spec{Population: &people, Designs: []Design{asItIs}}
	if AskPopulation(&none); len(none.Patterns) != 3 || len(none.Designs) != 2 {
		t.Errorf("without patterns it is %+v", none)
	}
	again := spec
	AskPopulation(&again)
	if len(again.Patterns) != len(spec.Patterns) || len(again.Designs) != len(spec.Designs) {
		t.Errorf("asked again it is %+v", again)
	}

	gaps := population.Spec{Entities: 100, Seed: 1, Properties: []population.Property{{Name: "Rated", Type: "String", Distinct: 9, Missing: 0.3}, {Name: "Made", Type: "String", Distinct: 9, Missing: 0.1}}}
	gappy := Spec{Population: &gaps, Designs: []Design{asItIs}}
	if AskPopulation(&gappy); len(gappy.Designs) != 2 || gappy.Designs[1].Partition != "{Made}" {
		t.Errorf("where every property has gaps the designs are %+v", gappy.Designs)
	}
}

// Ensure that an index is proposed for the reads that a design leaves to scans, the most frequent first, each once.
func TestIndexFor(t *testing.T) {
	spec := Spec{Designs: []Design{{Partition: "{PartitionKey}", Row: "{RowKey|lower}"}}, Patterns: []Pattern{
		{Kind: Read, PerDay: 9000, Filter: "PartitionKey eq 'a' and City eq 'b'"},
		{Kind: Read, PerDay: 100, Filter: "City eq 'b' and Age gt 3"},
		{Kind: Read, PerDay: 40, Filter: "Mail eq 'x'"},
		{Kind: Read, PerDay: 90, Filter: "Mail eq 'y'"},
		{Kind: Read, PerDay: 10, Filter: "City eq 'c'"},
		{Kind: Read, PerDay: 1e6, Filter: "Mail eq"},
		{Kind: Insert, PerDay: 1e6, Filter: "Level eq 'z'"},
	}}
	for _, want := range []Index{{Name: "by Mail", Partition: "index_{Mail}"}, {Name: "by City", Partition: "index_{City}"}, {Partition: "index_{PartitionKey}"}} {
		got := IndexFor(&spec, 0)
		if got.Name != want.Name || got.Partition != want.Partition || got.Kind != OtherPartition || got.Row != "{PartitionKey}_{RowKey|lower}" {
			t.Errorf("the index is %+v, want %+v", got, want)
		}
		spec.Designs[0].Indexes = append(spec.Designs[0].Indexes, got)
	}
	spec = Spec{Designs: []Design{asItIs}, Patterns: []Pattern{
		{Kind: Read, PerDay: 9, Filter: "PartitionKey eq 'a' and RowKey eq 'b'"},
		{Kind: Read, PerDay: 2, Filter: "PartitionKey eq 'a' and City eq 'b'"},
		{Kind: Read, PerDay: 3, Filter: "PartitionKey eq 'a' and Age eq 3"},
	}}
	for _, want := range []Index{{Name: "by Age", Row: "{Age}_{PartitionKey}_{RowKey}"}, {Name: "by City", Row: "{City}_{PartitionKey}_{RowKey}"}, {Row: "{PartitionKey}_{RowKey}"}} {
		got := IndexFor(&spec, 0)
		if got.Name != want.Name || got.Row != want.Row || got.Partition != "index_{PartitionKey}" {
			t.Errorf("within a partition the index is %+v, want %+v", got, want)
		}
		spec.Designs[0].Indexes = append(spec.Designs[0].Indexes, got)
	}
	spec = Spec{Designs: []Design{asItIs}, Patterns: []Pattern{{Kind: Read, PerDay: 9, Filter: "PartitionKey ge 'a' and PartitionKey lt 'b' and Favorite"}}}
	if got := IndexFor(&spec, 0); got.Partition != "index_{Favorite}" {
		t.Errorf("by a Boolean alone: %+v", got)
	}
	for template, want := range map[string]bool{"{City}": true, "{Cityhall}_{City|lower}": true, "{Cityhall}": false, "City": false, "": false} {
		if inTemplate(template, "City") != want {
			t.Errorf("%q has City: %t", template, !want)
		}
	}
}
