package uitest

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/link"
	"rangefinder/app/port"
	"rangefinder/app/query"
)

// waitColumns waits until the grid has these columns in this order.
func waitColumns(t *testing.T, page *Page, names string) {
	t.Helper()
	page.Wait("the columns "+names, func() bool { return strings.Join(page.Columns(), ",") == names })
}

// pressHead presses a column's head.
func pressHead(page *Page, name string) {
	page.t.Helper()
	page.Grid().Events.OnSort(slices.Index(page.Columns(), name))
	page.pump()
}

// openHead opens the menu of a column's head.
func openHead(page *Page, name string) {
	page.t.Helper()
	page.Grid().Events.OnHeader(slices.Index(page.Columns(), name), 10, 10)
	page.See(".menu-title", name)
}

// Ensure that columns are hidden, moved and sized by their heads and in their dialog, that this is remembered for the table, that
// damage falls back and says so, and that a kept set suits another table.
func TestGrid_Columns(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=RowKey%20eq%20%27Alien%27&ran=1")
	page.WaitRows()
	const came = "PartitionKey,RowKey,Rating,ReleaseYear,Language,Favorite,Revenue,Timestamp"
	waitColumns(t, page, came)
	grid := page.Grid()
	for _, c := range grid.Columns {
		if least := 9*len(c.Name) + 7*len(c.Type) + 24 + 16; c.Width < least { // with its margins and the arrow of an order
			t.Errorf("the header of %s takes %d px and has %d", c.Name, least, c.Width)
		}
	}
	width := grid.Columns[2].Width
	grid.Events.OnColumnMove(2, 3)
	waitColumns(t, page, "PartitionKey,RowKey,ReleaseYear,Rating,Language,Favorite,Revenue,Timestamp")
	grid.Events.OnColumnResize(3, width+10)
	page.Wait("a wider column", func() bool { return page.Grid().Columns[3].Width == width+10 })
	openHead(page, "Language")
	if got := page.Attr("#gridmenu", "aria-label"); got != "Column Language" {
		t.Errorf("the menu is %q", got)
	}
	if got := page.Focused(); got != "gridmenu" {
		t.Errorf("the keyboard is at %q", got)
	}
	page.Press("#gridmenu button", "Hide this column")
	const mine = "PartitionKey,RowKey,ReleaseYear,Rating,Favorite,Revenue,Timestamp"
	waitColumns(t, page, mine)
	page.Wait("the hidden one is counted", func() bool { return page.Text("#columns") == "Columns · 1 hidden" })
	page.Gone("#gridmenu")

	// Remembered; in the dialog brought back, kept as a set.
	page, _ = page.Reload()
	page.WaitRows()
	waitColumns(t, page, mine)
	if got := page.Grid().Columns[3].Width; got != width+10 {
		t.Errorf("after a reload it is %d px wide", got)
	}
	page.Press("#columns", "Columns · 1 hidden")
	page.Fill("#template-name", "years")
	page.Focus("template-name")
	page.Key("Enter")
	page.See("#dialog li.row", "years")
	page.Wait("the name is gone", func() bool { return page.Value("#template-name") == "" })
	page.Fill("#template-name", "years")
	page.Press("#template-keep", "Keep as a set")
	page.See("#dialog", "6 of its 6 columns are here")
	page.Click(`tr[data-column="Language"] .check`)
	page.Wait("all columns", func() bool {
		return len(page.Columns()) == 8 && len(page.Texts("#dialog .check[aria-checked=true]")) == 8
	})
	page.Click("#columns-reset")
	page.Wait("the order that came", func() bool {
		var names []string
		for _, row := range page.all("#dialog tbody tr") {
			name, _ := row.attr("data-column")
			names = append(names, name)
		}
		return strings.Join(names, ",") == came
	})
	page.Press("#dialog button", "Use here")
	page.Wait("the set", func() bool { return len(page.Columns()) == 7 })

	// The zone is printed in the head.
	page.Fill("#zone", "Asia/Kolkata")
	page.Wait("the zone in a head", func() bool {
		for _, c := range page.Grid().Columns {
			if strings.Contains(c.Type, "DateTime (Asia/Kolkata)") {
				return true
			}
		}
		return false
	})
	page.Fill("#zone", "Mars/Base")
	page.See("#dialog-err", "no time zone “Mars/Base”")
	page.Key("Escape")

	// What cannot be read falls back, is told, and the data shows.
	damaged := 0
	for key, value := range page.settings {
		if strings.HasPrefix(value, `{"v":1,"tables"`) {
			page.settings[key] = `{"v":1,"tables":[{"t":"Movies","w":{"Rating":-9}}]}`
			damaged++
		}
	}
	if damaged != 1 {
		t.Fatalf("%d settings hold the columns", damaged)
	}
	page, _ = page.Reload()
	page.WaitRows()
	page.See(".notice", "cannot be used")
	page.Wait("all columns", func() bool { return len(page.Columns()) == 8 })
}

