package uitest

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that a change of all that a query finds in an account, on all pages, is read first by reads alone, told with what it takes,
// written only when the table was named, because the account is marked production, and that who was quicker is named and opened.
func TestMany_OfAccount(t *testing.T) {
	t.Parallel()
	shop := openOrders(t)
	page := shop.forMany(t)
	page.Choose("#many-all", "there")
	page.See("#many-found", "Not read yet")
	page.See("#many-there", "no filter: the whole table", "Reading changes nothing", "200,000 entities")
	page.Choose("#many-action", "retype")
	page.Fill("#many-Property", "Total")
	if !page.Disabled("#many-do") {
		t.Error("what was not read can be changed")
	}
	only(t, "asked unasked", shop.heard())
	page.Click("#many-seek")
	page.See("#many-found", "Read 7 entities", "in 1 request: all that the query finds.")
	page.keyboardIn("many-found")
	page.See("#many-facts", "Changes 7 of 7 entities")
	page.See("#many-cost", "2 entity group transactions", "About ", "6 at a time, if each takes as long as a read just did", "changes meanwhile is left alone")
	page.See("#dialog", "In the account shop it cannot be undone", "Pull a copy first…", "shop is marked production")
	only(t, "written", shop.heard(), http.MethodGet+" ")
	if text := page.Text("#many-cost"); strings.Contains(text, "10,000 requests") {
		t.Errorf("an emulator has a price: %s", text)
	}
	page.Fill("#many-name", "orders")
	if !page.Disabled("#many-do") {
		t.Error("another name will do")
	}
	there := shop.client()
	must(there.Apply(t.Context(), "Orders", engine.Op{Kind: engine.InsertOrMerge, PartitionKey: "p0", RowKey: "r1", Properties: []engine.Property{{Name: "Mine", Value: edm.NewBoolean(true)}}}))(t)
	must(there.Apply(t.Context(), "Orders", engine.Op{Kind: engine.Delete, PartitionKey: "p1", RowKey: "r5", IfMatch: "*"}))(t)
	page.Fill("#many-name", "Orders")
	page.Press("#many-do", "Change 7 entities now")
	page.See("#bulk-did", "Made “Total” String: 5 of 7 entities changed.")
	page.keyboardIn("bulk-did")
	page.See("#bulk-changed", "2 entities were changed or deleted by somebody else first and were left alone.", "p1 / r5 · deleted")
	for _, e := range must(there.Query(t.Context(), "Orders", engine.Query{}))(t).Entities {
		total, _ := e.Value("Total")
		if was := e.RowKey() == "r1"; was != (total.Type() == edm.Int32) || e.RowKey() == "r5" {
			t.Errorf("%s is %s", e.RowKey(), total.Type())
		}
	}
	page.Press("#bulk-changed button", "p0 / r1")
	page.See("#inspector", "p0 / r1", "Merge sends only what changed")
	page.keyboardIn("inspector")
	page.Press(".notice button", "Back to the list")
	page.keyboardIn("bulk-did")
	// Each is decided in the one dialog of conflicts, and what is left of mine is sent on condition that theirs is still so.
	page.Press("#bulk-decide", "Decide each in the review…")
	page.See("#dialog", "p0 / r1", "Somebody changed it since it was read.", "p1 / r5", "changed elsewhere")
	page.See(".versions", "Base", "Theirs", "Mine", "Total", "changed by me", "Mine", "changed by them")
	page.Press("#settle", "Keep both changes")
	page.See("#dialog", "p1 / r5", "Somebody deleted it since it was read.")
	page.Key("Escape")
	page.Press(".notice button", "Back to the list")
	page.Press("#bulk-decide", "Decide each in the review…")
	page.See(".notice", "They are pending already.")
	page.Press("#take-theirs", "Leave it deleted")
	must(there.Apply(t.Context(), "Orders", engine.Op{Kind: engine.InsertOrMerge, PartitionKey: "p0", RowKey: "r1", Properties: []engine.Property{{Name: "Third", Value: edm.NewBoolean(true)}}}))(t)
	page.Press("#commit", "Commit 1 change")
	page.See("#dialog .versions", "Third", "changed by them") // a third who was quicker is shown at once
	page.Press("#settle", "Keep both changes")
	page.Press("#commit", "Commit 1 change")
	page.Wait("both changes", func() bool {
		e, err := there.Get(t.Context(), "Orders", "p0", "r1")
		total, _ := e.Value("Total")
		_, mine := e.Value("Mine")
		return err == nil && total.Type() == edm.String && mine
	})
}

