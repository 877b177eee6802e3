package files

import (
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/wire"
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

// Ensure that a notice, which ends with a full stop, is handed over without one.
func TestImport_NoticeOfDuplicates(t *testing.T) {
	reply := &wire.ImportReply{Tables: []string{"Orders"}, Added: 1, Skipped: 1, Doubled: 1, Doubles: []wire.Double{{First: 1, Line: 2, PartitionKey: "a", RowKey: "1"}}, Undo: "u"}
	_, cmds := new(Model).imported(&page.View{}, ImportEnded{Req: wire.ImportRequest{OnExisting: "skip"}, Reply: reply})
	for _, c := range cmds {
		if c, ok := c.(page.Undoable); ok {
			if want := "the first of each is kept"; !strings.HasSuffix(c.Text, want) {
				t.Errorf("%q does not end with %q", c.Text, want)
			}
			return
		}
	}
	t.Errorf("no notice in %v", cmds)
}
