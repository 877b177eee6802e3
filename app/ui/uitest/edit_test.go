package uitest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

// Ensure that an entity can be made, changed, removed and brought back, and that a wrong value is told at its field.
func TestEdit_InsertChangeDeleteUndo(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Test%27")
	page.See(".blank", "No entity matches")
	shown := func(column, text string) {
		t.Helper()
		page.Wait("a cell "+text, func() bool {
			return slices.Contains(page.Columns(), column) && slices.Contains(page.Cells(column), text)
		})
	}

	page.Press("button", "+ Entity")
	page.Fill("#insp-pk", "a/b")
	page.See("#key-err", "/")
	page.See("#insp-pk[aria-invalid=true]")
	page.Fill("#insp-pk", "Test")
	page.Gone("#insp-pk[aria-invalid=true]")
	page.Fill("#insp-rk", "a#b")
	page.See("#insp-rk[aria-invalid=true]")
	page.Fill("#insp-rk", "<b>it's & 100%")
	page.Fill("#prop-name-1", "Count")
	page.Choose(".prop select", "2")
	page.Fill("#prop-text-1", "2147483648")
	page.See("#prop-err-1")
	page.Fill("#prop-text-1", "42")
	page.Gone("#prop-err-1")
	page.Click("#save-now")
	page.See(".notice", "Inserted Test")
	shown("RowKey", "<b>it's & 100%")

	page.Fill("#prop-text-1", "43")
	page.Focus("prop-text-1")
	page.Key("Escape")
	focused(page, "grid") // and what is typed stays
	page.Click("#save-now")
	page.See(".notice", "Committed Test")
	shown("Count", "43")

	page.Press(".insp button", "Delete")
	page.See("#pending", "1 change in 1 partition")
	page.Click("#pending-commit")
	page.See(".blank", "No entity matches")
	page.Press(".notice button", "Undo")
	shown("Count", "43")
}

// Ensure that tables can be made and deleted, and that a bad name is told while it is typed.
func TestTables_NewAndDelete(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Press("button", "+ New table")
	page.Fill("#table-name", "my-table")
	page.See("#dialog-err", "my-table")
	page.Fill("#table-name", "Orders")
	page.Key("Enter")
	page.See(".crumb h1", "Orders")
	page.See(".blank", "This table is empty")
	page.Press("button", "Delete table…")
	page.See("#dialog", "Delete Orders")
	page.Key("Escape")
	page.Gone("#dialog button")
	page.Press("button", "Delete table…")
	page.Press("#dialog button", "Delete Orders")
	page.See(".crumb h1", "Movies")
}

// Ensure that reload and Back bring back the view.
func TestAddress_ReloadAndBack(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Type("PartitionKey eq 'Drama'")
	page.Run()
	page.Wait("the rows of Drama", func() bool { return slices.Contains(page.Cells("PartitionKey"), "Drama") })
	page.Press(".side .item", "Logs 100,000")
	page.See(".crumb h1", "Logs")
	page.WaitRows()
	page.Back()
	page.See(".crumb h1", "Movies")
	if got := page.Editor(); got != "PartitionKey eq 'Drama'" {
		t.Fatalf("Back shows %q", got)
	}
	page, _ = page.Reload()
	page.WaitRows()
	if got := page.Editor(); got != "PartitionKey eq 'Drama'" {
		t.Fatalf("a reload shows %q", got)
	}
}

// Ensure that every sample opens with its advertised number of entities.
func TestSamples_Open(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	for _, tt := range []struct{ label, table, count string }{
		{"Bird strikes 10,000", "Birdstrikes", "10,000 entities"},
		{"Social network 48,210", "SocialNetwork", "48,210 entities"},
		{"Photo jobs and status 5,000", "Jobs", "900 entities"},
		{"Video rentals 20,000", "Rentals", "20,000 entities"},
		{"AuthorBlogs and Blogs 25,000", "AuthorBlogs", "10,000 entities"},
		{"Earthquakes 1,707", "Earthquakes", "1,707 entities"},
		{"Flights 20,000", "Flights", "20,000 entities"},
	} {
		page.Press(".side .item", tt.label)
		page.See(".crumb h1", tt.table)
		page.See(".crumb", tt.count)
		page.WaitRows()
	}
	page.Press(".side .icon", "About Bird strikes")
	page.See("#dialog", "Licence")
}

// Ensure that a Boolean is chosen, that a value of another type stands beside true and false until one is, and that what is added to the
// changes is committed in one place.
func TestEdit_Boolean(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	openLine(t, page, 0, "Alien")
	boolean := func() string {
		for _, e := range page.all("#inspector select.prop-text") {
			id, _ := e.attr("id")
			return "#" + id
		}
		return ""
	}
	field := boolean()
	if field == "" || page.Value(field) != "true" && page.Value(field) != "false" {
		t.Fatalf("%q is %q", field, page.Value(field))
	}
	other := map[string]string{"true": "false", "false": "true"}[page.Value(field)]
	page.Choose(field, other)
	page.Press("#save", "Add to changes")
	page.See("#pending", "1 change")
	if page.Text("#save") != "Update change" || len(page.Texts("#inspector .insp-foot > .btn")) != 1 {
		t.Errorf("below the form: %q", page.Texts("#inspector .insp-foot > .btn"))
	}
	page.Click("#pending-commit")
	page.See(".notice", "Committed")
	page.Wait("the value", func() bool { return page.Value(boolean()) == other })

	page.Press("#inspector button", "+ Property")
	added := strings.Replace(page.Focused(), "name", "text", 1)
	page.Fill("#"+page.Focused(), "New")
	page.Fill("#"+added, "maybe")
	kinds := page.all("#inspector .prop select:not(.prop-text)")
	kind := kinds[len(kinds)-1]
	kind.Set("value", strconv.Itoa(int(edm.Boolean)))
	page.fire(kind, "change", nil)
	page.pump()
	page.See("#" + strings.Replace(added, "prop-text", "prop-err", 1))
	if page.Value("#"+added) != "maybe" {
		t.Errorf("what was typed is gone: %q", page.Value("#"+added))
	}
	page.Choose("#"+added, "true")
	page.Gone("#" + strings.Replace(added, "prop-text", "prop-err", 1))
}
