package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// openEntity moves down in the grid and opens what is there.
func openEntity(t *testing.T, page *harness.Page, downs int, rowKey string) {
	t.Helper()
	toGrid(t, page)
	for range downs {
		do(t, page, chromedp.KeyEvent(kb.ArrowDown))
	}
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, fmt.Sprintf(`document.querySelector("#insp-rk")?.value === %q && document.activeElement.id === "inspector"`, rowKey))
}

// press clicks what a selector names, wherever it is scrolled to.
func press(t *testing.T, page *harness.Page, selector string) {
	t.Helper()
	wait(t, page, fmt.Sprintf(`(() => { const b = document.querySelector(%q), can = b && !b.disabled; if (can) b.click(); return can })()`, selector))
}

// runFilter runs a filter and waits until the first line is that of the row key.
func runFilter(t *testing.T, page *harness.Page, filter, rowKey string) {
	t.Helper()
	do(t, page, typed(filter), runKey())
	waitCells(t, page, 1, "the rows of "+filter, func(now []string) bool { return len(now) > 0 && strings.HasPrefix(now[0], rowKey) })
}

const alienToTerminator = "PartitionKey eq 'Action' and RowKey ge 'Alien' and RowKey lt 'Terminator' and Rating gt 4.0"

// Ensure that a link with a long query shows its beginning; that the keys that edit reach what they are for from the grid, with the
// focus where the next key is meant; that the forms have room: an inspector that scrolls alone, shows the names of common properties
// whole where it is narrow, and keeps the button that closes it in its corner; and that the message of a commit lies over nothing
// that can be pressed. What the forms say and do is proved in app/ui/uitest.
func TestEditing_FocusAndRoom(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range 60 {
		names = append(names, fmt.Sprintf("RowKey eq 'A rather long title %d'", i))
	}
	page := visit(t, "#v=1&t=Movies&f="+url.PathEscape("PartitionKey eq 'Action' and ("+strings.Join(append(names, "RowKey eq 'Alien'"), " or ")+")"), harness.View{Width: 1440, Height: 900})
	if eval[bool](t, page, `(() => { const s = document.querySelector("#editor .cm-scroller"); return s.scrollTop > 0 || s.scrollHeight < 2 * s.clientHeight })()`) {
		t.Error("the beginning of the link's query is out of view")
	}
	do(t, page, chromedp.KeyEvent("1", chromedp.KeyModifiers(input.ModifierAlt)))
	wait(t, page, `(() => { const s = document.querySelector("#editor .cm-scroller"); return Math.abs(s.scrollTop + s.clientHeight - s.scrollHeight) < 20 })()`) // the caret is where it always is

	runFilter(t, page, alienToTerminator, "Alien")
	openEntity(t, page, 0, "Alien")
	do(t, page, filled("#prop-text-1", "4.70"))
	wait(t, page, `document.querySelector("#said-1")?.innerText === "= 4.7"`)
	axeOf(t, page, "#inspector")
	press(t, page, "#save")
	wait(t, page, `[...document.querySelectorAll("#grid .rf-changed")].some((c) => c.innerText === "4.7") && document.querySelector("#grid .rf-pending")`)
	openEntity(t, page, 1, "Aliens")
	click(t, page, "#inspector button", "Delete")
	wait(t, page, `document.querySelector("#grid .rf-deleted")`)
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `!document.querySelector("#grid .rf-deleted") && document.querySelector("#grid .rf-pending")`)
	do(t, page, chromedp.KeyEvent("y", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector("#grid .rf-deleted")`)
	press(t, page, "#pending-review")
	wait(t, page, `document.querySelectorAll("#review .diffs li").length === 2`)
	press(t, page, "#review .diffs li:first-child .item")
	click(t, page, "#review button", "Request for Action")
	says(t, page, "#review .request", "POST /$batch HTTP/1.1")
	axeOf(t, page, "#dialog")
	narrow(t, page)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)

	again := func(rowKey string) {
		t.Helper()
		do(t, page, chromedp.KeyEvent("d", chromedp.KeyModifiers(input.ModifierCtrl)))
		wait(t, page, fmt.Sprintf(`document.querySelector("#insp-rk")?.value === %q && document.activeElement.id === "insp-rk" && document.querySelector("#inspector h2").innerText === "New entity"`, rowKey))
	}
	openEntity(t, page, 0, "Aliens")
	again("Aliens copy")
	click(t, page, "#inspector button", "Close the inspector")
	wait(t, page, `document.activeElement.closest("#grid")`)
	do(t, page, chromedp.KeyEvent(kb.ArrowUp))
	again("Alien copy")

	press(t, page, "#edit-many")
	do(t, page, filled("#many-Property", "Rating"), chosen("#many-action", "retype"), chosen("#many-type", "Int32"))
	says(t, page, "#many-failed", "It is not an Int32: it has a fraction.")
	axeOf(t, page, "#dialog")
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)

	click(t, page, "#inspector button", "Close the inspector")
	// The message of a commit, with more changes pending and an entity open; on a phone, where all of the screen scrolls, at its end.
	press(t, page, "#pending-commit")
	says(t, page, ".notice", "Committed")
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Delete))
	wait(t, page, `document.querySelector("#pending-commit:not(:disabled)")`)
	for _, view := range harness.Views() {
		do(t, page, look(page, view))
		if covered := eval[string](t, page, `(() => {
			const main = document.querySelector(".main");
			main.scrollTop = main.scrollHeight;
			const n = document.querySelector(".notice").getBoundingClientRect();
			return n.width && [...document.querySelectorAll("button, input, select, textarea, a, summary")].filter((e) => {
				const r = e.getBoundingClientRect(), left = Math.max(r.left, n.left), right = Math.min(r.right, n.right), top = Math.max(r.top, n.top), bottom = Math.min(r.bottom, n.bottom);
				return !e.closest(".notice") && left < right && top < bottom && document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(e);
			}).map((e) => e.id || e.innerText).join(", ") || (n.width ? "" : "no message");
		})()`); covered != "" {
			t.Errorf("%s: the message covers %s", view, covered)
		}
	}

	do(t, page, look(page, harness.View{Width: 1280, Height: 600}))
	if tall := eval[int](t, page, `document.documentElement.scrollHeight - innerHeight`); tall > 0 {
		t.Errorf("with an entity in the inspector the page is %d px taller than its window", tall)
	}
	do(t, page, look(page, harness.View{Width: 1024, Height: 768}))
	runFilter(t, page, "PartitionKey eq 'Comedy' and RowKey ge 'Mountain and'", "Mountain and ")
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	// It follows the line that is chosen before it is opened: what has no size is not shown yet.
	wait(t, page, `document.querySelector(".insp h2")?.offsetHeight > 0 && document.querySelector(".insp h2").innerText.startsWith("Comedy / Mountain and ")`)
	wait(t, page, `[...document.querySelectorAll(".insp .prop-name")].some((e) => e.offsetHeight > 0 && e.value === "ReleaseYear")`)
	if cut := eval[[]string](t, page, `[...document.querySelectorAll(".insp .prop-name")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.value)`); len(cut) > 0 {
		t.Errorf("cut are %q", cut)
	}
	if !eval[bool](t, page, `(() => { const h = document.querySelector(".insp h2").getBoundingClientRect(), x = document.querySelector("[aria-label='Close the inspector']").getBoundingClientRect(); return Math.abs(h.top + h.bottom - x.top - x.bottom) < 16 && x.left >= h.right })()`) {
		t.Error("the button that closes the inspector is not beside a title that is cut")
	}
}

// Ensure that what is not committed outlives a reload: what is being typed into a cell or a form, and what waits; that a person is
// told, once, when the browser does not keep it, that an older draft does not come back in its place, that a new version is not
// loaded over it without a question, and that it is kept again once there is room. With it come back the column that was kept beside
// the keys, where it stays when the grid scrolls sideways, and a saved query.
func TestEditing_OutlivesReload(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1300, Height: 900})
	wait(t, page, `(() => { const head = [...document.querySelectorAll("#grid .rf-th")].find((e) => e.querySelector("span").textContent === "Timestamp"); head?.querySelector(".rf-more").click(); return head })()`)
	wait(t, page, `document.querySelector(".menu-title")?.innerText === "Timestamp"`)
	click(t, page, ".menuitem", "Pin next to keys")
	const pinned = `document.querySelector("#grid .rf-th[aria-colindex='3'] span").textContent === "Timestamp" && document.querySelectorAll("#grid .rf-th.rf-pin2, #grid .rf-row[aria-rowindex='2'] .rf-pin2[role=gridcell]").length === 2`
	wait(t, page, pinned)
	wait(t, page, `(() => { const g = document.querySelector(".rf-grid"), c = g.querySelector(".rf-row[aria-rowindex='2'] .rf-pin2"), b = g.querySelector(".rf-row[aria-rowindex='2'] .rf-pin1"); g.scrollLeft = 1e6; return g.scrollLeft > 100 && Math.abs(c.getBoundingClientRect().left - b.getBoundingClientRect().right) < 2 })()`)
	do(t, page, typed("PartitionKey eq 'War'"))
	click(t, page, "button", "Save…")
	do(t, page, filled("#query-name", "all wars"))
	click(t, page, "#dialog button", "Save")
	const listed = `[...document.querySelectorAll("#side .name")].some((e) => e.innerText === "all wars")`
	wait(t, page, listed)
	runFilter(t, page, alienToTerminator, "Alien")

	const kept, asks = `(sessionStorage.getItem("rangefinder.kept") || "")`, `(() => { const e = new Event("beforeunload", {cancelable: true}); dispatchEvent(e); return e.defaultPrevented })()`
	toGrid(t, page)
	toColumn(t, page, "Rating")
	do(t, page, chromedp.KeyEvent(kb.F2))
	wait(t, page, `document.activeElement.className === "rf-field" && document.activeElement.getAttribute("aria-label") === "Rating, Double"`)
	do(t, page, chromedp.Evaluate(`document.activeElement.select()`, nil), input.InsertText("1.25"))
	wait(t, page, `/"1\.25\\*"/.test(`+kept+`)`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector(".rf-field") && !document.querySelector("#pending")`)

	eval[any](t, page, `rangefinderUpdate.apply = () => {}, rangefinderUpdate.onready()`)
	newEntity(t, page)
	do(t, page, filled("#insp-rk", "small"))
	wait(t, page, kept+`.includes("small")`)
	press(t, page, "#update")
	if eval[bool](t, page, asks) {
		t.Error("a new version is asked about although everything is kept")
	}
	eval[any](t, page, `(() => { for (let n = 1 << 20; n > 0; n >>= 1) try { for (;;) sessionStorage.setItem("filler" + sessionStorage.length, "x".repeat(n)) } catch {} })()`)
	do(t, page, filled("#insp-rk", strings.Repeat("large", 100)))
	says(t, page, ".notice", "does not keep what is typed", "Commit them first")
	if got := eval[string](t, page, kept); got != "" {
		t.Errorf("%.100q is kept of it", got)
	}
	axeOf(t, page, ".notice, #inspector")
	press(t, page, "#update")
	if !eval[bool](t, page, asks) {
		t.Error("a new version would be loaded over it without a question")
	}
	click(t, page, ".notice button", "Close this message")
	press(t, page, "#save")
	says(t, page, "#pending", "1 change", "would not outlive a reload")
	if eval[bool](t, page, `document.querySelector(".notice")?.innerText.includes("does not keep")`) {
		t.Error("told again")
	}
	eval[any](t, page, `Object.keys(sessionStorage).filter((k) => k.startsWith("filler")).forEach((k) => sessionStorage.removeItem(k))`)
	newEntity(t, page)
	do(t, page, filled("#insp-rk", "there is room"))
	wait(t, page, kept+`.includes("there is room") && !document.querySelector("#pending").innerText.includes("outlive")`)

	page.Leave()
	do(t, page, chromedp.Evaluate(`setTimeout(() => location.reload())`, nil))
	wait(t, page, `performance.getEntriesByType("navigation")[0].type === "reload" && document.getElementById("insp-rk")?.value === "there is room" && document.querySelector(".notice")?.innerText.includes("before the page was left")`)
	says(t, page, "#pending", "1 change")
	waitRows(t, page)
	wait(t, page, listed)
	click(t, page, "#inspector button", "Close the inspector") // beside it there is no room for three columns
	wait(t, page, pinned)
}

