package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rangefinder/app/wire"
	"rangefinder/e2e/harness"
)

// Ensure that the partitions of a table are listed, ordered, drawn and queried, by keyboard too, and that the screen is part of
// the address; on a phone.
func TestPartitions_Journey(t *testing.T) {
	t.Parallel()
	page := openUnstored(t, servePage(t).URL+"#v=1&t=SocialNetwork&screen=partitions", phone)
	wait(t, page, `document.querySelector("#partition-0") && document.querySelector("#parts-at").innerText === "1–50 of 1,000"`)
	if facts := text(t, page, ".parts .crumb"); !strings.Contains(facts, "48,210 entities · 1,000 partitions") {
		t.Errorf("the facts are %q", facts)
	}
	const counts = `[...document.querySelectorAll("#parts-list tbody tr")].map((r) => +r.cells[1].innerText.replaceAll(",", ""))`
	if !eval[bool](t, page, `(() => { const n = `+counts+`; return n.length === 50 && n.every((x, i) => i === 0 || x <= n[i - 1]) })()`) {
		t.Errorf("not largest first: %s", eval[string](t, page, counts+`.join()`))
	}
	wait(t, page, `document.querySelector("#parts-census tbody tr") && document.querySelector("#parts-kinds .kind")`)
	axeBoth(t, page)
	screenNarrow(t, page)
	if gap := eval[float64](t, page, `document.querySelector("#parts-census").getBoundingClientRect().top - document.querySelector(innerWidth > 1000 ? "#parts-list" : ".parts > .beside").getBoundingClientRect().bottom`); gap < 8 || gap > 16 {
		t.Errorf("%v px are free above the properties", gap)
	}

	// What was estimated at first is counted, one property after the other.
	wait(t, page, `document.querySelector("#parts-census .row").innerText.includes("All numbers are exact.")`)
	const distinct = `[...document.querySelectorAll("#parts-census tbody tr")].map((r) => r.cells[4].innerText)`
	if !eval[bool](t, page, `(() => { const n = `+distinct+`; return n.every((x) => /^[0-9,]+$/.test(x)) && n.some((x) => +x.replaceAll(",", "") > 1000) })()`) {
		t.Errorf("the distinct values are %s", eval[string](t, page, distinct+`.join(" ")`))
	}

	click(t, page, "#by-key", "PartitionKey")
	wait(t, page, `document.querySelector("#by-key").parentElement.getAttribute("aria-sort") === "ascending"`)
	wait(t, page, `(() => { const k = [...document.querySelectorAll("#parts-list tbody button")].map((b) => b.innerText); return k.every((x, i) => i === 0 || x > k[i - 1]) })()`)
	click(t, page, "#parts-next", "→")
	wait(t, page, `document.querySelector("#parts-at").innerText === "51–100 of 1,000"`)

	// A key is found by its beginning, by keyboard, and Enter goes to its line.
	find := eval[string](t, page, `document.querySelector("#parts-list tbody tr:nth-child(7) button").innerText`)
	click(t, page, "#by-bytes", "Bytes")
	do(t, page, focused("#parts-find"), chromedp.KeyEvent(find))
	wait(t, page, `document.querySelector("#parts-found").innerText === "Found at 57." && document.querySelector("#parts-list [aria-current=true]")?.innerText === "`+find+`"`)
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.activeElement.id === "partition-6" && document.activeElement.innerText === "`+find+`"`)
	do(t, page, at("#parts-find", `e.select()`), chromedp.KeyEvent("~~"))
	wait(t, page, `document.querySelector("#parts-found").innerText === "No key begins so."`)

	click(t, page, "#bars", "As table")
	wait(t, page, `document.querySelector("#parts-sizes tbody")`)
	if n := eval[int](t, page, `[...document.querySelectorAll("#parts-sizes tbody tr")].reduce((n, r) => n + +r.cells[1].innerText.replaceAll(",", ""), 0)`); n != 1000 {
		t.Errorf("the histogram holds %d of 1,000 partitions", n)
	}
	eval[any](t, page, `(() => { navigator.clipboard.writeText = async (text) => { window.copied = text }; document.querySelector("#parts-census [aria-label='Copy the table: properties']").click() })()`)
	wait(t, page, `window.copied`)
	if got := strings.Split(eval[string](t, page, `window.copied`), "\r\n"); got[0] != "Property\tTypes\tEntities\tFill\tDistinct\tLongest" || !slices.ContainsFunc(got, func(l string) bool { return strings.HasPrefix(l, "Text\tString\t31746\t") }) {
		t.Errorf("copied %q", got)
	}
	do(t, page, clicked("#parts-sizes [aria-label='Copy the table: sizes']"))
	wait(t, page, `window.copied.startsWith("Entities in a partition\tPartitions\tEntities in all\r\n")`)
	dir := downloads(t, page)
	click(t, page, "#parts-save", "Save as CSV")
	if list := strings.Split(strings.TrimSpace(downloaded(t, dir, "SocialNetworkPartitions.csv")), "\r\n"); len(list) != 1001 || !strings.HasPrefix(list[57], find+",") {
		t.Errorf("the file has %d lines, and %q where the list has %q", len(list), list[min(57, len(list)-1)], find)
	}
	do(t, page, chosen("#kinds-by", "rowkey"))
	wait(t, page, `["follow;…", "post;…", "member…"].every((k) => document.querySelector("#parts-kinds ul")?.innerText.includes(k))`)
	axeBoth(t, page)
	screenNarrow(t, page)

	// By keyboard: down the list, into the query and back.
	do(t, page, focused("#partition-0"), chromedp.KeyEvent(kb.ArrowDown))
	wait(t, page, `document.activeElement.id === "partition-1"`)
	key := text(t, page, "#partition-1")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#screen-query").hidden && document.querySelector(".result-line")?.innerText.includes("returned")`)
	if got, want := editorText(t, page), fmt.Sprintf("PartitionKey eq '%s'", key); got != want {
		t.Errorf("the editor holds %q, want %q", got, want)
	}
	waitRows(t, page)
	do(t, page, chromedp.Evaluate(`history.back()`, nil))
	wait(t, page, `!document.querySelector("#screen-partitions").hidden && document.querySelector("#screen-query").hidden && document.querySelector("#partition-0")`)
	do(t, page, focused("#tab-partitions"), chromedp.KeyEvent(kb.Home))
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
}

