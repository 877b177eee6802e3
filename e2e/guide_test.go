package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Ensure that the guide is opened, searched and read, leads from page to page, lists the keys there are, and works without a
// network after one visit; on a phone.
func TestGuide_Journey(t *testing.T) {
	t.Parallel()
	site := serveHost(t, pageHandler(t, ""))
	page := open(t, site.URL, phone)
	waitRows(t, page)
	waitCached(t, page)
	site.Close()
	again(t, page)
	order(t, page, "how planner", "How the planner decides")
	wait(t, page, `document.querySelector("#guide-text .guide-title")?.innerText === "How the planner decides" && document.querySelector("#guide-text").innerText.includes("does not turn or into ranges")`)
	wait(t, page, `document.activeElement.id === "guide-text"`)
	screenNarrow(t, page)
	do(t, page, filled("#guide-find", "timestamps etags"))
	wait(t, page, `[...document.querySelectorAll(".guide nav .item")].map((b) => b.innerText).join() === "Limits, and what differs"`)
	click(t, page, ".guide nav .item", "Limits, and what differs")
	wait(t, page, `document.querySelector(".guide-title").innerText.startsWith("Limits") && document.querySelector(".guide-text table")`)
	axeBoth(t, page)
	do(t, page, filled("#guide-find", "press ctrl+k find anything"))
	wait(t, page, `document.querySelectorAll(".guide nav .item").length === 1`)
	click(t, page, ".guide nav .item", "Start")
	click(t, page, ".guide-link", "Shortcuts")
	wait(t, page, `document.querySelector(".guide-text").innerText.includes("Search commands, tables and queries")`)
	screenNarrow(t, page)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)
}
