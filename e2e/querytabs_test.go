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

// Ensure that the keys of the open queries work wherever the keyboard is and move it, that the tab's storage and the browser's history
// bring them back, that a name is text, and that the grid comes back to its place and its selected lines.
func TestQueryTabs_Keys(t *testing.T) {
	t.Parallel()
	const first, second, third = "PartitionKey eq 'War'", "Rating gt 4.9", "RowKey eq 'x"
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&run=1", toolViews[0])
	do(t, page, newQuery)
	queries(t, page, 2, 1, "")
	do(t, page, typed(second))
	plan(t, page, "full scan")
	do(t, page, newQuery)
	queries(t, page, 3, 2, "")
	do(t, page, typed(third)) // an error: it is kept as it is
	wait(t, page, `document.querySelector(".refusal")`)
	// Values are offered as soon as they are counted, while the editor has the focus.
	eval[any](t, page, `document.activeElement.blur()`)
	wait(t, page, `!document.querySelector(".cm-tooltip-autocomplete")`)
	fresh(t, page, ".queries, #planstrip")
	do(t, page, look(page, toolViews[0]))

	do(t, page, altKey("PageUp", "PageUp", false))
	queries(t, page, 3, 1, second)
	do(t, page, focused("#query-1"), chromedp.KeyEvent(kb.Home))
	queries(t, page, 3, 0, first)
	wait(t, page, `document.activeElement.id === "query-0"`)
	do(t, page, chromedp.KeyEvent(kb.F2))
	wait(t, page, `document.activeElement.id === "tab-name"`)
	do(t, page, input.InsertText("War <b>films</b>"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#query-0 .name").innerText === "War <b>films</b>" && !document.querySelector("dialog[open]")`)
	do(t, page, focused("#query-0"), chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(input.ModifierCtrl, input.ModifierShift)))
	wait(t, page, `document.querySelector("#query-1 .name").innerText.startsWith("War") && document.activeElement.id === "query-1"`)

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

	do(t, page, typed(""), runKey())
	wait(t, page, `document.querySelector(".result-line").innerText.includes("11 pages")`)
	const place = `(() => { const g = document.querySelector("#grid .rf-grid"); return [Math.round(g.scrollTop), [...g.querySelectorAll(".rf-row:not(.rf-free)[aria-selected=true]")].map((r) => r.getAttribute("aria-rowindex")).sort(), document.querySelector(".result-line .facts").innerText, g.querySelector('[tabindex="0"]')?.innerText].join("|"); })()`
	do(t, page, chromedp.Evaluate(`document.querySelector("#grid .rf-grid").scrollTop = 105000`, nil))
	wait(t, page, `[...document.querySelectorAll("#grid .rf-row:not(.rf-free)")].some((r) => r.getAttribute("aria-rowindex") > 3400 && r.innerText.length > 20)`)
	do(t, page, chromedp.Evaluate(`(() => { const g = document.querySelector("#grid .rf-grid").getBoundingClientRect(); const at = document.elementFromPoint(g.left + 300, g.top + 150); for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) at.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: g.left + 300, clientY: g.top + 150 })); })()`, nil))
	wait(t, page, `document.activeElement.closest("#grid .rf-row")?.getAttribute("aria-rowindex") > 3400`)
	down := chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(input.ModifierShift))
	do(t, page, down, down)
	const several = `[...document.querySelectorAll("#selection .tag")].some((e) => /^3 /.test(e.innerText)) && document.querySelectorAll("#grid .rf-row:not(.rf-free)[aria-selected=true]").length === 3`
	wait(t, page, several)
	before := eval[string](t, page, place)
	do(t, page, newQuery)
	queries(t, page, 4, 3, "")
	wait(t, page, `!document.querySelector("#grid .rf-row:not(.rf-free) .rf-cell")`)
	do(t, page, clicked("#query-2"))
	queries(t, page, 4, 2, "")
	if err := page.Wait(place + ` === ` + fmt.Sprintf("%q", before)); err != nil {
		t.Fatalf("came back to %q, was at %q", eval[string](t, page, place), before)
	}
	wait(t, page, several)
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
