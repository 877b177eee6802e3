package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that a head is moved, sized and opened with its keys, with the focus in its column; that Ctrl+F in the grid, with Caps Lock
// too, goes to the field, marks what is found, and that the next press is the browser's; that Delete with several lines selected asks;
// and that the facts of a run keep to two lines at most, with hidden columns and the inspector beside them. What the tools do with the
// lines is proved in app/ui/uitest.
func TestGrid_ToolKeys(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1440, Height: 900})
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.activeElement.innerText.startsWith("Rating")`)
	width := eval[int](t, page, `document.activeElement.offsetWidth`)
	do(t, page, chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.activeElement.ariaColIndex === "4" && document.activeElement.innerText.startsWith("Rating")`)
	do(t, page, chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(input.ModifierShift)))
	wait(t, page, `document.activeElement.offsetWidth > `+itoa(width))
	wait(t, page, `document.querySelector("#grid > .rf-note")?.innerText.startsWith("Most often Double, also Int32")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.activeElement.ariaSort === "ascending" && document.querySelector(".sorted") && !document.querySelector("#grid .rf-loading")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.activeElement.ariaSort === "descending" && !document.querySelector("#grid .rf-loading")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("[aria-sort]") && document.activeElement.innerText.startsWith("Rating") && !document.querySelector("#grid .rf-loading")`)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(input.ModifierAlt)))
	wait(t, page, `document.querySelector("#gridmenu")?.ariaLabel === "Column Rating" && document.activeElement.id === "gridmenu"`)
	axeOf(t, page, "#gridmenu")
	click(t, page, "#gridmenu button", "▼ Sort descending")
	wait(t, page, `document.querySelector(".sorted") && document.querySelector('.rf-th[aria-sort="descending"]')?.innerText.startsWith("Rating") && !document.querySelector("#grid .rf-loading")`)
	if eval[bool](t, page, `!!document.querySelector(".rf-marker:not(.rf-free)")`) {
		t.Error("a page boundary stands in an order that the service does not have")
	}
	axeOf(t, page, ".result-line, #grid .rf-th")
	click(t, page, "#unsort", "Back to key order")
	wait(t, page, `!document.querySelector("[aria-sort]")`)

	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(input.ModifierShift)), chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(input.ModifierShift)))
	wait(t, page, `document.querySelector("#selection")?.innerText.includes("3 entities selected") && !document.querySelector("#grid .rf-loading")`) // a line that is not read yet is not deleted
	do(t, page, chromedp.KeyEvent(kb.Delete))
	wait(t, page, `document.querySelector("#remove-go")?.innerText === "Delete 3 entities"`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)

	// What moves the keyboard while the grid gives the focus to its next cell keeps it when the grid draws again.
	toGrid(t, page)
	do(t, page, chromedp.Evaluate(`document.querySelector("#grid").addEventListener("focusin", () => document.getElementById("side").focus(), { once: true }), 0`, nil), chromedp.KeyEvent(kb.ArrowDown))
	wait(t, page, `document.activeElement.id === "side"`)
	if at := eval[string](t, page, `new Promise((done) => { document.querySelector("#grid").scrollTop += 30; let n = 5; const next = () => --n ? requestAnimationFrame(next) : done(document.activeElement.id); next(); })`); at != "side" {
		t.Errorf("the grid took the keyboard back from the side bar: it is at %q", at)
	}

	toGrid(t, page)
	do(t, page, chromedp.Evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "F", code: "KeyF", ctrlKey: true, bubbles: true, cancelable: true }))`, nil))
	wait(t, page, `document.activeElement.id === "find"`)
	if eval[bool](t, page, `!document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "f", code: "KeyF", ctrlKey: true, bubbles: true, cancelable: true }))`) {
		t.Error("the second press does not reach the browser")
	}
	do(t, page, input.InsertText("alien"))
	wait(t, page, `/^Entity 1 of \d+ /.test(document.querySelector("#find-text").innerText) && document.querySelector(".rf-match.rf-current, .rf-row.rf-selected .rf-match")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#find-text").innerText.startsWith("Entity 2 of ") && document.querySelector(".rf-row.rf-selected .rf-match")?.innerText.toLowerCase().includes("alien")`)
	axeOf(t, page, ".find, #grid .rf-row:has(.rf-match)")
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#find") && document.activeElement.closest("#grid") && !document.querySelector(".rf-match")`)

	do(t, page, look(page, harness.View{Width: 1024, Height: 768}), typed(""), runKey())
	wait(t, page, `document.querySelector(".result-line").innerText.includes("11 pages")`)
	plan(t, page, "full scan")
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#inspector .prop-text")`)
	click(t, page, "#columns", "Columns")
	do(t, page, chromedp.Click(`tr[data-column="Rating"] .check`, chromedp.ByQuery), chromedp.KeyEvent(kb.Escape))
	wait(t, page, `document.querySelector("#columns").innerText.includes("1 hidden") && !document.querySelector("#dialog").open`)
	lines := `Math.round(document.querySelector(".result-line .facts").getBoundingClientRect().height / parseFloat(getComputedStyle(document.querySelector(".result-line .facts")).lineHeight))`
	for _, view := range []harness.View{{Width: 1024, Height: 768}, {Width: 1440, Height: 900}, {Width: 390, Height: 844}} {
		do(t, page, look(page, view))
		wait(t, page, fmt.Sprintf(`innerWidth === %d`, view.Width))
		if n := eval[float64](t, page, lines); n > 2 {
			t.Errorf("%v: the facts of the run take %v lines", view, n)
		}
	}
}

