package e2e

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

const labReady = `document.querySelector("#lab-c0-1") && !document.querySelector("#lab-stop")`

// Ensure that the design lab shows numbers at once, follows what is typed, tells duplicates, keeps a design as a table and takes
// it back, and has the comparison again after a reload; on a phone.
func TestLab_Journey(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&t=Movies&screen=lab", phone)
	wait(t, page, labReady)
	if facts := text(t, page, ".lab-head"); !strings.Contains(facts, "measured on 10,681 entities") {
		t.Errorf("the facts are %q", facts)
	}
	if cell := text(t, page, "#lab-c0-0"); !strings.Contains(strings.ToLower(cell), "point") || !strings.Contains(cell, "examines 1") {
		t.Errorf("one film costs %q", cell)
	}
	screenNarrow(t, page)

	// A template that is wrong is told under its character; one with duplicates tells which.
	do(t, page, filled("#lab-d1-partition", "{Rating|lowr}"))
	wait(t, page, `document.querySelector("#lab-d1-partition-err")?.innerText.includes("is no filter") && document.querySelector(".wrong-at .bad").innerText === "lowr"`)
	axeBoth(t, page)
	do(t, page, filled("#lab-d1-partition", "{ReleaseYear}"))
	do(t, page, filled("#lab-d1-row", "{Favorite}"))
	wait(t, page, `[...document.querySelectorAll(".held")][1]?.innerText.includes("a key that another has")`)
	click(t, page, "#lab-pairs-1", "Show pairs")
	wait(t, page, `document.querySelectorAll(".held tbody tr").length === 20`)
	axeBoth(t, page)
	do(t, page, filled("#lab-d1-row", "{PartitionKey}_{RowKey}"))
	wait(t, page, `!document.querySelector("#lab-pairs-1") && document.querySelector("#lab-c0-1").innerText.includes("full scan".toUpperCase())`)

	// A pattern of one's own, and what is behind its cell.
	click(t, page, "#lab-add-read", "Add read")
	wait(t, page, `document.activeElement.id === "lab-p7-name"`)
	do(t, page, filled("#lab-p7-filter", "ReleaseYear eq 1977 and Rating gt 4.0"))
	wait(t, page, `document.querySelector("#lab-c7-1")?.innerText.includes("ROW RANGE") && document.querySelector("#lab-c7-1").innerText.includes("better")`)
	do(t, page, filled("#lab-p7-filter", "ReleaseYear eq"))
	wait(t, page, `document.querySelector("#lab-p7-filter-err")`)
	axeBoth(t, page)
	do(t, page, filled("#lab-p7-filter", "ReleaseYear eq 1977"))
	wait(t, page, `!document.querySelector("#lab-p7-filter-err") && document.querySelector("#lab-c7-1")?.innerText.includes("ROW RANGE")`)
	click(t, page, "#lab-close-pattern", "Done")
	focusAt(t, page, "lab-edit-7")
	do(t, page, clicked("#lab-c7-1"))
	wait(t, page, `document.querySelector(".behind pre")?.innerText.includes("PartitionKey eq '1977'") && document.querySelector(".behind .tag.key")`)
	axeBoth(t, page)
	screenNarrow(t, page)
	do(t, page, filled("#lab-p7-day", "-5"))
	wait(t, page, `document.querySelector("#lab-p7-day").ariaInvalid === "true" && document.querySelector("#lab-p7-day-err").innerText.includes("A number")`)
	before := text(t, page, "#lab-table tfoot")
	do(t, page, filled("#lab-p7-day", "4M"))
	wait(t, page, `document.querySelector("#lab-table tfoot").innerText.replace(/\s+/g, " ") !== `+strconv.Quote(before)+` && document.querySelector(".design.best")?.getAttribute("aria-label").startsWith("16 buckets")`)

	// An index, and a write.
	click(t, page, "#lab-index-0", "Add index")
	wait(t, page, `document.activeElement.id === "lab-d0-x0-kind"`)
	do(t, page, filled("#lab-d0-x0-partition", "y{ReleaseYear}"))
	wait(t, page, `document.querySelector("#lab-d0-x0-row").value === "{PartitionKey}_{RowKey}"`)
	wait(t, page, `document.querySelector("#lab-c7-0")?.innerText.includes("index 1")`)
	axeBoth(t, page)

	// Kept as a table, and taken back.
	click(t, page, "#lab-keep-1", "Keep as table…")
	wait(t, page, `document.activeElement.id === "lab-keep-name"`)
	do(t, page, filled("#lab-keep-name", "MoviesByYear"))
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `[...document.querySelectorAll(".side .item")].some((e) => e.innerText.includes("MoviesByYear") && e.innerText.includes("10,681"))`)
	click(t, page, ".notice button", "Undo")
	wait(t, page, `![...document.querySelectorAll(".side .item")].some((e) => e.innerText.includes("MoviesByYear"))`)

	// Undone and done again, and there after a reload.
	click(t, page, "#lab-undo", "Undo")
	click(t, page, "#lab-undo", "Undo")
	wait(t, page, `!document.querySelector("#lab-d0-x0-row")`)
	click(t, page, "#lab-redo", "Redo")
	click(t, page, "#lab-redo", "Redo")
	wait(t, page, `document.querySelector("#lab-d0-x0-partition")?.value === "y{ReleaseYear}" && document.querySelector("#lab-c7-0")?.innerText.includes("index 1") && `+labReady)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, labReady+` && document.querySelector("#lab-d0-x0-partition")?.value === "y{ReleaseYear}" && document.querySelector("#lab-p7-day").value === "4,000,000"`)
	do(t, page, chromedp.Evaluate(`history.back()`, nil))
}

