package engine

import (
	"math"
	"math/bits"
)

// sketch estimates how many distinct values were added: exactly up to sketchExact of them, then as a HyperLogLog of
// 1 << sketchBits registers with a standard error of about 3 %. The zero sketch is empty.
type sketch struct {
	few       []uint64 // hashes while there are few
	registers *[1 << sketchBits]uint8
}

const (
	sketchBits  = 10
	sketchExact = 12
)

// changes reports whether adding h would change the sketch.
func (s *sketch) changes(h uint64) bool {
	if s.registers != nil {
		return s.registers[h>>(64-sketchBits)] < rank(h)
	}
	for _, f := range s.few {
		if f == h {
			return false
		}
	}
	return true
}

func rank(h uint64) uint8 { return uint8(bits.TrailingZeros64(h|1<<(64-sketchBits))) + 1 }

// add adds the hash of a value.
func (s *sketch) add(h uint64) {
	if s.registers != nil {
		if r := &s.registers[h>>(64-sketchBits)]; *r < rank(h) {
			*r = rank(h)
		}
		return
	}
	if !s.changes(h) {
		return
	}
	if len(s.few) < sketchExact {
		s.few = append(s.few, h)
		return
	}
	s.registers = new([1 << sketchBits]uint8)
	for _, f := range s.few {
		s.add(f)
	}
	s.few = nil
	s.add(h)
}

// merge adds every value of o.
func (s *sketch) merge(o *sketch) {
	for _, h := range o.few {
		s.add(h)
	}
	if o.registers == nil {
		return
	}
	if s.registers == nil {
		s.registers = new([1 << sketchBits]uint8)
		for _, f := range s.few {
			s.add(f)
		}
		s.few = nil
	}
	for i, r := range o.registers {
		s.registers[i] = max(s.registers[i], r)
	}
}

// clone returns a copy that shares nothing.
func (s *sketch) clone() sketch {
	c := sketch{few: append([]uint64(nil), s.few...)}
	if s.registers != nil {
		registers := *s.registers
		c.registers = &registers
	}
	return c
}

// estimate returns the number of distinct values.
func (s *sketch) estimate() int {
	if s.registers == nil {
		return len(s.few)
	}
	const m = 1 << sketchBits
	sum, zeros := 0.0, 0
	for _, r := range s.registers {
		sum += 1 / float64(uint64(1)<<r)
		if r == 0 {
			zeros++
		}
	}
	const alpha = 0.7213 / (1 + 1.079/m)
	e := alpha * m * m / sum
	if e <= 2.5*m && zeros > 0 {
		e = m * math.Log(m/float64(zeros))
	}
	return int(e + 0.5)
}
