package e2e

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// altKey presses a key with Alt, which types nothing.
func altKey(code, key string, shift bool) chromedp.Action {
	modifiers := input.ModifierAlt
	if shift {
		modifiers |= input.ModifierShift
	}
	return chromedp.ActionFunc(func(ctx context.Context) error {
		if err := input.DispatchKeyEvent(input.KeyRawDown).WithCode(code).WithKey(key).WithModifiers(modifiers).Do(ctx); err != nil {
			return err
		}
		return input.DispatchKeyEvent(input.KeyUp).WithCode(code).WithKey(key).WithModifiers(modifiers).Do(ctx)
	})
}

var (
	newQuery    = altKey("KeyN", "n", false)
	closeQuery  = altKey("KeyW", "w", false)
	reopenQuery = altKey("KeyW", "W", true)
)

// queries waits until that many queries are open and the one at that place is on screen with that text.
func queries(t *testing.T, page *harness.Page, count, at int, filter string) {
	t.Helper()
	if err := page.Wait(fmt.Sprintf(`(() => {
		const tabs = document.querySelectorAll(".qtab");
		const text = [...document.querySelectorAll("#editor .cm-line")].map((l) => [...l.childNodes].filter((n) => !n.classList?.contains("cm-placeholder")).map((n) => n.textContent).join("")).join("\n").replace(/\u200b/g, "").trim();
		return (tabs.length || 1) === %d && (!tabs.length || tabs[%d].getAttribute("aria-selected") === "true") && text === %q;
	})()`, count, at, filter)); err != nil {
		t.Fatalf("want %d queries, the one at %d with %q; there are %q, and the text is %q", count, at, filter, text(t, page, ".queries"), editorText(t, page))
	}
}

// Ensure that several queries can be open by keyboard, that text which was not run is there again after a change of tab, a reload
// and a close, and that Back goes to the tab where it was.
func TestQueryTabs_Journey(t *testing.T) {
	t.Parallel()
	const first, second, third = "PartitionKey eq 'War'", "Rating gt 4.9", "RowKey eq 'x"
	for _, view := range toolViews {
		t.Run(view.String(), func(t *testing.T) {
			page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&run=1", view)
			if eval[bool](t, page, `!!document.querySelector(".qtab")`) {
				t.Error("one query alone has a tab")
			}
			do(t, page, newQuery)
			queries(t, page, 2, 1, "")
			do(t, page, typed(second))
			plan(t, page, "full scan")
			click(t, page, "#add-query", "Open another query")
			queries(t, page, 3, 2, "")
			do(t, page, typed(third)) // an error: it is kept as it is
			wait(t, page, `document.querySelector(".refusal")`)
			// Values are offered as soon as they are counted, while the editor has the focus.
			eval[any](t, page, `document.activeElement.blur()`)
			wait(t, page, `!document.querySelector(".cm-tooltip-autocomplete")`)
			axe(t, page)
			mainNarrow(t, page)

			do(t, page, altKey("PageUp", "PageUp", false))
			queries(t, page, 3, 1, second)
			do(t, page, focused("#query-1"), chromedp.KeyEvent(kb.Home))
			queries(t, page, 3, 0, first)
			wait(t, page, `document.activeElement.id === "query-0"`)
			waitRows(t, page)
			do(t, page, chromedp.KeyEvent(kb.F2))
			wait(t, page, `document.activeElement.id === "tab-name"`)
			do(t, page, input.InsertText("War <b>films</b>"), chromedp.KeyEvent(kb.Enter))
			wait(t, page, `document.querySelector("#query-0 .name").innerText === "War <b>films</b>" && !document.querySelector("dialog[open]")`)
			do(t, page, focused("#query-0"), chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(input.ModifierCtrl, input.ModifierShift)))
			wait(t, page, `document.querySelector("#query-1 .name").innerText.startsWith("War") && document.activeElement.id === "query-1"`)
			queries(t, page, 3, 1, first)

			if err := page.Reload(); err != nil {
				t.Fatal(err)
			}
			waitRows(t, page)
			queries(t, page, 3, 1, first)
			do(t, page, altKey("PageDown", "PageDown", false))
			queries(t, page, 3, 2, third)
			do(t, page, closeQuery)
			queries(t, page, 2, 1, first)
			do(t, page, reopenQuery)
			queries(t, page, 3, 2, third)
			do(t, page, chromedp.Evaluate(`history.back()`, nil))
			queries(t, page, 3, 1, first)
			do(t, page, chromedp.Evaluate(`history.back()`, nil))
			queries(t, page, 3, 2, third)
			axe(t, page)
			mainNarrow(t, page)
		})
	}
}

