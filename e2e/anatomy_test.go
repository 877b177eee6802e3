package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that the picture of the index moves with the filter, in the guide and beside the query, by the keyboard; that it says in
// words what it shows; that nothing of it is wider than a phone; and that a class has its tables. Axe has nothing to say of either.
func TestAnatomy_Moves(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL, harness.View{Width: 1024, Height: 768})
	waitRows(t, page)
	do(t, page, clicked("#intro-index"))
	wait(t, page, `document.querySelector(".index-model figcaption")?.innerText.includes("reads 200 of 6,000")`)
	axeOf(t, page, "#dialog")
	const marks = `[...document.querySelectorAll(".anatomy .mark")].map((e) => e.getAttribute("x") + "+" + e.getAttribute("width")).join()`
	before := eval[string](t, page, marks)
	do(t, page, chromedp.Focus("#index-filter", chromedp.ByQuery))
	replaceText(t, page, "PartitionKey ge '2026-04' and PartitionKey lt '2026-08'")
	wait(t, page, `document.querySelector(".index-model figcaption").innerText.includes("on 2 of 3 servers")`)
	if after := eval[string](t, page, marks); after == before {
		t.Errorf("the picture stays at %s", after)
	}
	do(t, page, look(page, harness.View{Width: 390, Height: 844}))
	if wide := eval[int](t, page, `document.querySelector(".guide-text").scrollWidth - document.querySelector(".guide-text").clientWidth`); wide > 0 {
		t.Errorf("the guide is %d px too wide", wide)
	}
	for range 30 { // the four classes are buttons behind the filter
		do(t, page, chromedp.KeyEvent(kb.Tab))
		if eval[bool](t, page, `document.activeElement.innerText === "full scan"`) {
			break
		}
	}
	do(t, page, chromedp.KeyEvent(" "))
	wait(t, page, `document.querySelector("#index-filter").value === "RowKey eq '0123'" && document.querySelector(".index-model figcaption").innerText.includes("the whole list")`)
	axeOf(t, page, "#dialog")
	do(t, page, chromedp.KeyEvent(kb.Escape), look(page, harness.View{Width: 1440, Height: 900}))
	wait(t, page, `!document.querySelector("#dialog").open`)

	do(t, page, clicked("#why"))
	wait(t, page, `document.querySelector(".why .anatomy.row-range figcaption")?.innerText.includes("of 10,681 entities")`)
	do(t, page, chromedp.KeyEvent("1", chromedp.KeyModifiers(input.ModifierAlt)))
	wait(t, page, inEditor)
	replaceText(t, page, "RowKey eq 'Alien'")
	wait(t, page, `document.querySelector(".why .anatomy.full-scan figcaption")?.innerText.includes("the whole list, in 10 of 10 partitions")`)
	axeOf(t, page, "#editor, #planstrip")

	const report = "Rangefinder progress 1\nClass: 4B\nLearner: NAME\nSaved: 2026-11-25T12:00Z\n\nlesson,step,done,prediction,tries,hints,solution,first,passed\nselect,1,yes,right,3,1,,2026-11-25T11:00Z,2026-11-25T11:05Z\n"
	drop(t, page, "ann.progress.csv", strings.Replace(report, "NAME", "Ann", 1))
	wait(t, page, `document.querySelector("#class-learners")?.innerText.includes("Ann")`)
	drop(t, page, "bob.progress.csv", strings.Replace(report, "NAME", "<img src=x>", 1))
	wait(t, page, `document.querySelectorAll("#class-learners tbody tr").length === 2 && document.querySelector("#class-lessons").innerText.includes("Only what you need")`)
	axeOf(t, page, "#dialog")
	do(t, page, look(page, harness.View{Width: 390, Height: 844}))
	if wide := eval[int](t, page, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d px wide", wide)
	}
	axeOf(t, page, "#dialog")
}
