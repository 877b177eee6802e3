package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// readGuide sees that the guide can be read on a phone without a network, with the keyboard in the text, and that Escape closes it.
func readGuide(t *testing.T, page *harness.Page) {
	t.Helper()
	order(t, page, "how planner", "How the planner decides")
	wait(t, page, `document.querySelector("#guide-text .guide-title")?.innerText === "How the planner decides" && document.querySelector("#guide-text").innerText.includes("does not turn or into ranges")`)
	focusAt(t, page, "guide-text")
	screenNarrow(t, page)
	do(t, page, chromedp.KeyEvent("e"), chromedp.KeyEvent("t"))
	wait(t, page, `document.querySelector("#guide-find").value === "et" && document.activeElement.id === "guide-find"`)
	do(t, page, filled("#guide-find", "timestamps etags"))
	click(t, page, ".guide nav .item", "Limits, and what differs")
	wait(t, page, `document.querySelector(".guide-title").innerText.startsWith("Limits") && document.querySelector(".guide-text table")`)
	// The line that was found is on screen, with its words marked.
	wait(t, page, `(() => { const place = document.querySelector("#guide-place"), box = place?.getBoundingClientRect()
		return box && box.top >= 0 && box.bottom <= innerHeight && [...place.querySelectorAll("mark")].map((e) => e.innerText).join(" ") === "Timestamps ETags" })()`)
	// In a window the text scrolls inside the dialog, and its tables keep their height there.
	do(t, page, look(page, harness.View{Width: 1200, Height: 700}))
	if cut := eval[int](t, page, `[...document.querySelectorAll(".guide-text .lines")].filter((e) => e.clientHeight < e.scrollHeight).length`); cut > 0 {
		t.Errorf("%d tables of the guide are cut off", cut)
	}
	do(t, page, look(page, harness.View{Width: 390, Height: 844}))
	axeOf(t, page, "#dialog")
	do(t, page, filled("#guide-find", "press ctrl+k find anything"))
	click(t, page, ".guide nav .item", "Start")
	click(t, page, ".guide-link", "Shortcuts")
	wait(t, page, `document.querySelector(".guide-text").innerText.includes("Search commands, tables and queries")`)
	screenNarrow(t, page)
	// Escape clears the search first; then it closes the guide.
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#guide-find").value === "" && !document.querySelector(".guide mark")`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)
}
