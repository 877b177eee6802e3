package uitest

import (
	"slices"
	"strings"
	"testing"
)

// Ensure that a click on the key map names a partition and leaves the filter, that the button and a drag write the filter of its keys and
// leave the other clauses, which can be taken back without a keyboard, and that the keyboard does the same.
func TestQuery_KeyMap(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.See("#map[data-segments='10']")
	// The bar is 1000 pixels wide here.
	pointer := func(kind string, x int) {
		t.Helper()
		page.Fire("#map", kind, map[string]any{"clientX": x, "button": 0, "pointerId": 1, "pointerType": "mouse"})
	}
	const first = "PartitionKey ge 'C' and Language eq 'Hindi'"
	page.Type(first)
	pointer("pointermove", 300)
	pointer("pointerdown", 300)
	pointer("pointerup", 300)
	page.See("#map-hover", "Comedy · ")
	if got := page.Editor(); got != first {
		t.Fatalf("the click wrote %q", got)
	}
	page.Press(".map-foot button", "Filter")
	page.Plan("row range")
	if got := page.Editor(); got != "PartitionKey eq 'Comedy' and Language eq 'Hindi'" {
		t.Fatalf("Filter wrote %q", got)
	}
	page.Press(".map-foot button", "Undo")
	if got := page.Editor(); got != first {
		t.Fatalf("Undo left %q", got)
	}
	page.Gone("#map-undo")
	page.Type("")
	pointer("pointerdown", 4)
	pointer("pointermove", 200)
	pointer("pointermove", 300)
	pointer("pointerup", 300)
	page.Plan("partition range")
	if got := page.Editor(); got != "PartitionKey ge 'Action' and PartitionKey le 'Comedy'" {
		t.Fatalf("the drag wrote %q", got)
	}
	page.Focus("map")
	page.Key("Home")
	page.Key("z")
	page.See("#map-hover", "RowKeys of the partition Action")
	page.Key("ArrowRight")
	page.Key("Enter")
	page.Plan("row range", "part of one partition")
	page.Focus("map")
	page.Key("Escape")
	page.See("#map[data-segments='10']")
}

// Ensure that a filter that the page writes into the editor is coloured and underlined as one that is typed.
func TestQuery_WrittenFilterIsMarked(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Focus("map")
	page.Key("End")
	page.Key("Enter")
	page.Plan("row range", "whole partition War")
	page.Marked("key-range", "PartitionKey eq 'War'")
	page.Marked("tok-str", "'War'")
}

// Ensure that a large table is generated, that a filter is counted on all of it, and that a load can be stopped.
func TestGenerate_LargeTable(t *testing.T) {
	if testing.Short() {
		t.Skip("generates 200,000 entities")
	}
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Press("button", "+ Generate data…")
	page.Fill("#spec-entities", "many")
	page.Key("Enter")
	page.See("#dialog-err", "many")
	page.Fill("#spec-entities", "1,000,000")
	page.Key("Enter")
	page.See(".loading")
	page.Press(".loading button", "Stop")
	page.Gone(".loading")
	if got := page.Text(".side"); strings.Contains(got, "Generated") {
		t.Fatalf("a stopped load left its table: %s", got)
	}

	page.Press("button", "+ Generate data…")
	entities, pages := "200,000", "200 pages"
	if testing.Short() { // the race detector runs, and making them is one goroutine's work
		entities, pages = "40,000", "40 pages"
	}
	page.Fill("#spec-entities", entities)
	page.Key("Enter")
	page.See(".crumb h1", "Generated")
	page.WaitRows()
	page.See(".result-line", pages)
	page.Grid().Scroll(1000)
	page.Wait("the marker of a page", func() bool {
		return slices.ContainsFunc(page.Grid().Markers(), func(s string) bool { return strings.Contains(s, "page 2") })
	})
	page.Type("Number gt 500000")
	page.Plan("full scan", "examines "+entities+" of "+entities, "returns")
}
