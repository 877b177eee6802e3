package browsers

import (
	"fmt"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

const (
	// shown is true when a run is over and its rows are on screen.
	shown = `document.querySelector(".result-line")?.textContent.includes("returned") && document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-loading)").length > 0`
	// first is the RowKey of the first row.
	first = `[...document.querySelectorAll("#grid .rf-row:not(.rf-free):not(.rf-marker)")].sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)[0]?.querySelectorAll("[role=gridcell], [role=rowheader]")[1].innerText.trim()`
	// stored is true when everything that the page needs without a network is kept.
	stored = `navigator.serviceWorker.controller?.state === "activated"`
)

// visit opens the page and waits for its first result. At its end the test fails when the browser complained of anything.
func visit(t *testing.T, address string) *Tab {
	t.Helper()
	return seen(t, func() (*Tab, error) { return browser.Open(address) })
}

func seen(t *testing.T, open func() (*Tab, error)) *Tab {
	t.Helper()
	tab, err := open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, problem := range tab.Problems() {
			t.Error(problem)
		}
		tab.Close()
	})
	wait(t, tab, shown)
	return tab
}

// serve serves the page until the test ends, or skips the test when there is no browser for it.
func serve(t *testing.T) *harness.Site {
	t.Helper()
	if browser == nil {
		t.Skip("Firefox is not installed: on Debian `apt-get install firefox-esr`")
	}
	site, err := harness.ServePage()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	return site
}

func wait(t *testing.T, tab *Tab, expression string) {
	t.Helper()
	if err := tab.Wait(expression); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// says waits until what a selector names shows all the words.
func says(t *testing.T, tab *Tab, selector string, words ...string) {
	t.Helper()
	for _, w := range words {
		wait(t, tab, fmt.Sprintf(`document.querySelector(%q)?.innerText.replace(/\s+/g, " ").toLowerCase().includes(%q)`, selector, strings.ToLower(w)))
	}
}

// click presses the button with that text or name below a selector.
func click(t *testing.T, tab *Tab, selector, label string) {
	t.Helper()
	wait(t, tab, fmt.Sprintf(`(() => { const b = [...document.querySelectorAll(%q)].find((e) => (e.innerText.trim().replace(/\s+/g, " ") === %[2]q || e.getAttribute("aria-label") === %[2]q) && !e.disabled); b?.click(); return b })()`, selector, label))
}

// write puts a text in place of the editor's, key by key.
func write(t *testing.T, tab *Tab, text string) {
	t.Helper()
	wait(t, tab, `(() => { const e = document.querySelector("#editor .cm-content"); e?.focus(); return e && document.activeElement === e })()`)
	must(t, tab.Press("a", Control))
	must(t, tab.Press(Backspace))
	must(t, tab.Type(text))
}

// fill puts a text in place of what a field holds, key by key.
func fill(t *testing.T, tab *Tab, selector, text string) {
	t.Helper()
	wait(t, tab, fmt.Sprintf(`(() => { const e = document.querySelector(%q); if (!e || e.disabled) return false; e.focus(); e.select(); return true })()`, selector))
	must(t, tab.Type(text))
}

// again loads the page anew and waits for its rows.
func again(t *testing.T, tab *Tab) {
	t.Helper()
	must(t, tab.Reload())
	wait(t, tab, shown)
}

// keeping skips the rest of a test where the browser keeps nothing. That is so in WebKit under automation, whose profile is a private
// one; Firefox has to keep.
func keeping(t *testing.T, tab *Tab) {
	t.Helper()
	const kept, lost = `document.body.innerText.includes("kept here")`, `document.body.innerText.includes("in memory")`
	wait(t, tab, kept+`||`+lost)
	var ok bool
	must(t, tab.Eval(kept, &ok))
	if _, private := browser.(*webkit); !ok && private {
		t.Skip("not seen: an automated WebKit refuses storage, and the page says that it keeps everything in memory")
	} else if !ok {
		t.Fatal("the page keeps nothing")
	}
}

// Ensure that the page starts with a table, its plan and its rows, and keeps the compiled program for the worker.
func TestJourney_Start(t *testing.T) {
	tab := visit(t, serve(t).URL)
	t.Log(browser.Name())
	wait(t, tab, `rangefinderModule instanceof WebAssembly.Module && document.querySelector(".crumb h1").innerText === "Movies"`)
	says(t, tab, "#planstrip", "range")
}

// Ensure that the plan follows what is typed, key by key, and that a mistake is told.
func TestJourney_Plan(t *testing.T) {
	tab := visit(t, serve(t).URL)
	write(t, tab, "PartitionKey eq 'Action' and RowKey eq 'Alien'")
	says(t, tab, "#planstrip", "point", "one entity, by its full key")
	write(t, tab, "Rating gt 4.0")
	says(t, tab, "#planstrip", "full scan")
	write(t, tab, "Rating =")
	says(t, tab, "#planstrip", "eq")
}

// Ensure that Ctrl+Enter runs what was typed, and that the grid scrolls to the end of a page.
func TestJourney_Run(t *testing.T) {
	tab := visit(t, serve(t).URL)
	write(t, tab, "PartitionKey eq 'Action' and RowKey ge 'Terminator'")
	must(t, tab.Press(Enter, Control))
	wait(t, tab, `(`+first+` ?? "").startsWith("Terminator")`)
	write(t, tab, "PartitionKey eq 'Comedy'")
	must(t, tab.Press(Enter, Control))
	wait(t, tab, shown+` && (`+first+` ?? "") < "B"`)
	wait(t, tab, `(() => { const g = document.querySelector(".rf-grid"); g.scrollTop = 1e9; return g.scrollTop > 500 && !document.querySelector("#grid .rf-loading") && [...document.querySelectorAll("#grid .rf-row:not(.rf-free)")].some((r) => r.ariaRowIndex > 900) })()`)
}

// Ensure that an entity is opened by the keyboard, changed, committed and shown changed.
func TestJourney_Edit(t *testing.T) {
	tab := visit(t, serve(t).URL)
	edit(t, tab, "4.75")
	if !strings.Contains(tabText(t, tab, "#grid"), "4.75") {
		t.Error("the grid does not show what was committed")
	}
}

// edit changes the rating of the first entity and commits it.
func edit(t *testing.T, tab *Tab, rating string) {
	t.Helper()
	write(t, tab, "PartitionKey eq 'Action' and RowKey eq 'Alien'")
	must(t, tab.Press(Enter, Control))
	wait(t, tab, shown+` && `+first+` === "Alien"`)
	must(t, tab.Press("2", Alt))
	wait(t, tab, `document.activeElement.closest("#grid")`)
	must(t, tab.Press(Enter))
	wait(t, tab, `document.querySelector("#insp-rk")?.value === "Alien"`)
	fill(t, tab, "#prop-text-1", rating)
	wait(t, tab, `(() => { const b = document.querySelector("#save"); if (b && !b.disabled) b.click(); return document.querySelector("#grid .rf-pending") })()`)
	wait(t, tab, `(() => { const b = document.querySelector("#pending-commit"); if (b && !b.disabled) b.click(); return b })()`)
	says(t, tab, ".notice", "Committed")
	wait(t, tab, fmt.Sprintf(`!document.querySelector("#pending") && document.querySelector("#grid").innerText.includes(%q)`, rating))
}

func tabText(t *testing.T, tab *Tab, selector string) (text string) {
	t.Helper()
	must(t, tab.Eval(fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, selector), &text))
	return text
}

