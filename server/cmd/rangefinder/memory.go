package main

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// A server that took less than idle bytes for so long is quiet, and may leave spare bytes unused.
const (
	quiet = 3 * time.Second
	idle  = 1 << 20
	spare = 16 << 20
)

// giveBack gives the system what the last work left in memory, as soon as the server is quiet, until ctx ends: the runtime keeps a tenth
// more than what it means to grow to, for as long as the program runs.
func giveBack(ctx context.Context, quiet time.Duration) {
	samples := []metrics.Sample{
		{Name: "/gc/heap/allocs:bytes"},
		{Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
	}
	tick := time.NewTicker(quiet)
	defer tick.Stop()
	for last := uint64(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(samples)
		taken, live, objects, free := samples[0].Value.Uint64(), samples[1].Value.Uint64(), samples[2].Value.Uint64(), samples[3].Value.Uint64()
		if taken-last < idle && objects+free > live+spare {
			debug.FreeOSMemory()
		}
		last = taken
	}
}
