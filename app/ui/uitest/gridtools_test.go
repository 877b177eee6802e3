package uitest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/port"
)

// Ensure that find looks through all lines, steps and wraps, marks what it found, and that Escape ends it.
func TestGrid_Find(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&ran=1")
	page.WaitRows()
	page.Grid().Open(0)
	page.See("#inspector h2", "Action")
	page.Focus("grid")
	page.Grid().Events.OnFind()
	page.Wait("the field", func() bool { return page.Has("#find") && page.Focused() == "find" })
	page.Fill("#find", "zULU")
	page.Wait("it is nowhere", func() bool { return page.Text("#find-text") == "Not in the 10,681 entities of this result" })
	page.Fill("#find", "wolf")
	said := regexp.MustCompile(`^Entity ([\d,]+) of ([\d,]+) \(`)
	line := func() (at, of string) {
		page.Wait("a line with it", func() bool {
			if m := said.FindStringSubmatch(page.Text("#find-text")); m != nil {
				at, of = m[1], m[2]
			}
			return at != ""
		})
		return at, of
	}
	found := func() bool { // the current line has a cell that is marked and holds the word
		page.Settled()
		grid := page.Grid()
		return slices.ContainsFunc(grid.Rows[grid.Line].Cells, func(c port.Cell) bool { return c.Match && strings.Contains(strings.ToLower(c.Text), "wolf") })
	}
	at, of := line()
	if n, err := strconv.Atoi(strings.ReplaceAll(of, ",", "")); at != "1" || err != nil || n < 2 {
		t.Fatalf("line %s of %s", at, of)
	}
	page.Wait("the first one", found)
	inspected := func() { // the open inspector shows the entity of the current line
		t.Helper()
		page.Wait("the inspector shows the entity of the current line", func() bool {
			grid := page.Grid()
			cells := grid.Rows[grid.Line].Cells
			return !grid.Apart && page.Text("#inspector h2") == cells[0].Text+" / "+cells[1].Text
		})
	}
	inspected()
	step := func(key, to string) {
		t.Helper()
		page.Focus("find")
		page.Key(key)
		page.See("#find-text", "Entity "+to+" of ")
	}
	step("Enter", "2")
	step("Shift+Enter", "1")
	step("Shift+Enter", of)
	page.Wait("the last one", found)
	inspected()
	page.Key("Escape")
	page.Gone("#find")
	page.Wait("the keyboard is in the grid and no mark is left", func() bool {
		marked := slices.ContainsFunc(page.Grid().Rows[page.Grid().Line].Cells, func(c port.Cell) bool { return c.Match })
		return page.Focused() == "grid" && !marked
	})
	inspected()

	// What is typed there stays, as when keys move the current line.
	page.Fill("#prop-text-1", "typed")
	title := page.Text("#inspector h2")
	page.Grid().Events.OnFind()
	page.Fill("#find", "Blade Runner")
	page.See(".notice", "The inspector still shows")
	if got := page.Text("#inspector h2"); got != title || page.Value("#prop-text-1") != "typed" {
		t.Errorf("the inspector shows %q with %q", got, page.Value("#prop-text-1"))
	}
}

// Ensure that the menu of a cell offers filters with the plan that each would get, adds one with and, and runs it.
func TestGrid_FilterFromCell(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27%20or%20PartitionKey%20eq%20%27War%27&ran=1")
	page.WaitRows()
	page.Grid().To(0, 1)
	page.Grid().Events.OnMenu(0, 1, 40, 50)
	page.Wait("filters with their plans", func() bool { return len(page.Texts("#gridmenu .planned")) > 5 })
	if got := page.Focused(); got != "gridmenu" {
		t.Errorf("the keyboard is at %q", got)
	}
	menu := page.Text("#gridmenu")
	for _, want := range []string{"Add with and", "starts with “Absent ”", "This partition: Action", "full scan", "examines 10,681"} {
		if !strings.Contains(menu, want) {
			t.Errorf("the menu lacks %q: %s", want, menu)
		}
	}
	chosen := func(how string) {
		t.Helper()
		page.Press("#gridmenu [role=menuitemradio]", how)
		page.Wait(how, func() bool { return page.Text("#gridmenu [role=menuitemradio][aria-checked=true]") == how })
	}
	chosen("Replace the filter")
	page.See("#gridmenu", "row range")
	chosen("Add with and")
	page.Wait("the plans of that", func() bool {
		return !page.Has("#gridmenu [aria-busy=true]") && len(page.Texts("#gridmenu .planned")) > 5
	})
	page.Click("#gridmenu .planned")
	page.Gone("#gridmenu")
	page.See(".result-line", "1 entity returned")
	if got, want := page.Editor(), "(PartitionKey eq 'Action' or PartitionKey eq 'War') and RowKey eq 'Absent Beacon II'"; got != want {
		t.Errorf("the filter is %s, want %s", got, want)
	}
}

