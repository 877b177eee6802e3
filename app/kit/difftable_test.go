package kit

import (
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

func TestDiffTable_Excerpt(t *testing.T) {
	text := strings.Repeat("ä", 100) + "X" + strings.Repeat("b", 100)
	other := strings.Repeat("ä", 100) + "Y"
	row := page.DiffRow{Cells: []wire.TextProperty{{Text: text}, {Text: other}}}
	at := row.Apart(0)
	if at != 100 || row.Apart(1) != 0 {
		t.Fatal(at)
	}
	for _, tt := range []struct{ got, want string }{
		{excerpt("short", 3, 10), "short"},
		{excerpt(text, 0, 4), "ääää…"},
		{excerpt(text, at, 8), "…ääXbbbbb…"},
		{excerpt(text, 200, 4), "…bbbb"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
