package main

import (
	"fmt"
	"net/url"
)

// hours are simulated hours of 100 clients, as addresses of the simulator have them: one that nothing holds up, so that it has
// as many requests as 100 clients can make, one whose clients all meet one range partition, and one of batches.
var hours = []struct{ what, setup string }{
	{"gets and inserts, random keys", "1,get:1,insert:1,batch:0,keys:random,era:measured,ranges:64,length:1 h"},
	{"inserts in the order of time", "1,insert:1,batch:0,era:measured,length:1 h"},
	{"batches of 100 in the order of time", "1,length:1 h"},
}

// simulatedUntil answers the ms until a run that a click on Play begins is over.
const simulatedUntil = `new Promise((done) => {
	const begun = performance.now()
	const watch = new MutationObserver(() => {
		if (!document.querySelector("#sim-play").innerText.includes("Play again")) return
		watch.disconnect()
		done(performance.now() - begun)
	})
	watch.observe(document.querySelector("#sim-play"), { childList: true, subtree: true, characterData: true })
	document.querySelector("#sim-play").click()
})`

// framesUntil answers the gaps between frames, in ms, while a run is played to its end.
const framesUntil = `new Promise((done) => {
	const gaps = []
	let last = 0
	const tick = (now) => {
		if (last) gaps.push(now - last)
		last = now
		if (document.querySelector("#sim-play").innerText.includes("Play again")) done(gaps)
		else requestAnimationFrame(tick)
	}
	document.querySelector("#sim-play").click()
	requestAnimationFrame(tick)
})`

// measureHeatMap simulates hours of 100 clients in the page's worker at once, and plays one of them.
func measureHeatMap(p *playground) ([]row, error) {
	v, err := p.visit()
	if err != nil {
		return nil, err
	}
	defer v.close()
	open := func(setup, speed string) error {
		address := "v=1&t=Movies&screen=simulator&sim=" + url.QueryEscape(setup)
		if err := v.Eval(fmt.Sprintf(`location.hash = %q, null`, address), nil); err != nil {
			return err
		}
		if err := v.Wait(fmt.Sprintf(`location.hash.includes("screen=simulator") && document.querySelector("#sim-length")?.value === "1 h" && document.querySelector("#sim-keys").value === (%q.includes("random") ? "random" : "time") && document.querySelector("#sim-batch").value === (%q.includes("batch:0") ? "0" : "1")`, setup, setup)); err != nil {
			return err
		}
		return v.Eval(fmt.Sprintf(`{ const s = document.querySelector("#sim-speed"); s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })) }`, speed), nil)
	}
	var rows []row
	for _, h := range hours {
		if err := open(h.setup, "0"); err != nil {
			return nil, err
		}
		waitQuiet()
		var ms float64
		if err := v.Eval(simulatedUntil, &ms); err != nil {
			return nil, err
		}
		rows = append(rows, row{what: "a simulated hour of 100 clients in the worker, played at once: " + h.what, target: "2 s", ours: duration(ms), met: ms <= 2000})
	}
	for _, h := range hours[:2] {
		if err := open(h.setup, "30"); err != nil {
			return nil, err
		}
		waitQuiet()
		var gaps []float64
		if err := v.Eval(framesUntil, &gaps); err != nil {
			return nil, err
		}
		rows = append(rows, row{
			what:   "the heat map while that hour plays, p95 frame: " + h.what,
			target: "17 ms",
			ours:   fmt.Sprintf("%s of %d (median %s, most %s)", duration(quantile(gaps, 0.95)), len(gaps), duration(median(gaps)), duration(quantile(gaps, 1))),
			met:    quantile(gaps, 0.95) <= 17,
		})
	}
	return rows, nil
}
