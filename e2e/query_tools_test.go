package e2e

import (
	"fmt"
	"strings"
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

// Ensure that the filter tree counts every node, that switching one off by keyboard changes the numbers and not the text, and that
// what is on becomes the text when asked.
func TestQueryTools_FilterTree(t *testing.T) {
	t.Parallel()
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

			do(t, page, focused("#node-0"), chromedp.KeyEvent(kb.ArrowDown))
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
			do(t, page, focused("#editor .cm-content"), chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
			plan(t, page, "row range")
		})
	}
}

// Ensure that an empty result says why, with counts, and that a near miss is one key away.
func TestQueryTools_WhyZeroRows(t *testing.T) {
	t.Parallel()
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
			do(t, page, focused("#miss-0"), chromedp.KeyEvent(kb.Enter))
			waitRows(t, page)
			if n := strings.Fields(count)[0]; !strings.HasPrefix(text(t, page, ".result-line"), n+" ") {
				t.Errorf("%q was offered; the run says %q", count, text(t, page, ".result-line"))
			}
			wait(t, page, `!document.querySelector("#misses")`)
		})
	}
}

// Ensure that the builder and the editor say the same whichever is changed, with real values and their counts, by keyboard too.
func TestQueryTools_Builder(t *testing.T) {
	t.Parallel()
	for _, view := range toolViews {
		t.Run(view.String(), func(t *testing.T) {
			page := visit(t, "#v=1&t=Movies", view)
			do(t, page, typed("PartitionKey eq 'Action' and not (Rating gt 4.0)"))
			plan(t, page, "row range")
			click(t, page, "#builder-toggle", "Builder")
			wait(t, page, `document.querySelectorAll("#builder .built > li").length === 4`)
			axe(t, page)
			mainNarrow(t, page)
			says := func(want string) {
				t.Helper()
				wait(t, page, `[...document.querySelectorAll("#editor .cm-line")].map((l) => l.innerText).join("") === `+"`"+want+"`")
			}
			// From the builder to the text.
			do(t, page, chosen("#built-op-3", "le"))
			says("PartitionKey eq 'Action' and not (Rating le 4.0)")
			do(t, page, filled("#built-value-3", "3.5"))
			says("PartitionKey eq 'Action' and not (Rating le 3.5)")
			do(t, page, filled("#built-value-3", "3.x"))
			wait(t, page, `document.querySelector("#built-err-3")?.innerText.includes("Double")`)
			says("PartitionKey eq 'Action' and not (Rating le 3.5)")
			axe(t, page)
			// From the text to the builder; a text that is refused leaves the clauses.
			do(t, page, typed("PartitionKey eq 'Action' and RowKey eq 'x'"))
			wait(t, page, `document.querySelectorAll("#builder .built > li").length === 3 && document.querySelector("#built-value-2").value === "x"`)
			do(t, page, focused("#editor .cm-content"), chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(kb.Backspace))
			wait(t, page, `document.querySelector("#builder .note")?.innerText.includes("refused") && document.querySelectorAll("#builder .built > li").length === 3`)
			do(t, page, typed("PartitionKey eq 'Action' and RowKey eq 'x'"))
			wait(t, page, `!document.querySelector("#builder .note")`)
			// Real values, by keyboard.
			do(t, page, focused("#built-pick-2"), chromedp.KeyEvent(kb.Enter))
			wait(t, page, `document.activeElement.id === "values-find" && /in (1,\d+) of \1 entities/.test(document.querySelector("#values")?.innerText)`)
			do(t, page, input.InsertText("alie"))
			wait(t, page, `document.querySelectorAll("#values li").length > 0 && [...document.querySelectorAll("#values .name")].every((n) => n.innerText.startsWith("Alie"))`)
			axe(t, page)
			do(t, page, chromedp.KeyEvent(kb.ArrowDown))
			wait(t, page, `document.activeElement.id === "value-0"`)
			name := text(t, page, "#value-0 .name")
			do(t, page, chromedp.KeyEvent(kb.Enter))
			says("PartitionKey eq 'Action' and RowKey eq '" + strings.ReplaceAll(name, "'", "''") + "'")
			plan(t, page, "point", "returns 1")
			// Sugar is shown as the range that it means.
			do(t, page, filled("#built-value-2", "Sh"), chosen("#built-op-2", "starts with"))
			says("PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey lt 'Si'")
			do(t, page, runKey())
			waitRows(t, page)
		})
	}
}

