package openmetrics

import "slices"

// Histogram counts values by buckets. It is not safe for more than one goroutine.
type Histogram struct {
	bounds []float64
	counts []uint64 // one more than bounds; not cumulative
	sum    float64
}

// NewHistogram returns a histogram of buckets with these upper bounds, in ascending order, and one above all. The bounds are kept,
// not copied.
func NewHistogram(bounds []float64) *Histogram {
	return &Histogram{bounds: bounds, counts: make([]uint64, len(bounds)+1)}
}

// Observe counts a value; a bound belongs to the bucket below it.
func (h *Histogram) Observe(value float64) {
	i, _ := slices.BinarySearch(h.bounds, value)
	h.counts[i]++
	h.sum += value
}

// Clone returns a copy.
func (h *Histogram) Clone() *Histogram {
	return &Histogram{h.bounds, slices.Clone(h.counts), h.sum}
}
