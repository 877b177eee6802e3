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

// heads are the names of the columns, in their order.
func heads(t *testing.T, page *harness.Page) string {
	t.Helper()
	return eval[string](t, page, `[...document.querySelectorAll(".rf-th")].sort((a, b) => a.ariaColIndex - b.ariaColIndex).map((e) => e.firstChild.textContent).join()`)
}

// Ensure that columns are hidden, moved and sized by keyboard and in their dialog, that this is remembered for the table, that
// damage falls back and says so, and that a kept set suits another table; on a phone.
func TestGrid_Columns(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=RowKey%20eq%20%27Alien%27&ran=1", phone)
	toGrid(t, page)
	const came = "PartitionKey,RowKey,Rating,ReleaseYear,Language,Favorite,Revenue,Timestamp"
	wait(t, page, `document.querySelectorAll(".rf-th").length === 8`)
	if got := heads(t, page); got != came {
		t.Fatalf("columns %s", got)
	}
	// By keyboard on a head: to another place, wider, hidden in its menu; the focus stays in the column.
	do(t, page, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.activeElement.innerText.startsWith("Rating")`)
	width := eval[int](t, page, `document.activeElement.offsetWidth`)
	do(t, page, chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(input.ModifierCtrl)))
	wait(t, page, `document.activeElement.ariaColIndex === "4" && document.activeElement.innerText.startsWith("Rating")`)
	do(t, page, chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(input.ModifierShift)))
	wait(t, page, `document.activeElement.offsetWidth > `+itoa(width))
	do(t, page, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#gridmenu")?.ariaLabel === "Column Language" && document.activeElement.id === "gridmenu"`)
	axeBoth(t, page)
	click(t, page, "#gridmenu button", "Hide this column")
	wait(t, page, `document.querySelectorAll(".rf-th").length === 7 && document.querySelector("#columns").innerText === "Columns · 1 hidden"`)
	const mine = "PartitionKey,RowKey,ReleaseYear,Rating,Favorite,Revenue,Timestamp"
	if got := heads(t, page); got != mine {
		t.Fatalf("columns %s", got)
	}
	wait(t, page, `!document.querySelector("#gridmenu")`)

	// Remembered; in the dialog brought back, kept as a set.
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, page)
	wait(t, page, `document.querySelectorAll(".rf-th").length === 7`)
	if got := heads(t, page); got != mine {
		t.Errorf("after a reload: %s", got)
	}
	click(t, page, "#columns", "Columns · 1 hidden")
	wait(t, page, `document.querySelector("#dialog").open`)
	do(t, page, chromedp.Focus("#template-name"), input.InsertText("years"), enter())
	wait(t, page, `document.querySelector("#dialog li.row")?.innerText.includes("years") && document.querySelector("#template-name").value === ""`)
	do(t, page, chromedp.SetValue("#template-name", "years", chromedp.ByQuery), chromedp.Evaluate(`document.querySelector("#template-name").dispatchEvent(new Event("input", { bubbles: true }))`, nil))
	click(t, page, "#template-keep", "Keep as a set")
	wait(t, page, `document.querySelector("#dialog").innerText.includes("6 of its 6 columns are here")`)
	axeBoth(t, page)
	narrow(t, page)
	do(t, page, chromedp.Click(`tr[data-column="Language"] .check`, chromedp.ByQuery))
	wait(t, page, `document.querySelectorAll(".rf-th").length === 8 && document.querySelectorAll("#dialog .check[aria-checked=true]").length === 8`)
	do(t, page, chromedp.Click(`#columns-reset`, chromedp.ByQuery))
	wait(t, page, `[...document.querySelectorAll("#dialog tbody tr")].map((r) => r.dataset.column).join() === "`+came+`"`)
	click(t, page, "#dialog button", "Use here")
	wait(t, page, `document.querySelectorAll(".rf-th").length === 7`)

	// The zone is printed in the head, and each instant keeps its digits.
	do(t, page, chromedp.SetValue("#zone", "Asia/Kolkata", chromedp.ByQuery), chromedp.Evaluate(`document.querySelector("#zone").dispatchEvent(new Event("change", { bubbles: true }))`, nil))
	wait(t, page, `[...document.querySelectorAll(".rf-th")].some((e) => e.innerText.includes("DateTime · Asia/Kolkata"))`)
	do(t, page, chromedp.SetValue("#zone", "Mars/Base", chromedp.ByQuery), chromedp.Evaluate(`document.querySelector("#zone").dispatchEvent(new Event("change", { bubbles: true }))`, nil))
	wait(t, page, `document.querySelector("#dialog-err")?.innerText.includes("no time zone “Mars/Base”")`)
	do(t, page, chromedp.KeyEvent(kb.Escape))

	// What cannot be read falls back, is told, and the data shows.
	do(t, page, chromedp.Evaluate(`for (const k of Object.keys(localStorage)) if (localStorage[k].startsWith('{"v":1,"tables"')) localStorage[k] = '{"v":1,"tables":[{"t":"Movies","w":{"Rating":-9}}]}'`, nil))
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	waitRows(t, page)
	wait(t, page, `document.querySelectorAll(".rf-th").length === 8 && document.querySelector(".notice")?.innerText.includes("cannot be used")`)
	narrow(t, page)
}

