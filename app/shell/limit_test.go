package shell

import (
	"strings"
	"testing"

	"rangefinder/app/editor"
	"rangefinder/app/queryline"
)

// Ensure that no text that can be pasted makes more marks than the editor can draw without a pause.
func TestUpdate_FilterTyped_BoundsMarks(t *testing.T) {
	size := 1 << 20
	if testing.Short() { // the race detector runs, and there is one goroutine
		size /= 16
	}
	for _, text := range []string{strings.Repeat("(", size), strings.Repeat("a eq 1 and ", size/50) + "a eq 1"} {
		_, cmds := after(ready(t), queryline.FilterTyped{Text: text})
		if marks, _ := find[editor.ShowMarks](cmds); len(marks.Marks.Marks) == 0 || len(marks.Marks.Marks) > 2*editor.MaxMarks {
			t.Errorf("%.12s…: %d marks", text, len(marks.Marks.Marks))
		}
	}
}
