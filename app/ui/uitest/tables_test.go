package uitest

import (
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that a table is measured and cloned, that a clone is undone, and that a clone may take the place of its table.
func TestTables_CloneAndStats(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.See("#facts", "10,681") // the tables are listed after the first rows are there
	page.Click("#facts")
	page.See("#dialog dl.stats", "10,681")
	for _, once := range []string{"How is this computed?", "exact"} {
		if n := strings.Count(page.Text("#dialog"), once); n > 1 {
			t.Errorf("the statistics say %q %d times", once, n)
		}
	}
	page.Press("#dialog .btn", "Clone…")
	page.Wait("a name is proposed", func() bool { return page.Focused() == "table-name" && page.Value("#table-name") == "MoviesCopy" })
	page.Key("Enter")
	page.See(".crumb h1", "MoviesCopy")
	page.See(".notice", "Cloned Movies as MoviesCopy")
	if facts := page.See("#facts", "entities"); !strings.HasPrefix(facts, "10,681 entities") {
		t.Errorf("the clone has %q", facts)
	}
	page.WaitRows()
	page.Press(".notice .btn", "Undo")
	page.Wait("the clone is gone", func() bool {
		return page.Text(".crumb h1") == "Movies" && !strings.Contains(page.Text("#tables"), "MoviesCopy")
	})
	page.Order("clone", "Clone this table…")
	page.Fill("#table-name", "Films")
	page.Click("#clone-drop")
	page.Press("#dialog [type=submit]", "Clone and delete Movies")
	page.See(".notice", "Deleted the table Movies")
	page.Wait("only the clone is there", func() bool {
		return strings.HasPrefix(page.Text("#tables"), "Films") && len(page.Texts("#tables li")) == 1
	})
}

// Ensure that ten thousand tables of an account can be searched in the side bar and in the palette as one types, without asking the
// account and without drawing more than what is on screen, that the list is gone through by keyboard, and that a table is opened
// with Enter.
func TestTables_TenThousand(t *testing.T) {
	t.Parallel()
	w := NewWorkspace()
	shop := w.Account(t, "shop", "production")
	orders(t, shop)
	for i := range 10_000 {
		if err := shop.DB.CreateTable(t.Context(), "Telemetry"+strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	page := w.Open(t, "#v=1&src=shop")
	page.Source("shop")
	page.Wait("a hundred of the tables", func() bool {
		return page.Text("#tables-at") == "1–100 of 10,001" && len(page.Texts("#tables li")) == 100
	})
	asked := func() int {
		shop.Mu.Lock()
		defer shop.Mu.Unlock()
		return len(shop.Requests)
	}
	look := func(field, text, list, shows string) {
		t.Helper()
		before := asked()
		n := page.Changed(func() {
			page.Fill(field, text)
			page.Wait(list+" begins with "+shows, func() bool { return strings.HasPrefix(page.Text(list), shows) })
		})
		if t.Logf("%q changes %d elements", text, n); n == 0 || n > 500 { // a hundred lines of a few elements each
			t.Errorf("%q changes %d elements", text, n)
		}
		if n := asked() - before; n > 0 {
			t.Errorf("%q asks the account %d times", text, n)
		}
	}
	for _, x := range [][2]string{{"TELEMETRY", "Telemetry0"}, {"999", "Telemetry1999"}, {"telemetry77", "Telemetry77"}, {"orders", "Orders"}} {
		look("#find-table", x[0], "#tables", x[1])
	}
	page.Key("ArrowDown")
	page.Wait("the keyboard is in the list", func() bool { return page.Focused() == "table-0" })
	page.Key("ArrowUp")
	page.Wait("the keyboard is in the field", func() bool { return page.Focused() == "find-table" })
	page.Key("Enter")
	page.Wait("the table opens", func() bool { return page.Text(".crumb h1") == "Orders" })
	page.WaitRows() // its first page is read: that request is not one of the palette's
	page.Key("Ctrl+k")
	look("#palette", "te", "#palette-list", "Telemetry0")
	look("#palette", "telemetry9998", "#palette-list", "Telemetry9998")
	page.Key("Enter")
	page.Wait("the other table opens", func() bool { return page.Text(".crumb h1") == "Telemetry9998" })
}

// orders is the table Orders of seven entities.
func orders(t *testing.T, r *workertest.Remote) {
	t.Helper()
	if err := r.DB.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	for i := range 7 {
		r.Put(t, "Orders", "p"+strconv.Itoa(i/4), "r"+strconv.Itoa(i), engine.Property{Name: "Total", Value: edm.NewInt32(int32(i))})
	}
}