// Ensure that the whole result is sorted for display, its cost told before, and one press goes back to the service's order.
func TestGrid_SortForDisplay(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27&ran=1", harness.View{Width: 1440, Height: 900, Dark: true})
	waitRows(t, page)
	before := cells(t, page, 2)
	click(t, page, ".rf-th:nth-child(3) span", "Rating")
	wait(t, page, `document.querySelector("#gridmenu")?.innerText.includes("Looks at the 1,545 entities of this result")`)
	axe(t, page)
	click(t, page, "#gridmenu button", "▼ Sort descending")
	wait(t, page, `document.querySelector(".sorted")?.innerText.includes("sorted for display") && document.querySelector('.rf-th[aria-sort="descending"]')?.innerText.startsWith("Rating")`)
	if all := text(t, page, ".sorted"); !strings.Contains(all, "1,545 entities of the result") || !strings.Contains(all, "mixed:") {
		t.Errorf("the badge says %q", all)
	}
	if eval[bool](t, page, `!!document.querySelector(".rf-marker:not(.rf-free)")`) {
		t.Error("a page boundary stands in an order that the service does not have")
	}
	// The rows are drawn a frame after the line above them, for which the grid gives up some of its height.
	waitCells(t, page, 2, "sorted", func(now []string) bool { return !slices.Equal(now, before[:min(len(now), len(before))]) })
	axe(t, page)
	click(t, page, "#unsort", "Service's order")
	wait(t, page, `!document.querySelector(".sorted") && !document.querySelector("[aria-sort]")`)
	waitCells(t, page, 2, "back in the service's order", func(now []string) bool { return slices.Equal(now, before) })
}

// Ensure that Ctrl+F in the grid, with Caps Lock too, finds in all lines, steps and wraps, marks what it found, and that the next
// press is the browser's.
func TestGrid_Find(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&ran=1", harness.View{Width: 1440, Height: 900})
	toGrid(t, page)
	do(t, page, chromedp.Evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "F", code: "KeyF", ctrlKey: true, bubbles: true, cancelable: true }))`, nil))
	wait(t, page, `document.activeElement.id === "find"`)
	if eval[bool](t, page, `!document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "f", code: "KeyF", ctrlKey: true, bubbles: true, cancelable: true }))`) {
		t.Error("the second press does not reach the browser")
	}
	do(t, page, chromedp.KeyEvent("zULU"))
	wait(t, page, `document.querySelector("#find-text").innerText === "Not in the 10,681 entities of this result"`)
	do(t, page, chromedp.Evaluate(`{ const i = document.querySelector("#find"); i.value = "wolf"; i.dispatchEvent(new Event("input", { bubbles: true })) }`, nil))
	wait(t, page, `/^Line 1 of \d+ with it/.test(document.querySelector("#find-text").innerText) && document.querySelector(".rf-match.rf-current, .rf-row.rf-selected .rf-match")`)
	total := eval[int](t, page, `+document.querySelector("#find-text").innerText.match(/of ([\d,]+)/)[1].replace(",", "")`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#find-text").innerText.startsWith("Line 2 of ")`)
	do(t, page, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierShift)), chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierShift)))
	wait(t, page, `document.querySelector("#find-text").innerText.startsWith("Line `+itoa(total)+` of ")`)
	wait(t, page, `document.querySelector(".rf-row.rf-selected .rf-match")?.innerText.toLowerCase().includes("wolf")`)
	axe(t, page)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#find") && document.activeElement.closest("#grid") && !document.querySelector(".rf-match")`)
}

