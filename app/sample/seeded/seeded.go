// Package seeded holds the numbers and texts that generated data is made of: the same for a seed on every machine.
package seeded

import (
	"strings"

	"rangefinder/filterlang/edm"
)

// Random is a small generator (splitmix64) that gives the same numbers on every machine and with every Go release.
type Random struct{ state uint64 }

// New returns a generator that starts from a number.
func New(state uint64) *Random { return &Random{state} }

// Named returns a generator whose numbers depend on a name.
func Named(name string) *Random {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return &Random{h}
}

// Mix spreads the bits of x over 64 bits.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Next returns 64 random bits.
func (r *Random) Next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	return Mix(r.state)
}

// Below returns a number from 0 to n-1; n is from 1 to 2^32.
func (r *Random) Below(n int) int { return int(r.Next() >> 32 * uint64(n) >> 32) }

// Between returns a number from low to high inclusive.
func (r *Random) Between(low, high int) int { return low + r.Below(high-low+1) }

// Chance is true p times of 100.
func (r *Random) Chance(p int) bool { return r.Below(100) < p }

// Float returns a number in [0, 1).
func (r *Random) Float() float64 { return float64(r.Next()>>11) / (1 << 53) }

// Low returns a number from 0 to n-1 that is mostly small, as popularity is.
func (r *Random) Low(n int) int {
	f := r.Float()
	return int(f * f * f * float64(n))
}

// GUID returns a Guid of version 4.
func (r *Random) GUID() (g edm.UUID) {
	a, b := r.Next(), r.Next()
	for i := range 8 {
		g[i], g[8+i] = byte(a>>(8*i)), byte(b>>(8*i))
	}
	g[6] = g[6]&0x0f | 0x40 // version 4
	g[8] = g[8]&0x3f | 0x80
	return g
}

// Pick returns one of a list.
func Pick[T any](r *Random, from []T) T { return from[r.Below(len(from))] }

// HexDigits are lower case.
const HexDigits = "0123456789abcdef"

// GUIDText returns the 36 characters of a Guid.
func GUIDText(g edm.UUID) string {
	var b [36]byte
	at := 0
	for i, c := range g {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			b[at] = '-'
			at++
		}
		b[at], b[at+1] = HexDigits[c>>4], HexDigits[c&15]
		at += 2
	}
	return string(b[:])
}

// AppendDigits appends n, zero-padded to a width; digits beyond it are left out.
func AppendDigits(dst []byte, n int64, width int) []byte {
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

// Digits returns n, zero-padded to a width.
func Digits(n, width int) string { return string(AppendDigits(nil, int64(n), width)) }

// Texts cuts many short strings out of few allocations. A text of it keeps 16 KiB in memory, until the loader has copied it.
type Texts struct{ memory strings.Builder }

// Of returns the text of b.
func (t *Texts) Of(b []byte) string {
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

// syllables are 64 pairs of letters.
const syllables = "babebibobudadedidodufafefifogagegigoguhahehihojajekakekikolaleli" +
	"lolumamemimomunaneninonu" + "papepiporarerirorusasesisotatetitovavewo"

// Spell fills dst with a text that can be spoken, six bits a syllable.
func Spell(dst []byte, bits uint64) {
	left := 10
	for len(dst) >= 2 {
		if left == 0 {
			bits, left = Mix(bits), 10
		}
		at := bits & 63 * 2
		dst[0], dst[1] = syllables[at], syllables[at+1]
		dst = dst[2:]
		bits >>= 6
		left--
	}
	if len(dst) == 1 {
		dst[0] = syllables[Mix(bits)&63*2]
	}
}

// FillBytes fills dst with what random bits stand for.
func FillBytes(dst []byte, bits uint64) {
	for i := range dst {
		if i%8 == 0 {
			bits = Mix(bits + 1)
		}
		dst[i] = byte(bits >> (i % 8 * 8))
	}
}
