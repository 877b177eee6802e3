package main

import (
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// painted clicks on an element and answers the ms until the condition is true and on screen.
const painted = `new Promise((done) => {
	const begun = performance.now()
	const look = () => {
		if (!(%[2]s)) return false
		watch.disconnect()
		requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => done(performance.now() - begun); c.port2.postMessage(0) })
		return true
	}
	const watch = new MutationObserver(look)
	watch.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
	document.querySelector(%[1]q).click()
	look()
})`

// measurePartitionList opens the partitions of a table of a million partitions of one entity, each time after the worker had
// another table's, and goes through the list.
func measurePartitionList(p *playground) ([]row, error) {
	v, err := p.visit()
	if err != nil {
		return nil, err
	}
	defer v.close()
	number := func(id string, n int) []chromedp.Action {
		return []chromedp.Action{
			chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, id), nil), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText(fmt.Sprint(n)),
		}
	}
	if err := v.Eval(`[...document.querySelectorAll("button")].find((b) => b.innerText.includes("Generate data")).click(), null`, nil); err != nil {
		return nil, err
	}
	if err := v.Wait(`document.querySelector("#dialog").open && document.querySelector("#spec-partitions")`); err != nil {
		return nil, err
	}
	if err := v.Run(append(append(number("#spec-entities", generated), number("#spec-partitions", generated)...), chromedp.KeyEvent(kb.Enter))...); err != nil {
		return nil, err
	}
	choose := func(table string) error {
		if err := v.Eval(fmt.Sprintf(`[...document.querySelectorAll("#side .item")].find((b) => b.querySelector(".name")?.innerText === %q).click(), null`, table), nil); err != nil {
			return err
		}
		return v.Wait(fmt.Sprintf(`document.querySelector(".crumb h1").innerText === %q && /returned/.test(document.querySelector(".result-line")?.innerText || "") && /returns/.test(document.querySelector("#planstrip").innerText)`, table))
	}
	if err := v.Wait(`document.querySelector(".crumb h1").innerText === "Generated" && /1,000 pages/.test(document.querySelector(".result-line")?.innerText || "")`); err != nil {
		return nil, err
	}
	click := func(id, until string) (ms float64, err error) {
		return ms, v.Eval(fmt.Sprintf(painted, id, until), &ms)
	}
	const listed = `document.querySelector("#partition-0") && document.querySelector("#parts-at").innerText.endsWith(%q)`
	var first, order, next []float64
	for range 5 {
		if err := choose("Movies"); err != nil {
			return nil, err
		}
		if _, err := click("#tab-partitions", fmt.Sprintf(listed, "of 10")); err != nil {
			return nil, err
		}
		if _, err := click("#tab-query", `!document.querySelector("#screen-query").hidden`); err != nil {
			return nil, err
		}
		if err := choose("Generated"); err != nil {
			return nil, err
		}
		waitQuiet()
		ms, err := click("#tab-partitions", fmt.Sprintf(listed, "of 1,000,000"))
		if err != nil {
			return nil, err
		}
		first = append(first, ms)
		if ms, err = click("#by-bytes", `document.querySelector("#by-bytes").innerText.includes("▼")`); err != nil {
			return nil, err
		}
		order = append(order, ms)
		if ms, err = click("#parts-next", `document.querySelector("#parts-at").innerText.startsWith("51–")`); err != nil {
			return nil, err
		}
		next = append(next, ms)
		if _, err := click("#by-entities", `document.querySelector("#by-entities").innerText.includes("▼")`); err != nil {
			return nil, err
		}
		if _, err := click("#tab-query", `!document.querySelector("#screen-query").hidden`); err != nil {
			return nil, err
		}
	}
	line := func(what, target string, limit float64, ms []float64) row {
		return row{what: fmt.Sprintf("partition list of 1,000,000 partitions: %s, median of %d", what, len(ms)), target: target,
			ours: fmt.Sprintf("%s (most %s)", duration(median(ms)), duration(quantile(ms, 1))), met: median(ms) <= limit}
	}
	return []row{
		line("the tab to the first paint, nothing remembered", "100 ms", 100, first),
		line("another order", "", 0, order),
		line("the next 50", "", 0, next),
	}, nil
}
