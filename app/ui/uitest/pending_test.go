package uitest

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/port"
)

// rowMarks are the marks of the lines that the grid has, and whether one of their cells is changed to that text.
func rowMarks(page *Page, changed string) (marks []port.RowMark, is bool) {
	page.Settled()
	grid := page.Grid()
	for line := range grid.Total {
		row, ok := grid.Rows[line]
		if !ok {
			break
		}
		if row.Mark != port.MarkNone {
			marks = append(marks, row.Mark)
		}
		is = is || slices.ContainsFunc(row.Cells, func(c port.Cell) bool { return c.Changed && c.Text == changed })
	}
	return marks, is
}

// waitMarks waits until that many lines wait to be changed and that many to be deleted.
func waitMarks(t *testing.T, page *Page, pending, deleted int) {
	t.Helper()
	page.Wait("the marks of the lines", func() bool {
		marks, _ := rowMarks(page, "")
		return strings.Count(string(marksText(marks)), "p") == pending && strings.Count(string(marksText(marks)), "d") == deleted
	})
}

func marksText(marks []port.RowMark) (text []byte) {
	for _, m := range marks {
		text = append(text, " pd"[m])
	}
	return text
}

// openLine opens the entity of a line of the grid, as Enter on it does.
func openLine(t *testing.T, page *Page, line int, rowKey string) {
	t.Helper()
	page.Grid().Open(line)
	page.Wait("the entity "+rowKey, func() bool {
		return page.Has("#insp-rk") && page.Value("#insp-rk") == rowKey && page.Focused() == "inspector"
	})
}

// Ensure that an entity that waits to be inserted is named and can be opened, while the rows stay those that the query returned.
func TestPending_NewIsNamed(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	lines := page.Grid().Total
	openLine(t, page, 0, "Alien")
	page.Fill("#insp-rk", "Alien 2")
	page.Click("#save")
	page.See("#pending-new", "Action / Alien 2")
	waitMarks(t, page, 0, 1)
	openLine(t, page, 1, "Aliens")
	page.Press("#pending-new button", "+ Action / Alien 2")
	page.Wait("the new entity", func() bool { return page.Value("#insp-rk") == "Alien 2" })
	if got := page.Grid().Total; got != lines {
		t.Errorf("the grid has %d lines, the query returned %d", got, lines)
	}
	page.Press("button", "Partitions")
	page.Gone("#pending-new")
	page.Press("button", "Query")
	page.See("#pending-new", "Action / Alien 2")
	page.Click("#pending-commit")
	page.Gone("#pending-new")
}

// Ensure that edits collect, show in the grid, are undone and redone, survive a reload, are reviewed as differences and
// requests, and are committed group by group; and that the commit can be undone.
func TestPending_CollectReviewCommit(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	openLine(t, page, 0, "Alien")
	page.Fill("#prop-text-1", "4.70")
	page.See("#said-1", "= 4.7")
	if said := page.Text("#said-1"); said != "= 4.7" {
		t.Errorf("the value is read as %q", said)
	}
	page.See("#how-text", "Merge sends only Rating; the service keeps the other properties.")
	page.Click("#save")
	page.See("#pending", "1 change in 1 partition → 1 request")
	page.Wait("the changed cell", func() bool { marks, is := rowMarks(page, "4.7"); return is && len(marks) == 1 })
	waitMarks(t, page, 1, 0)
	if twice := page.Texts("#pending-note .btn:not(.only-phone)"); len(twice) > 0 {
		t.Errorf("beside the bar the inspector offers %q", twice)
	}
	page.Click("#discard-change")
	waitMarks(t, page, 0, 0)
	page.Fill("#prop-text-1", "4.70")
	page.Click("#save")
	waitMarks(t, page, 1, 0)
	openLine(t, page, 1, "Aliens")
	page.Press("#inspector button", "Delete")
	page.See("#pending", "2 changes in 1 partition → 1 transaction")
	waitMarks(t, page, 1, 1)
	if !page.Disabled("#save-now") {
		t.Error("a form without an edit can be committed over a deletion")
	}
	page.Press("#save", "Keep the entity")
	page.See("#pending", "1 change in 1 partition")
	waitMarks(t, page, 1, 0)

	page.Focus("grid")
	page.Key("Ctrl+z")
	waitMarks(t, page, 1, 1)
	page.Key("Ctrl+z")
	waitMarks(t, page, 1, 0)
	page.Key("Ctrl+Z") // with Caps Lock
	waitMarks(t, page, 0, 0)
	page.Key("Ctrl+Shift+z")
	page.Key("Ctrl+y")
	waitMarks(t, page, 1, 1)

	// A key that changes is a move: inside its partition one transaction.
	page.Grid().Open(2)
	page.Wait("the third", func() bool { return !slices.Contains([]string{"", "Alien", "Aliens"}, page.Value("#insp-rk")) })
	page.Fill("#insp-rk", "Moved")
	page.See("#move-note", "both are done, or neither")
	page.Click("#save")
	page.See("#pending", "4 changes in 1 partition → 1 transaction")

	page, _ = page.Reload()
	page.WaitRows()
	page.See("#pending", "4 changes in 1 partition → 1 transaction")
	waitMarks(t, page, 1, 2)
	if page.Disabled("#pending-undo") {
		t.Error("what waits cannot be undone after a reload")
	}

	page.Click("#pending-review")
	page.Wait("four differences", func() bool { return len(page.Texts("#review .diffs li")) == 4 })
	page.Click("#review .diffs li:first-child .item")
	page.See("#review .diff", "Rating", "4.5", "4.7", "changed")
	page.Press("#review button", "Request for Action")
	page.See("#review .request", "POST /$batch HTTP/1.1", "MERGE https://ACCOUNT.table.core.windows.net/Movies(PartitionKey='Action',RowKey='Alien')", `"Rating":4.7`, "DELETE https://", "If-Match: W/")
	page.Click("#commit")
	page.See(".notice", "Committed 4 changes in 1 transaction")
	page.Gone("#review")
	page.Gone("#pending")
	page.Wait("Aliens is gone", func() bool { return !slices.Contains(page.Cells("RowKey"), "Aliens") })
	page.Wait("the new rating", func() bool { return page.Cells("Rating")[0] == "4.7" })
	page.Focus("grid")
	page.Key("Ctrl+z") // nothing is pending: the commit is undone
	page.See(".notice", "Undone")
	page.Wait("all is as before", func() bool {
		return slices.Contains(page.Cells("RowKey"), "Aliens") && page.Cells("Rating")[0] == "4.5"
	})
	page.Key("Ctrl+y")
	page.See(".notice", "Committed 4 changes in 1 transaction")
	page.Wait("the commit is made again", func() bool {
		return !slices.Contains(page.Cells("RowKey"), "Aliens") && page.Cells("Rating")[0] == "4.7"
	})
	page.Key("Ctrl+y")
	page.See(".notice", "There is nothing to redo.")
	page.Key("Ctrl+z")
	page.See(".notice", "Undone")
	page.Press(".notice button", "Redo")
	page.See(".notice", "Committed 4 changes in 1 transaction")
	page.Key("Ctrl+z")
	page.Wait("all is as before", func() bool {
		return slices.Contains(page.Cells("RowKey"), "Aliens") && page.Cells("Rating")[0] == "4.5"
	})
}

