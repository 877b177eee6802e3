package workertest

import (
	"context"
	"testing"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// Serve has serve answer a client through a Pipe until the test ends or stop is called; over is closed when it returned.
func Serve(t *testing.T, serve func(context.Context, port.Port)) (client *wire.Client, stop context.CancelFunc, over <-chan struct{}) {
	t.Helper()
	near, far := wire.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	client = wire.NewClient(near)
	done := make(chan struct{})
	go func() {
		defer close(done)
		serve(ctx, far)
	}()
	t.Cleanup(func() {
		stop()
		<-done
		client.Close()
	})
	return client, stop, done
}

// Load makes a table of what each adds.
func Load(t *testing.T, db *engine.DB, table string, each func(add func(pk, rk string, properties ...engine.Property))) {
	t.Helper()
	if err := db.CreateTable(t.Context(), table); err != nil {
		t.Fatal(err)
	}
	l, err := db.Load(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	each(func(pk, rk string, properties ...engine.Property) {
		if err := l.Add(pk, rk, properties); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := l.Commit(); err != nil {
		t.Fatal(err)
	}
}
