package main

import (
	"fmt"

	keylab "rangefinder/app/keydesign/lab"
	"rangefinder/app/link"
	"rangefinder/app/query"
)

// rekeyed compares three designs for the 100,000 messages of Logs by ten patterns: the keys as they are, by level and newest
// first, by component and day.
func rekeyed() keylab.Spec {
	spec := keylab.Spec{
		Table: "Logs",
		Designs: []keylab.Design{
			{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"},
			{Name: "by level", Partition: "{Level}_{ThreadId|pad(2)}", Row: "{Logged|inverse}_{PartitionKey}_{RowKey}"},
			{Name: "by day", Partition: "{PartitionKey|prefix(6)}_{Logged|date}", Row: "{Logged|ticks}_{PartitionKey}_{RowKey}"},
		},
	}
	for i, filter := range []string{
		"PartitionKey eq 'BillingRole;Instance0000;02' and ElapsedMs gt 500",
		"PartitionKey ge 'PortalRole;' and PartitionKey lt 'PortalRole<' and Level eq 'Error'",
		"Logged ge datetime'2010-12-10T00:00:00Z' and Logged lt datetime'2010-12-10T01:00:00Z'",
		"Level eq 'Error'", "Level eq 'Warning' and ThreadId eq 7", "ThreadId lt 3", "ElapsedMs gt 700.0", "Retried", "not (Level eq 'Information')",
	} {
		spec.Patterns = append(spec.Patterns, keylab.Pattern{Name: fmt.Sprintf("pattern %d", i+1), Kind: keylab.Read, PerDay: 1000, Filter: filter})
	}
	spec.Patterns = append(spec.Patterns, keylab.Pattern{Name: "write", Kind: keylab.Insert, PerDay: 1e6, Rate: 900, Batch: 10, Arrival: "Logged"})
	return spec
}

// measureRekey opens the design lab of a table of 100,000 entities, each time after the worker dropped what it kept for it: three
// designs are made as tables and ten patterns asked of each. Beside it, how long the page was away from its frames at most, and
// what one pattern and one design take when they alone change.
func measureRekey(p *playground) ([]row, error) {
	v, err := p.visit()
	if err != nil {
		return nil, err
	}
	defer v.close()
	fragment, err := link.Encode(link.Link{Query: query.Query{Table: "Logs"}, View: link.View{Screen: "lab"}, Lab: rekeyed().String()})
	if err != nil {
		return nil, err
	}
	const measured = `document.querySelector("#lab-c9-2") && !document.querySelector("#lab-stop") && /measured on/.test(document.querySelector(".lab-head").innerText)`
	if err := v.Eval(fmt.Sprintf(`location.hash = %q, null`, fragment), nil); err != nil {
		return nil, err
	}
	if err := v.Wait(measured); err != nil {
		return nil, err
	}
	const frames = `window.away = 0; { let last = performance.now(); const tick = () => { const now = performance.now(); window.away = Math.max(window.away, now - last); last = now; requestAnimationFrame(tick) }; requestAnimationFrame(tick) }`
	if err := v.Eval(frames, nil); err != nil {
		return nil, err
	}
	click := func(id, until string) (ms float64, err error) {
		return ms, v.Eval(fmt.Sprintf(painted, id, until), &ms)
	}
	// typed types into a field and answers the ms until a cell is another one.
	typed := func(id, text, until string) (ms float64, err error) {
		return ms, v.Eval(fmt.Sprintf(`new Promise((done) => {
			const begun = performance.now(), e = document.getElementById(%q)
			e.value = %q
			e.dispatchEvent(new Event("input", { bubbles: true }))
			const look = () => (%s) ? done(performance.now() - begun) : requestAnimationFrame(look)
			look()
		})`, id, text, until), &ms)
	}
	var all, away, design, pattern []float64
	for n := range 5 {
		if _, err := click("#tab-query", `!document.querySelector("#screen-query").hidden`); err != nil {
			return nil, err
		}
		waitQuiet()
		if err := v.Eval(`window.away = 0`, nil); err != nil {
			return nil, err
		}
		ms, err := click("#tab-lab", measured)
		if err != nil {
			return nil, err
		}
		all = append(all, ms)
		var gap float64
		if err := v.Eval(`window.away`, &gap); err != nil {
			return nil, err
		}
		away = append(away, gap)
		prefix := 2 + n
		if ms, err = typed("lab-d1-partition", fmt.Sprintf("{Level|prefix(%d)}", prefix), measured+fmt.Sprintf(` && document.querySelectorAll(".held")[1].innerText.includes("%s")`, "4 partitions")); err != nil {
			return nil, err
		}
		design = append(design, ms)
		if _, err := typed("lab-d1-partition", "{Level}_{ThreadId|pad(2)}", measured+` && document.querySelectorAll(".held")[1].innerText.includes("256 partitions")`); err != nil {
			return nil, err
		}
		if _, err := click("#lab-edit-5", `document.querySelector("#lab-p5-filter")`); err != nil {
			return nil, err
		}
		if ms, err = typed("lab-p5-filter", fmt.Sprintf("ThreadId lt %d and ElapsedMs lt 0.0", 4+n), measured+` && document.querySelector("#lab-c5-0").innerText.includes("returns 0")`); err != nil {
			return nil, err
		}
		pattern = append(pattern, ms)
		if _, err := typed("lab-p5-filter", "ThreadId lt 3", measured+` && !document.querySelector("#lab-c5-0").innerText.includes("returns 0")`); err != nil {
			return nil, err
		}
		if _, err := click("#lab-close-pattern", `!document.querySelector("#lab-p5-filter")`); err != nil {
			return nil, err
		}
	}
	line := func(what, target string, limit float64, ms []float64) row {
		return row{what: fmt.Sprintf("design lab, 100,000 entities, 3 designs × 10 patterns: %s, median of %d", what, len(ms)), target: target,
			ours: fmt.Sprintf("%s (most %s)", duration(median(ms)), duration(quantile(ms, 1))), met: limit == 0 || median(ms) <= limit}
	}
	return []row{
		line("the tab to all numbers, nothing remembered", "2 s", 2000, all),
		line("longest wait for a frame meanwhile", "100 ms", 100, away),
		line("one design changed", "", 0, design),
		line("one pattern changed", "", 0, pattern),
	}, nil
}