// Ensure that the menu of a cell leaves a closed inspector closed, so that nothing moves below the pointer, that a click on the cell then
// opens it, and that an open one follows.
func TestGrid_MenuOnly(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Grid().Events.OnMenu(2, 1, 40, 50)
	page.Wait("filters with their plans", func() bool { return len(page.Texts("#gridmenu .planned")) > 3 })
	page.See(".insp", "Choose an entity in the grid")
	page.Press("#gridmenu [role=menuitem]", "Open in the inspector")
	page.See(".insp", page.Grid().Rows[2].Cells[1].Text)
	page.Gone("#gridmenu")
	page.Grid().Events.OnMenu(5, 1, 40, 50)
	page.See(".insp", page.Grid().Rows[5].Cells[1].Text)
	page.Click("#insp-close")
	page.Grid().Events.OnMenu(7, 1, 40, 50)
	page.Wait("filters again", func() bool { return len(page.Texts("#gridmenu .planned")) > 3 })
	page.See(".insp", "Choose an entity in the grid")
	page.Grid().To(7, 1)
	page.See(".insp", page.Grid().Rows[7].Cells[1].Text)
}

// Ensure that Delete in the menu of a cell makes its line a pending change, though the inspector holds another entity, and that this can
// be undone; where several lines are chosen it asks about all of them.
func TestGrid_MenuDelete(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Grid().Events.OnOpen(2)
	page.See(".insp", page.Grid().Rows[2].Cells[1].Text)
	page.Grid().Events.OnMenu(4, 3, 40, 50)
	page.Press("#gridmenu [role=menuitem]", "Delete this entity")
	page.Gone("#gridmenu")
	page.See(".pendings", "1 change")
	page.Wait("the line is marked", func() bool { return page.Grid().Rows[4].Mark == port.MarkDeleted && page.Grid().Rows[2].Mark == 0 })
	page.Focus("grid")
	page.Key("Ctrl+Z")
	page.Wait("no line is marked", func() bool { return page.Grid().Rows[4].Mark == 0 })
	page.Grid().Events.OnSelectLines(3, 5)
	page.Grid().Events.OnMenu(4, 3, 40, 50)
	page.Press("#gridmenu [role=menuitem]", "Delete the 3 chosen rows…")
	page.See("#dialog", "3 entities")
}

// Ensure that what a query finds is counted, deleted, and brought back; that several lines are deleted by the Delete key; and
// that a table is cleared with an undo.
func TestGrid_DeleteMany(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27&ran=1")
	page.WaitRows()
	page.Press("#remove", "Delete…")
	page.Press("#remove-found", "All that the query finds")
	offers := func(n string) {
		t.Helper()
		page.Wait("the offer to delete "+n, func() bool { return page.Text("#remove-go") == "Delete "+n+" entities" })
	}
	offers("1,545")
	page.See("#dialog", "1,545 entities in 1 partition", "16 entity group transactions", "2 requests to find them (row range, examines 1,545)")
	page.Press("#remove-go", "Delete 1,545 entities")
	page.See(".notice", "Deleted 1,545 entities")
	page.Gone("#remove-go")
	page.See(".crumb", "9,136 entities")
	page.Press(".notice button", "Undo")
	page.See(".crumb", "10,681 entities")
	page.Press("#run", "Run Ctrl ⏎")
	page.See(".result-line", "1,545 entities returned")
	page.WaitRows()

	page.Grid().To(0, 0)
	page.Grid().Stretch(0, 2)
	page.See("#selection", "3 entities selected")
	page.Grid().Events.OnDelete(2, 2, 3, 3)
	offers("3")
	page.Key("Escape")
	page.Gone("#remove-go")

	page.Press("#remove", "Delete…")
	page.Press("#remove-all", "Every entity of the table")
	offers("10,681")
	page.See("#dialog", "TableBeingDeleted")
	page.Press("#remove-go", "Delete 10,681 entities")
	page.See(".crumb", "0 entities")
	page.See(".blank")
	page.Press(".notice button", "Undo")
	page.See(".crumb", "10,681 entities")
}

