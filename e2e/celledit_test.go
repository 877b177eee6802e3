package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that the menu of a header keeps Timestamp beside the keys, where it stays when the grid scrolls sideways and after a
// reload.
func TestGrid_PinTimestamp(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1920, Height: 900})
	waitRows(t, page)
	wait(t, page, `(() => { const head = [...document.querySelectorAll("#grid .rf-th")].find((e) => e.querySelector("span").textContent === "Timestamp"); head?.click(); return head })()`)
	wait(t, page, `document.querySelector(".menu-title")?.innerText === "Timestamp"`)
	click(t, page, ".menuitem", "Keep beside the keys")
	pinned := `document.querySelector("#grid .rf-th[aria-colindex='3'] span").textContent === "Timestamp" && document.querySelectorAll("#grid .rf-th.rf-pin2, #grid .rf-row[aria-rowindex='2'] .rf-pin2[role=gridcell]").length === 2`
	wait(t, page, pinned)
	wait(t, page, `(() => { const g = document.querySelector(".rf-grid"), c = g.querySelector(".rf-row[aria-rowindex='2'] .rf-pin2"), b = g.querySelector(".rf-row[aria-rowindex='2'] .rf-pin1"); g.scrollLeft = 1e6; return g.scrollLeft > 100 && Math.abs(c.getBoundingClientRect().left - b.getBoundingClientRect().right) < 2 })()`)
	shoot(t, page, "pinned")
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, page)
	wait(t, page, pinned)
}

