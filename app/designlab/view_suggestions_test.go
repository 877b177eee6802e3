package designlab

import (
	"slices"
	"testing"

	"rangefinder/app/keydesign/suggest"
	"rangefinder/app/wire"
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

// Ensure that progress has whole per cents, of nothing too.
func TestPercent(t *testing.T) {
	for want, p := range map[string]wire.Progress{"95 %": {Done: 957, Total: 1000}, "0 %": {}, "100 %": {Done: 7, Total: 7}} {
		if got := percent(p); got != want {
			t.Errorf("%+v: %s, want %s", p, got, want)
		}
	}
}