// Ensure that a link brings a comparison to somebody else, who can undo it, and that a damaged one changes nothing.
func TestLab_Link(t *testing.T) {
	t.Parallel()
	site := servePage(t)
	page := openUnstored(t, site.URL+"#v=1&t=Movies&screen=lab", harness.View{Width: 1440, Height: 900})
	wait(t, page, labReady)
	do(t, page, filled("#lab-d2-partition", "{ReleaseYear|pad(4)}"))
	wait(t, page, `document.querySelectorAll(".examples")[2].innerText.match(/^\d{4} ·/)`)
	click(t, page, "#lab-share", "Share…")
	wait(t, page, `document.querySelector("#share-link")?.value.includes("&lab=")`)
	axe(t, page)
	link := eval[string](t, page, `document.querySelector("#share-link").value`)

	other := openUnstored(t, site.URL+link[strings.Index(link, "#"):], harness.View{Width: 1440, Height: 900})
	wait(t, other, labReady+` && document.querySelector("#lab-d2-partition").value === "{ReleaseYear|pad(4)}" && !location.hash.includes("lab=")`)
	click(t, other, "#lab-undo", "Undo")
	wait(t, other, `document.querySelector("#lab-d2-partition").value !== "{ReleaseYear|pad(4)}"`)

	broken := openUnstored(t, site.URL+link[strings.Index(link, "#"):len(link)-4], harness.View{Width: 1440, Height: 900})
	wait(t, broken, labReady+` && document.querySelector(".notice").innerText.includes("comparison") && document.querySelector("#lab-d2-partition").value !== "{ReleaseYear|pad(4)}"`)
}

// Ensure that the designs of a table go with it when it is renamed, and that a table that goes while it is measured leaves
// the lab with another.
func TestLab_TableRenamedAndGone(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&t=Movies&screen=lab", harness.View{Width: 1440, Height: 900})
	wait(t, page, labReady)
	do(t, page, filled("#lab-d1-name", "by year"))
	do(t, page, filled("#lab-d1-partition", "{ReleaseYear}"))
	wait(t, page, labReady+` && document.querySelector("#lab-undo:enabled")`)
	order(t, page, "clone", "Clone this table…")
	wait(t, page, `document.querySelector("#dialog").open && document.querySelector("#dialog [type=checkbox]")`)
	do(t, page, clicked("#dialog [type=checkbox]"))
	do(t, page, filled("#table-name", "Films"))
	click(t, page, "#dialog [type=submit]", "Clone and delete Movies")
	wait(t, page, `document.querySelector(".lab-head")?.innerText.includes("Films") && document.querySelector("#lab-d1-name")?.value === "by year" && `+labReady)

	do(t, page, chromedp.Evaluate(`[...document.querySelectorAll(".side .item")].find((e) => e.innerText.startsWith("Rentals") || e.innerText.startsWith("Video rentals")).click()`, nil))
	wait(t, page, `document.querySelector(".lab-head")?.innerText.includes("Rentals") && document.querySelector("#lab-d0-partition") && `+labReady)
	do(t, page, filled("#lab-d0-partition", "{PartitionKey|hash(7)}"))
	order(t, page, "delete table", "Delete this table…")
	wait(t, page, `document.querySelector("#dialog").open`)
	do(t, page, clicked("#dialog .btn.danger, #dialog [type=submit], #dialog .btn.primary"))
	wait(t, page, `!document.querySelector("#dialog").open && document.querySelector(".lab-head")?.innerText.includes("Films") && document.querySelector("#lab-d1-name")?.value === "by year" && `+labReady)
	if told := eval[string](t, page, `[...document.querySelectorAll(".failure, .notice.bad")].map((e) => e.innerText).join()`); told != "" {
		t.Errorf("the page says %q", told)
	}
}

