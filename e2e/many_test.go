package e2e

import (
	"net/http"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure what only a browser tells of a change on all pages of an account, and of a deletion there: the requests go through the server's
// proxy, a search can be stopped, the keyboard is where the page says, and the dialog is as good to see in both themes and on a phone.
func TestMany_InBrowser(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page := openUnstored(t, site.URL+"#v=1&a=shop&t=Orders&top=2", harness.View{Width: 1440, Height: 900})
	seen := func(name string) {
		t.Helper()
		for _, view := range []harness.View{{Width: 1024, Height: 768, Dark: true}, {Width: 390, Height: 844, Dark: true}, {Width: 1440, Height: 900}} {
			do(t, page, look(page, view))
			axeOf(t, page, "#dialog")
			wait(t, page, `document.querySelector("#dialog").scrollWidth <= document.querySelector("#dialog").clientWidth`)
			uncut(t, page, name+" "+view.String())
		}
	}
	says(t, page, "#side", "1 table")
	click(t, page, ".sourcebar button", "Read-only · unlock…")
	wait(t, page, `document.querySelector("#unlock")`)
	do(t, page, clicked("#unlock"))
	says(t, page, "#lock", "Writable")
	do(t, page, clicked("#run"))
	wait(t, page, `document.activeElement.id === "scan"`)
	do(t, page, clicked("#scan-page"))
	says(t, page, ".result-line", "2 entities returned")
	press(t, page, "#edit-many")
	wait(t, page, `document.querySelector("#many-all")`)
	do(t, page, chosen("#many-all", "there"), chosen("#many-action", "retype"), filled("#many-Property", "Total"))
	says(t, page, "#many-found", "Not read yet")
	seen("before")
	reads := func(r *http.Request) bool {
		return r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/Orders()")
	}
	site.held.Store(&reads)
	do(t, page, focused("#many-seek"), enter())
	wait(t, page, `document.activeElement.id === "many-stop"`)
	do(t, page, enter())
	says(t, page, "#many-found", "Stopped before anything was read.")
	site.held.Store(nil)
	do(t, page, focused("#many-seek"), enter())
	wait(t, page, `document.activeElement.id === "many-found"`)
	says(t, page, "#dialog", "Changes 7 of 7 entities", "2 entity group transactions", "shop is marked production")
	seen("plan")
	site.ask(t, "DELETE", "/Orders(PartitionKey='p1',RowKey='r5')", "", http.StatusNoContent)
	site.ask(t, "MERGE", "/Orders(PartitionKey='p0',RowKey='r1')", `{"Mine":true}`, http.StatusNoContent)
	do(t, page, filled("#many-name", "Orders"), focused("#many-do"), enter())
	wait(t, page, `document.activeElement.id === "bulk-did"`)
	says(t, page, "#dialog", "5 of 7 entities changed", "2 entities were changed or deleted by somebody else first")
	seen("report")
	do(t, page, focused("#bulk-changed button"), enter())
	wait(t, page, `!document.querySelector("#dialog").open && document.activeElement.id === "inspector"`)
	click(t, page, ".notice button", "Back to the list")
	wait(t, page, `document.activeElement.id === "bulk-did"`)
	click(t, page, "#dialog button", "Close")
	wait(t, page, `!document.querySelector("#dialog").open`)

	site.held.Store(&reads)
	click(t, page, "#table-more", text(t, page, "#table-more"))
	click(t, page, "#delete-entities", "Delete entities…")
	wait(t, page, `document.querySelector("#remove-all")`)
	do(t, page, clicked("#remove-all"), clicked("#remove-seek"))
	wait(t, page, `document.activeElement.id === "remove-stop"`)
	seen("search")
	do(t, page, enter())
	says(t, page, "#remove-count", "Stopped before anything was found.")
	site.held.Store(nil)
	do(t, page, clicked("#remove-seek"))
	says(t, page, "#remove-count", "6 entities in 2 partitions")
	keeps(t, page, liveKey)
}
