package plan

import (
	"testing"

	"rangefinder/filterlang"
)

// Ensure that the property whose type does not fit is named when it can be no other: keys are always text, a Timestamp is none.
func TestMismatched(t *testing.T) {
	for filter, want := range map[string]string{
		"PartitionKey eq 'a' and A gt 'x'": " in A, so they do not match",
		"A gt 'x' and A lt 'y'":            " in A, so they do not match",
		"Timestamp gt 2020":                " in Timestamp, so they do not match",
		"Timestamp gt 2020 and A gt 'x'":   ", so they do not match",
	} {
		e, err := filterlang.Parse(filter)
		if err != nil {
			t.Fatal(err)
		}
		if got := Mismatched(&Plan{Plan: filterlang.NewPlan(e)}); got != want {
			t.Errorf("%s: %s, want %s", filter, got, want)
		}
	}
}
