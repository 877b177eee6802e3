package e2e

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/app/wire"
	"rangefinder/e2e/harness"
)

// walkPartitions goes through the list of partitions by keyboard, and looks at where the parts of the screen stand. The window is a
// phone's.
func walkPartitions(t *testing.T, page *harness.Page) {
	eval[any](t, page, `location.hash = "v=1&t=SocialNetwork&screen=partitions", null`)
	wait(t, page, `document.querySelector("#partition-0") && document.querySelector("#parts-at").innerText === "1–50 of 1,000" && document.querySelector("#parts-census tbody tr") && document.querySelector("#parts-kinds .kind")`)
	screenNarrow(t, page)
	if gap := eval[float64](t, page, `document.querySelector("#parts-census").getBoundingClientRect().top - document.querySelector(innerWidth > 1000 ? "#parts-list" : ".parts > .beside").getBoundingClientRect().bottom`); gap < 8 || gap > 16 {
		t.Errorf("%v px are free above the properties", gap)
	}

	// Enter goes to a line that was found, and arrow keys from there.
	key := text(t, page, "#partition-6")
	do(t, page, focused("#parts-find"), chromedp.KeyEvent(key))
	wait(t, page, fmt.Sprintf(`document.querySelector("#parts-list [aria-current=true]")?.innerText === %q`, key))
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, fmt.Sprintf(`document.activeElement.closest("#parts-list tbody") && document.activeElement.innerText === %q`, key))
	next := eval[string](t, page, `document.activeElement.closest("tr").nextElementSibling.querySelector("button").id`)
	do(t, page, chromedp.KeyEvent(kb.ArrowDown))
	focusAt(t, page, next)
	key = text(t, page, "#"+next)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#screen-query").hidden && document.querySelector(".result-line")?.textContent.includes("returned")`)
	if got, want := editorText(t, page), fmt.Sprintf("PartitionKey eq '%s'", key); got != want {
		t.Errorf("the editor holds %q, want %q", got, want)
	}
	do(t, page, chromedp.Evaluate(`history.back()`, nil))
	wait(t, page, `!document.querySelector("#screen-partitions").hidden && document.querySelector("#screen-query").hidden && document.querySelector("#partition-0")`)
	do(t, page, focused("#tab-partitions"), chromedp.KeyEvent(kb.Home))
	focusAt(t, page, "tab-query")
	do(t, page, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	wait(t, page, `document.activeElement.id === "tab-partitions" && document.querySelector("#partition-0")`)
	do(t, page, focused("#parts-last"), chromedp.KeyEvent(kb.Enter))
	focusAt(t, page, "parts-back") // there is no further window

	click(t, page, "#bars", "As table")
	do(t, page, chosen("#kinds-by", "rowkey"))
	wait(t, page, `document.querySelector("#parts-sizes tbody") && document.querySelector("#parts-kinds ul")?.innerText.includes("follow;…")`)
	eval[any](t, page, `(() => { navigator.clipboard.writeText = async (text) => { window.copied = text }; document.querySelector("#parts-census [aria-label='Copy the table: properties']").click() })()`)
	wait(t, page, `window.copied?.startsWith("Property\tTypes\tEntities\tFill\tDistinct\tLongest\r\n") && window.copied.includes("\r\nText\tString\t31746\t")`)
	axeOf(t, page, ".parts")
	screenNarrow(t, page)

	// The keyboard stays on its partition when others overtake it.
	tell := func(op string, body any) {
		t.Helper()
		b, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		eval[any](t, page, fmt.Sprintf(`rangefinderWorker.postMessage(new TextEncoder().encode(JSON.stringify({ id: 9e12, kind: "request", op: %q, body: %s }))), null`, op, b))
	}
	insert := func(partition, row string) {
		t.Helper()
		tell("apply", wire.ApplyRequest{Table: trips, Kind: "insert", PartitionKey: partition, RowKey: row})
	}
	tell("create-table", wire.TableRequest{Table: trips})
	for _, e := range [][2]string{{"a", "1"}, {"b", "1"}, {"b", "2"}} {
		insert(e[0], e[1])
	}
	wait(t, page, `[...document.querySelectorAll("#tables .item")].find((e) => e.innerText.startsWith("Trips"))?.innerText.includes("3")`)
	eval[any](t, page, `location.hash = "v=1&t=Trips&screen=partitions", null`)
	click(t, page, "#by-entities", "Entities")
	wait(t, page, `document.querySelector("#partition-0")?.innerText === "b"`)
	do(t, page, focused("#partition-0"))
	insert("a", "2")
	insert("a", "3")
	wait(t, page, `document.activeElement.id === "partition-1" && document.activeElement.innerText === "b"`)
}

// screenNarrow fails the test when the page is wider than the window.
func screenNarrow(t *testing.T, page *harness.Page) {
	t.Helper()
	if wide := eval[string](t, page, `document.documentElement.scrollWidth > innerWidth || document.querySelector(".main").scrollWidth > document.querySelector(".main").clientWidth ? [...document.querySelectorAll(".parts *")].filter((e) => e.getBoundingClientRect().right > innerWidth && !e.closest(".lines")).map((e) => e.tagName + "." + e.className).join(" ") || "yes" : ""`); wide != "" {
		t.Errorf("the page is wider than its window: %s", wide)
	}
}
