package uitest

import (
	"bytes"
	"strings"
	"testing"

	"rangefinder/app/sample"
)

// Ensure that the screen explains itself, reads the two logs to try, tells what changed and what was not understood, opens a shape as a
// query, and takes the rates to the lab.
func TestWorkload_Journey(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&screen=workload")
	page.See(".work .blank", "What does your application ask?", "StorageTableLogs", "HAR", "of any length")
	page.Press("#work-sample", "Read the two logs")
	page.See("#work-log-0", "Before: The day before a release", "8 shapes", "were not understood", "Line 2,000")
	page.See("#work-log-1", "After: The day after the release", "10 shapes")
	page.See("#work-changes", "full scan", "new", "gone", "worse", "changed")
	if text := page.Text(".work"); strings.Index(text, "What changed") > strings.Index(text, "were not understood") {
		t.Error("lines that were not understood stand above what changed")
	}
	if page.Has("details.work-lines[open]") {
		t.Error("lines that were not understood are unfolded though each log was read to its end")
	}
	if first := page.Text("#work-shapes tbody tr"); !strings.Contains(strings.ToLower(first), "full scan") || !strings.Contains(first, "RowKey ge {String} and RowKey lt {String}") || !strings.Contains(first, "503") {
		t.Errorf("first comes %q", first)
	}
	page.Press("#work-numbers-0", "As table")
	page.Wait("two time lines as tables", func() bool { return len(page.all(".work-time tbody")) == 2 })

	page.Press("#work-shape-0", "RowKey ge {String} and RowKey lt {String}")
	page.See(".work-behind", "Every entity of the table", "For example", "RowKey ge '")
	page.Press("#work-q0", "Open as a query")
	page.See("#planstrip", "full scan")
	page.WaitRows()
	page.Back()
	page.See("#work-log-1")

	page.Press("#work-lab", "To the lab: Movies")
	waitLab(page)
	page.See(".notice", "patterns with the rates of the log", "Undo in the lab")
	page.See("#lab-table", "RowKey ge {String} and RowKey lt {String}", "Insert", "Point read by the entity's address")
	page.Press("#lab-undo", "Undo")
	page.See("#lab-table", "One film")
}

// Ensure that a dropped log goes to the screen whatever its name, that two files are one log, that a file that is none is told there, and
// that data still goes to the import.
func TestWorkload_Dropped(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	var log bytes.Buffer
	if err := sample.WriteLog(&log, sample.Logs[0].Name); err != nil {
		t.Fatal(err)
	}
	page.Drop("export.json", log.String())
	page.See("#work-log-0", "Log: export.json", "JSON lines", "8 shapes")
	page.Drop("later.log", strings.ReplaceAll(log.String(), "2026-11-12", "2026-11-13"))
	page.See("#work-changes", "8 shapes are as before")
	page.Press("#work-close-1", "✕")
	page.Gone("#work-changes")

	page.Drop("notes.txt", "A,B\n1,2\n") // on this screen
	page.See(".failure", "notes.txt is not a log of a known kind: line 1 does not begin like any log below.", "Logs that it reads")
	page.Press("#work-import", "Import it as entities…")
	page.See(".preview tbody tr")
	page.Press("#dialog button", "Cancel")
	// Of a log whose lines cannot be read the lines are told, and one that could be is shown in the place of the introduction.
	page.Press("#work-close-0", "✕")
	page.Drop("bad.log", "1.0;2026-11-20T09:30:00Z;QueryEntities\n1.0;2026-11-20T09:31:00Z;QueryEntities\n")
	page.See(".failure", "None of the 2 lines of bad.log is a call to a Table service.", "Line 1 does not have 30 fields", "Line 2 does", "a line that can be read (Storage Analytics)", `"https://acme.table.core.windows.net/Orders()"`)
	if text := page.Text(".work .blank"); strings.Contains(text, "the most expensive first") || !strings.Contains(text, "Choose a log") {
		t.Errorf("below stands %q", text)
	}

	page.Press("#tab-query", "Query")
	page.Drop("notes.csv", "A,B\n1,2\n")
	page.See(".preview tbody tr")
}
