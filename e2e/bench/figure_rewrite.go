package main

import (
	"fmt"
	"os"
)

// rewritten is what happened while the worker rewrote its log.
type rewritten struct {
	Ms            []float64 // of each commit meanwhile
	Before, After int64     // bytes of the log
	Took          float64   // ms
}

// measureRewrite imports the file once more, in place of what is there, and then parts of it until so much of the log is out
// of date that the worker rewrites it, and meanwhile writes single entities one after the other.
func measureRewrite(p *playground) ([]row, error) {
	k, err := p.keep()
	if err != nil {
		return nil, err
	}
	if _, err := k.take(); err != nil {
		return nil, err
	}
	if err := k.call("create-table", map[string]string{"Table": "Meanwhile"}, nil); err != nil {
		return nil, err
	}
	waitQuiet()
	if _, err := k.importFile(whole, "replace"); err != nil {
		return nil, err
	}
	var r rewritten
	for turn := 0; turn == 0 || r.After >= r.Before; turn++ {
		if turn > 2*parts {
			return nil, fmt.Errorf("the log has %d bytes and is not rewritten", r.Before)
		}
		if _, err := k.importFile(part, "replace"); err != nil {
			return nil, err
		}
		if err := k.eval(`bench.rewritten("Meanwhile", 3000)`, &r); err != nil {
			return nil, err
		}
		if p.verbose {
			fmt.Fprintf(os.Stderr, "  log %d bytes, then %d, after %s and %d commits\n", r.Before, r.After, duration(r.Took), len(r.Ms))
		}
	}
	var bytes struct{ Live int64 }
	if err := k.eval(request("tables", struct{}{})+".then((t) => ({ Live: t.Tables.reduce((n, t) => n + t.Bytes, 0) }))", &bytes); err != nil {
		return nil, err
	}
	share := float64(r.After) / float64(bytes.Live)
	return []row{{
		what:   fmt.Sprintf("rewrite of %d entities in the worker, longest commit of %d meanwhile", k.entities(), len(r.Ms)),
		target: "50 ms",
		ours:   fmt.Sprintf("%s (median %s; rewritten within %s)", duration(quantile(r.Ms, 1)), duration(median(r.Ms)), duration(r.Took)),
		met:    quantile(r.Ms, 1) <= 50,
	}, {
		what:   "log after the rewrite, of the entities' own bytes",
		target: "1.3×",
		ours:   fmt.Sprintf("%.2f× (%.0f of %.0f MB)", share, float64(r.After)/1e6, float64(bytes.Live)/1e6),
		met:    share <= 1.3,
	}}, nil
}