// Ensure that editing one cell ends a selection of all, that no key reaches what a dialog covers, and that the keyboard is in the grid
// when the bar with Commit has gone.
func TestEditing_KeysStay(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 1440, Height: 900})
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector("#selection")?.innerText.includes("all 33 entities") && !document.querySelector("#grid .rf-loading")`)
	do(t, page, chromedp.KeyEvent(kb.F2))
	wait(t, page, `document.querySelector(".rf-field[aria-label]") && !document.querySelector("#selection")`)
	do(t, page, chromedp.KeyEvent("1"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#pending-commit")`)
	do(t, page, chromedp.KeyEvent("k", chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.querySelector("#dialog").open`)
	do(t, page, chromedp.Evaluate(`document.querySelector("#dialog").dispatchEvent(new KeyboardEvent("keydown", { key: "z", code: "KeyZ", ctrlKey: true, bubbles: true, cancelable: true }))`, nil), chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)
	if !eval[bool](t, page, `!!document.querySelector("#pending-commit")`) {
		t.Error("a key that was pressed in a dialog undid what it covers")
	}
	do(t, page, chromedp.Evaluate(`document.querySelector("#pending-commit").focus()`, nil), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#pending-commit") && document.activeElement.closest("#grid .rf-row")`)
}

// Ensure that a second press at the place of the first, which opened the inspector below the pointer, does not write into its form.
func TestEditing_SlowDoublePress(t *testing.T) {
	t.Parallel()
	for range 10 {
		page := visit(t, "", harness.View{Width: 1440, Height: 900})
		waitRows(t, page)
		at := eval[[]float64](t, page, `(() => {
			globalThis.presses = [];
			addEventListener("pointerdown", () => presses.push(performance.now()), true);
			return [document.querySelector("#insp-rail").getBoundingClientRect().left - 120, document.querySelector("#grid .rf-row[aria-rowindex='4']").getBoundingClientRect().y + 10];
		})()`)
		do(t, page, chromedp.MouseClickXY(at[0], at[1]))
		wait(t, page, `document.querySelector("#insp-pk")?.value === "Action" && document.elementFromPoint(`+fmt.Sprint(at[0])+`, `+fmt.Sprint(at[1])+`).closest("#inspector")`)
		do(t, page, chromedp.MouseClickXY(at[0], at[1]))
		inGrid := eval[bool](t, page, `!!document.activeElement.closest("#grid")`)
		if !inGrid && eval[bool](t, page, `presses[1] - presses[0] > 1400`) {
			continue // on a busy machine it came too late to be meant for the line
		}
		if !inGrid {
			t.Error("the second press took the keyboard into the form")
		}
		return
	}
	t.Error("ten second presses came too late")
}

