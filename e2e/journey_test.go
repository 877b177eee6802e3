package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// visit opens the playground and waits for its first result.
func visit(t *testing.T, fragment string, view harness.View) *harness.Page {
	t.Helper()
	page := openUnstored(t, servePage(t).URL+fragment, view)
	waitRows(t, page)
	return page
}

// waitRows waits until a run is over and its first rows are on screen.
func waitRows(t *testing.T, page *harness.Page) {
	t.Helper()
	wait(t, page, rowsShown)
}

const rowsShown = `document.querySelector(".result-line")?.textContent.includes("returned") && document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-loading)").length > 0`

// do performs actions and fails the test when one cannot be done.
func do(t *testing.T, page *harness.Page, actions ...chromedp.Action) {
	t.Helper()
	if err := page.Run(actions...); err != nil {
		t.Fatal(err)
	}
}

// plan waits until the plan strip holds all the words and returns its text.
func plan(t *testing.T, page *harness.Page, words ...string) string {
	t.Helper()
	for _, w := range words {
		if err := page.Wait(fmt.Sprintf(`document.querySelector("#planstrip").innerText.toLowerCase().includes(%q)`, strings.ToLower(w))); err != nil {
			t.Fatalf("the plan has no %q: %s\n%v", w, text(t, page, "#planstrip"), err)
		}
	}
	return text(t, page, "#planstrip")
}

func text(t *testing.T, page *harness.Page, selector string) string {
	t.Helper()
	return eval[string](t, page, fmt.Sprintf(`(document.querySelector(%q)?.innerText || "").replace(/\s+/g, " ")`, selector))
}

// click presses the button with that text, or that name, below the selector.
func click(t *testing.T, page *harness.Page, selector, label string) {
	t.Helper()
	wait(t, page, fmt.Sprintf(`(() => {
		const b = [...document.querySelectorAll(%q)].find((e) => (e.innerText.trim().replace(/\s+/g, " ") === %q || e.getAttribute("aria-label") === %q) && !e.disabled);
		if (b) b.click();
		return b;
	})()`, selector, label, label))
}

func editorText(t *testing.T, page *harness.Page) string {
	t.Helper()
	return eval[string](t, page, `[...document.querySelectorAll("#editor .cm-line")].map((l) => l.innerText).join("\n").replace(/\u200b/g, "").trim()`)
}

// cells returns a column of the rows on screen.
func cells(t *testing.T, page *harness.Page, column int) []string {
	t.Helper()
	return eval[[]string](t, page, fmt.Sprintf(`[...document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-marker)")].sort((a, b) => a.ariaRowIndex - b.ariaRowIndex).map((r) => r.querySelectorAll("[role=gridcell], [role=rowheader]")[%d].innerText.trim())`, column))
}

// waitCells waits until the texts of a column's cells on screen are read and as they have to be.
func waitCells(t *testing.T, page *harness.Page, column int, as string, good func([]string) bool) {
	t.Helper()
	var now []string
	for deadline := time.Now().Add(harness.Timeout); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if eval[bool](t, page, `document.querySelector("#grid .rf-loading") === null`) {
			if now = cells(t, page, column); good(now) {
				return
			}
		}
	}
	t.Fatalf("never %s: %q", as, now)
}

// newEntity opens an empty form. The one before it, of another entity, may have the same fields.
func newEntity(t *testing.T, page *harness.Page) {
	t.Helper()
	click(t, page, "button", "+ Entity")
	wait(t, page, `document.activeElement.id === "insp-pk" && document.querySelector("#insp-rk").value === ""`)
}

// toGrid moves the keyboard to the grid; the next key may only be pressed when it is there.
func toGrid(t *testing.T, page *harness.Page) {
	t.Helper()
	waitRows(t, page)
	do(t, page, chromedp.KeyEvent("2", chromedp.KeyModifiers(input.ModifierAlt)))
	wait(t, page, `document.activeElement.closest("#grid")`)
}

// keyMap fails the test when the pointer and the keys do not write on the key map what they point to, where it stands on the page.
func keyMap(t *testing.T, page *harness.Page) {
	t.Helper()
	wait(t, page, `document.querySelector("#map")?.dataset.segments === "10"`)
	var box struct{ X, Y, W float64 }
	if err := page.Eval(`(() => { const b = document.querySelector("#map").getBoundingClientRect(); return {X: b.x, Y: b.y + 9, W: b.width}; })()`, &box); err != nil {
		t.Fatal(err)
	}
	do(t, page, chromedp.MouseClickXY(box.X+box.W*0.3, box.Y))
	click(t, page, ".map-foot button", "Filter")
	plan(t, page, "row range", "Reads the whole partition")
	if got := editorText(t, page); strings.TrimSuffix(got, " and Rating gt 4.0") != "PartitionKey eq 'Comedy'" { // another clause stays
		t.Errorf("Filter wrote %q", got)
	}
	do(t, page,
		input.DispatchMouseEvent(input.MousePressed, box.X+4, box.Y).WithButton(input.Left).WithClickCount(1),
		input.DispatchMouseEvent(input.MouseMoved, box.X+box.W*0.2, box.Y).WithButton(input.Left).WithButtons(1),
		input.DispatchMouseEvent(input.MouseMoved, box.X+box.W*0.3, box.Y).WithButton(input.Left).WithButtons(1),
		input.DispatchMouseEvent(input.MouseReleased, box.X+box.W*0.3, box.Y).WithButton(input.Left).WithClickCount(1))
	plan(t, page, "partition range")
	if got := editorText(t, page); strings.TrimSuffix(got, " and Rating gt 4.0") != "PartitionKey ge 'Action' and PartitionKey le 'Comedy'" {
		t.Errorf("the drag wrote %q", got)
	}
	do(t, page, focused("#map"), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent("z"))
	wait(t, page, `document.querySelector("#map-hover").innerText.includes("RowKeys of the partition Action")`)
	axeOf(t, page, ".keymap")
	do(t, page, focused("#map"), chromedp.KeyEvent(kb.Escape))
	wait(t, page, `document.querySelector("#map")?.dataset.segments === "10"`)
}