// Ensure that every line is in a plain table, that the entity is read and edited as JSON in step with the form, and that values are
// decoded.
func TestGrid_JSONDecodePlain(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&ran=1")
	page.WaitRows()
	lines, err := strconv.Atoi(strings.ReplaceAll(page.Text(".result-line b"), ",", ""))
	if err != nil {
		t.Fatal(err)
	}
	page.Press("#plain-table", "Plain table")
	page.Wait("all lines", func() bool {
		plain := page.Plain()
		return len(plain) == 1+lines && strings.Contains(plain[0], "rows of Movies") && page.Focused() == "plain"
	})
	page.Press("#plain-table", "Back to the grid")
	page.Wait("the grid", func() bool { return !page.Has("#plain") && page.Focused() == "grid" })

	page.Grid().Open(0)
	page.Press("#lens-json", "JSON")
	page.Wait("the entity as JSON", func() bool {
		return page.Has("#entity-json") && strings.HasPrefix(page.Value("#entity-json"), "{\n  \"PartitionKey\": \"War\"") && page.Focused() == "entity-json"
	})
	page.Fill("#entity-json", strings.TrimSuffix(page.Value("#entity-json"), "\n}")+",\n  \"Seen@odata.type\": \"Edm.Int64\",\n  \"Seen\": \"9007199254740993\"\n}")
	page.Wait("its value in the form", func() bool {
		return slices.ContainsFunc(page.all("#inspector .prop-text"), func(e *element) bool { return e.value() == "9007199254740993" })
	})
	was := page.Value("#entity-json")
	page.Fill("#entity-json", strings.Replace(was, `"War"`, `"Peace"`, 1))
	page.See("#lens-move", "Peace / ", "is inserted, and War / ")
	page.See("#save.primary[aria-disabled=false]")
	page.Fill("#entity-json", was)
	page.Gone("#lens-move")
	page.Fill("#entity-json", page.Value("#entity-json")+"x")
	page.See("#save.unready[aria-disabled=true]")
	page.See("#lens-err", "follows")
	if got := page.Attr("#entity-json", "aria-invalid"); got != "true" {
		t.Errorf("aria-invalid is %q", got)
	}
	page.Press("#inspector button", "Revert")
	page.Gone("#lens-err")
	page.Wait("the entity as it was", func() bool { return !strings.Contains(page.Value("#entity-json"), "Seen") })
	page.Press("#lens-decode", "Decode")
	page.Gone("#entity-json")
	page.Choose("#decode-name", "RowKey")
	page.See(".decoded pre", "characters")
	page.Press("#lens-form", "Form")
	page.Gone(".lens-body")
}

// Ensure that another query begins with its first entity wherever the one before was left, and the same one stays where it was.
func TestGrid_BeginsAtTheTop(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&ran=1")
	page.WaitRows()
	grid := page.Grid()
	run := func(filter string) {
		page.Type(filter)
		page.Run()
		page.Settled()
		page.Wait("its rows", func() bool {
			row, ok := grid.Rows[grid.top]
			return ok && !page.Has(".result-line .running") && strings.HasPrefix(filter, "PartitionKey eq '"+row.Cells[0].Text)
		})
	}
	run("PartitionKey eq 'Drama'")
	grid.Scroll(500)
	run("PartitionKey eq 'Drama'")
	if grid.top != 500 {
		t.Errorf("the same query is shown from line %d", grid.top)
	}
	run("PartitionKey eq 'Comedy'")
	if grid.top != 0 || grid.Line != 0 {
		t.Errorf("another query is shown from line %d, its current line is %d", grid.top, grid.Line)
	}
}
