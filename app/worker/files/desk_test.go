package files

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

// desk is a served database with a client.
type desk struct {
	*wire.Client
	db   *engine.DB
	stop context.CancelFunc
	over <-chan struct{} // closed when Serve returned
}

// open serves an empty database through a Pipe; change may set the configuration.
func open(t *testing.T, change func(*worker.Config)) *desk {
	t.Helper()
	cfg := worker.Config{DB: engine.Open(engine.Options{}), Handlers: slices.Concat(worker.Handlers(), Handlers())}
	if change != nil {
		change(&cfg)
	}
	d := &desk{db: cfg.DB}
	d.Client, d.stop, d.over = workertest.Serve(t, func(ctx context.Context, p port.Port) { worker.Serve(ctx, p, cfg) })
	return d
}

// openFiles is open with files.
func openFiles(t *testing.T, change func(*worker.Config)) (*desk, *workertest.Files) {
	t.Helper()
	files := workertest.NewFiles()
	d := open(t, func(c *worker.Config) {
		c.Files = files
		if change != nil {
			change(c)
		}
	})
	return d, files
}

// fill fills a table of its database.
func (d *desk) fill(t *testing.T, table string, partitions, rows int) {
	t.Helper()
	workertest.Fill(t, d.db, table, partitions, rows)
}

func (d *desk) names(t *testing.T) []string {
	t.Helper()
	return workertest.Names(t, d.Client)
}

// ticking is a clock that goes on by a slice of a scan whenever it is read, so that scans of any size breathe.
func ticking() func() time.Time {
	var n atomic.Int64
	start := time.Now()
	return func() time.Time { return start.Add(time.Duration(n.Add(1)) * 2 * worker.YieldEvery) }
}