// Ensure that the bar is there while something is pending and no longer, that a message offers Redo where the last change was undone, until
// something is pending again, and that the keys do both after the page is loaded anew.
func TestPending_BarGoesWithNothingPending(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	openLine(t, page, 0, "Alien")
	page.Click("#delete-entity")
	page.See("#pending", "1 change in 1 partition → 1 request")
	page.Click("#pending-undo")
	page.Gone("#pending")
	page.See(".notice", "Nothing is pending.")
	page.Press(".notice button", "Redo")
	page.See("#pending", "1 change")
	page.Click("#pending-discard")
	page.Gone("#pending")
	page.Press(".notice button", "Undo")
	page.See("#pending", "1 change")
	page.Click("#pending-undo")
	page.See(".notice button", "Redo")
	openLine(t, page, 1, "Aliens")
	page.Click("#delete-entity")
	page.See("#pending", "1 change")
	page.Gone(".notice button")
	page.Click("#pending-undo")
	page.Gone("#pending")

	drop(t, page, "other.csv", "PartitionKey,RowKey\na,1\n", 1)
	page.Press("#dialog button", "Import")
	page.See(".crumb h1", "other")
	page.Press("#side .item", "Movies 10,681")
	page.See(".crumb h1", "Movies")
	page.WaitRows()
	openLine(t, page, 0, "Alien")
	page.Click("#delete-entity")
	page.See("#pending", "1 change in 1 partition → 1 request")
	page.Gone("#pending .tag")
	page.Press("#side .item", "other 1")
	page.See("#pending .tag", "in Movies of this browser")
	page.Press("#side .item", "Movies 10,681")
	page.Gone("#pending .tag")
	page.Click("#pending-undo")
	page.Gone("#pending")
	page, _ = page.Reload()
	page.WaitRows()
	page.Gone("#pending")
	page.Focus("grid")
	page.Key("Ctrl+y")
	page.See("#pending", "1 change")
}