// Ensure that the menu of a cell, by keyboard, offers filters with the plan that each would get, adds one with and, and runs it.
func TestGrid_FilterFromCell(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27%20or%20PartitionKey%20eq%20%27War%27&ran=1", phone)
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.activeElement.ariaColIndex === "2"`)
	do(t, page, chromedp.Evaluate(`{ const b = document.activeElement.getBoundingClientRect(); document.activeElement.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: b.left + 5, clientY: b.top + 5 })) }`, nil))
	wait(t, page, `document.querySelectorAll("#gridmenu .planned").length > 5 && document.activeElement.id === "gridmenu"`)
	menu := text(t, page, "#gridmenu")
	for _, want := range []string{"Add with and", "starts with “Absent ”", "This partition: Action", "FULL SCAN", "examines 10,681"} {
		if !strings.Contains(menu, want) {
			t.Errorf("the menu lacks %q: %s", want, menu)
		}
	}
	axeBoth(t, page)
	narrow(t, page)
	click(t, page, "#gridmenu [role=menuitemradio]", "Replace the filter")
	wait(t, page, `document.querySelector("#gridmenu [role=menuitemradio][aria-checked=true]").innerText === "Replace the filter" && document.querySelector("#gridmenu").innerText.includes("ROW RANGE")`)
	click(t, page, "#gridmenu [role=menuitemradio]", "Add with and")
	wait(t, page, `document.querySelector("#gridmenu [role=menuitemradio][aria-checked=true]").innerText === "Add with and"`)
	do(t, page, chromedp.Focus("#gridmenu", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#gridmenu") && document.querySelector(".result-line").innerText.includes("1 entity returned")`)
	if got, want := editorText(t, page), "(PartitionKey eq 'Action' or PartitionKey eq 'War') and RowKey eq 'Absent Beacon II'"; got != want {
		t.Errorf("the filter is %s, want %s", got, want)
	}
}

// Ensure that what a query finds is counted, deleted, and brought back; that several lines are deleted by the Delete key; and
// that a table is cleared with an undo.
func TestGrid_DeleteMany(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27Action%27&ran=1", harness.View{Width: 1440, Height: 900})
	click(t, page, "#remove", "Delete…")
	wait(t, page, `document.querySelector("#dialog").open`)
	click(t, page, "#remove-found", "All that the query finds")
	waitRows(t, page) // a run that ends meanwhile has it counted once more
	wait(t, page, `document.querySelector("#remove-go").innerText === "Delete 1,545 entities" && document.querySelector("#dialog").innerText.includes("to find them")`)
	if said := text(t, page, "#dialog"); !strings.Contains(said, "1,545 entities in 1 partition") || !strings.Contains(said, "16 entity group transactions") || !strings.Contains(said, "2 requests to find them (row range, examines 1,545)") {
		t.Errorf("the dialog says %q", said)
	}
	axe(t, page)
	click(t, page, "#remove-go", "Delete 1,545 entities")
	wait(t, page, `!document.querySelector("#dialog").open && document.querySelector(".notice")?.innerText.includes("Deleted 1,545 entities") && document.querySelector(".crumb").innerText.includes("9,136 entities")`)
	click(t, page, ".notice button", "Undo")
	wait(t, page, `document.querySelector(".crumb").innerText.includes("10,681 entities")`)
	click(t, page, "#run", "Run Ctrl ⏎")
	waitRows(t, page)

	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(input.ModifierShift)), chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(input.ModifierShift)))
	wait(t, page, `document.querySelector(".result-line").innerText.includes("3 lines selected")`)
	do(t, page, chromedp.KeyEvent(kb.Delete))
	wait(t, page, `document.querySelector("#remove-go")?.innerText === "Delete 3 entities"`)
	do(t, page, chromedp.KeyEvent(kb.Escape))
	wait(t, page, `!document.querySelector("#dialog").open`)

	click(t, page, "#remove", "Delete…")
	click(t, page, "#remove-all", "Every entity of the table")
	wait(t, page, `document.querySelector("#remove-go").innerText === "Delete 10,681 entities" && document.querySelector("#dialog").innerText.includes("TableBeingDeleted")`)
	click(t, page, "#remove-go", "Delete 10,681 entities")
	wait(t, page, `document.querySelector(".crumb").innerText.includes("0 entities") && document.querySelector(".blank")`)
	click(t, page, ".notice button", "Undo")
	wait(t, page, `document.querySelector(".crumb").innerText.includes("10,681 entities")`)
}

