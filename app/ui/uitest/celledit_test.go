package uitest

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/port"
)

// cellAt is the cell of a line in the column of a name.
func cellAt(page *Page, line int, name string) port.Cell {
	page.t.Helper()
	page.Settled()
	grid := page.Grid()
	column, row := slices.Index(grid.names(), name), grid.Rows[line]
	if column < 0 || grid.Columns[column].Cell >= len(row.Cells) {
		return port.Cell{Kind: port.CellMissing}
	}
	return row.Cells[grid.Columns[column].Cell]
}

// editCell has the grid put a field into a cell, typed: by a character.
func editCell(page *Page, line int, name string, typed bool) {
	page.t.Helper()
	grid, column := page.Grid(), slices.Index(page.Columns(), name)
	grid.To(line, column)
	if !grid.Events.OnEdit(line, column, cellAt(page, line, name), typed) {
		page.t.Fatalf("%s on line %d gets no field", name, line)
	}
	grid.Editing, grid.Note, grid.NoteWrong = true, "", false
	page.pump()
}

// Ensure that a value is edited in its cell: a mistake is said and keeps the field, Escape drops the edit, each edit is a pending
// change which undo takes back and Commit writes, what is typed is kept when the focus leaves; and that a key leads to the inspector.
func TestGrid_EditInCell(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	grid := page.Grid()
	was := cellAt(page, 0, "Rating").Text
	editCell(page, 0, "Rating", false)
	grid.Events.OnEditText("x")
	grid.Events.OnEditEnd("x", port.EditKept)
	page.Wait("the mistake is said", func() bool {
		return grid.Editing && grid.NoteWrong && len(grid.Note) > 10 && grid.NoteLabel == "Rating, Double"
	})
	grid.Events.OnEditEnd("x", port.EditDropped)
	page.Wait("no field", func() bool { return !grid.Editing })
	if page.Has("#pending") {
		t.Error("Escape keeps the edit")
	}

	editCell(page, 0, "Rating", true)
	grid.Events.OnEditText("4")
	grid.Events.OnEditText("4,8")
	page.Wait("a comma is refused rather than guessed", func() bool { return grid.NoteWrong })
	grid.Events.OnEditText("4.80")
	page.Wait("what is understood", func() bool { return !grid.NoteWrong && grid.Note == "Double · = 4.8" })
	grid.Events.OnEditEnd("4.80", port.EditNext)
	page.See("#pending", "1 change in 1 partition → 1 request")
	changed := func(is bool) func() bool {
		return func() bool { c := cellAt(page, 0, "Rating"); return c.Text == "4.8" && c.Changed == is }
	}
	page.Wait("the changed cell", changed(true))
	page.Focus("grid")
	page.Key("Ctrl+z")
	waitMarks(t, page, 0, 0)
	page.Key("Ctrl+y")
	page.Wait("the changed cell again", changed(true))
	page.Click("#pending-commit")
	page.See(".notice", "Committed 1 change")
	page.Wait("the cell as it is stored", changed(false))
	if was == "4.8" {
		t.Error("the sample has the very value")
	}

	if !grid.EditCell(1, 2, "7", port.EditLeft) {
		t.Error("the next line gets no field")
	}
	page.See("#pending", "1 change in 1 partition")
	grid.To(1, 1)
	if grid.Events.OnEdit(1, 1, cellAt(page, 1, "RowKey"), false) {
		t.Error("a key gets a field in its cell")
	}
	page.Wait("the key in the inspector", func() bool { return page.Focused() == "insp-rk" })
}

// Ensure that what is being typed into a cell outlives a reload: it is in the inspector then, with the message that it is not saved.
func TestGrid_CellOutlivesReload(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	grid := page.Grid()
	editCell(page, 0, "Rating", false)
	grid.Events.OnEditText("1.2")
	// Until the entity is read, the browser would ask instead. What comes after is kept at once.
	page.Wait("it is kept", func() bool {
		return strings.Contains(page.document.KeptText(), `1.2\"`) || strings.Contains(page.document.KeptText(), `"1.2"`)
	})
	grid.Events.OnEditText("1.25")
	page.pump()
	page, _ = page.Reload()
	page.See(".notice", "before the page was left")
	page.Wait("what was typed", func() bool {
		return slices.ContainsFunc(page.all("#inspector input, #inspector textarea"), func(e *element) bool { return e.value() == "1.25" })
	})
}