// Ensure that the lab works by keyboard alone, for entities that do not exist yet too, and that an account and an empty page
// have something to say.
func TestLab_KeyboardAndGenerated(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&t=Movies&screen=lab", harness.View{Width: 1440, Height: 900})
	wait(t, page, labReady)
	do(t, page, focused("#lab-add-design"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.activeElement.id === "lab-d3-name"`)
	do(t, page, input.InsertText("mine"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab))
	wait(t, page, `document.activeElement.id === "lab-d3-partition"`)
	do(t, page, filled("#lab-d3-partition", "{PartitionKey|prefix(1)}"))
	do(t, page, chromedp.KeyEvent(kb.Tab))
	wait(t, page, `document.activeElement.id === "lab-d3-row"`)
	do(t, page, filled("#lab-d3-row", "{PartitionKey}_{RowKey}"))
	wait(t, page, `document.querySelector("#lab-c0-3")`)
	do(t, page, focused("#lab-c0-3"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#lab-c0-3").ariaExpanded === "true" && document.activeElement.id === "lab-c0-3"`)

	do(t, page, chosen("#lab-use", "generated"))
	wait(t, page, `document.querySelector("#lab-population") && document.querySelector("#lab-g-entities").value === "10,681"`)
	do(t, page, filled("#lab-g-entities", "2,000"))
	wait(t, page, `document.querySelector(".lab-head").innerText.includes("measured on 2,000 entities")`)
	axe(t, page)
	do(t, page, focused("#lab-undo"), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#lab-population") && document.querySelector(".lab-head").innerText.includes("measured on 10,681 entities")`)

	// Its keys in the simulator, after a reload too, and back.
	do(t, page, chromedp.Evaluate(`document.querySelector("#lab-redo").click(), document.querySelector("#lab-redo").click()`, nil))
	wait(t, page, `document.querySelector("#lab-g-entities")?.value === "2,000"`)
	do(t, page, filled("#lab-d3-partition", "{RowKey|hash(5)}"))
	do(t, page, focused("#lab-sim-3"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#sim-template")?.value === "{RowKey|hash(5)}" && document.querySelector("#sim-people").selectedOptions[0].innerText.startsWith("2,000") && document.activeElement.id === "sim-play"`)
	do(t, page, chosen("#sim-speed", "0"))
	do(t, page, focused("#sim-play"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#sim-play").innerText.includes("Play again") && document.querySelector("#sim-map-card").innerText.includes("5 PartitionKeys of 2,000 entities") && document.querySelector("#sim-over-time").textContent.includes("a partition's limit")`)
	axe(t, page)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := page.WaitStarted(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.querySelector("#sim-template")?.value === "{RowKey|hash(5)}" && document.querySelector("#sim-people").selectedOptions[0].innerText.startsWith("2,000")`)
	do(t, page, chromedp.Evaluate(`history.back()`, nil))
	wait(t, page, `document.querySelector("#lab-d3-partition")?.value === "{RowKey|hash(5)}" && document.querySelector(".lab-head").innerText.includes("measured on 2,000 entities")`)
}

// Ensure that what was done to a design outlives a reload that comes before the worker has taken it in.
func TestLab_UnwrittenOutlivesReload(t *testing.T) {
	t.Parallel()
	page, err := browser.OpenAfter(`{ const { postMessage } = Worker.prototype; Worker.prototype.postMessage = function (...args) { if (!globalThis.held) postMessage.apply(this, args) } }`,
		servePage(t).URL+"#v=1&t=Movies&screen=lab", harness.View{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(page.Close)
	wait(t, page, labReady)
	do(t, page, filled("#lab-d1-name", "first"))
	wait(t, page, `!document.querySelector("#lab-undo").disabled`)
	do(t, page, chromedp.Evaluate(`globalThis.held = true`, nil), filled("#lab-d1-name", "by letter"), chromedp.KeyEvent(kb.Tab))
	wait(t, page, `document.querySelector("#lab-c0-1")`)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.querySelector("#lab-d1-name")?.value === "by letter"`)
	wait(t, page, `sessionStorage.getItem("rangefinder.kept.unwritten") === null`)
	if err := page.Reload(); err != nil {
		t.Fatal(err)
	}
	wait(t, page, `document.querySelector("#lab-d1-name")?.value === "by letter"`) // from the worker now
	if problems := page.Problems(); len(problems) > 0 {
		t.Error(problems)
	}
}