// Ensure that a new entity of a sorted table is shown once it is committed, in the grid and in the inspector, whatever was current before,
// and that a key which is taken is told of when its change is made.
func TestPending_NewEntity(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Type("PartitionKey eq 'Action' and RowKey lt 'E'")
	page.Run()
	page.WaitRows()
	page.Grid().To(3, 0)
	page.Wait("the form follows", func() bool { return page.Has("#insp-rk") })
	page.Press(".crumb button", "+ Entity")
	page.Wait("the other properties", func() bool { return page.Has("#others") })
	page.Choose("#others", "*")
	page.Gone("#others")
	page.Gone("#prop-name-1") // nobody had begun it
	page.Wait("the first of them", func() bool { return page.Value("#prop-name-2") == "Rating" && page.Focused() == "prop-text-2" })
	page.Wait("the last of them", func() bool { return page.Value("#prop-name-6") != "" && page.Text("#said-6") == "empty: not stored" })
	page.Fill("#insp-pk", "Action")
	page.Fill("#insp-rk", "Bolt")
	page.Fill("#prop-text-2", "4.5")
	page.Click("#save")
	page.See("#pending", "1 change")
	page.See("#inspector", "1 property")
	page.Click("#pending-undo")
	create := func(pk, rk string) {
		t.Helper()
		page.Press(".crumb button", "+ Entity")
		page.Wait("a new form", func() bool { return page.Text("#inspector h2") == "New entity" })
		page.Fill("#insp-pk", pk)
		page.Fill("#insp-rk", rk)
		page.Fill("#prop-name-1", "Rating")
		page.Fill("#prop-text-1", "4.4")
		page.Click("#save")
	}
	create("Action", "Alien")
	page.See(".notice", "There is an entity Action / Alien already.")
	page.See("#pending", "1 change")
	page.Click("#pending-undo")
	for _, key := range []string{"Cable", "Deck"} {
		create("Action", key)
		page.See("#pending", "1 change")
		page.Click("#pending-commit")
		page.Gone("#pending-commit")
		page.Wait("the new entity in the grid", func() bool { return cellAt(page, page.Grid().Line, "RowKey").Text == key })
		page.Wait("and in the inspector", func() bool {
			return page.Has("#save") && page.Value("#insp-rk") == key && page.Text("#inspector h2") == "Action / "+key
		})
		page.Grid().Events.OnSort(slices.Index(page.Columns(), "Rating"))
		page.See(".sorted", "by Rating")
		page.Grid().To(0, 0)
		page.Wait("another is current", func() bool { return page.Value("#insp-rk") != key })
	}

	// What a commit at once was refused for is told as long as its keys are there.
	page.Press(".crumb button", "+ Entity")
	page.Wait("a new form", func() bool { return page.Text("#inspector h2") == "New entity" })
	page.Fill("#insp-pk", "Action")
	page.Fill("#insp-rk", "Alien")
	page.Click("#save-now")
	page.See("#inspector .failure", "EntityAlreadyExists")
	page.Fill("#insp-rk", "Alien: the other")
	page.Gone("#inspector .failure")
}

// Ensure that Ctrl+D in the grid and in the inspector makes a new entity of the one there, with the focus on the key that has to
// differ, and that a closed inspector gives the keyboard back to the grid.
func TestEdit_Duplicate(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	isCopy := func(rowKey string) {
		t.Helper()
		page.Wait("a new entity "+rowKey, func() bool {
			return page.Has("#insp-rk") && page.Value("#insp-rk") == rowKey && page.Focused() == "insp-rk" && page.Text("#inspector h2") == "New entity"
		})
	}
	openLine(t, page, 1, "Aliens")
	page.Key("Ctrl+d")
	isCopy("Aliens copy")
	page.Press("#inspector button", "Close the inspector")
	page.Wait("the keyboard is in the grid", func() bool { return page.Focused() == "grid" })
	page.Grid().To(0, 0)
	page.Grid().Events.OnSelect(0, 0) // a second press on the line
	page.Wait("the inspector has followed", func() bool { return page.Has("#insp-rk") && page.Value("#insp-rk") == "Alien" })
	page.Grid().Events.OnDuplicate(0)
	isCopy("Alien copy")
}

// Ensure that a form keeps what it holds: through another type, a removal that is taken back, another entity, and the
// undo of an insert.
func TestEdit_NothingTypedIsLost(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	openLine(t, page, 0, "Alien")
	if rating := page.Value("#prop-text-1"); rating != "4.5" {
		t.Errorf("its rating is %q", rating)
	}
	page.Choose("#inspector select", "1")
	holds := func() {
		t.Helper()
		page.Wait("the text", func() bool { return page.Has("textarea#prop-text-1") && page.Value("textarea#prop-text-1") == "4.5" })
	}
	holds()
	page.Press("#inspector button", "Remove Rating")
	page.See("#how-text", "It deletes Rating.") // which a merge cannot
	page.Click("#how-false")
	page.See(".gone", "a merge deletes nothing")
	page.Press("#inspector button", "Keep")
	holds()
	if name := page.Value("#prop-name-1"); name != "Rating" {
		t.Errorf("the property that was kept is %q", name)
	}

	openLine(t, page, 1, "Aliens")
	page.Press(".notice button", "Bring it back")
	page.Wait("Alien", func() bool { return page.Value("#insp-rk") == "Alien" })
	holds()

	page.Press("#inspector button", "Revert")
	page.Press("#inspector button", "Duplicate")
	page.Press("#inspector button", "Commit only this")
	page.See(".notice", "Inserted")
	page.Press(".notice button", "Undo")
	page.See(".notice", "Undone")
	page.Plan("examines 917 of 10,681")
}
