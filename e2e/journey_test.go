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

// Ensure that a first visit shows real data with its plan, and that a typed filter is planned before it is run.
func TestQuery_TypePlanRun(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	plan(t, page, "row range", "examines 917 of 10,681", "returns 33")
	for _, tt := range []struct {
		filter string
		words  []string
	}{
		{"PartitionKey eq 'Action' and RowKey eq 'Alien'", []string{"point", "examines 1 of 10,681", "returns 1 "}},
		{"PartitionKey ge 'Action' and PartitionKey lt 'Comedy'", []string{"partition range", "3 partitions"}},
		{"Rating gt 4.0", []string{"full scan", "examines 10,681 of 10,681"}},
		{"PartitionKey eq 'a' and PartitionKey eq 'b'", []string{"empty", "examines 0 of"}},
		{"PartitionKey == 'Action'", []string{"refused", "400 InvalidInput"}},
		{"startswith(RowKey,'Sh')", []string{"refused", "501 NotImplemented"}},
		{"", []string{"full scan", "no filter"}},
	} {
		do(t, page, typed(tt.filter))
		plan(t, page, tt.words...)
	}
	before := text(t, page, ".result-line")
	do(t, page, typed("PartitionKey eq 'SciFi' and RowKey ge 'S' and RowKey lt 'T'"))
	plan(t, page, "row range")
	if now := text(t, page, ".result-line"); !strings.HasPrefix(now, strings.SplitN(before, " of the query", 2)[0]) {
		t.Errorf("typing alone changed the result from %q to %q", before, now)
	}
	do(t, page, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `[...document.querySelectorAll("#grid .rf-pin0")].some((c) => c.innerText === "SciFi")`)
	for _, key := range cells(t, page, 1) {
		if !strings.HasPrefix(key, "S") {
			t.Errorf("row key %q is outside the range", key)
		}
	}
}

// Ensure that a refusal offers its fix and that the fix can be taken back.
func TestQuery_FixAndUndo(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	do(t, page, typed("PartitionKey == 'Action'"))
	plan(t, page, "refused")
	do(t, page, clicked(".refusal .primary"))
	plan(t, page, "row range")
	if got := editorText(t, page); got != "PartitionKey eq 'Action'" {
		t.Fatalf("the fix wrote %q", got)
	}
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	plan(t, page, "refused")
	if got := editorText(t, page); got != "PartitionKey == 'Action'" {
		t.Fatalf("undo left %q", got)
	}
}

