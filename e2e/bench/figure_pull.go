package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
	"rangefinder/server/tableauth"
)

// pulledTable is the table of the server's own account that is pulled, and pulledCopy the copy in the browser.
const (
	pulledTable = "Remote"
	pulledCopy  = "Pulled"
)

// pulled is what a pull did.
type pulled struct {
	Ms     float64 // from the page's request to its answer
	Gaps   []float64
	Answer struct {
		Problem string
		Stopped bool
		Report  struct{ Added, Pages, Requests int }
	}
}

// measurePull copies a table of the server's own account into the browser: page by page over the way that the page's own
// requests take, each page a commit on disk. The worker's memory is its Go heap in use, which the page shows.
func measurePull(p *playground) ([]row, error) {
	k, err := p.keep()
	if err != nil {
		return nil, err
	}
	if err := k.durable(); err != nil {
		return nil, err
	}
	return k.pull("from the server's own account", 30_000)
}

// pull pulls the table of the server's own account, which it fills. wanted is how many entities a second are expected.
func (k *keeper) pull(from string, wanted float64) ([]row, error) {
	if err := k.fillAccount(); err != nil {
		return nil, err
	}
	waitQuiet()
	before, err := k.heap()
	if err != nil {
		return nil, err
	}
	watch := k.watchHeap()
	if err := k.front(); err != nil {
		return nil, err
	}
	var i pulled
	times := k.workerTimes()
	err = k.eval("bench.during(() => "+request("pull", map[string]any{"Source": tableauth.WellKnownName, "Remote": pulledTable, "Table": pulledCopy})+")", &i)
	busy := k.busySince(times)
	most, failed := watch()
	if err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, failed
	}
	if i.Answer.Report.Added != k.entities() {
		return nil, fmt.Errorf("%d of %d entities came; %s", i.Answer.Report.Added, k.entities(), i.Answer.Problem)
	}
	after, err := k.settledHeap()
	if err != nil {
		return nil, err
	}
	rate, grown := k.rate(i.Ms), after-before
	share := (most - before) / grown
	return []row{{
		what:   fmt.Sprintf("pull of %d entities, 4 properties, %s, Chromium, durable", k.entities(), from),
		target: fmt.Sprintf("%.0f,000/s", wanted/1000),
		ours:   fmt.Sprintf("%.0f/s (%s, %d requests, %.1f s of processor time)", rate, duration(i.Ms), i.Answer.Report.Requests, busy),
		met:    rate >= wanted,
	}, {
		what:   fmt.Sprintf("the page meanwhile, p95 of %d frames", len(i.Gaps)),
		target: "17 ms",
		ours:   fmt.Sprintf("%s (most %s)", duration(quantile(i.Gaps, 0.95)), duration(quantile(i.Gaps, 1))),
		met:    quantile(i.Gaps, 0.95) <= 17,
	}, {
		what:   "the worker's heap meanwhile, at most, beside that of the copy",
		target: "1.3×",
		ours:   fmt.Sprintf("%.2f× (%.0f MB, copy %.0f MB, %.0f bytes an entity)", share, (most-before)/1e6, grown/1e6, grown/float64(k.entities())),
		met:    share <= 1.3,
	}}, nil
}

// fillAccount puts the entities of the figures into the server's own account.
func (k *keeper) fillAccount() error {
	answer, err := http.Get(k.site.URL + "api/session")
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	secret, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	c := &tablerest.Client{URL: k.site.URL + "api/accounts/" + tableauth.WellKnownName, Doer: tablerest.HTTPDoer{Sign: func(r *http.Request) error {
		r.Header.Set("X-Rangefinder-Session", string(secret))
		return nil
	}}}
	ctx := context.Background()
	if err := c.CreateTable(ctx, pulledTable); err != nil {
		return err
	}
	x := uint32(1)
	ops := make([]engine.Op, 0, engine.MaxBatchOps)
	for p := range k.partitions {
		for r := range rowsEach {
			x = next(x)
			ops = append(ops, engine.Op{PartitionKey: fmt.Sprintf("p%04d", p), RowKey: fmt.Sprintf("r%04d", r), Properties: []engine.Property{
				{Name: "N", Value: edm.NewInt32(int32((x >> 16) % 1000))},
				{Name: "D", Value: edm.NewDouble(float64(x) / 4294967296)},
				{Name: "S", Value: edm.NewString(fmt.Sprintf("abcdefghijkl%08x", x))},
				{Name: "B", Value: edm.NewBoolean(x>>31 == 1)},
			}})
			if len(ops) == engine.MaxBatchOps || r == rowsEach-1 {
				if _, err := c.Batch(ctx, pulledTable, ops); err != nil {
					return err
				}
				ops = ops[:0]
			}
		}
	}
	return nil
}

// heap returns the worker's Go heap in use, in bytes.
func (k *keeper) heap() (float64, error) {
	var answer struct{ Heap float64 }
	return answer.Heap, k.call("tables", struct{}{}, &answer)
}

// watchHeap looks at the worker's heap until the answer is called for: the most it was.
func (k *keeper) watchHeap() (most func() (float64, error)) {
	var top float64
	var failed error
	var running sync.WaitGroup
	over := make(chan struct{})
	running.Go(func() {
		for failed == nil {
			var h float64
			if h, failed = k.heap(); h > top {
				top = h
			}
			select {
			case <-over:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	})
	return func() (float64, error) {
		close(over)
		running.Wait()
		return top, failed
	}
}

// settledHeap returns the worker's heap when what a work has left has been collected: the least of a few looks, between which
// results of all of the table are made and dropped.
func (k *keeper) settledHeap() (least float64, err error) {
	for range 4 {
		for _, filter := range []string{"N ge 0", "N ge 1", "N lt 0"} {
			if err := k.call("run", map[string]any{"Table": pulledCopy, "Filter": filter}, nil); err != nil {
				return 0, err
			}
		}
		h, err := k.heap()
		if err != nil {
			return 0, err
		}
		if least == 0 || h < least {
			least = h
		}
	}
	return least, nil
}
