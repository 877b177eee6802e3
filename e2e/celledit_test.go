package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// toColumn moves right in the grid to a column, wherever it stands.
func toColumn(t *testing.T, page *harness.Page, name string) {
	t.Helper()
	at := fmt.Sprintf(`(document.activeElement.getAttribute("aria-colindex") === [...document.querySelectorAll("#grid .rf-th")].find((e) => e.firstChild.textContent === %q).ariaColIndex)`, name)
	for range 12 {
		if eval[bool](t, page, at) {
			break
		}
		was := eval[string](t, page, `document.activeElement.getAttribute("aria-colindex")`)
		do(t, page, chromedp.KeyEvent(kb.ArrowRight))
		wait(t, page, fmt.Sprintf(`document.activeElement.getAttribute("aria-colindex") !== %q`, was)) // a step too many would be another column
	}
	wait(t, page, at+` && !document.activeElement.closest(".rf-loading")`)
}

// Ensure that a value is edited in its cell with the keys of a spreadsheet: F2 and typing, a mistake said below the cell, Tab to the
// next, Escape, a double click, a key that leads elsewhere; and that what is said leaves the field to be seen, in a grid of a few lines
// and in a narrow window, too; and that Delete clears a cell which a paste fills again. What becomes of the edits is proved in app/ui/uitest.
func TestGrid_CellKeysAndRoom(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1440, Height: 900})
	toGrid(t, page)
	cell := `document.querySelector("#grid .rf-row[aria-rowindex='2'] .rf-cell[aria-colindex='" + (1 + [...document.querySelectorAll("#grid .rf-th > span:first-child")].findIndex((e) => e.textContent === "Rating")) + "']")`
	field := `document.activeElement.className === "rf-field" && document.activeElement.getAttribute("aria-label") === "Rating, Double"`
	toColumn(t, page, "Rating")
	wait(t, page, `document.activeElement === `+cell)
	do(t, page, chromedp.KeyEvent(kb.F2))
	wait(t, page, field+` && document.activeElement.value === `+cell+`.querySelector("span").textContent`)
	do(t, page, input.InsertText("x"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, field+` && document.activeElement.ariaInvalid === "true" && document.querySelector(".rf-wrong").innerText.length > 10`)
	axeOf(t, page, "#grid .rf-row[aria-rowindex='2'], #grid .rf-note")
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector(".rf-field") && document.activeElement === `+cell)
	if eval[bool](t, page, `document.querySelector("#pending") !== null`) {
		t.Error("Escape keeps the edit")
	}

	do(t, page, chromedp.KeyEvent("4"))
	wait(t, page, field+` && document.activeElement.value === "4"`)
	do(t, page, input.InsertText(",8"))
	wait(t, page, `document.querySelector(".rf-wrong")`)
	do(t, page, chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent(kb.Backspace), input.InsertText(".80"))
	wait(t, page, `document.querySelector(".rf-note:not(.rf-wrong)")?.innerText === "Double · = 4.8"`)
	do(t, page, chromedp.KeyEvent(kb.Tab))
	wait(t, page, cell+`.textContent === "4.8" && `+cell+`.classList.contains("rf-changed") && document.activeElement === `+cell+`.parentElement.querySelector("[aria-colindex='" + (1 + +`+cell+`.getAttribute("aria-colindex")) + "']")`)

	// Delete clears a cell; a paste fills the cells that are selected together.
	do(t, page, chromedp.KeyEvent(kb.ArrowLeft))
	wait(t, page, `document.activeElement === `+cell)
	do(t, page, chromedp.KeyEvent(kb.Delete))
	wait(t, page, cell+`.textContent !== "4.8" && `+cell+`.classList.contains("rf-changed")`)
	do(t, page, chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(input.ModifierShift)), chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(input.ModifierShift)))
	eval[any](t, page, `(() => { const data = new DataTransfer(); data.setData("text/plain", "4.8\r\n"); document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})) })()`)
	wait(t, page, cell+`.textContent === "4.8" && `+cell+`.classList.contains("rf-changed") && !document.querySelector("#dialog").open`)
	says(t, page, "#pending", "1 change in 1 partition")

	// A double click does what F2 does; what is typed is kept when the focus leaves; a key is changed in the inspector.
	do(t, page, chromedp.DoubleClick("#grid .rf-row[aria-rowindex='3'] .rf-cell[aria-colindex='3']", chromedp.ByQuery))
	wait(t, page, `document.activeElement.className === "rf-field"`)
	do(t, page, chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText("7"), chromedp.KeyEvent("1", chromedp.KeyModifiers(input.ModifierAlt)))
	says(t, page, "#pending", "2 changes in 1 partition")
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.F2))
	wait(t, page, `document.activeElement.id === "insp-rk"`)
	click(t, page, "#inspector button", "Close the inspector")

	do(t, page, clicked("#why"))
	wait(t, page, `document.querySelector("#planstrip").innerText.includes("Rating is not part of the key")`) // it takes its room from the grid
	const apart = `(() => { const a = document.querySelector(".rf-field").getBoundingClientRect(), b = document.querySelector(".rf-note").getBoundingClientRect(); return a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom })()`
	for _, view := range harness.Views() {
		if view.Dark {
			continue
		}
		do(t, page, look(page, view))
		toGrid(t, page)
		toColumn(t, page, "Rating")
		do(t, page, chromedp.KeyEvent(kb.F2))
		wait(t, page, `document.activeElement.className === "rf-field"`)
		do(t, page, input.InsertText("x"), chromedp.KeyEvent(kb.Enter))
		wait(t, page, `document.querySelector(".rf-wrong")?.innerText.length > 10`)
		do(t, page, input.InsertText("y"))
		wait(t, page, `document.querySelector(".rf-wrong").innerText.includes("xy")`)
		wait(t, page, apart)
		do(t, page, look(page, harness.View{Width: 390, Height: 844}))
		wait(t, page, `(() => { const a = document.querySelector(".rf-field")?.getBoundingClientRect(), g = document.querySelector(".rf-grid").getBoundingClientRect(); return a && a.left >= g.left && a.right <= g.right && a.top >= g.top && a.bottom <= g.bottom })()`)
		do(t, page, chromedp.KeyEvent(kb.Escape))
		wait(t, page, `!document.querySelector(".rf-field") && document.activeElement.closest("#grid")`)
		do(t, page, chromedp.KeyEvent(kb.Home))
	}
}