// Ensure that the second press of a double click edits the cell of the first, which opened the inspector: until then no cell moves, and one
// that the inspector covers is edited all the same. After a key the grid makes room at once.
func TestEditing_DoublePress(t *testing.T) {
	t.Parallel()
	const cell = `document.querySelector("#grid .rf-row[aria-rowindex='5'] .rf-cell[aria-colindex='" + at[2] + "']")`
	for name, x := range map[string]string{"in view": `document.querySelector("#grid .rf-row[aria-rowindex='5'] .rf-cell[aria-colindex='3']").getBoundingClientRect().left + 30`, "covered": `document.querySelector("#insp-rail").getBoundingClientRect().left - 120`} {
		for _, width := range []int{1440, 1024} {
			t.Run(fmt.Sprint(name, " ", width), func(t *testing.T) {
				page := visit(t, "", harness.View{Width: width, Height: 800})
				waitRows(t, page)
				at := eval[[]float64](t, page, `globalThis.at = (() => { const b = document.querySelector("#grid .rf-row[aria-rowindex='5']").getBoundingClientRect(), x = `+x+`, y = b.y + 10; return [x, y, +document.elementFromPoint(x, y).closest(".rf-cell").ariaColIndex] })()`)
				eval[any](t, page, `(() => {
					const later = setTimeout; // however busy the machine is, the second press comes in time
					globalThis.setTimeout = (f, ms, ...in_) => later(f, ms === 500 ? 60000 : ms, ...in_);
					const now = performance.now.bind(performance), from = now();
					performance.now = () => from + (now() - from) / 20; // by which Go tells that, too
					const place = () => { const b = `+cell+`.getBoundingClientRect(); return b.left + " " + b.top };
					const began = place(), moved = globalThis.moved = [];
					let frames = 0; // since it is open
					const again = (type) => document.elementFromPoint(at[0], at[1]).dispatchEvent(new MouseEvent(type, {bubbles: true, cancelable: true, clientX: at[0], clientY: at[1], detail: 2}));
					const frame = () => {
						if (place() !== began) moved.push(place());
						if (document.querySelector(".insp-full #insp-pk") && ++frames > 3) ["mousedown", "mouseup", "click", "dblclick"].forEach(again);
						else requestAnimationFrame(frame);
					};
					frame();
				})()`)
				do(t, page, chromedp.MouseClickXY(at[0], at[1]))
				wait(t, page, `(() => { const f = document.querySelector(".rf-field"), b = f?.getBoundingClientRect(); return f && f === document.activeElement && f.parentElement === `+cell+` && b.right <= document.querySelector("#inspector").getBoundingClientRect().left + 1 })()`)
				if moved := eval[[]string](t, page, `moved`); len(moved) > 0 {
					t.Errorf("between the presses the cell went to %s", moved[0])
				}
			})
		}
	}
	page := visit(t, "", harness.View{Width: 1440, Height: 800})
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown))
	wait(t, page, `document.querySelector(".insp-full")`)
	if !eval[bool](t, page, `document.querySelector("main").getBoundingClientRect().right <= document.querySelector("#inspector").getBoundingClientRect().left + 1`) {
		t.Error("after a key the inspector lies over the grid")
	}
}
