package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// toolViews are what the tools beside the query are tried in.
var toolViews = []harness.View{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}}

// run presses Ctrl+Enter in the editor.
func runKey() chromedp.Action {
	return chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl))
}

// mainNarrow fails the test when the query screen is wider than the window.
func mainNarrow(t *testing.T, page *harness.Page) {
	t.Helper()
	if wide := eval[string](t, page, `document.documentElement.scrollWidth > innerWidth || document.querySelector(".main").scrollWidth > document.querySelector(".main").clientWidth ? [...document.querySelectorAll(".main *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + "." + e.className).slice(0, 8).join(" ") || "yes" : ""`); wide != "" {
		t.Errorf("the page is wider than its window: %s", wide)
	}
}

// Ensure that the filter tree counts every node, that switching one off by keyboard changes the numbers and not the text, and that
// what is on becomes the text when asked.
func TestQueryTools_FilterTree(t *testing.T) {
	for _, view := range toolViews {
		t.Run(view.String(), func(t *testing.T) {
			page := visit(t, "#v=1&t=Movies&why=1", view)
			const filter = "PartitionKey eq 'Action' and (Rating gt 4.0 or not (Favorite))"
			do(t, page, typed(filter))
			const numbers = `[...document.querySelectorAll("#tree tbody tr")].map((r) => r.cells[3].innerText).join("|")`
			wait(t, page, `document.querySelectorAll("#tree tbody tr").length === 6 && !/…/.test(`+numbers+`)`)
			if got := eval[string](t, page, numbers); !strings.HasPrefix(got, "1,5") || strings.Count(got, "|") != 5 {
				t.Errorf("the nodes' numbers are %q", got)
			}
			if text := text(t, page, "#tree tbody"); !strings.Contains(text, "sets the range") || !strings.Contains(text, "checked on each entity") {
				t.Errorf("the tree says %q", text)
			}
			axe(t, page)
			mainNarrow(t, page)

			do(t, page, chromedp.Evaluate(`document.querySelector("#node-0").focus()`, nil), chromedp.KeyEvent(kb.ArrowDown))
			wait(t, page, `document.activeElement.id === "node-1"`)
			do(t, page, chromedp.KeyEvent(" "))
			wait(t, page, `document.querySelector("#whatif")?.innerText.includes("examines 10,681 of 10,681") && document.activeElement.id === "node-1"`)
			if got := editorText(t, page); got != filter {
				t.Errorf("a switch changed the text to %q", got)
			}
			plan(t, page, "row range")
			axe(t, page)
			mainNarrow(t, page)
			click(t, page, "#nodes-apply", "Apply to the text")
			plan(t, page, "full scan", "examines 10,681")
			if got := editorText(t, page); got != "Rating gt 4.0 or not Favorite" {
				t.Errorf("applied, the text is %q", got)
			}
			wait(t, page, `!document.querySelector("#whatif") && document.querySelectorAll("#tree tbody tr").length === 4`)
			do(t, page, chromedp.Evaluate(`document.querySelector("#editor .cm-content").focus()`, nil), chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
			plan(t, page, "row range")
		})
	}
}

// Ensure that an empty result says why, with counts, and that a near miss is one key away.
func TestQueryTools_WhyZeroRows(t *testing.T) {
	for _, view := range toolViews {
		t.Run(view.String(), func(t *testing.T) {
			page := visit(t, "#v=1&t=Movies", view)
			do(t, page, typed("PartitionKey eq 'action' and RowKey ge 'alien' and RowKey lt 'alieo'"))
			plan(t, page, "row range")
			do(t, page, runKey())
			wait(t, page, `document.querySelector("#miss-0")`)
			got := text(t, page, "#misses")
			if !strings.Contains(got, "case matters") || !strings.Contains(got, "10,681 entities of the table") {
				t.Errorf("near misses: %q", got)
			}
			axe(t, page)
			mainNarrow(t, page)
			count := text(t, page, "#miss-0 .num")
			do(t, page, chromedp.Evaluate(`document.querySelector("#miss-0").focus()`, nil), chromedp.KeyEvent(kb.Enter))
			waitRows(t, page)
			if n := strings.Fields(count)[0]; !strings.HasPrefix(text(t, page, ".result-line"), n+" ") {
				t.Errorf("%q was offered; the run says %q", count, text(t, page, ".result-line"))
			}
			wait(t, page, `!document.querySelector("#misses")`)
		})
	}
}
