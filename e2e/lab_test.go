package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

const labReady = `document.querySelector("#lab-c0-1") && !document.querySelector("#lab-stop")`

// walkLab goes through the design lab by keyboard, with everything open that it can show, and loads the page anew before the worker
// has heard of what was typed last. It ends in the simulator, with the keys of a design.
func walkLab(t *testing.T, page *harness.Page) {
	eval[any](t, page, `location.hash = "v=1&t=Movies&screen=lab", null`)
	wait(t, page, labReady)
	screenNarrow(t, page)
	unfoldCards(t, page, ".lab")
	do(t, page, focused("#lab-add-design"), chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "lab-d3-name")
	do(t, page, input.InsertText("mine"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab))
	focusAt(t, page, "lab-d3-partition")
	do(t, page, filled("#lab-d3-partition", "{RowKey|hash(5)}"), chromedp.KeyEvent(kb.Tab))
	focusAt(t, page, "lab-d3-row")
	do(t, page, filled("#lab-d3-row", "{PartitionKey}_{RowKey}"))
	wait(t, page, `document.querySelector("#lab-c0-3")`)
	do(t, page, focused("#lab-c0-3"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#lab-c0-3").ariaExpanded === "true" && document.activeElement.id === "lab-c0-3"`)

	// Entities that do not exist yet, pairs of one key, an index, a filter and a template that are wrong.
	do(t, page, chosen("#lab-use", "generated"))
	wait(t, page, `document.querySelector("#lab-g-entities")?.value === "10,681"`)
	do(t, page, filled("#lab-g-entities", "2,000"))
	wait(t, page, `document.querySelector(".lab-head").innerText.includes("measured on 2,000 entities")`)
	do(t, page, filled("#lab-d2-partition", "{ReleaseYear}"), filled("#lab-d2-row", "{Favorite}"))
	click(t, page, "#lab-pairs-2", "Show pairs")
	wait(t, page, `document.querySelectorAll(".held tbody tr").length === 20`)
	click(t, page, "#lab-index-3", "Add index")
	focusAt(t, page, "lab-d3-x0-kind")
	do(t, page, filled("#lab-d3-x0-partition", "y{ReleaseYear}"))
	click(t, page, "#lab-add-read", "Add read")
	focusAt(t, page, "lab-p4-name")
	do(t, page, filled("#lab-p4-filter", "ReleaseYear eq"), filled("#lab-d1-partition", "{Rating|lowr}"))
	wait(t, page, `document.querySelector("#lab-p4-filter-err") && document.querySelector("#lab-d1-partition-err")?.innerText.includes("lowr") && document.querySelector("#lab-d3-x0-row").value`)
	axeOf(t, page, ".lab")
	screenNarrow(t, page)

	// What is behind a cell, and a number that is wrong.
	do(t, page, filled("#lab-d1-partition", "{ReleaseYear}"), filled("#lab-p4-filter", "ReleaseYear eq 1977"))
	wait(t, page, `!document.querySelector("#lab-p4-filter-err") && document.querySelector("#lab-c0-3")`)
	click(t, page, "#lab-close-pattern", "Done")
	focusAt(t, page, "lab-edit-4")
	do(t, page, clicked("#lab-c0-3"), filled("#lab-p0-day", "-5"))
	wait(t, page, `document.querySelector(".behind pre") && document.querySelector("#lab-p0-day-err")`)
	axeOf(t, page, ".lab")
	screenNarrow(t, page)

	wait(t, page, `sessionStorage.getItem("rangefinder.kept.unwritten") === null`)
	do(t, page, chromedp.Evaluate(`rangefinderWorker.postMessage = () => {}`, nil), filled("#lab-d1-name", "by letter"), chromedp.KeyEvent(kb.Tab))
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, labReady+` && document.querySelector("#lab-d1-name")?.value === "by letter" && document.querySelector("#lab-fold-3-0").innerText.includes("y{ReleaseYear}")`)
	wait(t, page, `sessionStorage.getItem("rangefinder.kept.unwritten") === null`) // the worker has it now

	do(t, page, focused("#lab-sim-3"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#sim-template")?.value === "{RowKey|hash(5)}"`)
	focusAt(t, page, "sim-play")
}

// Ensure that a template is written with the keyboard alone: the list under the caret is told to a screen reader and completes names, the
// buttons of properties are one stop of Tab and insert at the caret, and the field's own undo takes both back.
func TestLab_TemplateByKeyboard(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&screen=lab", harness.View{Width: 1440, Height: 900})
	wait(t, page, labReady)
	const row = `document.querySelector("#lab-d1-row")`
	holds := func(text string) { t.Helper(); wait(t, page, row+`.value === "`+text+`"`) }
	do(t, page, filled("#lab-d1-row", "a-"), input.InsertText("{"))
	wait(t, page, row+`.ariaExpanded === "true" && document.querySelectorAll("#lab-offers [role=option]").length === 7`)
	do(t, page, input.InsertText("rele"))
	wait(t, page, `document.getElementById(`+row+`.getAttribute("aria-activedescendant"))?.innerText.includes("ReleaseYear")`)
	axeOf(t, page, ".lab")
	do(t, page, chromedp.KeyEvent(kb.Tab))
	holds("a-{ReleaseYear}")
	focusAt(t, page, "lab-d1-row")
	do(t, page, input.InsertText("|"))
	wait(t, page, row+`.ariaExpanded === "true"`)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown))
	wait(t, page, row+`.getAttribute("aria-activedescendant") === "lab-offer-2"`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	holds("a-{ReleaseYear|pad(8)}")
	do(t, page, chromedp.KeyEvent("}"), input.InsertText("_{")) // the brace is there: it is stepped over
	holds("a-{ReleaseYear|pad(8)}_{")
	wait(t, page, row+`.ariaExpanded === "true"`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, row+`.ariaExpanded === "false" && !document.querySelector("#lab-offers")`)
	do(t, page, chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent(kb.Tab))
	focusAt(t, page, "lab-chip-1-0")
	do(t, page, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	focusAt(t, page, "lab-chip-1-2")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "lab-d1-row")
	holds("a-{ReleaseYear|pad(8)}_{Rating}")
	wait(t, page, `document.querySelector("#lab-checked").selectedIndex === 1`)
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	holds("a-{ReleaseYear|pad(8)}_")

	// At the caret, which is in the middle; then a name that is wrong, which one press mends.
	do(t, page, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight), clicked("#lab-chip-1-3"))
	holds("a{ReleaseYear}-{ReleaseYear|pad(8)}_")
	// A property behind one that was completed, whose caret is still in its braces; two steps of the field's undo take both back.
	do(t, page, filled("#lab-d1-row", ""), input.InsertText("{ratin"))
	wait(t, page, row+`.ariaExpanded === "true"`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	holds("{Rating}")
	do(t, page, clicked("#lab-chip-1-3"))
	holds("{Rating}{ReleaseYear}")
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	holds("{Rating}")
	do(t, page, chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	holds("{ratin")
	do(t, page, filled("#lab-d1-row", "{Ratng}"))
	click(t, page, "#lab-d1-row-meant-0", "Use Rating")
	holds("{Rating}")
	focusAt(t, page, "lab-d1-row")
}

// Ensure that the names of the designs stay in view in a low window while the last patterns are read, in one line, and that a double click
// on the ✕ of a pattern, to whose place the next one's comes, removes that one alone.
func TestLab_LowWindow(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&screen=lab", harness.View{Width: 1440, Height: 760})
	wait(t, page, labReady)
	for _, v := range []harness.View{{Width: 1440, Height: 760}, {Width: 1440, Height: 600}, {Width: 1024, Height: 740}} {
		do(t, page, look(page, v))
		if got := eval[string](t, page, `(() => {
			document.querySelector("#lab-c6-1").scrollIntoView({ block: "start" })
			const head = document.querySelector(".cmp thead th:nth-child(2)"), box = head.getBoundingClientRect()
			return document.elementFromPoint(box.left + 20, box.top + box.height / 2) === head && box.height < 24 ? "" : JSON.stringify(box)
		})()`); got != "" {
			t.Errorf("at %d × %d the names of the designs are at %s", v.Width, v.Height, got)
		}
	}
	at := eval[[]float64](t, page, `(() => {
		const e = document.querySelector("#lab-unpattern-0")
		e.scrollIntoView({ block: "center" })
		const box = e.getBoundingClientRect()
		return [box.left + box.width / 2, box.top + box.height / 2]
	})()`)
	do(t, page, chromedp.MouseClickXY(at[0], at[1]), chromedp.MouseClickXY(at[0], at[1], chromedp.ClickCount(2)))
	wait(t, page, `!document.querySelector("#lab-unpattern-6")`)
	if left := eval[int](t, page, `document.querySelectorAll("[id^=lab-unpattern-]").length`); left != 6 {
		t.Errorf("a double click leaves %d of 7 patterns", left)
	}
}
