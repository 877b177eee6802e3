package main

import (
	"errors"
	"fmt"
)

// imported is what an import of the file did.
type imported struct {
	Ms     float64 // from the page's request to its answer
	Busy   float64 // the worker's processor time, seconds
	Gaps   []float64
	Answer struct {
		Rows, Added, Replaced, Refused int
		Problem                        string
		Micros                         int64
	}
}

// token names the file to the worker.
const token = "bench"

// take imports the file, once for all figures; the answer comes when all is on disk.
func (k *keeper) take() (*imported, error) {
	if k.imported != nil {
		return k.imported, nil
	}
	if err := k.durable(); err != nil {
		return nil, err
	}
	waitQuiet()
	i, err := k.importFile(whole, "refuse")
	if err != nil {
		return nil, err
	}
	if i.Answer.Added != k.entities() {
		return nil, fmt.Errorf("%d of %d entities were added; refused: %d; %s", i.Answer.Added, k.entities(), i.Answer.Refused, i.Answer.Problem)
	}
	k.imported = i
	return i, nil
}

func (k *keeper) entities() int { return k.partitions * rowsEach }

// importFile imports one of the files with a policy for entities that are there.
func (k *keeper) importFile(name, policy string) (*imported, error) {
	var size int64
	if err := k.eval(fmt.Sprintf("bench.hand(%q, %q)", token, name), &size); err != nil {
		return nil, err
	}
	if size != k.files[name] {
		return nil, errors.New("the page has not got the whole file")
	}
	if err := k.front(); err != nil {
		return nil, err
	}
	var i imported
	before := k.workerTimes()
	err := k.eval("bench.during(() => "+request("import", map[string]any{"Token": token, "Table": kept, "OnExisting": policy})+")", &i)
	i.Busy = k.busySince(before)
	return &i, err
}

// measureImport takes the NDJSON file in, as one that was dropped on the page. SQLite reads the same file in its worker,
// with JSON.parse for each line, and commits as often.
func measureImport(p *playground) ([]row, error) {
	k, err := p.keep()
	if err != nil {
		return nil, err
	}
	i, err := k.take()
	if err != nil {
		return nil, err
	}
	waitQuiet()
	var their struct{ Ms float64 }
	if err := k.peer.ask(theirs, "keep-import", nil, &their); err != nil {
		return nil, err
	}
	rate := k.rate(i.Ms)
	return []row{{
		what:   fmt.Sprintf("import of %d NDJSON entities, 4 properties, %.0f MB, Chromium, durable", k.entities(), float64(k.files[whole])/1e6),
		target: "100,000/s",
		ours:   fmt.Sprintf("%.0f/s (%s, %.1f s of processor time)", rate, duration(i.Ms), i.Busy),
		theirs: fmt.Sprintf("%.0f/s (%s)", k.rate(their.Ms), duration(their.Ms)),
		ratio:  ratio(i.Ms, their.Ms),
		met:    rate >= 100_000,
	}, {
		what:   fmt.Sprintf("the page meanwhile, p95 of %d frames", len(i.Gaps)),
		target: "17 ms",
		ours:   fmt.Sprintf("%s (most %s)", duration(quantile(i.Gaps, 0.95)), duration(quantile(i.Gaps, 1))),
		met:    quantile(i.Gaps, 0.95) <= 17,
	}}, nil
}

// rate is how many entities of the table a second that is.
func (k *keeper) rate(ms float64) float64 { return float64(k.entities()) / ms * 1000 }
