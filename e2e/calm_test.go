package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// calmFilters are typed key by key: of every class, with words that are wrong on their way, and some that stay wrong.
var calmFilters = []string{
	"PartitionKey eq 'Drama' and RowKey ge 'T' and Rating gt 4.0", "PartitionKey eq 'Action'", "PartitionKey eq 'SciFi' and RowKey eq 'Star Wars'",
	"PartitionKey ge 'A' and PartitionKey lt 'D'", "RowKey eq 'Alien'", "Rating gt 4.5", "Rating gt 4.0 and ReleaseYear ge 1990", "not (PartitionKey eq 'Drama')",
	"PartitionKey eq 'Action' or PartitionKey eq 'War'", "PartitionKey ne 'Drama'", "Favorite eq true", "Language eq 'English' and Favorite", "PartitionKey = 'Action'",
	"PartitionKey eq \"Action\"", "contains(RowKey,'war')", "SELECT * FROM Movies WHERE Rating > 4", "PartitionKey eq 'action'", "Ratng gt 4", "PartitionKey eq 'Drama' and", "(Rating gt 4",
	"PartitionKey eq 'Drama' and RowKey ge 'Absent' and RowKey lt 'Zebra' and Rating gt 4.0 and ReleaseYear ge 1990 and Language eq 'English' and Favorite eq true",                                                                                                                                                       // on two lines
	"PartitionKey eq 'Drama' and RowKey ge 'Absent' and RowKey lt 'Zebra' and Rating gt 4.0 and ReleaseYear ge 1990 and ReleaseYear le 2005 and Language eq 'English' and Favorite eq true and not (RowKey eq 'Titanic') and Revenue gt 1000000 and Language ne 'French' and Language ne 'German' and RowKey ne 'Avatar'", // on three
}

// unfolded are typed while Why is open.
var unfolded = []string{"RowKey eq 'Alien'", "PartitionKey eq 'Drama' and Rating gt 4.0 and", "SELECT * FROM Movies WHERE Rating > 4", "PartitionKey eq Drama"}

// Ensure that the entities stay where they are while filters are typed, whatever the text is on its way, and when the refusal of the last
// one is told; and that the editor and Run can be used all the time.
func TestCalm_WhileTyping(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20'Drama'&run=1", harness.View{Width: 1440, Height: 900})
	waitRows(t, page)
	watch := `(() => { globalThis.tops = new Set(); const look = () => { const g = document.querySelector("#grid").getBoundingClientRect(); if (g.height) tops.add(g.top); requestAnimationFrame(look) }; look(); return true })()`
	eval[bool](t, page, watch)
	for i, filter := range append(calmFilters, unfolded...) {
		if i == len(calmFilters) {
			do(t, page, chromedp.Click("#why", chromedp.ByID))
			wait(t, page, `document.querySelector(".why")`)
			eval[bool](t, page, watch)
		}
		do(t, page, focused("#editor .cm-content"), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(kb.Backspace))
		for _, key := range filter {
			do(t, page, input.InsertText(string(key)))
		}
		wait(t, page, `document.querySelector("#planstrip .earlier, #planstrip.earlier, #planstrip .room") === null && !!document.querySelector("#planstrip .badge")`)
		if tops := eval[[]float64](t, page, `[...tops]`); len(tops) != 1 {
			t.Fatalf("after %s the grid was at %v", filter, tops)
		}
		if over := eval[float64](t, page, `(document.querySelector(".refusal")?.getBoundingClientRect().bottom ?? 0) - document.querySelector(".result-line").getBoundingClientRect().top`); over > 0 {
			t.Errorf("what is wrong with %s covers %v px of the line above the result", filter, over)
		}
	}
}

