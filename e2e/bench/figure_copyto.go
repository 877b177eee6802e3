package main

import (
	"fmt"
	"time"

	"rangefinder/server/tableauth"
)

// copiedTo is the table of the server's own account that the page's table is copied to.
const copiedTo = "CopiedTo"

// measureCopyTo copies the imported table of the browser into the server's own account: entity group transactions over the way that
// the page's own requests take, several at once. The plan is made first, as the page makes it, and then the account is asked for the
// entities back by a random sample.
func measureCopyTo(p *playground) ([]row, error) {
	k, err := p.keep()
	if err != nil {
		return nil, err
	}
	if _, err := k.take(); err != nil {
		return nil, err
	}
	waitQuiet()
	if err := k.front(); err != nil {
		return nil, err
	}
	begin := time.Now()
	var plan struct {
		Copy int
		Plan struct{ Transactions int }
	}
	err = k.call("plan-copy-to", map[string]any{"Table": kept, "ToSource": tableauth.WellKnownName, "ToTable": copiedTo}, &plan)
	if err != nil {
		return nil, err
	}
	planned := float64(time.Since(begin).Microseconds()) / 1000
	var i struct {
		Ms     float64
		Gaps   []float64
		Answer struct {
			Problem string
			Stopped bool
			Report  struct{ Written, Requests int }
		}
	}
	times := k.workerTimes()
	if err := k.eval("bench.during(() => "+request("copy-to", map[string]any{"Copy": plan.Copy})+")", &i); err != nil {
		return nil, err
	}
	busy := k.busySince(times)
	if i.Answer.Report.Written != k.entities() {
		return nil, fmt.Errorf("%d of %d entities were written; %s", i.Answer.Report.Written, k.entities(), i.Answer.Problem)
	}
	var verified struct{ Read, Missing, Changed int }
	if err := k.call("verify-copy-to", map[string]any{"Copy": plan.Copy, "Sample": 1000}, &verified); err != nil {
		return nil, err
	}
	if verified.Read != 1000 || verified.Missing+verified.Changed > 0 {
		return nil, fmt.Errorf("read back: %+v", verified)
	}
	rate := k.rate(i.Ms)
	return []row{{
		what:   fmt.Sprintf("copy of %d entities, 4 properties, from the browser into the server's own account", k.entities()),
		target: "40,000/s",
		ours: fmt.Sprintf("%.0f/s (%s after a plan of %s, %d requests, %.1f s of the worker's processor time)",
			rate, duration(i.Ms), duration(planned), i.Answer.Report.Requests, busy),
		met: rate >= 40_000,
	}, {
		what:   fmt.Sprintf("the page meanwhile, p95 of %d frames", len(i.Gaps)),
		target: "17 ms",
		ours:   fmt.Sprintf("%s (most %s)", duration(quantile(i.Gaps, 0.95)), duration(quantile(i.Gaps, 1))),
		met:    quantile(i.Gaps, 0.95) <= 17,
	}}, nil
}
