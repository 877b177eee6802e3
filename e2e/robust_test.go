package e2e

import (
	"fmt"
	"testing"

	"rangefinder/app/ui/uitest"
	"rangefinder/e2e/harness"
)

// bring imports a dropped file into a table and shows all of it.
func bring(t *testing.T, page *harness.Page, table, content string) {
	t.Helper()
	drop(t, page, table+".ndjson", content)
	wait(t, page, `document.querySelector(".preview tbody tr")`)
	harmless(t, page, "import")
	click(t, page, "#dialog button", "Import")
	wait(t, page, fmt.Sprintf(`document.querySelector(".notice")?.innerText.includes("into %s")`, table))
	eval[any](t, page, fmt.Sprintf(`location.hash = "#v=1&run=1&t=%s"`, table))
	wait(t, page, fmt.Sprintf(`document.querySelector(".crumb")?.innerText.includes(%q)`, table))
	waitRows(t, page)
}

// harmless fails when a value became more than text, when something is wider than the window, and when a table made the page so
// large that it cannot answer: a page whose elements grow with the data blocks sooner or later.
func harmless(t *testing.T, page *harness.Page, where string) {
	t.Helper()
	if bad := eval[string](t, page, `(() => {
		const found = [...document.querySelectorAll(".hostile, [onerror], [onload], [href^='javascript:' i], [src^='javascript:' i]")].map((e) => "an element of a value: " + e.outerHTML.slice(0, 100));
		if (window.hostile) found.push("a value was executed");
		const count = document.querySelectorAll("*:not(.plain *)").length; // every line as text is what the plain table is for
		if (count > 9000) found.push("the page has " + count + " elements");
		return found.join("\n") })()`); bad != "" {
		t.Errorf("%s: %s", where, bad)
	}
	fits(t, page, where)
}

// fits fails when something is wider than the window it is in and cannot be scrolled to, and when the page is higher than the
// window: its parts are what scrolls.
func fits(t *testing.T, page *harness.Page, where string) {
	t.Helper()
	if high := eval[string](t, page, `document.documentElement.scrollHeight > innerHeight + 1 ? innerWidth + ": " + document.documentElement.scrollHeight + " > " + innerHeight + ": " + [...document.querySelectorAll(".sr")].filter((e) => e.getBoundingClientRect().bottom > innerHeight).map((e) => e.tagName + " " + e.textContent).slice(0, 6).join(", ") : ""`); high != "" {
		t.Errorf("%s: the page is higher than its window: %s", where, high)
	}
	if wide := eval[string](t, page, `[document.documentElement, ...document.querySelectorAll(".main, .side > .scroll, .insp > .scroll, dialog[open], .top")].filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1).map((box) => {
		const right = box.getBoundingClientRect().left + box.clientWidth;
		const culprits = [...box.querySelectorAll("*")].filter((e) => { const r = e.getBoundingClientRect(); return r.width && r.right > right + 1 && getComputedStyle(e).position !== "fixed" }).slice(0, 6).map((e) => e.tagName + "#" + e.id + "." + (e.className.baseVal ?? e.className));
		return innerWidth + ": " + box.tagName + "#" + box.id + "." + box.className + " " + box.scrollWidth + " > " + box.clientWidth + ": " + culprits.join(", ") }).join("\n")`); wide != "" {
		t.Errorf("%s is wider than its place: %s", where, wide)
	}
}

// Ensure that no value of a table, however odd, of which there are 10,000 properties, is more than text on any screen or in any dialog,
// makes the page wider than its window, or so large that it no longer answers.
func TestRobust_HostileData(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	bring(t, page, "Odd", uitest.OddEntities(t)+uitest.WideEntities())
	for _, s := range stations() {
		s.stop(t, page)
		for _, width := range []int{390, 1024, 1440} {
			do(t, page, look(page, harness.View{Width: width, Height: 900}))
			harmless(t, page, s.name)
		}
		s.goOn(t, page)
	}
}
