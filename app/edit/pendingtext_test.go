package edit

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// Ensure that a single change says its values, and several their names.
func TestChangeText(t *testing.T) {
	property := func(name, text string) wire.TextProperty {
		return wire.TextProperty{Name: name, Type: edm.String, Text: text}
	}
	base := &wire.EntityReply{Properties: []wire.TextProperty{property("A", "old"), property("B", "same")}}
	for name, c := range map[string]struct {
		want []wire.TextProperty
		text string
	}{
		"one":     {[]wire.TextProperty{property("A", "new"), property("B", "same")}, "A: old → new"},
		"two":     {[]wire.TextProperty{property("A", "new"), property("B", "other")}, "A, B changed"},
		"several": {[]wire.TextProperty{property("A", "new"), property("C", "x")}, "+ C · A changed · − B"},
	} {
		if got := ChangeText(&Change{Base: base, Want: c.want}); got != c.text {
			t.Errorf("%s: %q, want %q", name, got, c.text)
		}
	}
}
