package loadsim

import "math/bits"

// histogram counts durations in steps of 1/32 of their power of two, so that a percentile is within 3 % of the true one.
type histogram struct {
	counts [32 * 40]int64
	total  int64
}

// step returns the number of a duration's step, in µs.
func step(d int64) int {
	if d < 32 {
		return int(max(d, 0))
	}
	shift := bits.Len64(uint64(d)) - 6
	return min((shift+1)<<5+int(d>>shift)&31, 32*40-1)
}

// floor returns the shortest duration of a step.
func floor(step int) int64 {
	if step < 32 {
		return int64(step)
	}
	return int64(32+step&31) << (step>>5 - 1)
}

func (h *histogram) add(d, count int64) {
	h.counts[step(d)] += count
	h.total += count
}

// at returns the duration that a share of all stay under, in µs; 0 when there are none.
func (h *histogram) at(share float64) int64 {
	want := share * float64(h.total)
	seen := 0.0
	for i, n := range h.counts {
		if n == 0 {
			continue
		}
		if seen+float64(n) >= want {
			low, high := float64(floor(i)), float64(floor(i+1))
			return int64(low + (high-low)*(want-seen)/float64(n))
		}
		seen += float64(n)
	}
	return 0
}
