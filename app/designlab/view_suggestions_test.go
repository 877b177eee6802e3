package designlab

import (
	"slices"
	"testing"

	"rangefinder/app/keydesign/suggest"
)

// Ensure that only the reasons of every suggestion are told of all, and none of a single one.
func TestCommon(t *testing.T) {
	list := []suggest.Suggestion{{Reasons: []string{"a", "b", "c"}}, {Reasons: []string{"c", "a"}}, {Reasons: []string{"c", "d", "a"}}}
	if got := common(list); !slices.Equal(got, []string{"a", "c"}) {
		t.Errorf("%q", got)
	}
	if got := common(list[:1]); got != nil {
		t.Errorf("of one: %q", got)
	}
}