// visits are addresses that a visit may begin with, and what is on screen when it is complete.
var visits = []struct {
	address, ready string
	view           harness.View
}{
	{"#v=1&t=Movies&f=PartitionKey%20eq%20'War'", rowsShown, harness.View{Width: 1024, Height: 768}},
	{"#v=1&t=Nothing&f=PartitionKey%20eq%20'War'", `document.querySelector("#missing")`, phone},
	{"?embed#v=1&t=Movies&f=PartitionKey%20eq%20'Drama'&run=1", rowsShown, phone},
	{"", rowsShown, harness.View{Width: 1440, Height: 900}},
	{"", rowsShown, harness.View{Width: 1024, Height: 768}},
	{"", rowsShown, phone},
	{"", rowsShown, harness.View{Width: 844, Height: 390}},
	{"#v=1&t=Movies&f=PartitionKey%20eq%20'War'", rowsShown, harness.View{Width: 1440, Height: 900}},
	{"#v=1&lesson=granularity&step=1", `document.querySelector("#lesson-answers")`, phone},
	{"#v=1&t=Movies&screen=lab", labReady, harness.View{Width: 1440, Height: 900}},
	{"#v=1&t=Movies&screen=partitions", `document.querySelector("#parts-list .lines tbody tr")`, harness.View{Width: 1440, Height: 900}},
	{"#v=1&t=Movies&screen=lab", labReady, phone},
}

// shifts begins to record in the page what the browser counts as a shift of the layout.
const shifts = `(() => { globalThis.moved = 0; globalThis.movers = []; new PerformanceObserver((l) => { for (const e of l.getEntries()) if (!e.hadRecentInput) { moved += e.value; for (const s of e.sources) movers.push(` + "`${Math.round(e.startTime)} ms: ${s.node?.id || s.node?.className || s.node?.nodeName} ${Math.round(s.previousRect.y)}+${Math.round(s.previousRect.height)} → ${Math.round(s.currentRect.y)}+${Math.round(s.currentRect.height)}`" + `) } }).observe({ type: "layout-shift", buffered: true }); return true })()`

