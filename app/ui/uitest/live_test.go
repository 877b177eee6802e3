package uitest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/port"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// openOrders is openShop with the table Orders of seven entities.
func openOrders(t *testing.T) *shop {
	t.Helper()
	s := openShop(t)
	there := s.client()
	if err := there.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	for i := range int32(7) {
		op := engine.Op{PartitionKey: fmt.Sprint("p", i/4), RowKey: fmt.Sprint("r", i), Properties: []engine.Property{{Name: "Total", Value: edm.NewInt32(i)}}}
		must(there.Apply(t.Context(), "Orders", op))(t)
	}
	s.heard()
	return s
}

// Ensure that an account on another service is shown through the same screens: nothing is asked unasked, a press on a table reads its first page, a scan asks first and
// reads page by page, nothing is written before the lock is open, every request is told, and the key is nowhere in the page.
func TestLive_Journey(t *testing.T) {
	t.Parallel()
	shop := openOrders(t)
	page := shop.visit(t, "")
	page.WaitRows()
	page.source("shop")
	page.Wait("its tables and its colour", func() bool {
		return slices.Contains(page.Texts("#side .item .name"), "Orders") && page.Has(".app.framed.tone-production") && page.Badge() == "shop · production"
	})
	page.Press(".blank button", "Orders")
	page.Plan("full scan", "not known before reading")
	page.Wait("the keyboard goes on in the filter", func() bool { return page.Focused() == "editor" })
	page.See(".result-line", "7 entities returned", "1 request", "complete")
	if page.Has("#save") {
		t.Error("there is something to save")
	}
	if facts := page.Text("#planstrip .facts"); strings.ContainsAny(facts, "0123456789") {
		t.Errorf("guessed: %s", facts)
	}
	asked := shop.heard()
	if only(t, "asked unasked", asked, "GET /orders/Tables", "GET /orders/Orders()"); len(asked) > 2 {
		t.Errorf("a press on a table asks for its first page: %q", asked)
	}

	// A scan asks, with two entities a page.
	page.Click("#tools")
	page.Fill("#top", "2")
	page.Key("Enter")
	page.See(".scan", "the whole table, page by page, at most 2 entities a page. Nothing is billed here")
	page.keyboardIn("scan")
	page.Key("Escape")
	page.Gone(".scan")
	page.keyboardIn("editor")
	page.Run()
	page.keyboardIn("scan")
	page.Key("Enter") // that ran it, and may come twice
	page.See(".scan")
	only(t, "asked before the answer", shop.heard())
	page.Click("#scan-page")
	page.See(".result-line", "2 entities returned", "there is more, from p0 / r2")
	page.WaitRows()
	page.Click("#next-page")
	page.See(".result-line", "4 entities returned")
	page.Click("#read-on")
	page.See(".result-line", "7 entities returned", "complete")
	page.Click(".page-facts summary")
	if n := len(page.Texts(".page-facts tbody tr")); n != 4 {
		t.Errorf("%d pages", n)
	}
	for _, id := range page.Texts(".page-facts td code") {
		if len(id) <= 20 {
			t.Errorf("%q is not a request id", id)
		}
	}

	// One entity by its keys is read at once, and is not written to before the lock is open.
	page.Type("PartitionKey eq 'p1' and RowKey eq 'r5'")
	page.Plan("point")
	page.Run()
	page.See(".result-line", "1 entity returned")
	page.Wait("the entity", func() bool { return slices.Contains(page.Cells("RowKey"), "r5") })
	page.Grid().Open(0)
	page.keyboardIn("inspector")
	page.See("#read-only", "read-only")
	page.Wait("the value", func() bool { return page.Value("#prop-text-1") == "5" })
	if !page.Disabled("#save") || !page.Disabled("#save-now") {
		t.Error("it can be saved")
	}
	page.Press(".sourcebar button", "Read-only · unlock…")
	page.See("#dialog", "shop", "production", "other browsers that use this server can then write to it too")
	only(t, "written", shop.heard(), "GET ")
	page.Press("#dialog button", "Open shop for writing")
	page.Gone("#dialog button")
	page.See("#lock", "Writable")
	page.Fill("#prop-text-1", "55")
	page.Click("#save-now")
	page.See(".notice", "Committed p1 / r5")
	page.See(".result-line", "read before your changes")
	page.Wait("what was saved is in the grid", func() bool { return slices.Equal(page.Cells("Total"), []string{"55"}) })
	page.Fill("#prop-text-1", "56")
	page.Click("#save")
	page.Click("#pending-commit")
	page.See(".notice", "Committed 1 change")
	page.Wait("what was committed is in the grid", func() bool { return slices.Equal(page.Cells("Total"), []string{"56"}) })
	page.Press(".notice button", "Undo")
	page.See(".notice", "Undone")
	page.Wait("what was taken back is in the grid", func() bool { return slices.Equal(page.Cells("Total"), []string{"55"}) })
	stored := must(shop.client().Get(t.Context(), "Orders", "p1", "r5"))(t)
	if total, _ := stored.Value("Total"); total.Display() != "55" {
		t.Errorf("stored: %s", total.Display())
	}
	page.Press("#inspector button", "Close the inspector")

	// What was written is read anew when it is opened from the result, which holds what was there before.
	page.Grid().Open(0)
	page.Wait("what the service holds", func() bool { return page.Value("#prop-text-1") == "55" })
	page.Fill("#prop-text-1", "57")
	page.Click("#save-now")
	page.See(".notice", "Committed p1 / r5")
	page.Wait("what was saved again is in the grid", func() bool { return slices.Equal(page.Cells("Total"), []string{"57"}) })
	for _, text := range []string{"58", "59"} { // and when a cell of it is edited
		shop.heard()
		if !page.Grid().EditCell(0, slices.Index(page.Grid().names(), "Total"), text, port.EditKept) {
			t.Fatal("the cell has no field")
		}
		page.Click("#pending-commit")
		page.See(".notice", "Committed 1 change")
		page.Wait("what was committed", func() bool {
			stored := must(shop.client().Get(t.Context(), "Orders", "p1", "r5"))(t)
			total, _ := stored.Value("Total")
			return total.Display() == text
		})
		page.Gone("#pending-commit") // the service has it before the page knows
		page.See("#inspector", must(shop.client().Get(t.Context(), "Orders", "p1", "r5"))(t).ETag())
		asked := shop.heard()
		if wrote := slices.IndexFunc(asked, func(request string) bool { return !strings.HasPrefix(request, "GET ") }); wrote != len(asked)-1 {
			t.Errorf("what the page knows is read anew: %q", asked)
		}
	}
	page.Press("#inspector button", "Close the inspector")
	page.Press(".sourcebar button", "Writable · Lock")
	page.See("#lock", "unlock")

	// What went over the wire.
	page.Click("#requests")
	page.Wait("seven requests", func() bool {
		return page.Attr("#tab-account", "aria-selected") == "true" && len(page.Texts(".requests ol > li")) >= 7
	})
	page.Press(".requests button", "Copy request id")
	if id := page.Copied(); len(id) <= 20 {
		t.Errorf("copied %q", id)
	}
	page.Press(".requests li button", "Details")
	page.Wait("both messages", func() bool { return len(page.Texts(".exchange pre")) == 2 })
	page.Press("#har", "Save as HAR")
	_, archive := page.Saved()
	checkHAR(t, archive, shop.service)
	page.Key("Escape")
	page.Gone("#dialog button")
	page.keeps(shopKey)

	// A reload comes back to the view, and asks for nothing but the names of the tables.
	shop.heard()
	page, _ = page.Reload()
	page.See(".blank", "No query has been run on shop")
	page.See(".framed.tone-production")
	page.Wait("the tables", func() bool { return slices.Contains(page.Texts("#side .item .name"), "Orders") }) // else they are asked for again
	only(t, "asked by a reload", shop.heard(), "GET /orders/Tables")
	if got := page.Editor(); got != "PartitionKey eq 'p1' and RowKey eq 'r5'" {
		t.Errorf("the editor holds %q", got)
	}
	page.Run()
	page.See(".result-line", "1 entity returned")
	page.source("This browser")
	page.Gone(".framed")
	page.WaitRows()
	if got := page.Badge(); got != "" {
		t.Errorf("the tab is marked with %q", got)
	}

	// The account comes back as it was left, and is asked for nothing.
	shop.heard()
	page.source("shop")
	page.See(".blank", "No query has been run on shop")
	if got := page.Editor(); got != "PartitionKey eq 'p1' and RowKey eq 'r5'" || page.Text("#screen-query h1") != "Orders" {
		t.Errorf("the account came back with %q on %q", got, page.Text("#screen-query h1"))
	}
	if asked := shop.heard(); len(asked) > 0 {
		t.Errorf("coming back asked for %q", asked)
	}
}

