package worker

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// desk is a served database with a client.
type desk struct {
	*Client
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
	near, far := Pipe()
	ctx, stop := context.WithCancel(context.Background())
	d := &desk{Client: NewClient(near), db: cfg.DB, stop: stop, over: make(chan struct{})}
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

// fill loads a table of partitions p000, p001 … with rows r0000 … each: N counts entities, S is text, Odd only where N is.
func (d *desk) fill(t *testing.T, table string, partitions, rows int) {
	t.Helper()
	ctx := t.Context()
	if err := d.db.CreateTable(ctx, table); err != nil {
		t.Fatal(err)
	}
	l, err := d.db.Load(ctx, table)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for p := range partitions {
		for r := range rows {
			properties := []engine.Property{{Name: "N", Value: edm.NewInt32(int32(n))}, {Name: "S", Value: edm.NewString(fmt.Sprint("text ", n%7))}}
			if n%2 == 1 {
				properties = append(properties, engine.Property{Name: "Odd", Value: edm.NewBoolean(true)})
			}
			if err := l.Add(fmt.Sprintf("p%03d", p), fmt.Sprintf("r%04d", r), properties); err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	if _, err := l.Commit(); err != nil {
		t.Fatal(err)
	}
}

// ticking is a clock that goes on by a slice of a scan whenever it is read, so that scans of any size breathe on machines of
// any speed.
func ticking() func() time.Time {
	var n atomic.Int64
	start := time.Now()
	return func() time.Time { return start.Add(time.Duration(n.Add(1)) * 2 * yieldEvery) }
}

// failure returns the Failure that err is.
func failure(t *testing.T, err error) *Failure {
	t.Helper()
	f, ok := errors.AsType[*Failure](err)
	if !ok {
		t.Fatalf("error %v is no Failure", err)
	}
	return f
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %s", code)
	}
	if f := failure(t, err); f.Code != code {
		t.Fatalf("%s, want %s", f.Error(), code)
	}
}

// within fails when something takes more than a minute: a lost answer.
func within(t *testing.T, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatalf("%s never came", what)
	}
}
