package files

import (
	"strconv"
	"testing"

	"rangefinder/engine/interchange"
)

// Ensure that a file of thousands of columns shows a bounded number of them, and that each can be found by its name.
func TestImport_FoundColumns(t *testing.T) {
	im := &Import{}
	for i := range 10_000 {
		im.Columns = append(im.Columns, ImportColumn{Column: interchange.Column{Name: "Column" + strconv.Itoa(i)}})
	}
	for _, tt := range []struct {
		find        string
		shown, all  int
		first, last int
	}{
		{"", ImportColumnsShown, 10_000, 0, ImportColumnsShown - 1},
		{"column999", 11, 11, 999, 9999},
		{"nope", 0, 0, 0, 0},
	} {
		im.Find = tt.find
		shown, all := im.Found()
		if len(shown) != tt.shown || all != tt.all || tt.shown > 0 && (shown[0] != tt.first || shown[len(shown)-1] != tt.last) {
			t.Errorf("%q: %d shown of %d found: %v", tt.find, len(shown), all, shown)
		}
	}
}
