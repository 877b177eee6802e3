package simulator

import (
	"slices"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/app/loadsim"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// UnknownProperties says which properties of the template no entity has that keys are made of, "" for none; nil census: nothing is
// known of the open table.
func (s *Setup) UnknownProperties(census *filterlang.Census) string {
	if s.Keys.Kind != loadsim.Given || s.Population == nil && census == nil {
		return ""
	}
	template, err := keydesign.Parse(s.Template)
	if err != nil {
		return ""
	}
	known := append(census.Names(), filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp)
	if g := s.Population; g != nil {
		known = known[len(known)-3:]
		for _, p := range g.Properties {
			known = append(known, p.Name)
		}
	}
	var unknown []string
	for _, name := range template.Properties() {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	if unknown == nil {
		return ""
	}
	return "No entity has " + words.Clip(strings.Join(unknown, ", "), 120) + ": it gives nothing."
}
