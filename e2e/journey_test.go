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
	wait(t, page, `document.querySelector(".result-line")?.innerText.includes("returned") && document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-loading)").length > 0`)
}

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
		if err := page.Wait(fmt.Sprintf(`document.querySelector("#planstrip .strip").innerText.toLowerCase().includes(%q)`, strings.ToLower(w))); err != nil {
			t.Fatalf("the plan has no %q: %s\n%v", w, text(t, page, "#planstrip .strip"), err)
		}
	}
	return text(t, page, "#planstrip .strip")
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

// Ensure that a click on the key map writes the filter of a partition, that it zooms, and that the keyboard does the same.
func TestQuery_KeyMap(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	wait(t, page, `document.querySelector("#map")?.dataset.segments === "10"`)
	var box struct{ X, Y, W float64 }
	if err := page.Eval(`(() => { const b = document.querySelector("#map").getBoundingClientRect(); return {X: b.x, Y: b.y + 9, W: b.width}; })()`, &box); err != nil {
		t.Fatal(err)
	}
	do(t, page, chromedp.MouseClickXY(box.X+box.W*0.3, box.Y))
	plan(t, page, "row range", "one whole partition")
	if got := editorText(t, page); got != "PartitionKey eq 'Comedy'" {
		t.Fatalf("the click wrote %q", got)
	}
	do(t, page,
		input.DispatchMouseEvent(input.MousePressed, box.X+4, box.Y).WithButton(input.Left).WithClickCount(1),
		input.DispatchMouseEvent(input.MouseMoved, box.X+box.W*0.2, box.Y).WithButton(input.Left).WithButtons(1),
		input.DispatchMouseEvent(input.MouseMoved, box.X+box.W*0.3, box.Y).WithButton(input.Left).WithButtons(1),
		input.DispatchMouseEvent(input.MouseReleased, box.X+box.W*0.3, box.Y).WithButton(input.Left).WithClickCount(1))
	plan(t, page, "partition range")
	if got := editorText(t, page); got != "PartitionKey ge 'Action' and PartitionKey le 'Comedy'" {
		t.Fatalf("the drag wrote %q", got)
	}
	do(t, page, chromedp.Focus("#map"), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent("z"))
	wait(t, page, `document.querySelector("#map-hover").innerText.includes("Row keys of the partition Action")`)
	do(t, page, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	plan(t, page, "row range", "part of one partition")
	axe(t, page)
	do(t, page, chromedp.Focus("#map"), chromedp.KeyEvent(kb.Escape))
	wait(t, page, `document.querySelector("#map")?.dataset.segments === "10"`)
}

// Ensure that everything of a query can be done with the keyboard alone.
func TestKeyboard_WholeJourney(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	do(t, page, chromedp.KeyEvent("1", chromedp.KeyModifiers(input.ModifierAlt)))
	wait(t, page, `document.activeElement.closest("#editor")`)
	do(t, page, chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText("Par"))
	do(t, page, chromedp.KeyEvent(" ", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector(".cm-tooltip-autocomplete")?.innerText.includes("PartitionKey")`)
	// CodeMirror leaves Enter to the text for 75 ms after the list has come up, so that a fast typist is not surprised.
	do(t, page, chromedp.Sleep(200*time.Millisecond), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#editor").innerText.includes("PartitionKey")`)
	do(t, page, typed("PartitionKey eq 'SciFi'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierShift)))
	wait(t, page, `[...document.querySelectorAll("#grid .rf-pin0")].some((c) => c.innerText === "SciFi")`)
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#inspector h2").innerText.startsWith("SciFi")`)
	do(t, page, chromedp.KeyEvent(kb.F6))
	do(t, page, chromedp.KeyEvent("?"))
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#dialog").innerText.includes("F6")`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)
}

// Ensure that a large table is generated, that typing goes on while it is scanned, and that a load can be stopped.
func TestGenerate_LargeTable(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	click(t, page, "button", "+ Generate data…")
	wait(t, page, `document.querySelector("#dialog").open`)
	set := func(id, value string) {
		t.Helper()
		do(t, page, chromedp.Focus("#"+id), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText(value))
	}
	set("spec-entities", "many")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#dialog-err")?.innerText.includes("many")`)
	set("spec-entities", "1,000,000")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector(".loading")`)
	click(t, page, ".loading button", "Stop")
	wait(t, page, `!document.querySelector(".loading")`)
	if got := text(t, page, ".side"); strings.Contains(got, "Generated") {
		t.Fatalf("a stopped load left its table: %s", got)
	}

	click(t, page, "button", "+ Generate data…")
	set("spec-entities", "200000")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector(".crumb h1").innerText === "Generated"`)
	waitRows(t, page)
	wait(t, page, `document.querySelector(".result-line").innerText.includes("200 pages")`)
	eval[any](t, page, `document.querySelector(".rf-grid").scrollTop = 1000 * 30`)
	wait(t, page, `[...document.querySelectorAll("#grid .rf-marker")].some((r) => r.innerText.includes("page 2"))`)
	do(t, page, typed("Number gt 500000"))
	plan(t, page, "full scan", "examines 200,000 of 200,000", "returns")
}