// Ensure that on a phone the tools of a table, in states that no station has, break no rule of axe, and are not wider than the screen:
// a set of columns, the plain table, JSON with a mistake, a decoded value, a form with a long date, a group that was refused, a file
// before and after its import, what an export loses, a snapshot; and that the menu of a cell is walked through with the arrow keys.
func TestTools_Phone(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27%20and%20RowKey%20lt%20%27C%27&ran=1", phone)
	click(t, page, "#columns", "Columns")
	do(t, page, filled("#template-name", "years"), enter())
	wait(t, page, `document.querySelector("#dialog li.row")?.innerText.includes("years") && document.querySelector("#template-name").value === ""`)
	says(t, page, "#dialog", "6 of its 6 columns are here")
	axeOf(t, page, "#dialog")
	narrow(t, page)
	closeDialog := func() {
		t.Helper()
		do(t, page, chromedp.KeyEvent(kb.Escape))
		wait(t, page, `!document.querySelector("dialog[open]")`)
	}
	closeDialog()

	click(t, page, "#plain-table", "Plain table")
	wait(t, page, `document.querySelector("#plain tbody tr") && document.activeElement.id === "plain"`)
	// However many columns there are, a name is not broken to fit: the table scrolls.
	if !eval[bool](t, page, `(() => { const r = document.createRange(); r.selectNodeContents(document.querySelector("#plain thead th")); return new Set([...r.getClientRects()].map((c) => c.top)).size === 1 })()`) {
		t.Error("PartitionKey stands on several lines")
	}
	narrow(t, page)
	click(t, page, "#plain-table", "Back to the grid")
	wait(t, page, `!document.querySelector("#plain") && document.activeElement.closest("#grid")`)

	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#inspector #lens-json")`)
	click(t, page, "#lens-json", "JSON")
	wait(t, page, `document.activeElement.id === "entity-json"`)
	do(t, page, chromedp.Evaluate(`{ const e = document.querySelector("#entity-json"); e.value = e.value.replace(/\n}$/, ',\n  "Seen": "here"\n}'); e.dispatchEvent(new Event("input", { bubbles: true })) }`, nil))
	wait(t, page, `[...document.querySelectorAll("#inspector .prop-text")].some((e) => e.value === "here")`)
	do(t, page, chromedp.Evaluate(`{ const e = document.querySelector("#entity-json"); e.value += "x"; e.dispatchEvent(new Event("input", { bubbles: true })) }`, nil))
	wait(t, page, `document.querySelector("#lens-err")?.innerText.includes("follows") && document.querySelector("#entity-json").ariaInvalid === "true"`)
	axeOf(t, page, "#inspector")
	click(t, page, "#lens-decode", "Decode")
	do(t, page, chosen("#decode-name", "RowKey"))
	wait(t, page, `document.querySelector(".decoded pre")?.innerText.includes("characters")`)
	narrow(t, page)
	click(t, page, "#inspector button", "Revert")
	wait(t, page, `!document.querySelector("#lens-err")`)

	order(t, page, "paste an entity", "Paste an entity as JSON…")
	do(t, page, filled("#paste-json", `{"PartitionKey":"Mine","RowKey":"1","At@odata.type":"Edm.DateTime","At":"2026-11-20T09:30:00.1234567Z"}`))
	click(t, page, "#dialog button", "Fill the form")
	wait(t, page, `document.querySelector("#said-1")?.innerText === "Fri 2026-11-20 09:30:00.1234567 UTC"`)
	narrow(t, page)
	click(t, page, "#inspector button", "Close the inspector")
	order(t, page, "entity group transaction", "Build an entity group transaction…")
	do(t, page, filled("#group-pk", "Mine"), filled("#group-rk-1", "x"), filled("#group-json-1", `{"N": 1}`), clicked("#group-add"), chosen("#group-kind-2", "replace"),
		filled("#group-rk-2", "y"), filled("#group-json-2", `{"N": 2}`), filled("#group-match-2", "*"))
	press(t, page, "#group-run")
	says(t, page, "#group-result", "operation 2, replace of Mine / y, failed it all")
	axeOf(t, page, "#dialog")
	narrow(t, page)
	closeDialog()

	click(t, page, "button", "Export…")
	do(t, page, chromedp.Click(`//label[contains(., ".csv") and contains(., "plain values")]//input`, chromedp.BySearch))
	wait(t, page, `document.querySelector("#dialog .advice-box li")`)
	axeOf(t, page, "#dialog")
	fits(t, page, "export")
	closeDialog()
	drop(t, page, "my films.csv", films)
	wait(t, page, `document.querySelectorAll(".preview tbody tr").length === 4`)
	do(t, page, chosen(`select[aria-label="Type of Year"]`, "2"), filled("#import-rk", "{Title}"))
	wait(t, page, `document.querySelector(".preview td.err")?.innerText.includes("soon")`)
	axeOf(t, page, "#dialog")
	fits(t, page, "import")
	click(t, page, "#dialog button", "Import")
	wait(t, page, `document.querySelector("#dialog[open]")?.innerText.includes("1 refused")`)
	axeOf(t, page, "#dialog")
	fits(t, page, "the summary of an import")
	click(t, page, "#dialog button", "Close")
	wait(t, page, `document.querySelector(".crumb h1").innerText === "myfilms"`)
	waitRows(t, page)
	order(t, page, "snapshots", "Snapshots, undo and storage…")
	do(t, page, filled("#snapshot-name", "before"))
	click(t, page, "#dialog button", "Save a snapshot")
	wait(t, page, `document.querySelector("#dialog .preview")?.innerText.includes("2 tables")`)
	axeOf(t, page, "#dialog")
	closeDialog()

	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.activeElement.ariaColIndex === "2"`)
	do(t, page, chromedp.Evaluate(`{ const b = document.activeElement.getBoundingClientRect(); document.activeElement.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: b.left + 5, clientY: b.top + 5 })) }`, nil))
	wait(t, page, `document.querySelector("#gridmenu .planned") && document.activeElement.id === "gridmenu"`)
	third := eval[string](t, page, `[...document.querySelectorAll("#gridmenu [role^=menuitem]:not([disabled])")][2].innerText`)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown))
	wait(t, page, fmt.Sprintf(`document.activeElement.innerText === %q`, third))
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#gridmenu") && document.querySelector("#editor .cm-content").innerText.includes("RowKey")`)
}
