package uitest

import (
	"strings"
	"testing"

	"rangefinder/app/worker/workertest"
)

// Ensure that two sources are seen side by side: their tables under their names, a table of each open at once with its own result,
// and what differs between two accounts by property.
func TestSources_SideBySide(t *testing.T) {
	t.Parallel()
	w := NewWorkspace()
	own := w.Account(t, "devstoreaccount1", "")
	shop := w.Account(t, "shop", "production")
	orders(t, shop)
	page := w.Open(t, "")
	page.WaitRows()

	// Two may have one name: what tells them apart is said too.
	page.See("#sources", "shop")
	said := strings.Join(strings.Fields(strings.Join(page.Texts("#sources button.item"), " | ")), " ")
	if !strings.Contains(said, "own endpoint "+own.URL) || !strings.Contains(said, "live account "+shop.URL) {
		t.Errorf("the sources are called %s", said)
	}

	// A table of the same name in the server's own account, with one of the entities and another.
	page.Source("devstoreaccount1")
	page.See(".blank", "devstoreaccount1 is empty", "TableEndpoint=http")
	page.Press("#side button", "+ New table")
	page.Fill("#table-name", "Orders")
	page.Key("Enter")
	page.See(".crumb h1", "Orders")
	page.See(".blank", "Orders is empty", "TableEndpoint=http")
	for _, key := range [][2]string{{"p0", "r0"}, {"p9", "r9"}} {
		page.Press("button", "+ Entity")
		page.Wait("an empty form", func() bool { return page.Has("#insp-rk") && page.Value("#insp-rk") == "" })
		page.Fill("#insp-pk", key[0])
		page.Fill("#insp-rk", key[1])
		page.Click("#save-now")
		page.See(".notice", "Inserted "+key[0]+" / "+key[1])
	}
	page.Press("#inspector button", "Close the inspector")

	// Both lists at once; the other table opens beside this one.
	page.Press("#sources button", "Tables of shop")
	page.Press("#sources button", "Tables of This browser")
	page.Wait("both lists", func() bool {
		return len(page.Texts("#sources .others")) == 2 && strings.Join(page.Texts("#sources .others .name"), ",") == "Movies,Orders"
	})
	page.Fire("#sources li:last-child .others li:last-child .item", "click", map[string]any{"ctrlKey": true})
	page.queries(2, 1, "")
	page.See(".framed.tone-production")
	page.See(".result-line", "7 entities returned")
	page.Type("PartitionKey eq 'p0'")
	page.Run()
	page.See(".result-line", "4 entities returned")
	page.Key("Alt+PageUp")
	page.See(".framed.tone-own")
	page.Type("PartitionKey eq 'p0'")
	page.Run()
	page.See(".result-line", "1 entity returned")
	page.Key("Alt+PageDown")
	page.See(".framed.tone-production")
	page.See(".result-line", "4 entities returned")

	// What differs between the two accounts.
	page.Press("#compare", "Compare…")
	page.Wait("both tables", func() bool {
		return page.Has("#compare-left") && page.selected("#compare-left") == "Orders · shop" && page.selected("#compare-right") == "Orders · devstoreaccount1"
	})
	page.Press("#compare-start", "Compare")
	page.See("#differences", "6 only left, 1 only right, 1 changed, 0 the same")
	page.Choose("#compare-kind", "2")
	page.Wait("one difference", func() bool { return len(page.Texts(".diffs > li")) == 1 })
	page.Click(".diffs .item")
	page.See(".diffs", "Total", "only left")
	for name, r := range map[string]*workertest.Remote{"shop": shop, "devstoreaccount1": own} {
		if _, err := r.DB.Get(t.Context(), "Orders", "p0", "r0"); err != nil {
			t.Errorf("the comparison took an entity of %s away: %v", name, err)
		}
	}
}

// Ensure that two tables of this browser are compared, and that differences are opened and looked for by key.
func TestSources_CompareHere(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Press(".side .item", "Earthquakes 1,707")
	page.See(".crumb h1", "Earthquakes")
	page.WaitRows()
	page.Order("Compare this table with another…", "Compare this table with another…")
	page.Wait("a table to compare with", func() bool { return len(page.Texts("#compare-right option")) >= 2 })
	for _, option := range page.first("#compare-right").options() {
		page.Choose("#compare-right", option)
		if strings.HasPrefix(page.selected("#compare-right"), "Movies") {
			break
		}
	}
	page.Click("#compare-start")
	page.See("#differences", "1,707 only left, 10,681 only right, 0 changed", "Differences 1–50 of 12,388")
	page.Click(".diffs button")
	page.See(".diffs button[aria-expanded=true]")
	page.Fill("#compare-contains", "no such key")
	page.See("#differences", "Differences none")
}

// selected is the text of the option that a select shows.
func (p *Page) selected(selector string) string {
	p.t.Helper()
	e := p.first(selector)
	options, _ := p.within(e.node, "option")
	for i, value := range e.options() {
		if value == e.value() {
			return p.text(options[i].node)
		}
	}
	return ""
}

// Ensure that a list of accounts that was asked for before a lock was opened, and comes after it, does not close the lock on screen: it is
// asked for again.
func TestSources_LateListKeepsLock(t *testing.T) {
	t.Parallel()
	w := NewWorkspace()
	w.Account(t, "prod", "production")
	page := w.Open(t, "")
	page.WaitRows()
	page.Source("prod")
	page.See("#lock", "Read-only")
	of := w.Accounts.(*accounts)
	before, release := of.lists(), of.hold(t)
	page.Key("Ctrl+k")
	page.Fill("#palette", "Ask the server again for its accounts")
	page.See("#palette-0", "Ask the server again")
	page.Key("Enter")
	page.Wait("the list is asked for", func() bool { return of.lists() == before+1 })
	page.Click("#lock")
	page.Click("#unlock")
	page.See("#lock", "Writable")
	release()
	page.Wait("the list is asked for again", func() bool { return of.lists() == before+2 })
	page.See("#lock", "Writable")
	page.Quiet()
	page.See("#lock", "Writable")
}
