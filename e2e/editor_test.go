package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that a filter that is typed over another one, key by key, stays in order: colours that come in the midst of a key must not move
// the caret before what it typed.
func TestEditor_TypedOver(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies", harness.View{})
	keyMap(t, page)
	const drawn = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true)))))`
	for range 8 {
		do(t, page, clicked("#tab-lab"))
		do(t, page, chromedp.KeyEvent("1", chromedp.KeyModifiers(input.ModifierAlt)))
		wait(t, page, `document.activeElement.closest("#editor")`)
		do(t, page, ctrl("a"), chromedp.KeyEvent("P"))
		eval[bool](t, page, drawn)
		do(t, page, chromedp.KeyEvent("a"))
		eval[bool](t, page, drawn)
		do(t, page, chromedp.KeyEvent("rtitionKey eq 'Drama' and Rating gt 4"))
		queries(t, page, 1, 0, "PartitionKey eq 'Drama' and Rating gt 4")
	}
}

// Ensure that the pointer works on the key map and the keys in the editor: completion, comments, undo over what the page wrote, a selection that the page reads; and
// that typing over coloured text leaves no style of the browser's own, which the page's policy refuses.
func TestEditor_Keys(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{})
	keyMap(t, page)
	const inText = `document.activeElement.closest("#editor")`
	do(t, page, chromedp.KeyEvent("1", chromedp.KeyModifiers(input.ModifierAlt)))
	wait(t, page, inText)
	do(t, page, ctrl("a"), input.InsertText("Par"), ctrl(" "))
	wait(t, page, `document.querySelector(".cm-tooltip-autocomplete")?.innerText.includes("PartitionKey")`)
	// CodeMirror leaves Enter to the text for 75 ms after the list has come up, so that a fast typist is not surprised.
	wait(t, page, `(globalThis.listed ??= performance.now()) + 200 < performance.now()`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#editor").innerText.includes("PartitionKey")`)
	do(t, page, typed("PartitionKey eq 'Action' and RowKey eq 'alie"))
	wait(t, page, `[...document.querySelectorAll(".cm-tooltip-autocomplete li")].some((l) => /^'Alie.*1 entity$/.test(l.innerText.replace(/\s+/g, " ")))`)
	axeOf(t, page, "#editor, .cm-tooltip-autocomplete")
	name := text(t, page, ".cm-tooltip-autocomplete li .cm-completionLabel")
	do(t, page, chromedp.KeyEvent(kb.Tab))
	queries(t, page, 1, 0, "PartitionKey eq 'Action' and RowKey eq "+name)
	plan(t, page, "point", "returns 1 ")

	for _, text := range []string{"Par", "PartitionKey eq 'Action'", "é", "Rating gt 4.0 and Favorite"} {
		do(t, page, typed(text))
		queries(t, page, 1, 0, text)
		if n := eval[int](t, page, `document.querySelectorAll("#editor .cm-line [style]").length`); n != 0 {
			t.Errorf("%q left %d style attributes", text, n)
		}
	}

	// A bracket in a comment is none.
	const filter = "// the front page (\nPartitionKey eq 'Action' // one\nand (Rating gt 4.0)"
	off := strings.Replace(filter, "and (", "// and (", 1)
	do(t, page, typed(filter))
	queries(t, page, 1, 0, filter)
	wait(t, page, `document.querySelectorAll(".cm-content .tok-comment").length === 2`)
	do(t, page, ctrl(kb.End))
	wait(t, page, `document.querySelectorAll(".cm-matchingBracket").length === 2 && !document.querySelector(".cm-nonmatchingBracket")`)
	do(t, page, ctrl("/"))
	queries(t, page, 1, 0, off)
	wait(t, page, `document.querySelectorAll(".cm-content .tok-comment").length === 3 && !document.querySelector(".cm-matchingBracket")`)
	do(t, page, ctrl("z"))
	queries(t, page, 1, 0, filter)
	for _, now := range []string{off, filter} {
		order(t, page, "comment out", "Comment out the selected lines, or take that back")
		queries(t, page, 1, 0, now)
	}

	// What the page writes is one step back, and it knows what is selected.
	order(t, page, "tidy", "Format the filter")
	tidy := strings.NewReplacer("(Rating", "Rating", "4.0)", "4.0").Replace(filter)
	queries(t, page, 1, 0, tidy)
	wait(t, page, `document.activeElement.matches(".cm-content")`)
	do(t, page, ctrl("z"))
	queries(t, page, 1, 0, filter)
	do(t, page, ctrl("y"))
	queries(t, page, 1, 0, tidy)
	do(t, page, ctrl(kb.End))
	for range "Rating gt 4.0" {
		do(t, page, chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(input.ModifierShift)))
	}
	order(t, page, "run the selected", "Run the selected part of the filter, in a tab of its own")
	queries(t, page, 2, 1, "Rating gt 4.0")

	// On with keys alone: a run, an entity, the next pane, the sheet of keys.
	do(t, page, focused("#editor .cm-content"), typed("PartitionKey eq 'SciFi'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierShift)))
	wait(t, page, `[...document.querySelectorAll("#grid .rf-pin0")].some((c) => c.innerText === "SciFi")`)
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#inspector h2").innerText.startsWith("SciFi") && document.activeElement.id === "inspector"`)
	do(t, page, chromedp.KeyEvent(kb.F6))
	wait(t, page, `document.activeElement.id !== "inspector"`)
	do(t, page, chromedp.KeyEvent("?"))
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#dialog").innerText.includes("F6")`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)
}
