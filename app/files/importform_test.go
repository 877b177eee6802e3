package files

import (
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
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

// Ensure that a column which is String because of a few values is named above the list of columns when that has to be scrolled.
func TestImport_NotesNameNearly(t *testing.T) {
	im := &Import{Inspect: &interchange.Inspection{}}
	for i := range columnsInView + 1 {
		im.Columns = append(im.Columns, ImportColumn{Type: edm.String, Column: interchange.Column{Name: "C" + strconv.Itoa(i)}})
	}
	if notes := im.notes(); len(notes) > 0 {
		t.Errorf("%q", notes)
	}
	for i, kind := range map[int]edm.Type{4: edm.Boolean, 6: edm.DateTime} {
		im.Columns[i].Nearly = &interchange.Nearly{Type: kind}
	}
	if notes := im.notes(); len(notes) != 1 || !strings.HasPrefix(notes[0], "Imported as String because of a few values: C4 (Boolean), C6 (DateTime).") {
		t.Errorf("%q", notes)
	}
	im.Columns[4].Type, im.Columns[6].Skip = edm.Boolean, true
	if notes := im.notes(); len(notes) > 0 {
		t.Errorf("chosen otherwise, it says %q", notes)
	}
}
