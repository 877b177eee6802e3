package main

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// starts is how often each start is measured.
const starts = 5

// measureStart times the page from the navigation until the query line takes text and shows its plan, and until that plan has
// its numbers, for which the sample table has to be made first: in a new profile, and in the same
// profile once the service worker has stored everything and the server is gone.
func measureStart(p *playground) ([]row, error) {
	var cold, warm []map[string]float64
	for range starts {
		first, second, err := p.start()
		if err != nil {
			return nil, err
		}
		cold, warm = append(cold, first), append(warm, second)
	}
	line := func(what, mark, target string, limit float64, list []map[string]float64) row {
		slices.SortFunc(list, func(a, b map[string]float64) int {
			return int(1000 * (a[mark] - b[mark]))
		})
		middle := list[len(list)/2]
		if p.verbose {
			fmt.Fprintf(os.Stderr, "  %s: %s\n", what, steps(middle))
		}
		return row{
			what:   fmt.Sprintf("%s, median of %d", what, len(list)),
			target: target,
			ours:   fmt.Sprintf("%s (%s to %s)", duration(middle[mark]), duration(list[0][mark]), duration(list[len(list)-1][mark])),
			met:    middle[mark] <= limit,
		}
	}
	return []row{
		line("cold start to a usable query line (it takes text and shows its plan), new profile", "usable", "1.0 s", 1000, cold),
		line("cold start to that plan with the numbers of the sample table", "numbers", "", math.Inf(1), cold),
		line("start from the service worker's cache, offline, to a usable query line", "usable", "0.5 s", 500, warm),
		line("start from the service worker's cache to the numbers of the sample table", "numbers", "", math.Inf(1), warm),
	}, nil
}

// start visits once with the network and once without and returns the marks of both.
func (p *playground) start() (first, second map[string]float64, err error) {
	waitQuiet()
	v, err := p.visit()
	if err != nil {
		return nil, nil, err
	}
	defer v.close()
	if first, err = v.marks(); err != nil {
		return nil, nil, err
	}
	if err := v.Wait(`navigator.serviceWorker.controller?.state === "activated"`); err != nil {
		return nil, nil, err
	}
	if err := v.Run(chromedp.Navigate("about:blank")); err != nil {
		return nil, nil, err
	}
	if err := v.site.Close(); err != nil {
		return nil, nil, err
	}
	waitQuiet()
	if err := v.Run(network.EmulateNetworkConditions(true, 0, -1, -1)); err != nil {
		return nil, nil, err
	}
	if err := v.navigate(); err != nil {
		return nil, nil, err
	}
	second, err = v.marks()
	return first, second, err
}

// marks returns what a start went through, in ms since the navigation.
func (v *visit) marks() (map[string]float64, error) {
	marks := make(map[string]float64)
	err := v.Eval(`(() => {
		const marks = { ...bench.marks };
		const document = performance.getEntriesByType("navigation")[0];
		marks["document here"] = document.responseEnd;
		for (const r of performance.getEntriesByType("resource")) {
			if (r.name.includes("web/app.wasm")) {
				marks["program asked for"] = r.startTime;
				marks["program here"] = r.responseEnd;
			}
		}
		for (const f of bench.frames) {
			marks[f.op + " asked"] ??= f.sent;
			if (f.got) marks[f.op + " answered"] ??= f.got;
		}
		for (const name in marks) if (marks[name] > marks.numbers) delete marks[name];
		return marks;
	})()`, &marks)
	return marks, err
}

// steps writes marks in the order of time.
func steps(marks map[string]float64) string {
	names := slices.SortedFunc(maps.Keys(marks), func(a, b string) int { return int(1000 * (marks[a] - marks[b])) })
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %.0f", name, marks[name])
	}
	return strings.Join(names, " · ") + " ms"
}
