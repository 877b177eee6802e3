package engine

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// LimitHeap keeps the memory of a program that holds big tables near what is live: from then on the heap grows by about headroom
// bytes, and at most by most per cent of itself, before it is collected. Go's default, its own size always, doubles the memory of
// big tables, which in WASM never shrinks, and collects small ones all the time. Call it once.
func LimitHeap(headroom uint64, most int) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var rearm func()
	rearm = func() {
		// The sentinel is garbage from the moment it is made, so its finalizer runs after every collection.
		runtime.SetFinalizer(new(sentinel), func(*sentinel) {
			metrics.Read(live)
			if live[0].Value.Kind() == metrics.KindUint64 {
				debug.SetGCPercent(percentFor(live[0].Value.Uint64(), headroom, most))
			}
			rearm()
		})
	}
	rearm()
}

// sentinel is larger than what the allocator packs together with other objects, which would keep it alive.
type sentinel struct{ _ [32]byte }

// percentFor returns the growth in per cent that headroom is of what is live.
func percentFor(live, headroom uint64, most int) int {
	return min(most, max(10, int(headroom*100/max(1, live))))
}