// forMany opens the form of many entities for the table Orders, of which two entities were read.
func (s *shop) forMany(t *testing.T) *Page {
	t.Helper()
	page := s.visit(t, "#v=1&a=shop&t=Orders&top=2")
	page.Press(".sourcebar button", "Read-only · unlock…")
	page.Press("#unlock", "Open shop for writing")
	page.Gone("#unlock")
	page.Run()
	page.Click("#scan-page")
	page.See(".result-line", "2 entities returned")
	page.WaitRows()
	page.See("#tables", "Orders") // their list was asked for when the account was opened, and may come after the rows
	s.heard()
	page.Click("#edit-many")
	return page
}

// Ensure that reading for a change and writing it can be stopped, and go on where they were; and that the search of a deletion can be
// stopped too, and deletes what it found until then.
func TestMany_StopsAndGoesOn(t *testing.T) {
	t.Parallel()
	shop := openOrders(t)
	there := shop.client()
	for group := range 15 {
		ops := make([]engine.Op, 100)
		for i := range ops {
			ops[i] = engine.Op{PartitionKey: "q" + fmt.Sprint(group), RowKey: fmt.Sprintf("%04d", i), Properties: []engine.Property{{Name: "Total", Value: edm.NewInt32(1)}}}
		}
		must(there.Batch(t.Context(), "Orders", ops))(t)
	}
	page := shop.forMany(t)
	// hold lets n requests through of those that are meant, and the others wait.
	hold := func(n int64, meant func(r *http.Request) bool) (release func()) {
		free := make(chan struct{})
		var sent atomic.Int64
		release = sync.OnceFunc(func() { shop.set(func() { shop.held = nil }); close(free) })
		t.Cleanup(release) // before the service is closed, which waits for its requests
		shop.set(func() {
			shop.held = func(r *http.Request) <-chan struct{} {
				if meant(r) && sent.Add(1) > n {
					return free
				}
				return nil
			}
		})
		return release
	}
	reads := func(r *http.Request) bool {
		return r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/Orders()")
	}
	page.Choose("#many-all", "there")
	page.Fill("#many-Property", "Total")
	page.Choose("#many-action", "remove")
	release := hold(1, reads)
	page.Click("#many-seek")
	page.keyboardIn("many-stop")
	page.See("#many-found", "Reading: 1,000 entities in 1 request so far")
	page.Press("#many-stop", "Stop")
	page.See("#many-found", "Read 1,000 entities", "There may be more")
	page.See("#many-facts", "Changes 1,000 of 1,000 entities")
	release()
	page.Press("#many-seek", "Read on")
	page.See("#many-found", "Read 1,507 entities", "all that the query finds")
	page.See("#many-facts", "Changes 1,507 of 1,507 entities")
	page.Fill("#many-name", "Orders")
	release = hold(4, func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "$batch") })
	page.Click("#many-do")
	page.keyboardIn("many-stop")
	page.See(".working", "of 1,507 entities")
	none := regexp.MustCompile(`\b0 of 1,507`)
	page.Wait("some are written", func() bool { return !none.MatchString(page.Text(".working")) })
	page.Press("#many-stop", "Stop")
	page.See("#bulk-did", "of 1,507 entities changed")
	page.See("#dialog", "still to change. Going on takes", "Nothing is read again")
	release()
	shop.heard()
	page.Click("#many-go")
	page.Gone("#bulk-did")
	page.Gone("#many")
	page.See(".notice", "Removed “Total”", "of 1,507 entities changed.")
	for _, asked := range shop.heard() {
		if strings.HasPrefix(asked, http.MethodGet) && strings.Contains(asked, "/Orders()") && !strings.Contains(asked, "RowKey%20ge") { // which looks at what was under way
			t.Errorf("it was read again: %s", asked)
		}
	}
	for _, filter := range []string{"Total ge 0", "Total lt 0"} {
		if list := must(there.Query(t.Context(), "Orders", engine.Query{Filter: filter}))(t).Entities; len(list) > 0 {
			t.Errorf("%d keep it", len(list))
		}
	}

	release = hold(1, reads)
	page.Press(".crumb button", "Delete entities…")
	page.Click("#remove-all")
	page.Press("#remove-seek", "Find them")
	page.keyboardIn("remove-stop")
	page.See("#remove-count", "Reading the keys: 1,000 entities in 1 request so far")
	page.Press("#remove-stop", "Stop")
	page.See("#remove-count", "1,000 entities", "those found so far")
	release()
	page.Fill("#remove-name", "Orders")
	page.Press("#remove-go", "Delete 1,000 entities")
	page.See(".notice", "Deleted 1,000 entities of “Orders”")
}
