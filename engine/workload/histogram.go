package workload

import (
	"math/bits"
	"time"
)

// histogram counts durations in buckets that are at most 1/32 wide, so that a percentile is right within 3 %. It takes at most
// 5 KB, whatever it counts.
type histogram struct {
	buckets []uint32
	count   int
}

// maxBuckets reaches beyond a day.
const maxBuckets = 33 * 32

func (h *histogram) add(d time.Duration) {
	at := min(bucketOf(uint64(max(d.Microseconds(), 0))), maxBuckets-1)
	for at >= len(h.buckets) {
		h.buckets = append(h.buckets, 0)
	}
	h.buckets[at]++
	h.count++
}

// bucketOf numbers the buckets: up to 63 microseconds each has its own, then 32 share each power of two.
func bucketOf(us uint64) int {
	shift := max(bits.Len64(us)-6, 0)
	return shift*32 + int(us>>shift)
}

// quantile returns the duration that the part q of all does not exceed, 0 without any. It is the middle of its bucket.
func (h *histogram) quantile(q float64) time.Duration {
	left := int(q*float64(h.count-1)) + 1
	for at, n := range h.buckets {
		if left -= int(n); left <= 0 {
			shift := max(at/32-1, 0)
			low := uint64(at-shift*32) << shift
			return time.Duration(low+(uint64(1)<<shift)/2) * time.Microsecond
		}
	}
	return 0
}
