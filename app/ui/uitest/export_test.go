package uitest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Ensure that what is exported comes back the same, and that the two exports are two.
func TestExport_AndImportAgain(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Quiet()
	page.Press("button", "Export…")
	page.See("#dialog", "33 entities", "10,681 entities of Movies")
	page.Press("#dialog button", "Export this result")
	if name, got := page.Saved(); name != "MoviesResult.json" || strings.Count(got, `"RowKey"`) != 33 {
		t.Errorf("the result %s has %d entities", name, strings.Count(got, `"RowKey"`))
	}
	page.See(".notice", "33 entities")
	page.Press("button", "Export…")
	page.Click("#export-format-3") // typed CSV
	page.Press("#dialog button", "Export the whole table")
	page.See(".notice", "10,681 entities")
	name, whole := page.Saved()
	if name != "Movies.typed.csv" {
		t.Errorf("the table is saved as %s", name)
	}
	page.Press("button", "Export…")
	if !page.Checked("#export-format-3") {
		t.Error("the format is not that of the last export")
	}
	page.Key("Escape")
	page.Gone("#export-format-3")
	page.Drop("Again.typed.csv", whole)
	page.Wait("the table", func() bool {
		return page.Has("#import-table") && page.Value("#import-table") == "Again" && page.Has(".preview tbody tr")
	})
	page.Press("#dialog button", "Import")
	page.See(".notice", "Imported 10,681 entities into Again")
	page.See(".crumb h1", "Again")
	page.WaitRows()
	page.Press("button", "Export…")
	page.Press("#dialog button", "Export the whole table")
	timestamp := regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z`) // the only one of a film
	if _, again := page.Saved(); timestamp.ReplaceAllString(again, "") != timestamp.ReplaceAllString(whole, "") {
		t.Errorf("%d bytes came back as %d others", len(whole), len(again))
	}
	page.Press("button", "Snapshots")
	page.Press("#dialog button", "Undo: Imported 10,681 entities into Again")
	page.Wait("the table is gone", func() bool { return !page.hasTable("Again") })
}

// Ensure that one entity that was changed is one line in the difference of two workspace files, for those who share them in a
// repository.
func TestExport_WorkspaceDiffers(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	export := func() []string {
		t.Helper()
		page.Key("Ctrl+k")
		page.Fill("#palette", "everything to a workspace")
		page.See("#palette-0", "Export everything to a workspace file")
		page.Key("Enter")
		page.See(".notice", ".rangefinder.ndjson")
		name, content := page.Saved()
		if !strings.HasSuffix(name, ".rangefinder.ndjson") {
			t.Errorf("it is saved as %s", name)
		}
		page.Press(".notice button", "Close this message")
		return strings.Split(content, "\n")
	}
	before := export()
	openLine(t, page, 0, "Alien")
	page.Fill("#prop-text-1", "4.25")
	page.Press("#inspector button", "Commit only this")
	page.Wait("the new rating", func() bool { return page.Cells("Rating")[0] == "4.25" && !page.Has("#pending") })
	after := export()
	var differ []string
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			differ = append(differ, before[i], after[i])
		}
	}
	if len(before) != len(after) || len(differ) != 2 || !strings.Contains(differ[0], `"RowKey":"Alien"`) || strings.Replace(differ[0], "4.5", "4.25", 1) != differ[1] {
		t.Errorf("%d and %d lines, %d differ: %.600q", len(before), len(after), len(differ), differ)
	}
}

// Ensure that plain CSV says what it loses before anything is written.
func TestExport_LossesAreTold(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Press("button", "Export…")
	page.See("#dialog", "plain values")
	for _, label := range page.all("#dialog label") {
		if text := page.text(label.node); strings.Contains(text, ".csv") && strings.Contains(text, "plain values") {
			page.click(label)
		}
	}
	page.See("#dialog .advice-box li")
	if n := len(page.document.saved); n > 0 {
		t.Errorf("%d files are saved already", n)
	}
}

// Ensure that a snapshot brings a deleted table back, that restoring it can be undone, and that deletions can be.
func TestSnapshots_RestoreAndUndo(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	movies := func(is bool) {
		t.Helper()
		page.Wait(fmt.Sprint("the table Movies is there: ", is), func() bool { return page.hasTable("Movies") == is })
	}
	page.Press("button", "Snapshots")
	page.Quiet()
	page.Fill("#snapshot-name", "before")
	page.Press("#dialog button", "Save a snapshot")
	page.See("#dialog .preview", "10,681 entities in 1 table")
	page.Press("#dialog button", "Close")

	page.Press("button", "Delete table…")
	page.Press("#dialog button", "Delete Movies")
	movies(false)
	page.See(".blank", "No table is open")
	page.Quiet()
	page.Press(".notice button", "Undo")
	page.See(".crumb h1", "Movies")
	movies(true)
	page.WaitRows()
	page.Quiet()

	page.Press("button", "Delete table…")
	page.Press("#dialog button", "Delete Movies")
	movies(false)
	page.Quiet()
	page.Press("button", "Snapshots")
	page.Press("#dialog button", "Restore before")
	movies(true)
	page.Gone("#snapshot-name")
	page.Quiet()
	page.Press(".notice button", "Undo")
	movies(false)
}

// Ensure that a saved query and what it belongs to survive a reload.
func TestSavedQuery_Reload(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Type("PartitionKey eq 'War'")
	page.Press("button", "Save…")
	page.Fill("#query-name", "all wars")
	page.Press("#dialog button", "Save")
	listed := func() bool { return slices.Contains(page.Texts("#side .name"), "all wars") }
	page.Wait("the query is listed", listed)
	// It is listed before the worker has written it. The plan of another class answers what the worker was asked later.
	page.Type("PartitionKey ge 'Drama'")
	page.Plan("partition range")
	page, _ = page.Reload()
	page.WaitRows()
	page.Wait("the query is listed after a reload", listed)
	for _, e := range page.all("#side .item") {
		if strings.Contains(page.text(e.node), "all wars") {
			page.click(e)
			break
		}
	}
	page.Wait("its filter", func() bool { return page.Editor() == "PartitionKey eq 'War'" })
}
