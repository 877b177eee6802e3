package population

import (
	"math"

	"rangefinder/app/sample/seeded"
)

// zipf draws ranks from 0 to n-1, of which the k-th, from 1, is as frequent as 1/k^s. Ranks beyond the 256th are drawn in
// groups of neighbours, each as frequent as the one in their middle: a few thousand groups do for a million ranks, at the price
// of less than one part in 250·s. A group is drawn by Walker's alias method, with two comparisons whatever their number.
type zipf []group

// group is the ranks from first, and what else is drawn in its place.
type group struct {
	first, width int
	keep         uint32 // share of the draws that it keeps, of 2^32
	alias        int    // group that has the others
}

func newZipf(n int, s float64) zipf {
	var z zipf
	var weights []float64
	sum := 0.0
	for first := 0; first < n; {
		width := min(max(1, first/256), n-first)
		weight := float64(width) * math.Pow(float64(first+1)+float64(width-1)/2, -s)
		z, weights, sum = append(z, group{first: first, width: width}), append(weights, weight), sum+weight
		first += width
	}
	var poor, rich []int // with less and more than their even share
	for i := range z {
		weights[i] *= float64(len(z)) / sum
		if weights[i] < 1 {
			poor = append(poor, i)
		} else {
			rich = append(rich, i)
		}
	}
	for len(poor) > 0 && len(rich) > 0 {
		p, r := poor[len(poor)-1], rich[len(rich)-1]
		poor = poor[:len(poor)-1]
		z[p].keep, z[p].alias = uint32(weights[p]*(1<<32)), r
		if weights[r] -= 1 - weights[p]; weights[r] < 1 {
			rich, poor = rich[:len(rich)-1], append(poor, r)
		}
	}
	for _, i := range append(poor, rich...) {
		z[i].keep, z[i].alias = math.MaxUint32, i
	}
	return z
}

func (z zipf) rank(r *seeded.Random) int {
	draw := r.Next()
	g := &z[draw>>32*uint64(len(z))>>32]
	if uint32(draw) > g.keep {
		g = &z[g.alias]
	}
	if g.width == 1 {
		return g.first
	}
	return g.first + r.Below(g.width)
}
