package engine

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// openingRoom is the least headroom while a folder is opened: nearly all that is allocated then stays, so that collecting it more often
// costs a third of the time and gives little back.
const openingRoom = 32 << 20

// limits is what LimitHeap was told, and what of it is changed for a time.
var limits struct {
	mu       sync.Mutex
	headroom uint64 // 0: LimitHeap was not called
	most     int
	opening  int // folders that are being opened
}

// LimitHeap keeps the memory of a program that holds big tables near what is live: from then on the heap grows by about headroom
// bytes, and at most by most per cent of itself, before it is collected. Go's default, its own size always, doubles the memory of
// big tables, which in WASM never shrinks, and collects small ones all the time. While a folder is opened the headroom is openingRoom
// at least. Call it once.
func LimitHeap(headroom uint64, most int) {
	limits.mu.Lock()
	limits.headroom, limits.most = headroom, most
	limits.mu.Unlock()
	var rearm func()
	rearm = func() {
		// The sentinel is garbage from the moment it is made, so its finalizer runs after every collection.
		runtime.SetFinalizer(new(sentinel), func(*sentinel) {
			limits.mu.Lock()
			limit(false)
			limits.mu.Unlock()
			rearm()
		})
	}
	rearm()
}

// limit sets how far the heap grows beyond what the last collection left, or beyond what it is now. The caller holds limits.mu.
func limit(beyondNow bool) {
	if limits.headroom == 0 {
		return
	}
	now := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(now)
	live, room := now[0].Value.Uint64(), limits.headroom
	if limits.opening > 0 {
		room = max(room, openingRoom)
	}
	if grown := now[1].Value.Uint64(); beyondNow && grown > live {
		room += grown - live
	}
	debug.SetGCPercent(percentFor(live, room, limits.most))
}

// roomToOpen gives the heap room for a folder that is opened, until done is called.
func roomToOpen() (done func()) {
	change := func(n int) {
		limits.mu.Lock()
		defer limits.mu.Unlock()
		limits.opening += n
		limit(true)
	}
	change(1)
	return func() { change(-1) }
}

// sentinel is larger than what the allocator packs together with other objects, which would keep it alive.
type sentinel struct{ _ [32]byte }

// percentFor returns the growth in per cent that headroom is of what is live.
func percentFor(live, headroom uint64, most int) int {
	return min(most, max(10, int(headroom*100/max(1, live))))
}