// Ensure that a value is edited in its cell as in a spreadsheet: F2 and typing, a mistake said below the cell, Tab to the next,
// Escape; that each edit is a pending change which undo takes back and Commit writes; and that a key leads to the inspector.
func TestGrid_EditInCell(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1440, Height: 900})
	toGrid(t, page)
	cell := `document.querySelector("#grid .rf-row[aria-rowindex='2'] .rf-cell[aria-colindex='" + (1 + [...document.querySelectorAll("#grid .rf-th > span:first-child")].findIndex((e) => e.textContent === "Rating")) + "']")`
	field := `document.activeElement.className === "rf-field" && document.activeElement.getAttribute("aria-label") === "Rating, Double"`
	for range 12 { // to the column, wherever the sample has it
		if eval[bool](t, page, `document.activeElement === `+cell) {
			break
		}
		at := eval[string](t, page, `document.activeElement.getAttribute("aria-colindex")`)
		do(t, page, chromedp.KeyEvent(kb.ArrowRight))
		wait(t, page, fmt.Sprintf(`document.activeElement.getAttribute("aria-colindex") !== %q`, at)) // a step too many would be another column
	}
	wait(t, page, `document.activeElement === `+cell+` && !document.activeElement.closest(".rf-loading")`)
	was := eval[string](t, page, cell+`.textContent`)
	do(t, page, chromedp.KeyEvent(kb.F2))
	wait(t, page, field+` && document.activeElement.value === `+cell+`.querySelector("span").textContent`)
	do(t, page, input.InsertText("x"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, field+` && document.activeElement.ariaInvalid === "true" && document.querySelector(".rf-wrong").innerText.length > 10`)
	axe(t, page)
	shoot(t, page, "wrong")
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector(".rf-field") && document.activeElement === `+cell)
	if eval[bool](t, page, `document.querySelector("#pending") !== null`) {
		t.Error("Escape keeps the edit")
	}

	do(t, page, chromedp.KeyEvent("4"))
	wait(t, page, field+` && document.activeElement.value === "4"`)
	do(t, page, input.InsertText(",8"))
	wait(t, page, `document.querySelector(".rf-wrong")`) // a comma is refused rather than guessed
	do(t, page, chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent(kb.Backspace), input.InsertText(".80"))
	wait(t, page, `document.querySelector(".rf-note:not(.rf-wrong)")?.innerText === "Double · = 4.8"`)
	do(t, page, chromedp.KeyEvent(kb.Tab))
	says(t, page, "#pending", "1 change in 1 partition → 1 batch")
	wait(t, page, cell+`.textContent === "4.8" && `+cell+`.classList.contains("rf-changed") && document.activeElement === `+cell+`.parentElement.querySelector("[aria-colindex='" + (1 + +`+cell+`.getAttribute("aria-colindex")) + "']")`)
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `!document.querySelector("#grid .rf-pending")`)
	do(t, page, chromedp.KeyEvent("y", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, cell+`.classList.contains("rf-changed")`)
	press(t, page, "#pending-commit")
	says(t, page, ".notice", "Committed 1 change")
	wait(t, page, cell+`.textContent === "4.8" && !`+cell+`.classList.contains("rf-changed")`)
	if was == "4.8" {
		t.Error("the sample has the very value")
	}

	// A double click does what F2 does; what is typed is kept when the focus leaves; a key is changed in the inspector.
	do(t, page, chromedp.DoubleClick("#grid .rf-row[aria-rowindex='3'] .rf-cell[aria-colindex='3']", chromedp.ByQuery))
	wait(t, page, `document.activeElement.className === "rf-field"`)
	do(t, page, chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText("7"), chromedp.KeyEvent("1", chromedp.KeyModifiers(input.ModifierAlt)))
	says(t, page, "#pending", "1 change in 1 partition")
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.F2))
	wait(t, page, `document.activeElement.id === "insp-rk"`)
}

// Ensure that what is said of a value leaves the field to be seen, in a grid of a few lines, too, and that the field stays in view when
// the window is made narrow.
func TestGrid_EditNote(t *testing.T) {
	t.Parallel()
	for _, view := range harness.Views() {
		if view.Dark {
			continue
		}
		t.Run(view.String(), func(t *testing.T) {
			page := visit(t, "", view)
			wait(t, page, `document.querySelector("#planstrip").innerText.includes("Rating is not part of the key")`) // it takes its room from the grid
			toGrid(t, page)
			for at := 2; at <= 3; at++ {
				do(t, page, chromedp.KeyEvent(kb.ArrowRight))
				wait(t, page, fmt.Sprintf(`document.activeElement.getAttribute("aria-colindex") === "%d"`, at))
			}
			do(t, page, chromedp.KeyEvent(kb.F2))
			wait(t, page, `document.activeElement.className === "rf-field"`)
			do(t, page, input.InsertText("x"), chromedp.KeyEvent(kb.Enter))
			wait(t, page, `document.querySelector(".rf-wrong")?.innerText.length > 10`)
			do(t, page, input.InsertText("y"))
			wait(t, page, `document.querySelector(".rf-wrong").innerText.includes("xy")`)
			wait(t, page, `(() => { const a = document.querySelector(".rf-field").getBoundingClientRect(), b = document.querySelector(".rf-note").getBoundingClientRect(); return a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom })()`)
			do(t, page, look(page, harness.View{Width: 390, Height: 844}))
			wait(t, page, `(() => { const a = document.querySelector(".rf-field")?.getBoundingClientRect(), g = document.querySelector(".rf-grid").getBoundingClientRect(); return a && a.left >= g.left && a.right <= g.right && a.top >= g.top && a.bottom <= g.bottom })()`)
		})
	}
}

// Ensure that what is being typed into a cell outlives a reload: it is in the inspector then, with the message that it is not saved.
func TestGrid_CellOutlivesReload(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1440, Height: 900})
	toGrid(t, page)
	title := `[...document.querySelectorAll("#grid .rf-th > span:first-child")].findIndex((e) => e.textContent === "Rating") + 1`
	for range 12 {
		if eval[bool](t, page, `document.activeElement.getAttribute("aria-colindex") === String(`+title+`)`) {
			break
		}
		at := eval[string](t, page, `document.activeElement.getAttribute("aria-colindex")`)
		do(t, page, chromedp.KeyEvent(kb.ArrowRight))
		wait(t, page, fmt.Sprintf(`document.activeElement.getAttribute("aria-colindex") !== %q`, at))
	}
	do(t, page, chromedp.KeyEvent(kb.F2))
	wait(t, page, `document.activeElement.className === "rf-field" && document.activeElement.getAttribute("aria-label") === "Rating, Double"`)
	do(t, page, chromedp.Evaluate(`document.activeElement.select()`, nil), input.InsertText("1.2"))
	wait(t, page, `document.querySelector(".rf-note").innerText.includes("Double")`)
	// Until the entity is read, the browser would ask instead. What comes after is kept at once.
	wait(t, page, `/"1\.2\\*"/.test(sessionStorage.getItem("rangefinder.kept"))`)
	do(t, page, input.InsertText("5"))
	wait(t, page, `document.activeElement.value === "1.25"`)
	page.Leave()
	do(t, page, chromedp.Evaluate(`setTimeout(() => location.reload())`, nil))
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("before the page was left") && [...document.querySelectorAll("#inspector input, #inspector textarea")].some((e) => e.value === "1.25")`)
}
