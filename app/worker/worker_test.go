package worker

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"rangefinder/app/port"
	"rangefinder/app/wire"
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
func open(t *testing.T, change func(*Config)) *desk {
	t.Helper()
	cfg := Config{DB: engine.Open(engine.Options{})}
	if change != nil {
		change(&cfg)
	}
	d := &desk{db: cfg.DB}
	d.Client, d.stop, d.over = workertest.Serve(t, func(ctx context.Context, p port.Port) { Serve(ctx, p, cfg) })
	return d
}

// fill is fill of its database.
func (d *desk) fill(t *testing.T, table string, partitions, rows int) {
	t.Helper()
	workertest.Fill(t, d.db, table, partitions, rows)
}

// ticking is a clock that goes on by a slice of a scan whenever it is read, so that scans of any size breathe on machines of
// any speed.
func ticking() func() time.Time {
	var n atomic.Int64
	start := time.Now()
	return func() time.Time { return start.Add(time.Duration(n.Add(1)) * 2 * YieldEvery) }
}

// load fills a table of its database.
func (d *desk) load(t *testing.T, table string, each func(add func(pk, rk string, properties ...engine.Property))) {
	t.Helper()
	workertest.Load(t, d.db, table, each)
}