// Ensure that a committed value stays on screen while the next one in its line is edited and once that is committed, until the query is
// run again, and that the inspector stays open with what was committed; that both have the Timestamp which the service gave it, and that
// a commit makes as many requests as it tells.
func TestLive_CommitsInOneLine(t *testing.T) {
	t.Parallel()
	shop := openOrders(t)
	op := engine.Op{Kind: engine.Replace, PartitionKey: "p1", RowKey: "r5", Properties: []engine.Property{{Name: "Total", Value: edm.NewInt32(5)}, {Name: "Year", Value: edm.NewInt32(1999)}}, IfMatch: "*"}
	must(shop.client().Apply(t.Context(), "Orders", op))(t)
	page := shop.visit(t, "")
	page.WaitRows()
	page.source("shop")
	page.Press(".blank button", "Orders")
	page.Press(".sourcebar button", "Read-only · unlock…")
	page.Press("#dialog button", "Open shop for writing")
	page.Gone("#dialog button")
	page.Type("PartitionKey eq 'p1' and RowKey eq 'r5'")
	page.Run()
	page.See(".result-line", "1 entity returned")
	page.Wait("the entity", func() bool { return slices.Equal(page.Cells("Year"), []string{"1999"}) })
	line := func(total, year string) func() bool {
		return func() bool {
			return slices.Equal(page.Cells("Total"), []string{total}) && slices.Equal(page.Cells("Year"), []string{year})
		}
	}
	edit := func(name, text string) {
		t.Helper()
		if !page.Grid().EditCell(0, slices.Index(page.Grid().names(), name), text, port.EditKept) {
			t.Fatal("the cell has no field")
		}
	}
	commit := func(name, text string) {
		t.Helper()
		shop.heard()
		page.Click("#pending-commit")
		page.Wait("what the service holds", func() bool {
			v, _ := must(shop.client().Get(t.Context(), "Orders", "p1", "r5"))(t).Value(name)
			return v.Display() == text
		})
		page.Gone("#pending") // the service has it before the page knows
		page.See(".notice", "Committed 1 change in 1 request.")
		if asked := shop.heard(); len(asked) != 1 {
			t.Errorf("the commit asked for %q", asked)
		}
		v, _ := must(shop.client().Get(t.Context(), "Orders", "p1", "r5"))(t).Value("Timestamp")
		page.Wait("its Timestamp in the grid", func() bool { return slices.Equal(page.Cells("Timestamp"), []string{v.Display()}) })
		page.See("#inspector", v.Display())
	}
	edit("Total", "6")
	page.Wait("the first edit", line("6", "1999"))
	commit("Total", "6")
	page.Wait("the first commit", line("6", "1999"))
	edit("Year", "2000")
	page.Wait("the second edit over the first commit", line("6", "2000"))
	if c := cellAt(page, 0, "Total"); c.Changed {
		t.Error("what is committed is marked as pending")
	}
	commit("Year", "2000")
	page.Wait("both commits", line("6", "2000"))
}

