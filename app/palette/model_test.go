package palette

import (
	"strings"
	"testing"
)

// Ensure that nothing is taken from a damaged list of what was chosen.
func TestParse_Damage(t *testing.T) {
	for _, text := range []string{"", "x", "{}", "[1]", `["` + strings.Repeat("a", 1<<15) + `"]`, "[" + strings.Repeat(`"a",`, 30) + `"a"]`} {
		if got := Parse(text); len(got.Recent) > 0 {
			t.Errorf("%.20s: %v", text, got)
		}
	}
}
