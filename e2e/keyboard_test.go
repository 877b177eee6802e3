package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// tabUntil presses Tab until the element that has the focus, e, is the one that is meant.
func tabUntil(t *testing.T, page *harness.Page, meant string) {
	t.Helper()
	for range 120 {
		if eval[bool](t, page, `((e) => `+meant+`)(document.activeElement)`) {
			return
		}
		do(t, page, chromedp.KeyEvent(kb.Tab))
	}
	t.Fatalf("Tab never comes to %s; it is at %s", meant, eval[string](t, page, `document.activeElement.outerHTML.slice(0, 200)`))
}

// toLine goes from the side bar to a line of its lists, of which e is the button that is meant, and looks on the way whether they are one
// stop of the Tab key.
func toLine(t *testing.T, page *harness.Page, meant string) {
	t.Helper()
	side(t, page)
	tabUntil(t, page, `e.matches(".side > .scroll button:not(.side-head *)")`)
	if stops := eval[[]string](t, page, `[...document.querySelectorAll(".side > .scroll button:not(.side-head *)")].filter((e) => e.tabIndex >= 0).map((e) => e.innerText)`); len(stops) != 1 {
		t.Errorf("the lists have the stops %q", stops)
	}
	do(t, page, chromedp.KeyEvent(kb.Home))
	for range 240 { // along a line, and then to the next
		if eval[bool](t, page, `((e) => `+meant+`)(document.activeElement)`) {
			return
		}
		do(t, page, chromedp.Evaluate(`window.focusBefore = document.activeElement, 0`, nil), chromedp.KeyEvent(kb.ArrowRight))
		if eval[bool](t, page, `document.activeElement === window.focusBefore`) {
			do(t, page, chromedp.KeyEvent(kb.ArrowDown))
		}
	}
	t.Fatalf("the arrow keys never come to %s; they are at %s", meant, eval[string](t, page, `document.activeElement.outerHTML.slice(0, 200)`))
}

// opened opens the one dialog that a command of the palette leads to.
func opened(t *testing.T, page *harness.Page, command, has string) {
	t.Helper()
	order(t, page, command, command)
	wait(t, page, fmt.Sprintf(`document.querySelector("#dialog").open && document.querySelector(%q) && document.querySelector("#dialog").contains(document.activeElement)`, has))
}

