package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
	"rangefinder/server"
)

// measureServer keeps the same table in a data directory, as the server does, in this process: commits while the log is
// rewritten, the log's length, and opening it again.
func measureServer(p *playground) ([]row, error) {
	path, err := os.MkdirTemp("", "rangefinder-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(path)
	d := &dataDir{ctx: p.ctx, path: path}
	if err := d.open(); err != nil {
		return nil, err
	}
	defer d.close()
	if err := fill(d.ctx, d.db, kept, p.partitions); err != nil {
		return nil, err
	}
	if err := d.db.CreateTable(d.ctx, "Meanwhile"); err != nil {
		return nil, err
	}
	waitQuiet()
	quiet, err := d.commitDuring(func() error {
		time.Sleep(time.Second)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var took time.Duration
	busy, err := d.commitDuring(func() error {
		begin := time.Now()
		err := d.db.Rewrite(d.ctx, nil)
		took = time.Since(begin)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := d.db.DeleteTable(d.ctx, "Meanwhile"); err != nil {
		return nil, err
	}
	if err := d.db.Rewrite(d.ctx, nil); err != nil {
		return nil, err
	}
	length, own := d.db.Storage().Log, d.db.Image().Bytes()
	var reopened []float64
	for range 5 {
		d.close()
		waitQuiet()
		begin := time.Now()
		if err := d.open(); err != nil {
			return nil, err
		}
		page, err := d.db.Query(d.ctx, kept, engine.Query{Filter: "PartitionKey eq 'p0000' and N lt 500"})
		if err != nil {
			return nil, err
		}
		reopened = append(reopened, milliseconds(time.Since(begin)))
		if page.Stats.Examined != rowsEach {
			return nil, fmt.Errorf("the first query examined %d entities", page.Stats.Examined)
		}
	}
	entities := p.partitions * rowsEach
	share := float64(length) / float64(own)
	return []row{{
		what:   fmt.Sprintf("reopening %d entities on the server, to the first answered query, median of %d", entities, len(reopened)),
		target: "1 s",
		ours:   fmt.Sprintf("%s (most %s)", duration(median(reopened)), duration(quantile(reopened, 1))),
		met:    median(reopened) <= 1000,
	}, {
		what:   fmt.Sprintf("rewrite of %d entities on the server, longest commit of %d meanwhile", entities, len(busy)),
		target: "50 ms",
		ours: fmt.Sprintf("%s (median %s, rewrite %s; without one: median %s, most %s)", duration(quantile(busy, 1)), duration(median(busy)),
			duration(milliseconds(took)), duration(median(quiet)), duration(quantile(quiet, 1))),
		met: quantile(busy, 1) <= 50,
	}, {
		what:   "log after a rewrite, of the entities' own bytes (the service's formula)",
		target: "1.3×",
		ours:   fmt.Sprintf("%.2f× (%.0f of %.0f MB, %.0f bytes an entity)", share, float64(length)/1e6, float64(own)/1e6, float64(length)/float64(entities)),
		met:    share <= 1.3,
	}}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// dataDir is a server's tables in a data directory.
type dataDir struct {
	ctx  context.Context
	path string
	dir  *server.DataDir
	db   *engine.DB
}

func (d *dataDir) open() (err error) {
	if d.dir, err = server.OpenDataDir(d.path); err != nil {
		return err
	}
	d.db, _, err = engine.OpenFolder(d.ctx, d.dir, engine.Options{})
	return err
}

// close may be called again.
func (d *dataDir) close() {
	if d.db != nil {
		d.db.Close()
	}
	if d.dir != nil {
		d.dir.Close()
	}
	d.db, d.dir = nil, nil
}

// commitDuring replaces entities one after the other, from two writers, for as long as do takes, and returns how long each
// commit took in ms.
func (d *dataDir) commitDuring(do func() error) ([]float64, error) {
	var over atomic.Bool
	var writers sync.WaitGroup
	took, failed := make([][]float64, 2), make([]error, 2)
	for w := range took {
		writers.Go(func() {
			for i := 0; !over.Load(); i++ {
				begin := time.Now()
				_, err := d.db.Apply(d.ctx, "Meanwhile", engine.Op{Kind: engine.InsertOrReplace, PartitionKey: fmt.Sprint("p", w), RowKey: fmt.Sprint("r", i%1000),
					Properties: []engine.Property{{Name: "N", Value: edm.NewInt32(int32(i))}}})
				if err != nil {
					failed[w] = err
					return
				}
				took[w] = append(took[w], milliseconds(time.Since(begin)))
			}
		})
	}
	err := do()
	over.Store(true)
	writers.Wait()
	return append(took[0], took[1]...), errors.Join(err, failed[0], failed[1])
}
