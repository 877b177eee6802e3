package simulator

import (
	"testing"

	"rangefinder/app/keydesign/population"
	"rangefinder/app/loadsim"
	"rangefinder/filterlang"
)

// Ensure that a template's properties that no entity has are told while it is typed, of the open table and of entities described.
func TestSetup_UnknownProperties(t *testing.T) {
	census := &filterlang.Census{Properties: []filterlang.PropertyCensus{{Name: "Many"}, {Name: "Few"}, {Name: "More"}}}
	for _, tt := range []struct{ template, want string }{
		{"{Many}_{PartitionKey}{RowKey}{Timestamp|ticks}", ""}, {"{many}", "No entity has many: it gives nothing."},
		{"{Other|pad(3)}{Few}{Third}", "No entity has Other, Third: it gives nothing."}, {"{Other", ""}, {"x", ""},
	} {
		s := DefaultSetup()
		s.Keys.Kind, s.Template = loadsim.Given, tt.template
		if got := s.UnknownProperties(census); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.template, got, tt.want)
		}
		if got := s.UnknownProperties(nil); got != "" {
			t.Errorf("%s of nothing known: %q", tt.template, got)
		}
	}
	s := DefaultSetup()
	s.Keys.Kind, s.Template, s.Population = loadsim.Given, "{Many}{Channel}", &population.Spec{Properties: []population.Property{{Name: "Channel"}}}
	if got := s.UnknownProperties(census); got != "No entity has Many: it gives nothing." {
		t.Errorf("of a population: %q", got)
	}
	s.Keys.Kind = loadsim.Single
	if got := s.UnknownProperties(census); got != "" {
		t.Errorf("without a template: %q", got)
	}
}
