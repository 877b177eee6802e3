package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that a conflict with what somebody wrote meanwhile can be read at any width, that the keyboard reaches every outcome,
// Overwrite last, and that Escape leaves; the same where somebody deleted it. What each outcome does is proved in app/ui/uitest.
func TestConflict_KeyboardAndRoom(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page := openUnstored(t, site.URL, harness.View{Width: 1440, Height: 900})
	waitRows(t, page)
	chooseSource(t, page, "shop")
	wait(t, page, `[...document.querySelectorAll("#side .item .name")].some((e) => e.textContent === "Orders")`)
	press(t, page, "#lock")
	click(t, page, "#dialog button", "Open shop for writing")
	wait(t, page, `!document.querySelector("#dialog").open`)
	wait(t, page, `(() => { const b = [...document.querySelectorAll("#side .item")].find((e) => e.querySelector(".name")?.textContent === "Orders"); b?.click(); return b })()`)
	wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Orders"`)
	do(t, page, typed("PartitionKey eq 'p0' and RowKey eq 'r0'"), runKey())
	waitRows(t, page)
	openEntity(t, page, 0, "r0")
	do(t, page, filled("#prop-text-1", "100"))
	site.ask(t, "PUT", "/Orders(PartitionKey='p0',RowKey='r0')", `{"Total":7,"Note":"theirs"}`, http.StatusNoContent)
	press(t, page, "#save-now")
	says(t, page, "#dialog", "Somebody changed it since it was read. Nothing was written.", "Base", "Theirs", "Mine")
	for _, view := range []harness.View{{Width: 390, Height: 844}, {Width: 1024, Height: 768}, {Width: 1440, Height: 900}} {
		do(t, page, look(page, view))
		narrow(t, page)
	}
	axeBoth(t, page)

	var reached []string
	do(t, page, focused("#review"))
	for range 40 {
		do(t, page, chromedp.KeyEvent(kb.Tab))
		if id := eval[string](t, page, `document.activeElement.id`); strings.HasPrefix(id, "take-") {
			if reached = append(reached, id); len(reached) == 3 {
				break
			}
		}
	}
	if strings.Join(reached, " ") != "take-theirs take-both take-mine" {
		t.Errorf("the keyboard reaches %v", reached)
	}
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open && document.querySelector("#prop-text-1").value === "100"`)
	says(t, page, "#pending-note", "Somebody changed it since it was read.")
	axe(t, page)

	click(t, page, "#pending-note button", "Review…")
	wait(t, page, `(() => { const e = document.querySelector("#take-both"); if (!e) document.querySelector("#review .diffs .item")?.click(); return e })()`)
	press(t, page, "#take-both")
	says(t, page, "#review", "1 changed")
	press(t, page, "#commit")
	wait(t, page, `!document.querySelector("#pending") && !document.querySelector("#dialog").open`)
	if got := site.ask(t, "GET", "/Orders(PartitionKey='p0',RowKey='r0')", "", http.StatusOK); !strings.Contains(got, `"Total":100`) || !strings.Contains(got, `"Note":"theirs"`) {
		t.Errorf("stored: %s", got)
	}
	wait(t, page, `document.querySelector("#prop-text-1")?.value === "100" && !document.querySelector("#save-now").disabled`)
	do(t, page, filled("#prop-text-1", "101"))
	site.ask(t, "DELETE", "/Orders(PartitionKey='p0',RowKey='r0')", "", http.StatusNoContent)
	press(t, page, "#save-now")
	says(t, page, "#dialog", "Keep mine: insert it again")
	axe(t, page)
}
