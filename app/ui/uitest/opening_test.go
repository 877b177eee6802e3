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
	page.See(".notice", "Movies is opened as it comes")
	table("Other", "")
	table("Movies", "")
}
