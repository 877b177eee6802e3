package main

import (
	"fmt"

	"rangefinder/e2e/harness"
	"rangefinder/server"
)

// takeovers is how often each end of a tab is measured.
const takeovers = 5

// measureTakeover ends the tab whose worker holds the workspace, while another tab asks all the time. What is measured is the longest
// time that one waits for an answer.
func measureTakeover(p *playground) ([]row, error) {
	config, err := harness.Config()
	if err != nil {
		return nil, err
	}
	handler, err := server.New(config)
	if err != nil {
		return nil, err
	}
	site, err := harness.Serve(handler)
	if err != nil {
		return nil, err
	}
	defer site.Close()
	// The first crash of a browser takes it five seconds, for a report that nobody reads, in which the tab is still alive.
	blank, err := p.browser.Disk().Open("about:blank")
	if err != nil {
		return nil, err
	}
	blank.Crash()
	var rows []row
	for _, end := range []struct {
		name string
		do   func(*harness.Tab)
	}{{"closed", (*harness.Tab).Close}, {"crashed", (*harness.Tab).Crash}} {
		var waits []float64
		for range takeovers {
			ms, err := takeover(p.browser, site.URL, end.do)
			if err != nil {
				return nil, err
			}
			waits = append(waits, ms)
		}
		rows = append(rows, row{
			what:   fmt.Sprintf("the tab that holds the workspace is %s: longest wait of another for an answer, median of %d", end.name, takeovers),
			target: "1 s",
			ours:   fmt.Sprintf("%s (most %s)", duration(median(waits)), duration(quantile(waits, 1))),
			met:    median(waits) <= 1000,
		})
	}
	return rows, nil
}

func takeover(browser *harness.Browser, address string, end func(*harness.Tab)) (ms float64, err error) {
	profile, err := browser.NewProfile()
	if err != nil {
		return 0, err
	}
	defer profile.Close()
	open := func() (*harness.Tab, error) {
		t, err := profile.Open(address, probe)
		if err == nil {
			if err = t.Wait(`globalThis.bench?.marks.numbers`); err != nil {
				t.Close()
			}
		}
		return t, err
	}
	holder, err := open()
	if err != nil {
		return 0, err
	}
	other, err := open()
	if err != nil {
		holder.Close()
		return 0, err
	}
	defer other.Close()
	err = other.Eval(`void (async () => {
		bench.longest = 0
		for (let before = performance.now(); !bench.enough; ) {
			await bench.call("tables", {})
			const now = performance.now()
			bench.longest = Math.max(bench.longest, now - before)
			before = now
		}
	})()`, nil)
	end(holder)
	if err == nil {
		err = other.Wait(`bench.marks.moved`)
	}
	if err == nil {
		err = other.Eval(`bench.call("tables", {}).then(() => (bench.enough = true, bench.longest))`, &ms)
	}
	return ms, err
}