// Ensure that by keyboard alone rows are taken in and shown, a table is written to a file, compared with another and deleted, an account
// is connected, one of its tables queried, its lock opened and closed, and the account forgotten; that the keyboard is back in the page
// after each dialog; and that axe finds nothing in the lists of several sources.
func TestKeyboard_Alone(t *testing.T) {
	t.Parallel()
	site := serveShop(t)
	page := openUnstored(t, site.URL, harness.View{})
	waitRows(t, page)
	dir := downloads(t, page)
	toGrid(t, page)
	// What Ctrl+V does; the clipboard itself asks for a permission.
	do(t, page, chromedp.Evaluate(`(() => { const data = new DataTransfer(); data.setData("text/plain", "PartitionKey\tRowKey\tAge\na\t1\t42\na\t2\t43\n"); document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })) })()`, nil))
	wait(t, page, `document.querySelectorAll(".preview tbody tr").length === 2 && document.querySelector("#dialog").contains(document.activeElement)`)
	tabTo(t, page, "import-table")
	replaceText(t, page, "Ages")
	wait(t, page, `!document.querySelector("#import-start").disabled`)
	tabEnter(t, page, "import-start")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Imported 2 entities into Ages") && !document.querySelector("#dialog").open`)
	waitRows(t, page)

	opened(t, page, "Export…", "#export-table")
	tabUntil(t, page, `e.matches("#dialog [name=format], #dialog input[type=radio]")`)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown)) // the next format
	format := eval[string](t, page, `document.activeElement.closest("label").innerText`)
	tabEnter(t, page, "export-table")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("2 entities") && !document.querySelector(".notice").innerText.includes("Imported")`)
	if !strings.Contains(format, ".ndjson") {
		t.Fatalf("the second format is %q", format)
	}
	if got := downloaded(t, dir, "Ages.ndjson"); strings.Count(got, "\n") != 2 || !strings.Contains(got, `"Age":42`) {
		t.Errorf("the file is %q", got)
	}
	wait(t, page, `!document.querySelector("#dialog").open && document.activeElement !== document.body`)

	order(t, page, "Compare this table with another…", "Compare this table with another…")
	wait(t, page, `document.querySelector("#compare-right")?.options.length >= 2`)
	tabTo(t, page, "compare-right")
	do(t, page, chromedp.KeyEvent("Movies"))
	wait(t, page, `document.querySelector("#compare-right").selectedOptions[0].text.startsWith("Movies")`)
	tabEnter(t, page, "compare-start")
	says(t, page, "#differences", "2 only left, 10,681 only right, 0 changed", "Differences 1–50 of 10,683")
	tabUntil(t, page, `e.matches(".diffs button")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.activeElement.matches(".diffs button[aria-expanded=true]")`)
	axeOf(t, page, "dialog")
	tabUntil(t, page, `e.id === "compare-contains"`)
	replaceText(t, page, "no such key")
	says(t, page, "#differences", "Differences none")
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)

	// The guide is opened from the card of the plan's class, which goes: the badge has the keyboard then.
	tabTo(t, page, "class")
	tabUntil(t, page, `e.matches(".class-card button")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#dialog").open && document.activeElement.id === "guide-text"`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open && document.activeElement.id === "class"`)

	order(t, page, "Delete this table…", "Delete this table…")
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#dialog").contains(document.activeElement)`)
	tabUntil(t, page, `e.matches("#dialog .danger")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `![...document.querySelectorAll("#tables .name")].some((e) => e.innerText === "Ages")`)

	order(t, page, "Connect an account…", "Connect an account…")
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#dialog").contains(document.activeElement)`)
	tabTo(t, page, "connect-string")
	do(t, page, input.InsertText(site.connection()))
	tabTo(t, page, "connect-name")
	replaceText(t, page, "mine")
	do(t, page, enter())
	wait(t, page, `!document.querySelector("#dialog").open && document.querySelector(".framed") && [...document.querySelectorAll("#side .item .name")].some((e) => e.textContent === "Orders")`)
	toLine(t, page, `e.querySelector(".name")?.textContent === "Orders"`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector(".crumb h1").innerText === "Orders"`)
	tabUntil(t, page, `!!e.closest("#editor")`)
	do(t, page, typed("PartitionKey eq 'p1'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector(".result-line")?.innerText.includes("3 entities returned")`)

	const lock = "Open or close the lock of the account"
	order(t, page, lock, lock)
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#unlock")`)
	tabEnter(t, page, "unlock")
	wait(t, page, `!document.querySelector("#dialog").open && document.querySelector("#lock").innerText.includes("Writable")`)
	order(t, page, lock, lock)
	wait(t, page, `document.querySelector("#lock").innerText.includes("unlock")`)
	for i := range 120 {
		site.ask(t, "POST", "/Tables", fmt.Sprintf(`{"TableName":"Telemetry%d"}`, i), http.StatusCreated)
	}
	click(t, page, "#side button", "↻ Refresh")
	click(t, page, "#sources button", "Tables of shop")
	click(t, page, "#sources button", "Tables of This browser")
	wait(t, page, `document.querySelectorAll("#sources .others").length === 2 && document.querySelector("#tables-at")?.innerText === "1–100 of 121" && document.querySelectorAll("#tables li").length === 100`)
	axeOf(t, page, "#side")
	if eval[bool](t, page, `(() => { const s = document.querySelector(".side > .scroll"); return s.scrollWidth > s.clientWidth })()`) {
		t.Error("the search is wider than the side bar")
	}
	toLine(t, page, `e.getAttribute("aria-label") === "Have the server forget the account mine"`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#forget")`)
	tabUntil(t, page, `e.id === "forget"`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector(".framed") && !document.querySelector("#sources").innerText.includes("mine") && document.activeElement !== document.body`)
	waitRows(t, page)
}
