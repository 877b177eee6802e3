package worker_test

import (
	"context"
	"sync/atomic"
	"testing"

	"rangefinder/app/worker"
	"rangefinder/app/worker/operations"
)

// TestWarm explains each of its filters to the end, lets messages in between, and stops with its context.
func TestWarm(t *testing.T) {
	var breaths atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	cfg := worker.Config{Handlers: operations.Handlers(), Yield: func(ctx context.Context) error {
		if breaths.Add(1) == 40 {
			stop()
		}
		return ctx.Err()
	}}
	worker.Warm(ctx, cfg)
	if n := breaths.Load(); n != 40 {
		t.Errorf("let messages in %d times, want 40: it goes on until it is told to stop", n)
	}
	breaths.Store(40)
	worker.Warm(t.Context(), cfg)
	if n := breaths.Load(); n < 120 {
		t.Errorf("let messages in %d times: the filters were not typed to their ends", n-40)
	}
}
