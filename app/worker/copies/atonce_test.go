//go:build !js

package copies

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine/tablerest"
)

// Ensure that a push has several requests under way, those of one partition one after the other.
func TestSync_PushAtOnce(t *testing.T) {
	d, m, req := pulled(t, 8, 2)
	for p := range 8 {
		write(t, d, "insert-or-merge", fmt.Sprintf("p%03d", p), "r0000", 100)
	}
	var under, most atomic.Int32
	meet := make(chan struct{})
	m.Fail = func(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
		n := under.Add(1)
		defer under.Add(-1)
		for {
			if was := most.Load(); n <= was || most.CompareAndSwap(was, n) {
				break
			}
		}
		if n == worker.AtOnce {
			select {
			case <-meet:
			default:
				close(meet)
			}
		}
		<-meet
		return nil, nil
	}
	r, err := wire.Call(t.Context(), d, wire.Push, wire.PushRequest{Table: "Copy", Endpoint: req.Endpoint}, nil)
	if err != nil || r.Report.Written != 8 || most.Load() != worker.AtOnce {
		t.Errorf("%+v, %v, %d at once", r, err, most.Load())
	}
}
