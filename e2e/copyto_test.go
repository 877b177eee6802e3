package e2e

import (
	"net/http"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure what only a browser tells of a copy into an account: the requests go through the server's proxy, the keyboard is where the page
// says, and the dialog is as good to see in both themes and on a phone, before the plan, with it, and with the report.
func TestCopyTo_InBrowser(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page := openUnstored(t, site.URL+"#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&run=1", harness.View{Width: 1440, Height: 900})
	waitRows(t, page)
	says(t, page, ".result-line", "300 entities returned")
	seen := func(name string) {
		t.Helper()
		for _, view := range []harness.View{{Width: 1024, Height: 768, Dark: true}, {Width: 390, Height: 844, Dark: true}, {Width: 1440, Height: 900}} {
			do(t, page, look(page, view))
			axeOf(t, page, "#dialog")
			wait(t, page, `document.querySelector("#dialog").scrollWidth <= document.querySelector("#dialog").clientWidth`)
			uncut(t, page, name+" "+view.String())
		}
	}
	says(t, page, "#side", "devstoreaccount1") // a copy goes to an account only if the page knows one when the dialog opens
	click(t, page, "#result-more", text(t, page, "#result-more"))
	wait(t, page, `document.querySelector("#copy-result-to")`)
	click(t, page, "#copy-result-to", "Copy to…")
	wait(t, page, `document.activeElement.id === "copyto-table" && document.activeElement.value === "Movies" && document.querySelector("#copyto-what-result").checked`)
	wait(t, page, `[...document.querySelector("#copyto-source").options].some((o) => o.value === "shop")`)
	do(t, page, chosen("#copyto-source", "shop"), filled("#copyto-table", "Wars"))
	seen("form")
	click(t, page, "#copyto-go", "Plan the copy")
	says(t, page, "#copyto-plan", "300 entities to write in 3 transactions", "Writing to shop is locked.")
	seen("plan")
	click(t, page, "#copyto-unlock", "Open the lock…")
	wait(t, page, `document.querySelector("#unlock")`)
	do(t, page, clicked("#unlock"))
	wait(t, page, `document.activeElement.id === "copyto-name"`) // production asks for the table's name
	do(t, page, filled("#copyto-name", "Wars"))
	wait(t, page, `(() => { const e = document.querySelector("#copyto-go"); return e.innerText === "Write 300 entities" && !e.disabled })()`)
	press(t, page, "#copyto-go")
	says(t, page, "#copyto-done", "Wrote 300 entities to Wars of shop in 4 requests", "100 of 300 read back in 100 requests: all as they were written.")
	wait(t, page, `document.activeElement.id === "copyto-done"`)
	seen("report")
	if got := site.ask(t, "GET", "/Wars()?$select=RowKey", "", http.StatusOK); strings.Count(got, "RowKey") != 300 {
		t.Errorf("the account has %d of 300", strings.Count(got, "RowKey"))
	}
	// What was written can be found by its keys and deleted: production asks for the table's name.
	do(t, page, clicked("#dialog .closer"))
	wait(t, page, `location.hash = "#v=1&a=shop&t=Wars"`)
	says(t, page, ".crumb h1", "Wars")
	click(t, page, "#table-more", text(t, page, "#table-more"))
	click(t, page, "#delete-entities", "Delete entities…")
	says(t, page, "#dialog", "Every entity of the table", "Not read yet")
	click(t, page, "#remove-seek", "Find them")
	wait(t, page, `document.activeElement.id === "remove-count"`)
	says(t, page, "#dialog", "300 entities in 1 partition", "shop is marked production")
	seen("remove")
	keeps(t, page, liveKey)
}
