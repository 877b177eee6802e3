package uitest

import (
	"strings"
	"testing"
)

// Ensure that a table is opened with the query that was chosen for it, after a reload, too, and that the choice is taken back.
func TestQuery_WhenOpened(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	table := func(name, filter string) {
		t.Helper()
		page.Wait("the table "+name, func() bool {
			for _, e := range page.all("#side .item") {
				if names, _ := page.within(e.node, ".name"); len(names) > 0 && page.text(names[0].node) == name {
					page.click(e)
					return true
				}
			}
			return false
		})
		page.Wait(name+" with the filter "+filter, func() bool {
			return page.Text(".crumb h1") == name && (filter != "" && page.Editor() == filter || filter == "" && !strings.Contains(page.Editor(), "4.9"))
		})
	}
	const own = "PartitionKey eq 'War' and Rating gt 4.9"
	page.Type(own)
	page.Order("Use this query whenever", "Use this query whenever this table is opened")
	page.See(".notice", "Movies is opened with this query from now on")
	page.Press("button", "+ New table")
	page.Fill("#table-name", "Other")
	page.Press("#dialog button", "Create")
	page.See(".crumb h1", "Other")
	page.Gone("#dialog h2")
	table("Movies", own)
	table("Other", "")
	page, _ = page.Reload()
	page.See(".crumb h1", "Other")
	page.See("#side", "When it is opened")
	table("Movies", own)
	page.Order("Open this table without", "Open this table without a query of its own")
	page.See(".notice", "Movies opens without a query of its own")
	const last = "PartitionKey eq 'War'"
	page.Type(last)
	page.Click("#run")
	page.See("#result", "300 entities returned")
	table("Other", "")
	table("Movies", last)
}

// Ensure that a first visit has one next step that stands out, the lesson: Run steps back as long as its rows are on screen already, and
// comes forward for another filter and when the introduction is gone.
func TestFirstVisit_OneNextStep(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.See("#intro-lesson.primary")
	page.See("#run.answered")
	filter := page.Editor()
	page.Type(filter + " and Favorite eq true")
	page.Gone("#run.answered")
	page.Type(filter)
	page.See("#run.answered")
	page.Click("#intro-hide")
	page.Gone("#run.answered")
}

// Ensure that a first visit leads to the run of a filter of one's own by two presses, into the editor and on Run, with the introduction
// still there.
func TestFirstVisit_OwnFilterInTwoPresses(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.See("#intro", "PartitionKey + RowKey is the only index")
	const intoTheEditor = 1
	before := page.presses
	page.Type("PartitionKey eq 'War' and Rating gt 4.5")
	page.Plan("row range")
	page.Click("#run")
	page.Wait("the result of the own filter", func() bool {
		cells := page.Cells("PartitionKey")
		return len(cells) > 0 && cells[0] == "War" && strings.Contains(page.Text(".result-line"), "examined 300")
	})
	if n := page.presses - before + intoTheEditor; n != 2 {
		t.Errorf("%d presses, want 2", n)
	}
	page.See("#intro")
	page.Press("#intro-import", "Own data…")
	page.Press("#intro-paste", "Rows of a spreadsheet: paste them")
	page.See(".notice", "press Ctrl+V")
	page.Press("#intro-import", "Own data…")
	page.Press("#intro-connect", "An Azure account: connection string…")
	page.See("#dialog h2", "Connect")
	page.Key("Escape")
	page.Gone("#dialog h2")
	page.Press("#intro-import", "Own data…")
	page.Press("#intro-file", "A file: CSV, JSON, NDJSON…")
	page.See("#intro") // nothing is opened yet
	page.Key("Ctrl+,")
	fieldHolds(page, "#set-intro", "")
	page.Choose("#set-intro", "hidden")
	page.Gone("#intro")
}

// Ensure that a CSV file becomes a table with its result on screen by two presses besides the choice of the file, without a column for
// a key, too; and by one when the file is dropped.
func TestFirstVisit_TableFromCSVInTwoPresses(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	before := page.presses
	page.Press("#import", "+ Import a file…")
	page.ChooseFile("orders.csv", "CustomerId,OrderId,Total\nC1,1,5\nC1,2,7\nC2,3,9\n")
	page.Press("#import-start", "Import")
	page.See(".crumb h1", "orders")
	page.See(".result-line", "3 entities returned")
	if n := page.presses - before; n != 2 {
		t.Errorf("%d presses, want 2", n)
	}
	before = page.presses
	page.Drop("more.csv", "PartitionKey,RowKey,Total\na,1,5\n")
	page.Press("#import-start", "Import")
	page.See(".crumb h1", "more")
	page.See(".result-line", "1 entity returned")
	if n := page.presses - before; n != 1 {
		t.Errorf("%d presses for a dropped file, want 1", n)
	}
	page.Type("PartitionKey eq 'a'")
	page.Plan("row range")
}

// Ensure that an introduction which is put away leaves the keyboard in the filter, and with a finger on Run: the editor would raise a
// keyboard over the page.
func TestFirstVisit_PutAway(t *testing.T) {
	t.Parallel()
	for _, coarse := range []bool{false, true} {
		w := NewWorkspace()
		w.Coarse = coarse
		page := w.Open(t, "")
		page.WaitRows()
		page.Click("#intro-hide")
		page.Gone("#intro")
		if coarse {
			focused(page, "run")
		} else {
			focused(page, "editor")
		}
	}
}
