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
	do(t, page, focused("#lab-add-design"), chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "lab-d3-name")
	do(t, page, input.InsertText("mine"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab))
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
	click(t, page, "#lab-index-0", "Add index")
	focusAt(t, page, "lab-d0-x0-kind")
	do(t, page, filled("#lab-d0-x0-partition", "y{ReleaseYear}"))
	click(t, page, "#lab-add-read", "Add read")
	focusAt(t, page, "lab-p4-name")
	do(t, page, filled("#lab-p4-filter", "ReleaseYear eq"), filled("#lab-d1-partition", "{Rating|lowr}"))
	wait(t, page, `document.querySelector("#lab-p4-filter-err") && document.querySelector(".wrong-at .bad").innerText === "lowr" && document.querySelector("#lab-d0-x0-row").value`)
	axeBoth(t, page)
	screenNarrow(t, page)

	// What is behind a cell, and a number that is wrong.
	do(t, page, filled("#lab-d1-partition", "{ReleaseYear}"), filled("#lab-p4-filter", "ReleaseYear eq 1977"))
	wait(t, page, `!document.querySelector("#lab-p4-filter-err") && document.querySelector("#lab-c0-3")`)
	click(t, page, "#lab-close-pattern", "Done")
	focusAt(t, page, "lab-edit-4")
	do(t, page, clicked("#lab-c0-3"), filled("#lab-p0-day", "-5"))
	wait(t, page, `document.querySelector(".behind pre") && document.querySelector("#lab-p0-day-err")`)
	axeBoth(t, page)
	screenNarrow(t, page)

	wait(t, page, `sessionStorage.getItem("rangefinder.kept.unwritten") === null`)
	do(t, page, chromedp.Evaluate(`rangefinderWorker.postMessage = () => {}`, nil), filled("#lab-d1-name", "by letter"), chromedp.KeyEvent(kb.Tab))
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, labReady+` && document.querySelector("#lab-d1-name")?.value === "by letter" && document.querySelector("#lab-d0-x0-partition").value === "y{ReleaseYear}"`)
	wait(t, page, `sessionStorage.getItem("rangefinder.kept.unwritten") === null`) // the worker has it now

	do(t, page, focused("#lab-sim-3"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#sim-template")?.value === "{RowKey|hash(5)}"`)
	focusAt(t, page, "sim-play")
}