// Ensure that a first visit, one by a link to any of these screens, and the next visit hardly move what is drawn.
func TestCalm_WhileOpening(t *testing.T) {
	t.Parallel()
	for _, tt := range visits {
		page := openUnstored(t, servePage(t).URL+tt.address, tt.view)
		for _, which := range []string{"first", "next"} {
			eval[bool](t, page, shifts)
			wait(t, page, `!document.querySelector(".boot") && !document.querySelector(".side .loading") && !!(`+tt.ready+`)`)
			eval[bool](t, page, `(() => { setTimeout(() => { globalThis.over = true }, 1000); return true })()`)
			wait(t, page, `globalThis.over`)
			moved := eval[float64](t, page, `moved`)
			t.Logf("%q at %s moves by %.4f, %s visit", tt.address, tt.view, moved, which)
			if moved > 0.01 {
				t.Errorf("the %s visit of %q at %s moves by %.4f, at most 0.01 is allowed:\n%s", which, tt.address, tt.view, moved, strings.Join(eval[[]string](t, page, `movers`), "\n"))
			}
			if which == "first" {
				if err := page.Reload(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if least := leastRows[tt.view.Width]; tt.address == "" && least > 0 {
			const top, rows = `document.querySelector("#grid").getBoundingClientRect().top`, `[...document.querySelectorAll("#grid .rf-row:not(.rf-free)")].filter((r) => r.getBoundingClientRect().height && r.getBoundingClientRect().bottom <= document.querySelector(".status").getBoundingClientRect().top).length`
			before := eval[float64](t, page, top)
			do(t, page, chromedp.DoubleClick("#grid .rf-row:not(.rf-free) .rf-key", chromedp.ByQuery))
			wait(t, page, `document.querySelector("#insp-pk") && document.querySelector("#grid .rf-grid").getBoundingClientRect().right <= document.querySelector("#inspector").getBoundingClientRect().left`)
			if now := eval[float64](t, page, top); now != before {
				t.Errorf("at %s the inspector moves the entities from %v to %v", tt.view, before, now)
			}
			if shown := eval[int](t, page, rows); shown < least {
				t.Errorf("at %s %d entities are in view beside introduction and inspector, at least %d are wanted", tt.view, shown, least)
			}
			do(t, page, chromedp.Click("#why", chromedp.ByID))
			wait(t, page, `document.querySelector(".why")`)
			if shown := eval[int](t, page, rows); shown < 3 {
				t.Errorf("at %s %d entities are in view below Why, at least 3 are wanted", tt.view, shown)
			}
			do(t, page, chromedp.Click("#why", chromedp.ByID))
			wait(t, page, `!document.querySelector(".why")`)
			if now := eval[float64](t, page, top); now != before {
				t.Errorf("at %s Why leaves the entities at %v, they were at %v", tt.view, now, before)
			}
		}
	}
}

// leastRows is how many entities of a first visit are in view in a window as wide.
var leastRows = map[int]int{1440: 11, 1024: 7}

// Ensure that the cards of the lab are as high while a template is wrong, and while it leaves entities without a key or with another's.
func TestCalm_LabTemplates(t *testing.T) {
	t.Parallel()
	for _, view := range []harness.View{{Width: 1440, Height: 900}, {Width: 1024, Height: 768}, phone} {
		page := visit(t, "#v=1&t=Movies&screen=lab", view)
		wait(t, page, labReady)
		const heights = `[...document.querySelectorAll(".design")].map((e) => Math.round(e.getBoundingClientRect().height)).join(" ")`
		before := eval[string](t, page, heights)
		for _, template := range []string{"{", "{Language|", "{Language|bogus}", "{Langua}", "{ReleaseYear}", "{RowKey|ticks}", "a}b"} {
			do(t, page, filled("#lab-d1-row", template))
			wait(t, page, `document.querySelector("#lab-d1-row-err")?.innerText.length > 9 || document.querySelector(".design:nth-child(2) .held")?.innerText.includes("✖")`)
			if now := eval[string](t, page, heights); now != before {
				t.Errorf("with %s the cards at %v are %s px high, %s before", template, view, now, before)
			}
		}
	}
}

// Ensure that what stands below the simulator's numbers makes room for them when they come.
func TestCalm_SimulatorNumbers(t *testing.T) {
	t.Parallel()
	for _, view := range []harness.View{{Width: 1440, Height: 900}, {Width: 1024, Height: 768}, phone} {
		page := visit(t, "#v=1&t=Movies&screen=simulator", view)
		wait(t, page, `document.querySelector("#sim-range-list")`)
		if over := eval[float64](t, page, `document.querySelector(".sim-main").getBoundingClientRect().bottom - document.querySelector(".sim-foot").getBoundingClientRect().top`); over > 0 {
			t.Errorf("at %v what is below the numbers covers %v px of them", view, over)
		}
	}
}

// Ensure that the columns of a file stay where they are while the templates of its keys are wrong, right, and give some rows the same keys.
func TestCalm_ImportKeys(t *testing.T) {
	t.Parallel()
	for _, view := range []harness.View{{Width: 1440, Height: 900}, {Width: 1024, Height: 768}} {
		page := visit(t, "#v=1&t=Movies", view)
		drop(t, page, "orders.csv", "Customer,Amount\nAnn,1\nAnn,2\nBob,2\n")
		wait(t, page, `document.querySelector(".preview")`)
		const tops = `[...document.querySelectorAll("dialog :is(.spec-rows, .preview)")].map((e) => Math.round(e.getBoundingClientRect().top - e.closest("form").getBoundingClientRect().top)).join(" ")`
		before := eval[string](t, page, tops)
		for _, tt := range []struct{ rk, id, says string }{
			{"{Custome}", "#import-meant", "Use {Customer}"}, {"{Customer}", "#import-doubles", "lines 2 and 3"},
			{"{Customer}{Amount}", "#import-keys", "RowKey {Customer}{Amount}: no two"}, {"{Amount}", "#import-doubles", "lines 3 and 4"},
		} {
			rk := tt.rk
			do(t, page, filled("#import-rk", rk))
			says(t, page, tt.id, tt.says)
			if now := eval[string](t, page, tops); !strings.HasPrefix(before, now) {
				t.Errorf("with %s at %v columns and preview are at %s, %s before", rk, view, now, before)
			}
		}
	}
}
