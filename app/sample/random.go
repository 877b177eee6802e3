package sample

import (
	"math"
	"strings"

	"rangefinder/filterlang/edm"
)

// random is a small generator (splitmix64) that gives the same numbers on every machine and with every Go release.
type random struct{ state uint64 }

// newRandom returns a generator whose numbers depend on a name.
func newRandom(name string) *random {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return &random{h}
}

// mix spreads the bits of x over 64 bits.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	return mix(r.state)
}

// below returns a number from 0 to n-1; n is from 1 to 2^32.
func (r *random) below(n int) int { return int(r.next() >> 32 * uint64(n) >> 32) }

// between returns a number from low to high inclusive.
func (r *random) between(low, high int) int { return low + r.below(high-low+1) }

// chance is true p times of 100.
func (r *random) chance(p int) bool { return r.below(100) < p }

// float returns a number in [0, 1).
func (r *random) float() float64 { return float64(r.next()>>11) / (1 << 53) }

// low returns a number from 0 to n-1 that is mostly small, as popularity is.
func (r *random) low(n int) int {
	f := r.float()
	return int(f * f * f * float64(n))
}

func (r *random) guid() (g edm.UUID) {
	a, b := r.next(), r.next()
	for i := range 8 {
		g[i], g[8+i] = byte(a>>(8*i)), byte(b>>(8*i))
	}
	g[6] = g[6]&0x0f | 0x40 // version 4
	g[8] = g[8]&0x3f | 0x80
	return g
}

func pick[T any](r *random, from []T) T { return from[r.below(len(from))] }

const hexDigits = "0123456789abcdef"

// guidText returns the 36 characters of a Guid.
func guidText(g edm.UUID) string {
	var b [36]byte
	at := 0
	for i, c := range g {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			b[at] = '-'
			at++
		}
		b[at], b[at+1] = hexDigits[c>>4], hexDigits[c&15]
		at += 2
	}
	return string(b[:])
}

// appendDigits appends n, zero-padded to a width.
func appendDigits(dst []byte, n int64, width int) []byte {
	at := len(dst)
	for range width {
		dst = append(dst, '0')
	}
	for i := at + width - 1; i >= at && n > 0; i-- {
		dst[i] = byte('0' + n%10)
		n /= 10
	}
	return dst
}

// digits returns n, zero-padded to a width.
func digits(n, width int) string { return string(appendDigits(nil, int64(n), width)) }

// invertedTicks returns the 19 digits of MaxTicks less t: the later t, the lesser the text, so that the newest come first.
func invertedTicks(t edm.Ticks) string {
	return string(appendDigits(make([]byte, 0, 19), int64(edm.MaxTicks-t), 19))
}

// Lengths of time in ticks.
const (
	second = edm.Ticks(10_000_000)
	minute = 60 * second
	hour   = 60 * minute
	day    = 24 * hour
)

// dayText returns the date of t as "20101231".
func dayText(t edm.Ticks) string { return t.Time().Format("20060102") }

// round1 and round2 cut a number to one and two decimals.
func round1(f float64) float64 { return math.Round(f*10) / 10 }
func round2(f float64) float64 { return math.Round(f*100) / 100 }

// texts cuts many short strings out of few allocations. A text of it keeps 16 KiB in memory, until the loader has copied it.
type texts struct{ memory strings.Builder }

func (t *texts) of(b []byte) string {
	const size = 16 << 10
	if len(b) > size/4 {
		return string(b)
	}
	if t.memory.Cap()-t.memory.Len() < len(b) {
		t.memory = strings.Builder{}
		t.memory.Grow(size)
	}
	at := t.memory.Len()
	t.memory.Write(b)
	return t.memory.String()[at:]
}