// Ensure that completion offers the values that are stored, with their counts, and that a key takes one.
func TestQueryTools_CompleteValues(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies", harness.View{})
	do(t, page, typed("PartitionKey eq 'Action' and RowKey eq 'alie"))
	wait(t, page, `[...document.querySelectorAll(".cm-tooltip-autocomplete li")].some((l) => /^'Alie.*1 entity$/.test(l.innerText.replace(/\s+/g, " ")))`)
	axe(t, page)
	name := text(t, page, ".cm-tooltip-autocomplete li .cm-completionLabel")
	do(t, page, chromedp.KeyEvent(kb.Tab))
	wait(t, page, `document.querySelector("#editor").innerText.includes("RowKey eq 'Alie")`)
	if got, want := editorText(t, page), "PartitionKey eq 'Action' and RowKey eq "+name; got != want {
		t.Errorf("the editor holds %q, want %q", got, want)
	}
	plan(t, page, "point", "returns 1 ")
}

// Ensure that the request of a query is shown as it is sent and as programs, without a key, and that its plan can be taken along.
func TestQueryTools_Code(t *testing.T) {
	t.Parallel()
	for _, view := range toolViews {
		t.Run(view.String(), func(t *testing.T) {
			page := visit(t, "#v=1&t=Movies", view)
			do(t, page, typed("PartitionKey eq 'Action' and Rating gt 4.0"))
			plan(t, page, "row range", "returns")
			click(t, page, "#code", "Code…")
			wait(t, page, `document.querySelector("#code-text")?.innerText.includes("GET /Movies()?$filter=PartitionKey%20eq%20%27Action%27%20and%20Rating%20gt%204.0 HTTP/1.1")`)
			for _, format := range []string{"curl", "go", "javascript", "java", "az"} {
				do(t, page, chosen("#code-format", format))
				wait(t, page, `document.querySelector("#code-format").value === "`+format+`" && document.querySelector("#code-text").innerText.includes("Action") && document.querySelector("#code-text").innerText.includes("TABLES_SAS")`)
			}
			axe(t, page)
			mainNarrow(t, page)
			do(t, page, chromedp.KeyEvent(kb.Escape))
			wait(t, page, `!document.querySelector("#dialog").open`)
		})
	}
}

