package uitest

import (
	"slices"
	"testing"

	"rangefinder/app/port"
)

// Ensure that Delete clears cells: one, or several of several entities, as one step that undo takes back and Commit writes; that a key's
// cell deletes its entity; and that cells of a key or a Timestamp among others clear nothing.
func TestGrid_ClearCells(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27&ran=1")
	page.WaitRows()
	at := func(name string) int { return slices.Index(page.Columns(), name) }
	press := func(first, last int, left, right string) {
		page.Focus("grid")
		page.Grid().Events.OnDelete(first, last, at(left), at(right))
		page.pump()
	}
	cell := func(what string, line int, name string, kind port.CellKind, changed bool) {
		t.Helper()
		page.Wait(what, func() bool {
			c := cellAt(page, line, name)
			return c.Kind == kind && c.Changed == changed
		})
	}
	page.Grid().To(0, at("Rating"))
	press(0, 0, "Rating", "Rating")
	page.See("#pending", "1 change in 1 partition")
	cell("a cell without its value", 0, "Rating", port.CellMissing, true)
	if row := page.Grid().Rows[0]; row.Mark != port.MarkPending {
		t.Errorf("the entity is marked %d", row.Mark)
	}
	press(0, 0, "Rating", "Rating")
	page.See(".notice", "There is no value to clear.")

	left, right := page.Columns()[at("Rating")], page.Columns()[at("Rating")+1]
	press(0, 2, left, right)
	page.See("#pending", "3 changes in 1 partition")
	cell("the last of several cells", 2, "Rating", port.CellMissing, true)
	page.Key("Ctrl+z")
	cell("one step is undone", 2, "Rating", port.CellValue, false)
	cell("the step before is not", 0, "Rating", port.CellMissing, true)
	page.Click("#pending-commit")
	page.See(".notice", "Committed 1 change")
	cell("a property that is removed", 0, "Rating", port.CellMissing, false)

	press(1, 1, "RowKey", "Rating")
	page.See(".notice", "A key names its entity and cannot be cleared.")
	press(1, 1, "Timestamp", "Timestamp")
	page.See(".notice", "Timestamp is set by the store")
	if page.Has("#pending-commit") {
		t.Error("keys or a Timestamp are a change")
	}
	press(1, 1, "PartitionKey", "PartitionKey")
	page.Wait("an entity that goes", func() bool { return page.Grid().Rows[1].Mark == port.MarkDeleted })
	press(1, 1, "Rating", "Rating")
	page.See(".notice", "the next commit deletes it")
}

// Ensure that pasted values fill the cells from the current one on, with the types of their columns, all of them or none, as one step; that
// one value fills all cells that are selected; and that what does not fit is said and can be imported.
func TestGrid_PasteCells(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27&ran=1")
	page.WaitRows()
	rating := slices.Index(page.Columns(), "Rating")
	text := func(line int, want string) {
		t.Helper()
		page.Wait("the value "+want, func() bool { c := cellAt(page, line, "Rating"); return c.Text == want && c.TypeMark == "Double" })
	}
	was := cellAt(page, 1, "Rating").Text
	page.Grid().To(0, rating)
	page.Paste("1.5", "")
	text(0, "1.5")
	page.See("#pending", "1 change in 1 partition")
	page.Paste("2.5\r\nx\r\n", "")
	page.See(".notice", "Nothing was changed.", "Rating: ")
	text(0, "1.5")
	page.Paste("2.5\r\n3.5\r\n", "")
	text(0, "2.5")
	text(1, "3.5")
	page.Focus("grid")
	page.Key("Ctrl+z")
	text(0, "1.5")
	text(1, was)
	page.Grid().Span = &[4]int{0, 2, rating, rating}
	page.Paste("4.25", "")
	page.See("#pending", "3 changes in 1 partition")
	text(2, "4.25")
	page.Grid().Span = nil
	page.Grid().To(0, 0)
	page.Paste("x", "")
	page.See(".notice", "cannot be pasted over")
	page.Grid().To(0, len(page.Columns())-1)
	page.Paste("a\tb\tc", "")
	page.See(".notice", "What you paste has 3 columns")
	page.Grid().To(page.Grid().Total-1, rating)
	page.Paste("1\n2", "")
	page.See(".notice", "What you paste has 2 lines, and from this one on there is 1 entity.")
	page.Press(".notice button", "Import them as entities…")
	page.Wait("the import", func() bool { return page.Has("#import-table") })
}
