// Package desk serves an empty database to a client, for tests of the packages that hold handlers of the worker.
package desk

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
)

// Desk is a served database with a client.
type Desk struct {
	*wire.Client
	DB   *engine.DB
	Stop context.CancelFunc
	Over <-chan struct{} // closed when Serve returned
}

// Open serves an empty database through a Pipe, with handlers beside the worker's own; change may set the configuration.
func Open(t *testing.T, handlers []worker.Handler, change func(*worker.Config)) *Desk {
	t.Helper()
	cfg := worker.Config{DB: engine.Open(engine.Options{}), Handlers: slices.Concat(worker.Handlers(), handlers)}
	if change != nil {
		change(&cfg)
	}
	d := &Desk{DB: cfg.DB}
	d.Client, d.Stop, d.Over = workertest.Serve(t, func(ctx context.Context, p port.Port) { worker.Serve(ctx, p, cfg) })
	return d
}

// OpenFiles is Open with files.
func OpenFiles(t *testing.T, handlers []worker.Handler, change func(*worker.Config)) (*Desk, *workertest.Files) {
	t.Helper()
	files := workertest.NewFiles()
	d := Open(t, handlers, func(c *worker.Config) {
		c.Files = files
		if change != nil {
			change(c)
		}
	})
	return d, files
}

// Fill fills a table of its database with partitions and rows.
func (d *Desk) Fill(t *testing.T, table string, partitions, rows int) {
	t.Helper()
	workertest.Fill(t, d.DB, table, partitions, rows)
}

// Load fills a table of its database with what each adds.
func (d *Desk) Load(t *testing.T, table string, each func(add func(pk, rk string, properties ...engine.Property))) {
	t.Helper()
	workertest.Load(t, d.DB, table, each)
}

// Names are the tables that are listed, with how many entities each has.
func (d *Desk) Names(t *testing.T) []string {
	t.Helper()
	return workertest.Names(t, d.Client)
}

// Ticking is a clock that goes on by a slice of a scan whenever it is read, so that scans of any size breathe on machines of any speed.
func Ticking() func() time.Time {
	var n atomic.Int64
	start := time.Now()
	return func() time.Time { return start.Add(time.Duration(n.Add(1)) * 2 * worker.YieldEvery) }
}