// Ensure that the list follows what another tab does to the table, and that the keyboard stays on its partition meanwhile.
func TestPartitions_FollowsOtherTab(t *testing.T) {
	t.Parallel()
	site, profile := serveDesk(t, ""), newProfile(t)
	other := site.open(t, profile)
	other.createTrips()
	for i := range 60 {
		other.insert(trips, fmt.Sprintf("p%03d", i), "a")
	}
	tab, err := profile.Open(site.URL + "#v=1&t=Trips&screen=partitions")
	if err != nil {
		t.Fatal(err)
	}
	page := tab.Page
	facts := func(entities, partitions int) {
		t.Helper()
		wait(t, page, fmt.Sprintf(`document.querySelector(".parts .crumb")?.innerText.includes("%d entities · %d partitions")`, entities, partitions))
		if n := other.count(trips); n != entities {
			t.Errorf("there are %d entities", n)
		}
	}
	facts(60, 60)
	click(t, page, "#by-key", "PartitionKey")
	wait(t, page, `document.querySelector("#partition-0").innerText === "p000"`)
	do(t, page, focused("#parts-next"), chromedp.KeyEvent(kb.Enter))
	wait(t, page, `document.querySelector("#partition-5")?.innerText === "p055"`)
	focusAt(t, page, "parts-back") // there is no further window
	do(t, page, focused("#partition-0"))
	for i := range 5 {
		do(t, page, chromedp.KeyEvent(kb.ArrowDown))
		wait(t, page, fmt.Sprintf(`document.activeElement.id === "partition-%d"`, i+1))
	}
	const on = `document.activeElement.id + " " + document.activeElement.innerText + " " + document.querySelector("#parts-at").innerText`
	keyboard := func(want string) {
		t.Helper()
		wait(t, page, on+" === "+fmt.Sprintf("%q", want))
	}
	other.insert(trips, "a", "a") // before the window
	facts(61, 61)
	keyboard("partition-5 p055 52–61 of 61")
	other.insert(trips, "p051", "b") // another entity of a partition
	facts(62, 61)
	other.insert(trips, "p0525", "a") // within the window
	facts(63, 62)
	keyboard("partition-5 p055 53–62 of 62")
	for _, key := range []string{"p055", "p056"} {
		must[wire.ApplyReply](other, "apply", wire.ApplyRequest{Table: trips, Kind: "delete", PartitionKey: key, RowKey: "a", IfMatch: "*"})
	}
	facts(61, 60)
	keyboard("partition-5 p057 53–60 of 60")

	click(t, page, "#by-entities", "Entities")
	// In the order of keys the first line was p051 too: the window tells that the order of sizes is there.
	wait(t, page, `document.querySelector("#parts-at").innerText === "1–50 of 60" && document.querySelector("#partition-0").innerText === "p051"`)
	do(t, page, focused("#partition-0"))
	for _, row := range []string{"b", "c"} {
		other.insert(trips, "p010", row)
	}
	facts(63, 60)
	keyboard("partition-1 p051 1–50 of 60")
	do(t, page, chromedp.KeyEvent(kb.Enter))
	wait(t, page, `!document.querySelector("#screen-query").hidden && document.querySelector(".result-line")?.innerText.includes("returned")`)
	if got := editorText(t, page); got != "PartitionKey eq 'p051'" {
		t.Errorf("the editor holds %q", got)
	}
}

// screenNarrow fails the test when the page is wider than the window.
func screenNarrow(t *testing.T, page *harness.Page) {
	t.Helper()
	if wide := eval[string](t, page, `document.documentElement.scrollWidth > innerWidth || document.querySelector(".main").scrollWidth > document.querySelector(".main").clientWidth ? [...document.querySelectorAll(".parts *")].filter((e) => e.getBoundingClientRect().right > innerWidth && !e.closest(".lines")).map((e) => e.tagName + "." + e.className).join(" ") || "yes" : ""`); wide != "" {
		t.Errorf("the page is wider than its window: %s", wide)
	}
}
