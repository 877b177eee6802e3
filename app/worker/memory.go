package worker

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// headroom is how far the heap may grow over what is live before it is collected, in bytes.
const headroom = 16 << 20

// LimitHeap keeps the memory of a program that holds big tables near what is live: from then on the heap grows by about
// headroom, and at most by its own size, before it is collected. Go's default, its own size always, would double the memory
// of a WASM instance, which never shrinks. Call it once.
func LimitHeap() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var rearm func()
	rearm = func() {
		// The sentinel is garbage from the moment it is made, so its finalizer runs after every collection.
		runtime.SetFinalizer(new(sentinel), func(*sentinel) {
			metrics.Read(live)
			if live[0].Value.Kind() == metrics.KindUint64 {
				debug.SetGCPercent(percentFor(live[0].Value.Uint64()))
			}
			rearm()
		})
	}
	rearm()
}

// sentinel is larger than what the allocator packs together with other objects, which would keep it alive.
type sentinel struct{ _ [32]byte }

// percentFor returns the growth in per cent that headroom is of what is live.
func percentFor(live uint64) int {
	if live <= headroom {
		return 100
	}
	return max(10, int(headroom*100/live))
}