// Ensure that a query that was run is found in the history after a reload, and runs again.
func TestQueryTools_History(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies", harness.View{})
	do(t, page, typed("PartitionKey eq 'SciFi'"), runKey())
	wait(t, page, `[...document.querySelectorAll("#grid .rf-pin0")].some((c) => c.innerText === "SciFi")`)
	do(t, page, typed("PartitionKey eq 'Action'"), runKey())
	wait(t, page, `[...document.querySelectorAll("#grid .rf-pin0")].some((c) => c.innerText === "Action")`)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, page)
	click(t, page, "#history", "History…")
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#ran-1")`)
	do(t, page, filled("#history-find", "scifi"))
	wait(t, page, `document.querySelectorAll(".history li").length === 1`)
	do(t, page, focused("#ran-0"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#dialog").open && [...document.querySelectorAll("#grid .rf-pin0")].some((c) => c.innerText === "SciFi")`)
}

// Ensure that each span of time that the builder offers is counted as a run finds it, and that Timestamp is told to be no key.
func TestBuilder_Presets(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=Timestamp%20ge%20datetime%272020-01-01T00:00:00Z%27&run=1", toolViews[0])
	do(t, page, clicked("#builder-toggle"))
	wait(t, page, `document.querySelectorAll(".presets button").length >= 4 && document.querySelector(".presets").innerText.includes("not indexed")`)
	for i := range eval[int](t, page, `document.querySelectorAll(".presets button").length`) {
		before := editorText(t, page)
		do(t, page, chromedp.Evaluate(fmt.Sprintf(`document.querySelectorAll(".presets button")[%d].click()`, i), nil))
		const counted = `/returns ([\d,]+) · /.exec(document.querySelector("#planstrip .strip").innerText.replace(/\s+/g, " "))?.[1]`
		wait(t, page, fmt.Sprintf(`[...document.querySelectorAll("#editor .cm-line")].map((l) => l.innerText).join("\n").trim() !== %q && document.querySelector(".result-line").innerText.includes("not of the one above") && %s`, before, counted))
		do(t, page, clicked("#run"))
		wait(t, page, `/returned/.test(document.querySelector(".result-line").innerText) && !document.querySelector(".result-line").innerText.includes("not of the one above")`)
		got := eval[string](t, page, `/^([\d,]+)/.exec(document.querySelector(".result-line .facts").innerText)[1]`)
		// The plan's number may still be that of the filter before when the run is over.
		if err := page.Wait(fmt.Sprintf(`%s === %q`, counted, got)); err != nil {
			t.Errorf("preset %d: the run returns %s, and the plan says: %s", i, got, text(t, page, "#planstrip .strip"))
		}
	}
}

// Ensure that the plan can have the whole window, follows the filter there, and makes room again for Escape and for a run.
func TestQueryTools_PlanFull(t *testing.T) {
	t.Parallel()
	for _, view := range toolViews {
		t.Run(view.String(), func(t *testing.T) {
			page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27%20and%20Rating%20gt%203.0%20or%20PartitionKey%20eq%20%27War%27&run=1", view)
			waitRows(t, page)
			do(t, page, chromedp.Click("#why", chromedp.ByID), chromedp.Click("#plan-full", chromedp.ByID))
			const whole = `!document.querySelector("#grid").getClientRects().length && document.querySelector("#planstrip .why").getClientRects().length && document.querySelector("#planstrip").getBoundingClientRect().width > innerWidth - 60`
			wait(t, page, whole+` && document.activeElement.id === "plan-full"`)
			axe(t, page)
			mainNarrow(t, page)
			do(t, page, typed("RowKey eq"))
			wait(t, page, whole[:strings.Index(whole, " && document.querySelector(\"#planstrip .why\")")]+` && document.querySelector(".refusal") && document.querySelector("#plan-full")`) // a filter without a plan is no trap
			do(t, page, typed("RowKey eq 'x'"))
			plan(t, page, "full scan")
			wait(t, page, whole)
			do(t, page, chromedp.Focus("#why", chromedp.ByID), chromedp.KeyEvent(kb.Escape))
			wait(t, page, `document.querySelector("#grid").getClientRects().length && document.activeElement.id === "plan-full"`)
			do(t, page, chromedp.Click("#plan-full", chromedp.ByID))
			wait(t, page, whole)
			do(t, page, typed("PartitionKey eq 'War'"), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
			wait(t, page, `document.querySelector("#grid").getClientRects().length && document.querySelector(".result-line").innerText.includes("300 entities returned")`)
		})
	}
}

// Ensure that Run on a filter, $select, $top or step that cannot be run shows why: the words come into view and are marked for a
// moment, each time.
func TestQuery_RunRefused(t *testing.T) {
	t.Parallel()
	page := visit(t, "", harness.View{Width: 390, Height: 844})
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
	axe(t, page)
	wait(t, page, `!document.querySelector("[data-pointed]")`)
	do(t, page, typed("PartitionKey eq 'Action'"))
	plan(t, page, "row range")
	press(t, page, "#tools")
	wait(t, page, `document.querySelector("#top").offsetHeight > 0`)
	do(t, page, chromedp.Focus("#top"), input.InsertText("0"), input.InsertText("x"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, marked("field-err"))
}
