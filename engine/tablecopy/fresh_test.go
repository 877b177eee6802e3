package tablecopy_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
)

// far is a service that takes a while for each request. It watches that no partition has two of them under way, and how many there are.
type far struct {
	*service
	under, most int
	partition   map[string]bool // with a write under way
	twice       bool            // a partition had two
}

func (f *far) trip(partition string) (end func()) {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.twice = f.twice || f.partition[partition]
	f.partition[partition] = true
	f.under++
	f.most = max(f.most, f.under)
	f.lock.Unlock()
	time.Sleep(40 * time.Millisecond)
	f.lock.Lock()
	return func() {
		f.lock.Lock()
		defer f.lock.Unlock()
		f.under--
		f.partition[partition] = false
	}
}

func (f *far) Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	defer f.trip(ops[0].PartitionKey)()
	return f.service.Batch(ctx, table, ops)
}

// 20 partitions of ten transactions go eight at a time until the last: none of the eight waits while the others send the last partitions.
func TestRun_Far_EveryRequestUnderWayToTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &far{service: newService(1), partition: map[string]bool{}}
		to := f.target()
		to.Service = f
		opt := tablecopy.Options{AtOnce: 8}
		c, err := tablecopy.Prepare(ctx, many(t, 20_000, 1000, 1), to, opt)
		must(t, err)
		r, err := c.Run(ctx, opt)
		must(t, err)
		if r.Written != 20_000 || r.Elapsed != 25*40*time.Millisecond || f.most != 8 || f.twice {
			t.Errorf("%d written in %v with up to %d at a time, two of one partition: %t; 200 transactions, eight at a time, take 25 trips of 40 ms", r.Written, r.Elapsed, f.most, f.twice)
		}
	})
}