// Ensure that the menu of a header keeps Timestamp beside the keys, and that it is there after a reload.
func TestGrid_PinTimestamp(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	openHead(page, "Timestamp")
	page.Press(".menuitem", "Pin next to keys")
	pinned := func() bool {
		c := page.Grid().Columns
		return len(c) > 3 && c[2].Name == "Timestamp" && c[2].Pinned && !c[3].Pinned
	}
	page.Wait("Timestamp beside the keys", pinned)
	page, _ = page.Reload()
	page.WaitRows()
	page.Wait("Timestamp beside the keys after a reload", pinned)
}

// Ensure that the whole result is sorted for display, its cost told before, and one press goes back to the service's order.
func TestGrid_SortForDisplay(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27&ran=1")
	page.WaitRows()
	before := page.Cells("Rating")
	page.Grid().Scroll(990)
	page.Settled()
	if len(page.Grid().Markers()) == 0 {
		t.Fatal("the service's order has no page boundary")
	}
	page.Grid().Scroll(0)
	openHead(page, "Rating")
	page.See("#gridmenu", "Sorts these 1,545 entities in the browser; no request is sent.")
	page.Press("#gridmenu button", "▼ Sort descending")
	page.See(".sorted", "sorted for display", "1,545 entities of the result", "mixed:")
	page.Wait("sorted cells", func() bool {
		return page.Grid().Columns[2].Sort == "descending" && page.Grid().Columns[2].Name == "Rating" && !slices.Equal(page.Cells("Rating"), before)
	})
	page.Grid().Scroll(990)
	page.Settled()
	if markers := page.Grid().Markers(); len(markers) > 0 {
		t.Errorf("page boundaries %q stand in an order that the service does not have", markers)
	}
	page.Grid().Scroll(0)
	page.Press("#unsort", "Back to key order")
	page.Gone(".sorted")
	page.Wait("the service's order", func() bool { return page.Grid().Columns[2].Sort == "" && slices.Equal(page.Cells("Rating"), before) })

	// One press on the head sorts, the next turns the order around, and the third goes back.
	for _, want := range []port.Sort{port.Ascending, port.Descending, port.Unsorted} {
		pressHead(page, "Rating")
		page.Wait("order "+string(want), func() bool { return page.Grid().Columns[2].Sort == want })
	}
	page.Gone(".sorted")
	openHead(page, "Rating")
	page.See("#gridmenu", "Most often Double, also Int32")
}

// Ensure that in a sorted grid the line of the entity that is written stays the current one, and in view where it was, however it is
// committed.
func TestSort_StaysAtTheEntity(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	pressHead(page, "Rating")
	page.Wait("it is sorted", func() bool { return slices.IsSorted(page.Cells("Rating")) })
	page.Grid().Scroll(12)
	page.Settled()
	page.Grid().Open(15)
	page.Wait("an entity", func() bool { return page.Has("#insp-rk") && page.Focused() == "inspector" })
	name := page.Value("#insp-rk")
	edit := func(value string) {
		t.Helper()
		for _, e := range page.all(".prop-text") {
			if id, _ := e.attr("id"); page.Value("#"+strings.Replace(id, "text", "name", 1)) == "Language" {
				page.Fill("#"+id, value)
			}
		}
	}
	stays := func(how string) {
		t.Helper()
		page.Wait("the line of "+name+" after "+how, func() bool {
			row, ok := page.Grid().Rows[page.Grid().Line]
			return ok && page.Grid().settled() && len(row.Cells) > 1 && row.Cells[1].Text == name && page.Grid().Line == 15 && page.Grid().top == 12
		})
	}
	edit("Sorted A")
	page.Click("#save-now")
	page.See(".notice", "Committed")
	page.Wait("the new value", func() bool { return slices.Contains(page.Cells("Language"), "Sorted A") })
	stays("Commit this")
	edit("Sorted B")
	page.Click("#save")
	page.Click("#pending-commit")
	page.See(".notice", "Committed")
	page.Wait("the newer value", func() bool { return slices.Contains(page.Cells("Language"), "Sorted B") })
	stays("Commit")
}

// Ensure that a column of long values asks for the room that their digits take where there is some, and gives it up where there is none.
func TestGrid_LongValues(t *testing.T) {
	t.Parallel()
	data := link.TableData{Name: "Times", Text: `{"PartitionKey":"a","RowKey":"1","When@odata.type":"Edm.DateTime","When":"2026-11-27T10:48:38.1234567Z"}` + "\n"}
	page := Open(t, "#"+linkTo(t, link.Link{Query: query.Query{Table: "Times"}, Data: []link.TableData{data}}))
	page.Press("#dialog button", "Add it and open")
	page.returned("1 entity returned")
	for _, c := range page.Grid().Columns {
		if c.Name == "When" && (c.Width < 9*28 || c.Least >= c.Width) {
			t.Errorf("28 characters get %d px where there is room, and keep %d", c.Width, c.Least)
		}
	}
}
