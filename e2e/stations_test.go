package e2e

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// station is a state of the page that everything of this file's callers is tried in: a screen, a panel or a dialog.
type station struct {
	name    string
	command string            // of the palette, or
	first   string            // JavaScript that must be true before
	do      []chromedp.Action // what leads there; nil stays
	shows   string            // JavaScript that is true there
	leave   string            // JavaScript that leads back; "" closes a dialog if one is open
	fresh   string            // selector of all that no other station shows; "" for the whole page
}

const aDialog = `document.querySelector("#dialog").open`

// stations are the states that every table with entities has. They begin and end on the query screen with a result.
func stations() []station {
	toResult := []chromedp.Action{focused("#grid [role=gridcell], #grid [role=rowheader]")}
	firstCell := `document.querySelector("#grid .rf-row:not(.rf-free):not(.rf-loading):not(.rf-marker) [role=rowheader]")`
	with := func(list []chromedp.Action, more ...chromedp.Action) []chromedp.Action {
		return append(slices.Clip(list), more...)
	}
	dialog := func(command string) station {
		return station{name: command, command: command, shows: aDialog, fresh: "#dialog"}
	}
	return []station{
		{name: "result", shows: firstCell},
		{name: "cell menu", first: firstCell, do: []chromedp.Action{chromedp.Evaluate(firstCell+`.dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true, clientX: 300, clientY: 300}))`, nil)},
			shows: `document.querySelector(".gridmenu .planned .dim")`, leave: `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true, cancelable: true}))`, fresh: ".gridmenu"},
		{name: "find", do: with(toResult, chromedp.KeyEvent("f", chromedp.KeyModifiers(input.ModifierCtrl))), shows: `document.activeElement.tagName === "INPUT"`, leave: `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true, cancelable: true}))`},
		{name: "plain table", command: "Show the result as a plain table, or as the grid", shows: `document.querySelector(".plain tbody tr")`, leave: `document.querySelector("#plain-table").click()`},
		{name: "inspector", first: firstCell, do: []chromedp.Action{chromedp.Evaluate(firstCell+`.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}))`, nil)}, shows: `document.querySelector("#inspector .advice-box code")`, leave: "1"},
		{name: "entity as JSON", command: "Show the entity as JSON", shows: `document.querySelector(".lens textarea")?.value`, leave: "1", fresh: "#inspector"},
		{name: "decoded", command: "Decode the current value", shows: `document.querySelector(".lens-body")`, leave: "1", fresh: "#inspector"},
		{name: "pending", do: []chromedp.Action{clicked("#delete-entity")}, shows: `document.querySelector("#pending .btn")`, leave: "1", fresh: "#inspector, #pending, #grid"},
		{name: "review", command: "Review the pending changes…", shows: aDialog + ` && document.querySelector("#review")`},
		{name: "entity closed", command: "Undo the last pending change, or the last commit", shows: `!document.querySelector("#pending")`, leave: `[...document.querySelectorAll("#inspector [aria-label='Close the inspector'], .notice [aria-label='Close this message']")].forEach((b) => b.click())`, fresh: "#inspector"},
		{name: "builder", command: "Show or hide the builder", shows: `document.querySelector(".builder")`, leave: `document.querySelector("#builder-toggle").click()`, fresh: "#builder"},
		dialog("Show the keys"), dialog("Settings…"),
		{name: "palette", do: []chromedp.Action{ctrl("k")}, shows: `document.querySelector("dialog.palette #palette-0")`},
		{name: "guide", command: "Open the guide", shows: aDialog + ` && document.querySelector(".guide-title")`},
		dialog("Columns: show, hide, order, sets…"), dialog("Show the request, and the query as code…"), dialog("Show the queries that were run…"), dialog("Save this query…"),
		dialog("Share a link to this table and query…"), dialog("Export…"), dialog("Snapshots, undo and storage…"), dialog("Show the statistics of this table"), dialog("Clone this table…"),
		dialog("Clear the table…"), dialog("Delete this table…"), dialog("Delete the selected entities, or all that the query finds…"), dialog("Change a property of many entities…"),
		dialog("Build an entity group transaction…"), dialog("Paste an entity as JSON…"), dialog("Compare this table with another…"), dialog("New table…"), dialog("Generate data…"), dialog("Connect an account…"), dialog("Write a lesson"),
		{name: "partitions", command: "Partitions", shows: `document.querySelector("#partition-0") && !document.querySelector("#screen-partitions progress")`, leave: "1"},
		{name: "design lab", command: "Design lab", shows: `document.querySelector("#lab-c0-1") && !document.querySelector("#lab-stop")`, leave: "1"},
		{name: "workload", command: "Workload", shows: `document.querySelector("#work-sample")`, leave: "1"},
		{name: "simulator", command: "Simulator", shows: `document.querySelector("#sim-start")`, leave: `document.querySelector("#tab-query").click()`},
	}
}

// stop brings the page to a station and waits until it is there.
func (s station) stop(t *testing.T, page *harness.Page) {
	t.Helper()
	if s.command != "" {
		wait(t, page, `document.querySelector("#dialog").getAttribute("aria-label") === "Dialog"`) // the page knows that the last one is closed
		do(t, page, ctrl("k"))
		wait(t, page, `document.activeElement.id === "palette"`)
		do(t, page, input.InsertText(s.command))
		wait(t, page, fmt.Sprintf(`(() => { const o = [0, 1, 2, 3].map((n) => document.querySelector("#palette-" + n + ":not([aria-disabled])")).filter(Boolean).find((o) => o.querySelector(".name").innerText === %q); o?.click(); return o })()`, s.command))
		if err := page.Wait(`!document.querySelector("dialog.palette")`); err != nil {
			t.Fatalf("%s: %v", s.command, err)
		}
	}
	if s.first != "" {
		wait(t, page, s.first)
	}
	do(t, page, s.do...)
	if err := page.Wait(s.shows); err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
}

// goOn leads back to where the next station begins.
func (s station) goOn(t *testing.T, page *harness.Page) {
	t.Helper()
	if s.leave != "" {
		eval[any](t, page, s.leave)
		return
	}
	for range 3 {
		if eval[bool](t, page, `document.querySelector("#dialog").getAttribute("aria-label") === "Dialog"`) {
			return
		}
		do(t, page, chromedp.KeyEvent(kb.Escape))
		if page.Wait(`!document.querySelector("dialog[open]") && document.querySelector("#dialog").getAttribute("aria-label") === "Dialog"`) == nil {
			return
		}
	}
	t.Fatalf("%s does not close", s.name)
}

// look changes the window and waits until the page has followed, its colours with it.
func look(page *harness.Page, view harness.View) chromedp.Action {
	theme := map[bool]string{false: "light", true: "dark"}[view.Dark]
	return chromedp.ActionFunc(func(context.Context) error {
		if err := page.View(view); err != nil {
			return err
		}
		return page.Wait(`document.documentElement.dataset.theme === "` + theme + `"`)
	})
}
