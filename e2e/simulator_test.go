package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// walkSimulator plays a run by keyboard, looks at what is painted of it, and has everything of the screen shown at once. The window
// is a phone's.
func walkSimulator(t *testing.T, page *harness.Page) {
	do(t, page, clicked("#tab-simulator"), chosen("#sim-preset", "0"))
	wait(t, page, `document.querySelector("#sim-preset").selectedOptions[0].innerText === "Keys in time order" && document.querySelector("#sim-start")`)
	screenNarrow(t, page)
	do(t, page, chosen("#sim-speed", "30")) // the browser of the tests asks for less motion
	do(t, page, focused("#sim-play"), chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "sim-play") // it pauses now
	wait(t, page, `+document.querySelector("#sim-scrub").value > 5`)
	do(t, page, chromedp.KeyEvent(" "))
	wait(t, page, `document.querySelector("#sim-play").innerText.includes("Go on")`)
	if !eval[bool](t, page, `(() => { const c = document.querySelector("#sim-heat"), x = c.getContext("2d"), at = (column, row) => x.getImageData(Math.floor((column + .5) * c.width / 180), c.height - Math.ceil((row + .5) * c.height / 40), 1, 1).data.join(), empty = at(170, 2); return at(0, 0) !== empty && at(0, 30) === empty })()`) {
		t.Error("the first column does not have its load at the first keys")
	}
	do(t, page, focused("#sim-scrub"), chromedp.KeyEvent(kb.Home))
	wait(t, page, `document.querySelector("#sim-moment").innerText === "At the beginning."`)
	do(t, page, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.querySelector("#sim-moment").innerText.startsWith("00:20 into the run, at this moment: ")`)
	do(t, page, chosen("#sim-speed", "0"))
	do(t, page, focused("#sim-play"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#sim-play").innerText.includes("Play again") && document.querySelector("#sim-scrub").value === "180"`)
	const totals = `document.querySelector("#sim-totals table").checkVisibility()`
	if eval[bool](t, page, totals) || eval[bool](t, page, `document.querySelector("#sim-range-list table").checkVisibility()`) {
		t.Error("the numbers of a run are not folded on a phone")
	}
	do(t, page, focused("#sim-totals-unfold"), chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "sim-totals-unfold")
	wait(t, page, totals)
	unfoldCards(t, page, ".sim")

	// Beside one that is kept, as tables, with a number that cannot be.
	do(t, page, focused("#sim-keep"), chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "sim-drop")
	do(t, page, chosen("#sim-preset", "3"))
	click(t, page, "#sim-play", "▶ Play the new settings")
	wait(t, page, `document.querySelector("#sim-play").innerText.includes("Play again") && document.querySelector("#sim-kept-heat")`)
	for _, id := range []string{"#sim-map-table", "#sim-latency-table", "#sim-time-table"} {
		click(t, page, id, "As table")
	}
	wait(t, page, `document.querySelectorAll("#sim-over-time tbody tr").length === 180 && document.querySelector("#sim-latency tbody") && document.querySelector("#sim-map-card .sim-table tbody tr")`)
	screenNarrow(t, page)
	click(t, page, "#sim-time-table", "As drawing") // axe would go through each of its lines
	click(t, page, "#sim-form-toggle", "Show")
	wait(t, page, `document.querySelector("#sim-vms").offsetHeight > 0`)
	do(t, page, filled("#sim-vms", "5000"))
	click(t, page, "#sim-play", "Show the wrong setting")
	focusAt(t, page, "sim-vms")
	axeOf(t, page, ".sim")
	screenNarrow(t, page)
}