// Ensure that the entity is read and edited as JSON in step with the form, that values are decoded, and that every line is in a
// plain table that axe and the browser's search can read; on a phone.
func TestGrid_JSONDecodePlain(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&ran=1", phone)
	lines := eval[int](t, page, `+document.querySelector(".result-line b").innerText.replace(",", "")`)
	click(t, page, "#plain-table", "Plain table")
	wait(t, page, `document.querySelectorAll("#plain tbody tr").length === `+itoa(lines)+` && document.activeElement.id === "plain" && document.querySelector("#plain caption").innerText.includes("lines of Movies")`)
	// However many columns there are, a name is not broken to fit: the table scrolls.
	if !eval[bool](t, page, `(() => { const r = document.createRange(); r.selectNodeContents(document.querySelector("#plain thead th")); return new Set([...r.getClientRects()].map((c) => c.top)).size === 1 })()`) {
		t.Error("PartitionKey stands on several lines")
	}
	narrow(t, page)
	click(t, page, "#plain-table", "Plain table")
	wait(t, page, `!document.querySelector("#plain") && document.activeElement.closest("#grid")`)

	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#inspector #lens-json")`)
	click(t, page, "#lens-json", "JSON")
	wait(t, page, `document.querySelector("#entity-json")?.value.startsWith('{\n  "PartitionKey": "War"') && document.activeElement.id === "entity-json"`)
	const typeJSON = `{ const e = document.querySelector("#entity-json"); e.value = %; e.dispatchEvent(new Event("input", { bubbles: true })) }`
	do(t, page, chromedp.Evaluate(strings.Replace(typeJSON, "%", `e.value.replace(/\n}$/, ',\n  "Seen@odata.type": "Edm.Int64",\n  "Seen": "9007199254740993"\n}')`, 1), nil))
	wait(t, page, `[...document.querySelectorAll("#inspector .prop-text")].some((e) => e.value === "9007199254740993")`)
	do(t, page, chromedp.Evaluate(strings.Replace(typeJSON, "%", `e.value + "x"`, 1), nil))
	wait(t, page, `document.querySelector("#lens-err")?.innerText.includes("follows") && document.querySelector("#entity-json").ariaInvalid === "true"`)
	axeBoth(t, page)
	click(t, page, "#lens-decode", "Decode")
	do(t, page, chosen("#decode-name", "RowKey"))
	wait(t, page, `document.querySelector(".decoded pre")?.innerText.includes("UTF-16")`)
	narrow(t, page)
	click(t, page, "#inspector button", "Revert")
	wait(t, page, `!document.querySelector("#entity-json").value.includes("Seen") && !document.querySelector("#lens-err")`)
}

// Ensure that the facts of a run keep to two lines at most, with hidden columns and the inspector beside them.
func TestGrid_LineOfTheRun(t *testing.T) {
	t.Parallel()
	page := visit(t, "#v=1&t=Movies", harness.View{Width: 1024, Height: 768})
	do(t, page, typed(""), runKey())
	plan(t, page, "full scan")
	waitRows(t, page)
	toGrid(t, page)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#inspector .prop-text")`)
	click(t, page, "#columns", "Columns")
	do(t, page, chromedp.Click(`tr[data-column="Rating"] .check`, chromedp.ByQuery), chromedp.KeyEvent(kb.Escape))
	wait(t, page, `document.querySelector("#columns").innerText.includes("1 hidden") && !document.querySelector("#dialog").open`)
	lines := `Math.round(document.querySelector(".result-line .facts").getBoundingClientRect().height / parseFloat(getComputedStyle(document.querySelector(".result-line .facts")).lineHeight))`
	for _, view := range []harness.View{{Width: 1024, Height: 768}, {Width: 1440, Height: 900}, {Width: 390, Height: 844}} {
		if err := page.View(view); err != nil {
			t.Fatal(err)
		}
		wait(t, page, fmt.Sprintf(`innerWidth === %d`, view.Width))
		if n := eval[float64](t, page, lines); n > 2 {
			t.Errorf("%v: the facts of the run take %v lines", view, n)
		}
	}
}