// Ensure that windows keep their own queries, that a link opens beside those that a closed window left, and that damaged ones are
// told of and do no harm.
func TestQueryTabs_Windows(t *testing.T) {
	t.Parallel()
	site, profile := servePage(t), newProfile(t)
	visit := func(fragment string) *harness.Tab {
		tab, err := profile.Open(site.URL + fragment)
		if err != nil {
			t.Fatal(err)
		}
		waitRows(t, tab.Page)
		return tab
	}
	one := visit("#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&run=1")
	do(t, one.Page, newQuery)
	queries(t, one.Page, 2, 1, "")
	do(t, one.Page, typed("Rating gt 4.9"))
	two := visit("#v=1&t=Movies&f=PartitionKey%20eq%20%27Drama%27&run=1")
	queries(t, two.Page, 1, 0, "PartitionKey eq 'Drama'")
	do(t, two.Page, newQuery, typed("Votes gt 3"))
	queries(t, two.Page, 2, 1, "Votes gt 3")
	queries(t, one.Page, 2, 1, "Rating gt 4.9")
	wait(t, two.Page, `Object.keys(localStorage).filter((k) => k.startsWith("rangefinder.tabs.") && localStorage[k].includes("gt")).length === 2`)
	one.Close()
	two.Close()

	three := visit("#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27&run=1")
	queries(t, three.Page, 5, 0, "PartitionKey eq 'Action'")
	if got := text(t, three.Page, "#queries"); got == "" {
		t.Error("no tabs")
	}
	if err := three.Eval(`sessionStorage.setItem("rangefinder.kept.tabs", '{"v":1,"at":7,"list":[{"id":"a","table":"Movies","screen":"nowhere"},5]}'); window.addEventListener("pagehide", () => sessionStorage.setItem("rangefinder.kept.tabs", "{"))`, nil); err != nil {
		t.Fatal(err)
	}
	if err := three.Reload(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, three.Page)
	queries(t, three.Page, 1, 0, "PartitionKey eq 'Action'")
	if got := text(t, three.Page, "body"); got == "" {
		t.Error("nothing on screen")
	}
	three.Close()
}

// Ensure that contains, which the service refuses, is offered as a step in the browser, that its counts say who did what, and that it
// survives a reload while the copied request is without it.
func TestThen_Journey(t *testing.T) {
	t.Parallel()
	for _, view := range toolViews {
		t.Run(view.String(), func(t *testing.T) {
			page := visit(t, "#v=1&t=Movies", view)
			do(t, page, typed("PartitionKey eq 'Action' and contains(tolower(RowKey),'diary')"))
			wait(t, page, `document.querySelector(".refusal")`)
			axe(t, page)
			mainNarrow(t, page)
			click(t, page, "#then-take", "Check it in this browser instead")
			wait(t, page, `document.querySelector("#then")?.value === "contains(tolower(RowKey),'diary')" && document.querySelector("#planstrip .badge").innerText.toLowerCase().includes("row range")`)
			if got := editorText(t, page); got != "PartitionKey eq 'Action'" {
				t.Errorf("the service gets %q", got)
			}
			do(t, page, clicked("#run"))
			const kept = `/returned [\d,]+ · the browser kept [1-9]/.test(document.querySelector(".then-plan")?.innerText) && [...document.querySelectorAll("#grid .rf-row:not(.rf-free)")].every((r) => /diary/i.test(r.innerText))`
			wait(t, page, kept)
			axe(t, page)
			mainNarrow(t, page)
			click(t, page, "#code", "Code…")
			wait(t, page, `document.querySelector("#code-note")?.innerText.includes("Only what the service does") && !document.querySelector("#code-text").innerText.includes("contains")`)
			do(t, page, chromedp.KeyEvent(kb.Escape))
			if err := page.Reload(); err != nil {
				t.Fatal(err)
			}
			wait(t, page, `document.querySelector("#then")?.value === "contains(tolower(RowKey),'diary')" && `+kept)
			do(t, page, filled("#then", "contains(RowKey,'DIARY')"), runKey())
			wait(t, page, `document.querySelector("#kept-none")?.innerText.includes("contains(RowKey,'DIARY') holds for none of them")`)
			axe(t, page)
			mainNarrow(t, page)
			click(t, page, "#kept-none button", "Show what the service returned")
			wait(t, page, `!document.querySelector(".then-plan") && !document.querySelector("#then") && !document.querySelector("#kept-none")`)
			waitRows(t, page)
			do(t, page, chromedp.Evaluate(`history.back()`, nil))
			wait(t, page, `document.querySelector("#then-off")`)
			click(t, page, "#then-off", "Drop the step in the browser")
			wait(t, page, `!document.querySelector(".then-plan") && !document.querySelector("#then")`)
		})
	}
}