// Ensure that the light bulb offers rewrites with their cost and that one is applied from the keyboard.
func TestQuery_LightBulb(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	do(t, page, typed("not (PartitionKey ne 'Action')"))
	plan(t, page, "full scan")
	wait(t, page, `/\d hint/.test(document.querySelector(".bulb")?.innerText)`)
	click(t, page, ".bulb", text(t, page, ".bulb"))
	wait(t, page, `document.querySelector(".rewrite")?.innerText.includes("10,681 → 1,545")`)
	axe(t, page)
	do(t, page, focused(".rewrite button"), chromedp.KeyEvent(kb.Enter))
	plan(t, page, "row range", "examines 1,545", "10,681 → 1,545")
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	plan(t, page, "full scan")
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

// Ensure that an entity can be made, changed, removed and brought back, and that a wrong value is told at its field.
func TestEdit_InsertChangeDeleteUndo(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&t=Movies&f=PartitionKey%20eq%20%27Test%27", harness.View{})
	wait(t, page, `document.querySelector(".blank")?.innerText.includes("No entity matches")`)
	axe(t, page)

	newEntity(t, page)
	set := func(id, value string) {
		t.Helper()
		do(t, page, chromedp.Focus("#"+id), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText(value))
	}
	set("insp-pk", "a/b")
	wait(t, page, `document.querySelector("#key-err")?.innerText.includes("/")`)
	set("insp-pk", "Test")
	set("insp-rk", "<b>it's & 100%")
	set("prop-name-1", "Count")
	do(t, page, chosen(".prop select", "2"))
	set("prop-text-1", "2147483648")
	wait(t, page, `document.querySelector("#prop-err-1")?.innerText.length > 0`)
	axe(t, page)
	set("prop-text-1", "42")
	wait(t, page, `!document.querySelector("#prop-err-1")`)
	press(t, page, "#save-now")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Inserted Test")`)
	wait(t, page, `[...document.querySelectorAll("#grid .rf-pin1")].some((c) => c.innerText === "<b>it's & 100%")`)

	set("prop-text-1", "43")
	press(t, page, "#save-now")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Saved Test")`)
	wait(t, page, `[...document.querySelectorAll("#grid .rf-cell")].some((c) => c.innerText === "43")`)

	click(t, page, ".insp button", "Delete")
	says(t, page, "#pending", "1 change in 1 partition")
	press(t, page, "#pending-commit")
	wait(t, page, `document.querySelector(".blank")?.innerText.includes("No entity matches")`)
	click(t, page, ".notice button", "Undo")
	wait(t, page, `[...document.querySelectorAll("#grid .rf-cell")].some((c) => c.innerText === "43")`)
}

// Ensure that tables can be made and deleted, and that a bad name is told while it is typed.
func TestTables_NewAndDelete(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	click(t, page, "button", "+ New table")
	wait(t, page, `document.querySelector("#dialog").open && document.activeElement.id === "table-name"`)
	do(t, page, input.InsertText("my-table"))
	wait(t, page, `document.querySelector("#dialog-err")?.innerText.includes("my-table")`)
	axe(t, page)
	do(t, page, chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText("Orders"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#dialog").open && document.querySelector(".crumb h1").innerText === "Orders"`)
	wait(t, page, `document.querySelector(".blank")?.innerText.includes("This table is empty")`)
	axe(t, page)
	click(t, page, "button", "Delete table…")
	wait(t, page, `document.querySelector("#dialog").open`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)
	click(t, page, "button", "Delete table…")
	click(t, page, "#dialog button", "Delete Orders")
	wait(t, page, `document.querySelector(".crumb h1").innerText === "Movies"`)
}

// Ensure that reload and Back bring back the view.
func TestAddress_ReloadAndBack(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	do(t, page, typed("PartitionKey eq 'Drama'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `[...document.querySelectorAll("#grid .rf-pin0")].some((c) => c.innerText === "Drama")`)
	click(t, page, ".side .item", "Logs 100,000")
	wait(t, page, `document.querySelector(".crumb h1").innerText === "Logs"`)
	waitRows(t, page)
	eval[any](t, page, `history.back()`)
	wait(t, page, `document.querySelector(".crumb h1").innerText === "Movies"`)
	if got := editorText(t, page); got != "PartitionKey eq 'Drama'" {
		t.Fatalf("Back shows %q", got)
	}
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, page)
	if got := editorText(t, page); got != "PartitionKey eq 'Drama'" {
		t.Fatalf("a reload shows %q", got)
	}
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

// Ensure that every sample opens with its advertised number of entities.
func TestSamples_Open(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	for _, tt := range []struct{ label, table, count string }{
		{"Bird strikes 10,000", "Birdstrikes", "10,000 entities"},
		{"Social network 48,210", "SocialNetwork", "48,210 entities"},
		{"Photo jobs and status 5,000", "Jobs", "900 entities"},
		{"Video rentals 20,000", "Rentals", "20,000 entities"},
		{"Blogs 25,000", "AuthorBlogs", "10,000 entities"},
		{"Earthquakes 1,707", "Earthquakes", "1,707 entities"},
		{"Flights 20,000", "Flights", "20,000 entities"},
	} {
		click(t, page, ".side .item", tt.label)
		if err := page.Wait(fmt.Sprintf(`document.querySelector(".crumb").innerText.includes(%q) && document.querySelector(".crumb h1").innerText === %q`, tt.count, tt.table)); err != nil {
			t.Fatalf("%s: the page shows %q\n%v", tt.label, text(t, page, ".crumb"), err)
		}
		waitRows(t, page)
	}
	click(t, page, ".side .icon", "About Bird strikes")
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#dialog").innerText.includes("Licence")`)
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