// keyboardIn waits until the page has put the keyboard there.
func (p *Page) keyboardIn(id string) {
	p.t.Helper()
	p.Wait("the keyboard in "+id, func() bool { return p.document.focus == id })
}

func checkHAR(t *testing.T, text, service string) {
	t.Helper()
	var har struct {
		Log struct {
			Version string
			Entries []struct {
				Request struct{ Method, URL string }
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &har); err != nil {
		t.Fatal(err)
	}
	written := false
	for _, e := range har.Log.Entries {
		written = written || e.Request.Method == "PUT"
		if !strings.HasPrefix(e.Request.URL, service+"/") {
			t.Errorf("a request to %s", e.Request.URL)
		}
	}
	if har.Log.Version != "1.2" || len(har.Log.Entries) < 7 || !written {
		t.Errorf("%d entries, version %s, written %v", len(har.Log.Entries), har.Log.Version, written)
	}
	for _, secret := range []string{shopKey, "SharedKey", "X-Rangefinder-Session"} {
		if strings.Contains(strings.ToLower(text), strings.ToLower(secret)) {
			t.Errorf("the archive holds %.12s", secret)
		}
	}
}

// Ensure that an account is connected with a string that is tried, stays in its field alone when it is refused, leaves with the dialog,
// and can be forgotten.
func TestLive_Connect(t *testing.T) {
	t.Parallel()
	shop := openOrders(t)
	page := shop.visit(t, "")
	page.WaitRows()
	page.Press("#connect", "+ Connect an account…")
	for name, want := range map[string]string{"type": "password", "autocomplete": "off"} {
		if got := page.Attr("#connect-string", name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	wrong := strings.Replace(shop.connection(), "AccountName=orders", "AccountName=other", 1)
	page.Fill("#connect-string", wrong)
	page.Press("#dialog button", "Connect")
	page.Wait("a refusal, and what was typed", func() bool {
		return len(page.Text("#dialog-err")) > 10 && page.Value("#connect-string") == wrong && page.Focused() == "connect-string"
	})
	page.Press("#dialog button", "Cancel")
	page.Gone("#connect-string")
	page.keeps(shopKey)
	page.Press("#connect", "+ Connect an account…")
	if got := page.Value("#connect-string"); got != "" {
		t.Errorf("a closed dialog keeps %q", got)
	}
	page.Click("#connect-shown")
	page.See(`#connect-string[type="text"]`)
	page.Fill("#connect-string", shop.connection())
	page.Fill("#connect-name", "mine")
	page.Fill("#connect-label", "test")
	page.Key("Enter")
	page.Gone("#dialog button")
	page.Wait("its tables and its colour", func() bool {
		return page.Has(".framed.tone-test") && page.Badge() == "mine · test" && slices.Contains(page.Texts("#side .item .name"), "Orders")
	})
	page.keeps(shopKey)
	page.keeps("AccountKey=")
	page.Press("#side button", "Have the server forget the account mine")
	page.See("#dialog h2", "Forget mine")
	page.Press("#forget", "Forget mine")
	page.Gone(".framed")
	page.Wait("no account mine", func() bool { return !strings.Contains(page.Text("#sources"), "mine") })
	page.WaitRows()
}

// Ensure that the string typed stays when another browser has taken the name meanwhile, so that another name is enough.
func TestLive_ConnectNameTaken(t *testing.T) {
	t.Parallel()
	shop := openOrders(t)
	page := shop.visit(t, "")
	page.WaitRows()
	page.Press("#connect", "+ Connect an account…")
	if _, err := page.server.Connect(t.Context(), port.Connection{Name: "mine", String: shop.connection()}); err != nil {
		t.Fatal(err)
	}
	page.Fill("#connect-string", shop.connection())
	page.Fill("#connect-name", "mine")
	page.Key("Enter")
	page.Wait("the refusal of the name, and the string", func() bool {
		return strings.Contains(page.Text("#dialog-err"), "mine") && page.Value("#connect-string") == shop.connection() && page.Focused() == "connect-name"
	})
	page.Fill("#connect-name", "mine2")
	page.Key("Enter")
	page.Gone("#dialog button")
	page.Wait("its tables", func() bool { return page.Badge() == "mine2" })
	page.keeps(shopKey)
}

// Ensure that the server's own Table endpoint is a source beside the browser's tables, and is written to as they are.
func TestLive_OwnEndpoint(t *testing.T) {
	t.Parallel()
	page := openShop(t).visit(t, "")
	page.WaitRows()
	page.source("devstoreaccount1")
	page.See(".framed.tone-own")
	page.Gone("#lock") // an account of the server's own has none
	page.See(".blank", "devstoreaccount1 is empty", "New table…", "Import a file…")
	if text := page.Text(".main"); strings.Contains(text, "Choose a table") {
		t.Errorf("an account without tables asks to choose one: %s", text)
	}
	page.Press(".blank button", "New table…")
	page.Fill("#table-name", "Films")
	page.Key("Enter")
	page.See(".crumb h1", "Films")
	page.See(".blank", "Films is empty", "New entity…")
	page.See("#planstrip.vacant", "The table has no entities yet.")
	page.Press("button", "+ Entity")
	page.Fill("#insp-pk", "a")
	page.Fill("#insp-rk", "b")
	page.Click("#save-now")
	page.See(".notice", "Inserted a / b")
	page.Type("PartitionKey eq 'a'")
	page.Run()
	page.See(".result-line", "1 entity returned · examined 1")
	page.Gone("#planstrip.vacant")
	page.Press(".crumb button", "Delete table…")
	page.See("#dialog", "cannot be undone")
	page.Press("#dialog button", "Delete Films of devstoreaccount1")
	page.See(".blank", "devstoreaccount1 is empty")
}

// Ensure that a wait for the next attempt is on screen and can be ended.
func TestLive_Retry_Stop(t *testing.T) {
	t.Parallel()
	shop := openOrders(t)
	page := shop.visit(t, "#v=1&a=shop&t=Orders&f=PartitionKey%20eq%20'p0'")
	page.Choose("#retry", "linear")
	shop.set(func() { shop.busy = 1 << 20 })
	waits := regexp.MustCompile(`Attempt 1 failed \(503 ServerBusy\)\. Trying again in \d s\.`)
	page.Run()
	page.Wait("the wait", func() bool { return waits.MatchString(page.Text("#waiting")) })
	page.Press(".result-line button", "Stop")
	page.Gone("#waiting")
	page.Gone(".running")
	page.Run()
	page.See("#waiting")
	page.Press(".result-line button", "Stop")
	page.Gone("#waiting")
	page.Gone(".running")
	shop.set(func() { shop.busy = 0 })
	page.Run()
	page.See(".result-line", "4 entities returned")
	page.Click("#requests")
	page.Wait("the refusal in the list", func() bool { return strings.Contains(page.Text(".requests"), "503 ServerBusy") })
	page, _ = page.Reload()
	page.Wait("the policy", func() bool { return page.Value("#retry") == "linear" })
}

// Ensure that a page from a host without accounts says what one needs.
func TestLive_StaticHost(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.Press("#connect", "+ Connect an account…")
	page.See("#dialog", "rangefinder serve")
	if page.Has("#requests") {
		t.Error("there is a button of requests")
	}
}
