package page

import (
	"strings"
	"testing"

	"rangefinder/app/wire"
)

func TestMissText_SaysBoth(t *testing.T) {
	for _, kind := range []wire.MissKind{wire.MissCase, wire.MissSpace, wire.MissPadding, wire.MissSpelled, wire.MissNearest, wire.MissKey} {
		if text := MissText(wire.Miss{Kind: kind, Asked: "asked-for", Stored: "stored-as"}); !strings.Contains(text, "asked-for") || !strings.Contains(text, "stored-as") {
			t.Errorf("%s: %q", kind, text)
		}
	}
}
