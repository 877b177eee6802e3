package loadsim

import "math"

// random is a small generator (splitmix64) that gives the same numbers on every machine and with every Go release.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	return mix(r.state)
}

// mix spreads the bits of x over 64 bits.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// float returns a number in [0, 1).
func (r *random) float() float64 { return float64(r.next()>>11) / (1 << 53) }

// between returns a number from low to high.
func (r *random) between(low, high float64) float64 { return low + r.float()*(high-low) }

// Distributions are drawn from tables of their quantiles as whole numbers: that is fast, and the same on every machine.
const (
	quantileBits = 12
	unitBits     = 12 // 1<<unitBits stands for the mean
)

type quantiles [1 << quantileBits]uint32

// at returns value times a number of the distribution, chosen by the low bits of u.
func (q *quantiles) at(u uint64, value int64) int64 {
	return value * int64(q[u%(1<<quantileBits)]) >> unitBits
}

// newQuantiles fills a table and scales it so that its mean is 1.
func newQuantiles(of func(p float64) float64) *quantiles {
	q := new(quantiles)
	sum := 0.0
	for i := range q {
		sum += of((float64(i) + 0.5) / float64(len(q)))
	}
	for i := range q {
		q[i] = uint32(math.Round(of((float64(i)+0.5)/float64(len(q))) / sum * float64(len(q)) * (1 << unitBits)))
	}
	return q
}

func lognormal(p float64) float64   { return math.Exp(spread * math.Sqrt2 * math.Erfinv(2*p-1)) }
func exponential(p float64) float64 { return -math.Log(1 - p) }
func rayleigh(p float64) float64    { return math.Sqrt(-math.Log(1 - p)) }

// computing is how the times are spread that a VM computes.
var computing = [vmSizes]func(p float64) float64{
	Small: exponential,
	ExtraLarge: func(p float64) float64 {
		if p *= collected; p < 1 {
			return collection * exponential(p)
		}
		return exponential((p - 1) / (collected - 1))
	},
}
