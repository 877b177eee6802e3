package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// toolViews are what the tools beside the query are tried in.
var toolViews = []harness.View{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}}

// mainNarrow fails the test when the query screen is wider than the window.
func mainNarrow(t *testing.T, page *harness.Page) {
	t.Helper()
	if wide := eval[string](t, page, `document.documentElement.scrollWidth > innerWidth || document.querySelector(".main").scrollWidth > document.querySelector(".main").clientWidth ? [...document.querySelectorAll(".main *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + "." + e.className).slice(0, 8).join(" ") || "yes" : ""`); wide != "" {
		t.Errorf("the page is wider than its window: %s", wide)
	}
}

// fresh looks with axe at what is new in a state, and at the width of the page on a phone and on a desktop.
func fresh(t *testing.T, page *harness.Page, selector string) {
	t.Helper()
	axeOf(t, page, selector)
	for _, view := range toolViews {
		do(t, page, look(page, view))
		mainNarrow(t, page)
	}
}

// Ensure that the tools beside a query move the keyboard in the document, and that axe finds nothing in their states. What they count,
// write and run is in app/ui/uitest.
func TestQueryTools_Keyboard(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&why=1", toolViews[1])

	do(t, page, typed("PartitionKey eq 'Action' and (Rating gt 4.0 or not (Favorite))"))
	wait(t, page, `document.querySelectorAll("#tree tbody tr").length === 6 && ![...document.querySelectorAll("#tree tbody tr")].some((r) => r.innerText.includes("…"))`)
	fresh(t, page, "#tree")
	do(t, page, focused("#node-0"), chromedp.KeyEvent(kb.ArrowDown))
	wait(t, page, `document.activeElement.id === "node-1"`)
	do(t, page, chromedp.KeyEvent(" "))
	wait(t, page, `document.querySelector("#whatif")?.innerText.includes("examines 10,681 of 10,681") && document.activeElement.id === "node-1"`)
	fresh(t, page, "#tree")

	do(t, page, typed("PartitionKey eq 'action' and RowKey ge 'alien' and RowKey lt 'alieo'"), runKey())
	wait(t, page, `document.querySelector("#miss-0")`)
	fresh(t, page, "#misses")
	do(t, page, focused("#miss-0"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#misses")`)
	waitRows(t, page)

	do(t, page, typed("PartitionKey eq 'Action' and RowKey le 'x'"))
	click(t, page, "#builder-toggle", "Builder")
	wait(t, page, `document.querySelectorAll("#builder .built > li").length === 3`)
	do(t, page, chosen("#built-op-2", "eq"))
	queries(t, page, 1, 0, "PartitionKey eq 'Action' and RowKey eq 'x'")
	do(t, page, focused("#built-pick-2"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.activeElement.id === "values-find" && document.querySelector("#values li")`)
	do(t, page, input.InsertText("alie"))
	wait(t, page, `document.querySelectorAll("#values li").length > 0 && [...document.querySelectorAll("#values .name")].every((n) => n.innerText.startsWith("Alie"))`)
	fresh(t, page, "#builder")
	do(t, page, chromedp.KeyEvent(kb.ArrowDown))
	wait(t, page, `document.activeElement.id === "value-0"`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	plan(t, page, "point")
	wait(t, page, `document.querySelector("#planstrip").textContent.includes("returns 1")`) // on a phone Why has the room of the numbers, and tells them itself
	do(t, page, typed("PartitionKey eq 'Action' and Rating gt 3.0"))
	wait(t, page, `document.querySelector("#built-value-2")?.value === "3.0"`)
	do(t, page, filled("#built-value-2", "3.x"))
	wait(t, page, `document.querySelector("#built-err-2")?.innerText.includes("Double")`)
	axeOf(t, page, "#builder")
	click(t, page, "#builder-toggle", "Builder")

	do(t, page, typed("PartitionKey eq 'Action' and contains(tolower(RowKey),'diary')"))
	wait(t, page, `document.querySelector(".refusal #then-take")`)
	fresh(t, page, "#planstrip")
	do(t, page, clicked("#then-take"), clicked("#run"))
	wait(t, page, `document.querySelector(".then-plan")?.innerText.includes("· kept ")`)
	fresh(t, page, ".plan, .result-line")
	do(t, page, filled("#then", "contains(RowKey,'DIARY')"), runKey())
	wait(t, page, `document.querySelector("#kept-none")`)
	fresh(t, page, "#kept-none")
	click(t, page, "#kept-none button", "Show what the service returned")
	waitRows(t, page)
}

// Ensure that the filter near one that matches nothing, and what SQL comes to, can be read and pressed, however wide the window is.
func TestQueryTools_NearInSight(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies", harness.View{Width: 1440, Height: 900})
	for _, view := range []harness.View{{Width: 1440, Height: 900}, {Width: 1024, Height: 768}, {Width: 720, Height: 450}, {Width: 390, Height: 844}} {
		do(t, page, look(page, view), typed("Language eq 'French'"))
		wait(t, page, `!document.querySelector("#near-take")`)
		do(t, page, typed("Language eq 'english'"))
		wait(t, page, `document.querySelector("#near-take")`)
		do(t, page, chromedp.KeyEvent(kb.Escape)) // the list of words
		wait(t, page, `!document.querySelector(".cm-tooltip-autocomplete")`)
		if bad := eval[string](t, page, `(() => {
			const take = document.querySelector("#near-take"), b = take.getBoundingClientRect(), says = take.parentElement.querySelector("span"), r = document.createRange()
			if (document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2) !== take) return "the press is out of sight"
			const at = says.textContent.indexOf("case matters")
			r.setStart(says.firstChild, at); r.setEnd(says.firstChild, at + 12)
			return r.getBoundingClientRect().right > says.getBoundingClientRect().right + 1 ? "what matters is cut off" : ""
		})()`); bad != "" {
			t.Errorf("%dx%d: %s", view.Width, view.Height, bad)
		}
		do(t, page, typed("SELECT Rating FROM Movies WHERE PartitionKey = 'Action' ORDER BY Rating LIMIT 5"))
		wait(t, page, `(() => { const take = document.querySelector("#sql-take"), b = take?.getBoundingClientRect(); return b && document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2) === take })()`)
	}
}

// Ensure that the plan can have the whole window and gives it back, and that what keeps a query from running comes into view and is
// marked for a moment.
func TestQueryTools_Layout(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27%20and%20Rating%20gt%203.0%20or%20PartitionKey%20eq%20%27War%27&run=1", toolViews[1])
	do(t, page, chromedp.Click("#why", chromedp.ByID), chromedp.Click("#plan-full", chromedp.ByID))
	const wide = `!document.querySelector("#grid").getClientRects().length && document.querySelector("#planstrip").getBoundingClientRect().width > innerWidth - 60 && document.querySelector("#planstrip").getBoundingClientRect().bottom > innerHeight - 60`
	const whole = wide + ` && document.querySelector("#planstrip .why").getClientRects().length`
	wait(t, page, wide+` && document.activeElement.id === "plan-full"`)
	fresh(t, page, "#planstrip")
	wait(t, page, whole)
	for _, view := range toolViews {
		do(t, page, look(page, view))
		wait(t, page, whole)
	}
	do(t, page, typed("RowKey eq"))
	wait(t, page, wide+` && document.querySelector(".refusal") && document.querySelector("#plan-full")`) // a filter without a plan is no trap
	do(t, page, typed("RowKey eq 'x'"))
	plan(t, page, "full scan")
	wait(t, page, whole)
	do(t, page, chromedp.Focus("#why", chromedp.ByID), chromedp.KeyEvent(kb.Escape))
	wait(t, page, `document.querySelector("#grid").getClientRects().length && document.activeElement.id === "plan-full"`)
	do(t, page, chromedp.Click("#plan-full", chromedp.ByID))
	wait(t, page, whole)
	do(t, page, typed("PartitionKey eq 'War'"), runKey())
	wait(t, page, `document.querySelector("#grid").getClientRects().length && document.querySelector(".result-line").textContent.includes("300 entities returned")`)

	marked := func(id string) string {
		return fmt.Sprintf(`(() => { const e = document.querySelector("#%s[data-pointed]"), b = e?.getBoundingClientRect(); return e && b.top >= 0 && b.bottom <= innerHeight && getComputedStyle(e).outlineStyle === "solid" && getComputedStyle(e).animationName === "none" })()`, id)
	}
	do(t, page, typed("PartitionKey == 'Action'"))
	plan(t, page, "refused")
	if eval[bool](t, page, `document.querySelector("[data-pointed]") !== null`) {
		t.Error("typing alone marks")
	}
	for range 2 {
		do(t, page, runKey())
		wait(t, page, marked("refusal")+` && document.activeElement.closest("#editor")`)
	}
	axeOf(t, page, "#planstrip")
	wait(t, page, `!document.querySelector("[data-pointed]")`)
	do(t, page, typed("PartitionKey eq 'Action' and startswith(RowKey, 'A')"))
	press(t, page, "#refusal summary")
	wait(t, page, `(() => { const a = document.querySelector("#refusal details p").getBoundingClientRect(), b = document.querySelector("#refusal").getBoundingClientRect(); return a.height && a.top >= b.top && a.bottom <= b.bottom })()`) // what the service answers can be read
	do(t, page, typed("PartitionKey eq 'Action'"))
	plan(t, page, "row range")
	press(t, page, "#tools")
	press(t, page, "#page-size")
	wait(t, page, `document.querySelector("#top").offsetHeight > 0`)
	do(t, page, chromedp.Focus("#top"), input.InsertText("0"), input.InsertText("x"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, marked("field-err"))
}
