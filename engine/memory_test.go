package engine

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// Ensure that a heap grows by its headroom, but neither by more than is allowed of itself nor by next to nothing.
func TestPercentFor(t *testing.T) {
	for _, tt := range []struct {
		live, headroom uint64
		most, want     int
	}{
		{0, 16, 100, 100},
		{1 << 20, 16 << 20, 100, 100},
		{32 << 20, 16 << 20, 100, 50},
		{4 << 20, 48 << 20, 1600, 1200},
		{1 << 20, 48 << 20, 1600, 1600},
		{160 << 20, 48 << 20, 1600, 30},
		{4 << 30, 48 << 20, 1600, 10},
	} {
		if got := percentFor(tt.live, tt.headroom, tt.most); got != tt.want {
			t.Errorf("%d live, headroom %d, at most %d %%: %d %%, want %d %%", tt.live, tt.headroom, tt.most, got, tt.want)
		}
	}
}

// Ensure that a folder that is opened gives the heap more room, and only for so long.
func TestLimitHeap_Opening(t *testing.T) {
	percent := func() int {
		n := debug.SetGCPercent(100)
		debug.SetGCPercent(n)
		return n
	}
	defer debug.SetGCPercent(percent())
	limits.headroom, limits.most = 1<<20, 10_000
	defer func() { limits.headroom = 0 }()
	held := make([]byte, 32<<20)
	runtime.GC()
	limit(false)
	before := percent()
	done := roomToOpen()
	during := percent()
	done()
	runtime.KeepAlive(held)
	if before > 10 || during < 50 || percent() > 20 {
		t.Errorf("the heap may grow by %d %%, while a folder is opened by %d %%, afterwards by %d %%", before, during, percent())
	}
}
