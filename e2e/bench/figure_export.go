package main

import (
	"fmt"

	"rangefinder/engine/interchange"
)

// measureExport writes the imported table as an NDJSON file, Timestamps and ETags included; the browser then has the whole
// file and only the question where to keep it is left.
func measureExport(p *playground) ([]row, error) {
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
	var x struct {
		Ms     float64
		Gaps   []float64
		Answer struct {
			URL             string
			Bytes, Entities int64
		}
	}
	before := k.workerTimes()
	if err := k.eval("bench.during(() => "+request("export", map[string]any{"What": "table", "Table": kept, "Format": interchange.NDJSON})+")", &x); err != nil {
		return nil, err
	}
	busy := k.busySince(before)
	if err := k.call("release", map[string]string{"URL": x.Answer.URL}, nil); err != nil {
		return nil, err
	}
	if x.Answer.Entities != int64(k.entities()) {
		return nil, fmt.Errorf("%d of %d entities were written", x.Answer.Entities, k.entities())
	}
	rate := k.rate(x.Ms)
	return []row{{
		what:   fmt.Sprintf("export of the same, %.0f MB", float64(x.Answer.Bytes)/1e6),
		target: "200,000/s",
		ours:   fmt.Sprintf("%.0f/s (%s, %.1f s of processor time)", rate, duration(x.Ms), busy),
		met:    rate >= 200_000,
	}, {
		what: fmt.Sprintf("the page meanwhile, p95 of %d frames", len(x.Gaps)),
		ours: fmt.Sprintf("%s (most %s)", duration(quantile(x.Gaps, 0.95)), duration(quantile(x.Gaps, 1))),
	}}, nil
}
