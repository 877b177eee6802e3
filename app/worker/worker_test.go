package worker

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
)

// desk is a served database with a client.
type desk struct {
	*wire.Client
	db   *engine.DB
	stop context.CancelFunc
	over chan struct{} // closed when Serve returned
}

// open serves an empty database through a Pipe; change may set the configuration.
func open(t *testing.T, change func(*Config)) *desk {
	t.Helper()
	cfg := Config{DB: engine.Open(engine.Options{})}
	if change != nil {
		change(&cfg)
	}
	near, far := wire.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	d := &desk{Client: wire.NewClient(near), db: cfg.DB, stop: stop, over: make(chan struct{})}
	go func() {
		defer close(d.over)
		Serve(ctx, far, cfg)
	}()
	t.Cleanup(func() {
		stop()
		<-d.over
		d.Close()
	})
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
