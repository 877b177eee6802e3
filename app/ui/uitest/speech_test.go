package uitest

import (
	"testing"
)

// Ensure that what matters is heard, once: the plan when the typing rests, a refusal, the end of a run, a change, its undo, a save
// that is refused, what a dialog finds wrong and reports, the verdict on a lesson's step and the end of a simulation.
func TestAccess_LiveRegions(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until typing rests")
	}
	t.Parallel()
	page := Open(t, "#v=1&t=Movies")
	page.WaitRows()
	ear := page.Listen()
	page.Type("PartitionKey eq 'War' and RowKey lt 'D'")
	ear.Only("Row range: reads part of partition War, examines 24 of 10,681 entities, returns 24, at least 1 round trip.")
	page.Type("PartitionKey eq 'War")
	ear.Only("The filter is not finished: The closing quote is missing.")
	page.Type("Rating gt")
	ear.Only("The filter is unfinished after gt: a literal comes next.")
	page.Type("PartitionKey eq 'War'")
	page.Run()
	ear.Only("300 entities returned, row range, 300 examined.")

	page.Settled()
	rows := page.Cells("RowKey")
	page.Grid().Open(0)
	page.Wait("the entity is open", func() bool {
		return page.Has("#insp-rk") && page.Value("#insp-rk") == rows[0] && page.Focused() == "inspector"
	})
	page.Fill("#prop-text-1", "1.25")
	page.Click("#save")
	ear.Only("1 change is pending")
	page.Click("#pending-undo")
	ear.Only("Undone: ")
	page.Press(".notice button", "Redo")
	ear.Only("Done again: ")
	page.Click("#pending-undo")
	ear.Only("Undone: ")
	page.Press("#inspector button", "Duplicate")
	page.Fill("#insp-rk", rows[1])
	page.Click("#save-now")
	ear.Only("Not committed: The specified entity already exists.")
	page.Press("#inspector button", "Close the inspector")
	ear.Only("What was typed for the new entity is not committed.")

	page.Press("button", "+ New table")
	page.Fill("#table-name", "1a")
	page.Key("Enter")
	ear.Only("A table name has 3 to 63 characters")
	page.Key("Escape")
	page.Gone("#dialog h2")

	page.Drop("my films.csv", "Title;Genre;Year\nAlien;Horror;1979\nHeat;Crime;1995\nOdd;Crime;soon\n<img src=x onerror=alert(1)>;Crime;2001\n")
	page.Wait("the rows are shown", func() bool { return len(page.Texts(".preview tbody tr")) == 4 })
	page.Choose(`select[aria-label="Type of Year"]`, "2") // Int32, which one row is not
	page.See(".preview td.err")
	page.Fill("#import-rk", "{Title}")
	page.Wait("the row keys are shown", func() bool { return page.Text(".preview tbody td:nth-child(2)") == "Alien" })
	page.Press("#dialog button", "Import")
	ear.Only("Imported 3 entities into myfilms. 1 row refused.", "3 entities returned, full scan, 3 examined.")
	page.Press("#dialog button", "Close")
	page.Gone("#dialog h2")

	page.Click("#tab-simulator")
	page.Click("#sim-play")
	ear.Only("The run is over.")
	page.Visit("#v=1&lesson=four-classes")
	page.See("#lesson-ask")
	ear.Only("Opening the lesson The four classes.", "Step 1 of 3: One movie")
	page.Click(".answers .btn:nth-child(2)")
	ear.Only("Right: row range.", "1 entity returned, row range, 200 examined.")
	page.Click("#lesson-begin")
	ear.Only("1 entity returned, full scan, 1,000 examined.")
	page.Type("PartitionKey eq 'SciFi' and RowKey eq 'Movie-0610'")
	ear.Only("Point: ")
	page.Key("Ctrl+Shift+Enter")
	ear.Only("1 entity returned, point, 1 examined.", "Passed. ")
	ear.Only()
}
