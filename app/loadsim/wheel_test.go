package loadsim

import (
	"math"
	"testing"
)

// Ensure that threads come out in the order of their time, near or far.
func TestWheel_Order(t *testing.T) {
	const threads = 500
	w := newWheel(threads)
	r := &random{3}
	delays := []float64{10, 1000, 50e3, 600e3, 90e6, 9000e6}
	for i := range int32(threads) {
		w.add(i, int64(r.between(0, 1e6)))
	}
	now, border, taken := int64(0), int64(0), 0
	for taken < 200_000 {
		id := w.take(border)
		if id < 0 {
			border += 250_000
			continue
		}
		taken++
		when := w.when[id]
		if when < now-1<<slotBits || when > border+1<<slotBits {
			t.Fatalf("a thread of %d µs comes out at %d, before %d", when, now, border)
		}
		now = max(now, when)
		w.add(id, when+int64(r.between(0, delays[r.next()%uint64(len(delays))])))
		if len(delays) > 4 && taken > 100_000 {
			delays = delays[:4] // let the far ones come home
		}
	}
	seen := map[int32]bool{}
	for {
		id := w.take(math.MaxInt64 >> 1)
		if id < 0 || seen[id] {
			t.Fatalf("%d of %d threads are left", len(seen), threads)
		}
		if seen[id] = true; len(seen) == threads {
			return
		}
	}
}

func TestHistogram_Percentiles(t *testing.T) {
	var h histogram
	for i := int64(1); i <= 100_000; i++ {
		h.add(i*7, 1)
	}
	for _, share := range []float64{0.01, 0.5, 0.95, 0.99} {
		near(t, "percentile", float64(h.at(share)), share*700_000, 0.005)
	}
	for d := int64(0); d < 1<<30; d += 1 + d/50 {
		if n := step(d); floor(n) > d || floor(n+1) <= d {
			t.Fatalf("%d is in step %d, from %d to %d", d, n, floor(n), floor(n+1))
		}
	}
	sum := int64(0)
	bars := h.bars()
	for i, b := range bars {
		sum += b.Count
		if i > 0 && b.Below <= bars[i-1].Below {
			t.Errorf("bar %d ends at %d", i, b.Below)
		}
	}
	if sum != 100_000 || bars[0].Count == 0 || bars[len(bars)-1].Count == 0 {
		t.Errorf("%d durations in bars %v", sum, bars)
	}
	if (&histogram{}).at(0.5) != 0 || len((&histogram{}).bars()) != 0 {
		t.Error("an empty histogram is not empty")
	}
}

func TestQuantiles_MeanIsOne(t *testing.T) {
	for _, of := range []func(float64) float64{lognormal, exponential} {
		q := newQuantiles(of)
		sum := int64(0)
		for u := range uint64(1 << quantileBits) {
			sum += q.at(u, 1_000_000)
		}
		near(t, "mean", float64(sum)/(1<<quantileBits), 1_000_000, 0.001)
	}
}
