package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/e2e/harness"
)

// Ensure that the partitions of a table are listed, ordered, drawn and queried, by keyboard too, and that the screen is part of
// the address; light and dark, on a phone too.
func TestPartitions_Journey(t *testing.T) {
	t.Parallel()
	for _, view := range []harness.View{{Width: 1440, Height: 900}, {Width: 1440, Height: 900, Dark: true}, {Width: 390, Height: 844, Dark: true}} {
		t.Run(view.String(), func(t *testing.T) {
			page := openUnstored(t, servePage(t).URL+"#v=1&t=SocialNetwork&screen=partitions", view)
			wait(t, page, `document.querySelector("#partition-0") && document.querySelector("#parts-at").innerText === "1–50 of 1,000"`)
			if facts := text(t, page, ".parts .crumb"); !strings.Contains(facts, "48,210 entities · 1,000 partitions") {
				t.Errorf("the facts are %q", facts)
			}
			const counts = `[...document.querySelectorAll("#parts-list tbody tr")].map((r) => +r.cells[1].innerText.replaceAll(",", ""))`
			if !eval[bool](t, page, `(() => { const n = `+counts+`; return n.length === 50 && n.every((x, i) => i === 0 || x <= n[i - 1]) })()`) {
				t.Errorf("not largest first: %s", eval[string](t, page, counts+`.join()`))
			}
			wait(t, page, `document.querySelector("#parts-census tbody tr") && document.querySelector("#parts-kinds .kind")`)
			axe(t, page)
			screenNarrow(t, page)

			click(t, page, "#by-key", "PartitionKey")
			wait(t, page, `document.querySelector("#by-key").parentElement.getAttribute("aria-sort") === "ascending"`)
			wait(t, page, `(() => { const k = [...document.querySelectorAll("#parts-list tbody button")].map((b) => b.innerText); return k.every((x, i) => i === 0 || x > k[i - 1]) })()`)
			click(t, page, "#parts-next", "→")
			wait(t, page, `document.querySelector("#parts-at").innerText === "51–100 of 1,000"`)

			// A key is found by its beginning, by keyboard, and Enter goes to its line.
			find := eval[string](t, page, `document.querySelector("#parts-list tbody tr:nth-child(7) button").innerText`)
			click(t, page, "#by-bytes", "Bytes")
			do(t, page, chromedp.Evaluate(`document.querySelector("#parts-find").focus()`, nil), chromedp.KeyEvent(find))
			wait(t, page, `document.querySelector("#parts-found").innerText === "Found at 57." && document.querySelector("#parts-list [aria-current=true]")?.innerText === "`+find+`"`)
			do(t, page, chromedp.KeyEvent(kb.Enter))
			wait(t, page, `document.activeElement.id === "partition-6" && document.activeElement.innerText === "`+find+`"`)
			do(t, page, chromedp.Evaluate(`document.querySelector("#parts-find").select()`, nil), chromedp.KeyEvent("~~"))
			wait(t, page, `document.querySelector("#parts-found").innerText === "No key begins so."`)

			click(t, page, "#bars", "As table")
			wait(t, page, `document.querySelector("#parts-sizes tbody")`)
			if n := eval[int](t, page, `[...document.querySelectorAll("#parts-sizes tbody tr")].reduce((n, r) => n + +r.cells[1].innerText.replaceAll(",", ""), 0)`); n != 1000 {
				t.Errorf("the histogram holds %d of 1,000 partitions", n)
			}
			do(t, page, chromedp.Evaluate(`{ const s = document.querySelector("#kinds-by"); s.value = "rowkey"; s.dispatchEvent(new Event("change", { bubbles: true })) }`, nil))
			wait(t, page, `["follow;…", "post;…", "member…"].every((k) => document.querySelector("#parts-kinds ul")?.innerText.includes(k))`)
			axe(t, page)
			screenNarrow(t, page)

			// By keyboard: down the list, into the query and back.
			do(t, page, chromedp.Evaluate(`document.querySelector("#partition-0").focus()`, nil), chromedp.KeyEvent(kb.ArrowDown))
			wait(t, page, `document.activeElement.id === "partition-1"`)
			key := text(t, page, "#partition-1")
			do(t, page, chromedp.KeyEvent(kb.Enter))
			wait(t, page, `!document.querySelector("#screen-query").hidden && document.querySelector(".result-line")?.innerText.includes("returned")`)
			if got, want := editorText(t, page), fmt.Sprintf("PartitionKey eq '%s'", key); got != want {
				t.Errorf("the editor holds %q, want %q", got, want)
			}
			waitRows(t, page)
			axe(t, page)
			do(t, page, chromedp.Evaluate(`history.back()`, nil))
			wait(t, page, `!document.querySelector("#screen-partitions").hidden && document.querySelector("#screen-query").hidden && document.querySelector("#partition-0")`)
			do(t, page, chromedp.Evaluate(`document.querySelector("#tab-partitions").focus()`, nil), chromedp.KeyEvent(kb.Home))
			wait(t, page, `document.activeElement.id === "tab-query" && document.activeElement.ariaSelected === "true" && document.querySelector("#screen-partitions").hidden`)
			do(t, page, chromedp.KeyEvent(kb.ArrowRight))
			wait(t, page, `document.activeElement.id === "tab-lab"`)
			do(t, page, chromedp.KeyEvent(kb.ArrowRight))
			wait(t, page, `document.activeElement.id === "tab-partitions" && document.querySelector("#partition-0")`)

			if err := page.Reload(); err != nil {
				t.Fatal(err)
			}
			if err := page.WaitStarted(); err != nil {
				t.Fatal(err)
			}
			wait(t, page, `document.querySelector("#tab-partitions")?.ariaSelected === "true" && document.querySelector("#partition-0")`)
		})
	}
}

// screenNarrow fails the test when the page is wider than the window.
func screenNarrow(t *testing.T, page *harness.Page) {
	t.Helper()
	if wide := eval[string](t, page, `document.documentElement.scrollWidth > innerWidth || document.querySelector(".main").scrollWidth > document.querySelector(".main").clientWidth ? [...document.querySelectorAll(".parts *")].filter((e) => e.getBoundingClientRect().right > innerWidth && !e.closest(".lines")).map((e) => e.tagName + "." + e.className).join(" ") || "yes" : ""`); wide != "" {
		t.Errorf("the page is wider than its window: %s", wide)
	}
}
