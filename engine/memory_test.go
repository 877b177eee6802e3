package engine

import "testing"

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