// Ensure that a reload finds the query that was typed and the entity that was committed.
func TestJourney_Reload(t *testing.T) {
	tab := visit(t, serve(t).URL)
	keeping(t, tab)
	edit(t, tab, "1.25")
	again(t, tab)
	wait(t, tab, `document.querySelector("#editor").innerText.includes("RowKey eq 'Alien'") && document.querySelector("#grid").innerText.includes("1.25")`)
}

const films = "PartitionKey,RowKey,Title,Year\nHorror,1,Alien,1979\nCrime,2,\"Heat, or <b>\",1995\n"

// Ensure that a file that falls onto the page is previewed and taken in.
func TestJourney_Import(t *testing.T) {
	tab := visit(t, serve(t).URL)
	must(t, tab.Eval(fmt.Sprintf(`(() => {
		const files = new DataTransfer();
		files.items.add(new File([%q], "Films.csv"));
		for (const type of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, {dataTransfer: files, bubbles: true, cancelable: true}));
	})()`, films), nil))
	wait(t, tab, `document.querySelectorAll(".preview tbody tr").length === 2`)
	click(t, tab, "#dialog button", "Import")
	says(t, tab, ".notice", "Imported 2 entities into Films")
	says(t, tab, "#grid", "Heat, or <b>", "1979")
}

// Ensure that with the server gone the page starts, opens a sample that it never opened before, and runs a query.
func TestJourney_Offline(t *testing.T) {
	site := serve(t)
	tab := visit(t, site.URL)
	wait(t, tab, stored)
	// What the page fetches when it is at rest may still be on its way, and would be cut off.
	wait(t, tab, `performance.getEntriesByType("resource").some((e) => e.name.includes("/late.wasm") && e.responseEnd > 0)`)
	site.Close()
	again(t, tab)
	wait(t, tab, `(() => { const b = [...document.querySelectorAll("#samples .item:not(:disabled)")].find((e) => e.querySelector(".name").textContent === "Earthquakes"); b?.click(); return b })()`)
	wait(t, tab, `document.querySelector(".crumb h1")?.innerText === "Earthquakes"`)
	wait(t, tab, shown)
}

// Ensure that two tabs work on one workspace: what one commits, the other shows.
func TestJourney_Tabs(t *testing.T) {
	site := serve(t)
	one := visit(t, site.URL)
	keeping(t, one)
	two := seen(t, func() (*Tab, error) { return browser.Beside(one, site.URL) })
	edit(t, one, "2.25")
	write(t, two, "PartitionKey eq 'Action' and RowKey eq 'Alien'")
	must(t, two.Press(Enter, Control))
	wait(t, two, shown+` && document.querySelector("#grid").innerText.includes("2.25")`)
}
