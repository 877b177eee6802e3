package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that an address that is no text does not end the program, at the start or typed later, and that it says what it
// says.
func TestAddress_StrayPercent(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&t=Movies&f=RowKey%20eq%20'100%'%zz", harness.View{})
	wait(t, page, `document.querySelector(".crumb h1")?.innerText === "Movies" && document.querySelector("#planstrip .strip")?.innerText.includes("REFUSED")`)
	if got := editorText(t, page); got != "RowKey eq '100%'%zz" {
		t.Errorf("the filter is %q", got)
	}
	eval[any](t, page, `location.hash = "#v=1&t=Movies&f=PartitionKey eq '100%'"`)
	plan(t, page, "row range")
	if got := editorText(t, page); !strings.Contains(got, "'100%'") {
		t.Errorf("the filter is %q", got)
	}
}

// Ensure that Back leads from one query to the one before, with its result.
func TestAddress_BackToQueryBefore(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	for _, kind := range []string{"Drama", "Horror"} {
		do(t, page, typed("PartitionKey eq '"+kind+"'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
		wait(t, page, fmt.Sprintf(`[...document.querySelectorAll("#grid .rf-pin0")].some((c) => c.innerText === %q)`, kind))
		wait(t, page, `location.hash.endsWith("run=1")`)
	}
	eval[any](t, page, `history.back()`)
	wait(t, page, `[...document.querySelectorAll("#grid .rf-pin0")].some((c) => c.innerText === "Drama")`)
	if got := editorText(t, page); got != "PartitionKey eq 'Drama'" {
		t.Fatalf("Back shows %q", got)
	}
}

// Ensure that a form keeps what it holds: through another type, a removal that is taken back, another entity, and the
// undo of an insert.
func TestEdit_NothingTypedIsLost(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#prop-text-1")?.value === "4.5"`)
	do(t, page, chosen("#inspector select", "1"))
	wait(t, page, `document.querySelector("textarea#prop-text-1")?.value === "4.5"`)
	click(t, page, "#inspector button", "Remove Rating")
	do(t, page, clicked("#how-false"))
	wait(t, page, `document.querySelector(".gone")?.innerText.includes("a merge removes nothing")`)
	click(t, page, "#inspector button", "Keep")
	wait(t, page, `document.querySelector("textarea#prop-text-1")?.value === "4.5" && document.querySelector("#prop-name-1").value === "Rating"`)

	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#insp-rk").value === "Aliens"`)
	click(t, page, ".notice button", "Bring it back")
	wait(t, page, `document.querySelector("#insp-rk").value === "Alien" && document.querySelector("textarea#prop-text-1")`)

	click(t, page, "#inspector button", "Revert")
	click(t, page, "#inspector button", "Duplicate")
	click(t, page, "#inspector button", "Commit now")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Inserted")`)
	click(t, page, ".notice button", "Undo")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Undone")`)
	plan(t, page, "examines 917 of 10,681")
}

// Ensure that Back pressed right after typing does not write what was typed over the view that it leads to.
func TestAddress_BackWhileTyping(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	// Examples are entries that are not run: a run would write the address again.
	example := func(i int) string {
		old := eval[string](t, page, `location.hash`)
		eval[any](t, page, fmt.Sprintf(`(() => { const s = document.querySelector("#examples"); s.value = "%d"; s.dispatchEvent(new Event("change", {bubbles: true})); })()`, i))
		wait(t, page, fmt.Sprintf(`location.hash !== %q`, old))
		return eval[string](t, page, `location.hash`)
	}
	before := example(1)
	example(2)
	// In one go, and looked at for longer than the address waits for a pause in the typing.
	after := eval[string](t, page, `(async () => {
		const pause = (ms) => new Promise((done) => setTimeout(done, ms));
		document.querySelector("#editor .cm-content").focus();
		document.execCommand("insertText", false, ".5");
		await pause(60);
		history.back();
		await pause(800);
		return location.hash;
	})()`)
	if after != before {
		t.Errorf("Back led to %s, which was %s", after, before)
	}
}

// Ensure that the message of a commit lies over nothing that can be pressed, at any width, with more changes pending and an entity open;
// on a phone, where all of the screen scrolls, at the end of it.
func TestNotice_CoversNoControl(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	toGrid(t, page)
	remove := func() {
		do(t, page, chromedp.KeyEvent(kb.Delete))
		wait(t, page, `document.querySelector("#pending-commit:not(:disabled)")`)
	}
	remove()
	click(t, page, "#pending-commit", "Commit")
	wait(t, page, `document.querySelector(".notice")?.innerText.includes("Committed")`)
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown))
	remove()
	for _, view := range harness.Views() {
		do(t, page, look(page, view))
		if covered := eval[string](t, page, `(() => {
			const main = document.querySelector(".main");
			main.scrollTop = main.scrollHeight;
			const n = document.querySelector(".notice").getBoundingClientRect();
			return n.width && [...document.querySelectorAll("button, input, select, textarea, a, summary")].filter((e) => {
				const r = e.getBoundingClientRect(), left = Math.max(r.left, n.left), right = Math.min(r.right, n.right), top = Math.max(r.top, n.top), bottom = Math.min(r.bottom, n.bottom);
				return !e.closest(".notice") && left < right && top < bottom && document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(e);
			}).map((e) => e.id || e.innerText).join(", ") || (n.width ? "" : "no message");
		})()`); covered != "" {
			t.Errorf("%s: the message covers %s", view, covered)
		}
	}
}

// Ensure that a link with a long query shows its beginning, and the caret where it always is, at its end, when the person goes there.
func TestAddress_LongQuery(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range 60 {
		names = append(names, fmt.Sprintf("RowKey eq 'A rather long title %d'", i))
	}
	page := visit(t, "#v=1&t=Movies&f="+url.PathEscape("PartitionKey eq 'Action' and ("+strings.Join(append(names, "RowKey eq 'Alien'"), " or ")+")"), harness.View{})
	if eval[bool](t, page, `(() => { const s = document.querySelector("#editor .cm-scroller"); return s.scrollTop > 0 || s.scrollHeight < 2 * s.clientHeight })()`) {
		t.Error("the beginning is out of view")
	}
	do(t, page, chromedp.KeyEvent("1", chromedp.KeyModifiers(input.ModifierAlt)))
	wait(t, page, `(() => { const s = document.querySelector("#editor .cm-scroller"); return Math.abs(s.scrollTop + s.clientHeight - s.scrollHeight) < 20 })()`)
}
