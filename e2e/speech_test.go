package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// listening keeps in heard what live regions say. What changes outside of an open dialog is inert there, so nobody hears it.
const listening = `(() => {
	globalThis.heard = [];
	const regions = "[aria-live], [role=status], [role=alert]";
	new MutationObserver((changes) => {
		const said = new Set();
		for (const c of changes) {
			const near = (c.target.nodeType === 1 ? c.target : c.target.parentElement)?.closest(regions);
			if (near) said.add(near);
			for (const n of c.addedNodes) if (n.nodeType === 1) for (const e of [n, ...n.querySelectorAll("[role=alert]")]) if (e.matches("[role=alert]")) said.add(e);
		}
		for (const e of said) {
			const dialog = document.querySelector("dialog[open]"), text = e.innerText.replace(/\s+/g, " ").trim();
			if (text && !e.closest(".cm-editor, .cm-tooltip") && (!dialog || dialog.contains(e))) heard.push(text);
		}
	}).observe(document.body, { subtree: true, childList: true, characterData: true });
})()`

// Ensure that what matters is heard, once: the plan when the typing rests, a refusal, the end of a run, a change, its undo, a save
// that is refused, what a dialog finds wrong and reports, the verdict on a lesson's step and the end of a simulation.
func TestAccess_LiveRegions(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies", harness.View{})
	waitRows(t, page)
	eval[any](t, page, listening)
	all := 0
	// hear waits for the texts, and fails when anything else was heard since the last time. What comes within one drawing is one text.
	hear := func(texts ...string) {
		t.Helper()
		for _, text := range texts {
			wait(t, page, fmt.Sprintf(`heard.slice(%d).join(" ").includes(%q)`, all, text))
		}
		got := eval[[]string](t, page, `heard`)[all:]
		for _, heard := range got {
			if !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(heard, text) }) {
				t.Errorf("heard %q, want only %q", heard, texts)
			}
		}
		if len(got) > len(texts) {
			t.Errorf("heard %q, want %d texts", got, len(texts))
		}
		all += len(got)
	}
	// In one change: between two keys a machine with much to do may let a second pass, and then what stands there is spoken.
	write := func(text string) chromedp.Tasks {
		return chromedp.Tasks{chromedp.Focus(".cm-content"), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText(text)}
	}
	do(t, page, write("PartitionKey eq 'War' and RowKey lt 'D'"))
	hear("Row range: part of one partition, examines 24 of 10,681 entities, returns 24, 1 round trip.")
	do(t, page, write("PartitionKey eq 'War"))
	hear("The filter is refused: The closing quote is missing.")
	do(t, page, write("PartitionKey eq 'War'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
	hear("300 entities returned, row range, 300 examined.")

	wait(t, page, `document.querySelector("#grid .rf-row:not(.rf-free):not(.rf-loading) .rf-pin0")?.innerText === "War"`)
	rows := cells(t, page, 1)
	openEntity(t, page, 0, rows[0])
	do(t, page, filled("#prop-text-1", "1.25"))
	press(t, page, "#save")
	hear("1 change is pending")
	press(t, page, "#pending-undo")
	hear("Undone: ")
	press(t, page, "#pending-redo")
	hear("Done again: ")
	press(t, page, "#pending-undo")
	hear("Undone: ")
	click(t, page, "#inspector button", "Duplicate")
	wait(t, page, `document.activeElement.id === "insp-rk"`)
	do(t, page, filled("#insp-rk", rows[1]))
	press(t, page, "#save-now")
	hear("Not saved: The specified entity already exists.")
	click(t, page, "#inspector button", "Close the inspector")
	hear("What was typed for the new entity is not saved.")

	click(t, page, "button", "+ New table")
	wait(t, page, `document.activeElement.id === "table-name"`)
	do(t, page, input.InsertText("1a"), enter())
	hear("A table name has 3 to 63 characters")
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)

	drop(t, page, "my films.csv", films)
	wait(t, page, `document.querySelectorAll(".preview tbody tr").length === 4`)
	do(t, page, chosen(`select[aria-label="Type of Year"]`, "2")) // Int32, which one row is not
	wait(t, page, `document.querySelector(".preview td.err")`)
	do(t, page, filled("#import-rk", "{Title}"))
	wait(t, page, `document.querySelector(".preview tbody td:nth-child(2)").innerText === "Alien"`)
	click(t, page, "#dialog button", "Import")
	hear("Imported 3 entities into myfilms. 1 row refused.", "3 entities returned, full scan, 3 examined.")
	click(t, page, "#dialog button", "Close")
	wait(t, page, `!document.querySelector("#dialog").open`)

	do(t, page, clicked("#tab-simulator"))
	wait(t, page, `document.querySelector("#sim-start")`)
	do(t, page, clicked("#sim-start"))
	hear("The run is over.")
	eval[any](t, page, `location.hash = "#v=1&lesson=four-classes"`)
	wait(t, page, `document.querySelector("#lesson-ask")`)
	hear("Opening the lesson The four classes.", "Step 1 of 3: One movie")
	do(t, page, clicked("#lesson-predict"))
	hear("Right: point.", "1 entity returned, point, 1 examined.")
	do(t, page, clicked("#lesson-begin"))
	hear("1 entity returned, full scan, 1,000 examined.")
	do(t, page, write("PartitionKey eq 'SciFi' and RowKey eq 'Movie-0610'"))
	hear("Point: ")
	do(t, page, checkKey)
	hear("1 entity returned, point, 1 examined.", "Passed. ")
	if eval[int](t, page, `heard.length`) != all {
		t.Errorf("heard %q", eval[[]string](t, page, `heard`)[all:])
	}
}