// Ensure that a query which was left comes back with its result, where it was scrolled to and with its selected lines, without
// running again, also from one whose result is empty.
func TestQueryTabs_Results(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&run=1", toolViews[0])
	waitRows(t, page)
	const place = `(() => { const g = document.querySelector("#grid .rf-grid"); return [Math.round(g.scrollTop), [...g.querySelectorAll(".rf-row:not(.rf-free)[aria-selected=true]")].map((r) => r.getAttribute("aria-rowindex")).sort(), document.querySelector(".result-line .facts").innerText, g.querySelector('[tabindex="0"]')?.innerText].join("|"); })()`
	do(t, page, chromedp.Evaluate(`document.querySelector("#grid .rf-grid").scrollTop = 105000`, nil))
	wait(t, page, `[...document.querySelectorAll("#grid .rf-row:not(.rf-free)")].some((r) => r.getAttribute("aria-rowindex") > 3400 && r.innerText.length > 20)`)
	do(t, page, chromedp.Evaluate(`(() => { const g = document.querySelector("#grid .rf-grid").getBoundingClientRect(); const at = document.elementFromPoint(g.left + 300, g.top + 150); for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) at.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: g.left + 300, clientY: g.top + 150 })); })()`, nil))
	wait(t, page, `document.activeElement.closest("#grid .rf-row")?.getAttribute("aria-rowindex") > 3400`)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(input.ModifierShift)), chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(input.ModifierShift)))
	const several = `[...document.querySelectorAll(".result-line .tag")].some((e) => /^3 /.test(e.innerText)) && document.querySelectorAll("#grid .rf-row:not(.rf-free)[aria-selected=true]").length === 3`
	if err := page.Wait(several); err != nil {
		t.Fatalf("selected: %s, %s", text(t, page, ".result-line"), eval[string](t, page, place))
	}
	before := eval[string](t, page, place)

	do(t, page, newQuery)
	queries(t, page, 2, 1, "")
	wait(t, page, `!document.querySelector("#grid .rf-row:not(.rf-free) .rf-cell")`)
	do(t, page, typed("Rating gt 4.5"))
	plan(t, page, "full scan")
	do(t, page, clicked("#run"))
	waitRows(t, page)
	do(t, page, newQuery)
	queries(t, page, 3, 2, "")
	do(t, page, typed("PartitionKey eq 'nobody'"))
	plan(t, page, "whole partition")
	do(t, page, clicked("#run"))
	wait(t, page, `document.querySelector(".result .blank h2")?.innerText === "No entity matches"`)
	do(t, page, clicked("#query-0"))
	queries(t, page, 3, 0, "")
	if err := page.Wait(place + ` === ` + fmt.Sprintf("%q", before)); err != nil {
		t.Fatalf("came back to %q, was at %q", eval[string](t, page, place), before)
	}
	wait(t, page, several)
	do(t, page, clicked("#query-2"))
	wait(t, page, `document.querySelector(".result .blank h2")?.innerText === "No entity matches"`)
	do(t, page, closeQuery)
	queries(t, page, 2, 1, "Rating gt 4.5")
	waitRows(t, page)
	do(t, page, chromedp.Evaluate(`history.back()`, nil))
	queries(t, page, 3, 2, "PartitionKey eq 'nobody'")
}
