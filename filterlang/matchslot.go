package filterlang

import (
	"math"

	"rangefinder/filterlang/edm"
)

// The predicates of this file read a slot in their own body instead of calling a reader of edm: in WASM a predicate without
// inlined calls takes half the time, and a full scan spends a third of its time here. They panic on bytes that are not a
// packed entity of their layout.

// bindComparison chooses the predicate of a comparison for the type that a layout gives its property.
func (m *Matcher) bindComparison(e *Comparison, layout edm.PackedLayout) node {
	slot, ok := propertySlot(e.Property, layout)
	if !ok {
		return constantNode(false)
	}
	if !comparableTypes(slot.Type, e.Literal.Type()) {
		return constantNode(m.options.mismatchResult(e.Op))
	}
	switch e.Property {
	case PartitionKey:
		return bindKey(e.Op, e.Literal.Text(), false)
	case RowKey:
		return bindKey(e.Op, e.Literal.Text(), true)
	case Timestamp:
		return rangeOf(e.Op, int64(e.Literal.Ticks()), math.MinInt64, math.MaxInt64).bind(matchTimestamp)
	}
	offset := edm.PackedHeader + slot.Offset
	switch slot.Type {
	case edm.Int32:
		return rangeOf(e.Op, e.Literal.Int(), math.MinInt32, math.MaxInt32).bind(func(r intRange) Predicate {
			return matchInt32(offset, r)
		})
	case edm.Int64:
		return rangeOf(e.Op, e.Literal.Int(), math.MinInt64, math.MaxInt64).bind(func(r intRange) Predicate {
			return matchInt64(offset, r)
		})
	case edm.DateTime:
		return rangeOf(e.Op, int64(e.Literal.Ticks()), math.MinInt64, math.MaxInt64).bind(func(r intRange) Predicate {
			return matchInt64(offset, r)
		})
	case edm.Boolean:
		truth := int64(0)
		if e.Literal.Bool() {
			truth = 1
		}
		return rangeOf(e.Op, truth, 0, 1).bind(func(r intRange) Predicate {
			return matchBoolean(slot.Offset, (r.low == 1) != r.outside)
		})
	case edm.Double:
		literal := e.Literal.Float()
		if e.Literal.Type() != edm.Double {
			literal = float64(e.Literal.Int())
		}
		return bindDouble(e.Op, literal, offset)
	case edm.String, edm.Binary, edm.Guid:
		return bindText(e.Op, e.Literal.Text(), slot, layout.Fixed())
	}
	return constantNode(false)
}

// intRange stands for a comparison of an integer: low <= v <= high, or the opposite when outside is set.
type intRange struct {
	low, high int64
	outside   bool
	constant  bool // always or never, by value
	value     bool
}

// rangeOf returns the range that op and a literal ask for, among numbers from least to greatest.
func rangeOf(op Op, literal, least, greatest int64) intRange {
	r := intRange{low: least, high: greatest}
	switch op {
	case Eq, Ne:
		r.low, r.high, r.outside = literal, literal, op == Ne
		return r
	case Ge:
		r.low = literal
	case Le:
		r.high = literal
	case Gt:
		if literal == greatest {
			return intRange{constant: true}
		}
		r.low = literal + 1
	case Lt:
		if literal == least {
			return intRange{constant: true}
		}
		r.high = literal - 1
	}
	if r.low == least && r.high == greatest {
		return intRange{constant: true, value: true}
	}
	return r
}

func (r intRange) bind(match func(intRange) Predicate) node {
	if r.constant {
		return constantNode(r.value)
	}
	return node{match: match(r), cost: costNumber}
}

func matchInt32(offset int, r intRange) Predicate {
	low, span := uint32(r.low), uint32(r.high)-uint32(r.low)
	if r.outside {
		return func(p edm.Packed) bool {
			at := int(uint(p[0])|uint(p[1])<<8) + offset
			b := p[at : at+4]
			return (uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16|uint32(b[3])<<24)-low > span
		}
	}
	return func(p edm.Packed) bool {
		at := int(uint(p[0])|uint(p[1])<<8) + offset
		b := p[at : at+4]
		return (uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16|uint32(b[3])<<24)-low <= span
	}
}

func matchInt64(offset int, r intRange) Predicate {
	low, span := uint64(r.low), uint64(r.high)-uint64(r.low)
	if r.outside {
		return func(p edm.Packed) bool {
			at := int(uint(p[0])|uint(p[1])<<8) + offset
			b := p[at : at+8]
			return (uint64(b[0])|uint64(b[1])<<8|uint64(b[2])<<16|uint64(b[3])<<24|
				uint64(b[4])<<32|uint64(b[5])<<40|uint64(b[6])<<48|uint64(b[7])<<56)-low > span
		}
	}
	return func(p edm.Packed) bool {
		at := int(uint(p[0])|uint(p[1])<<8) + offset
		b := p[at : at+8]
		return (uint64(b[0])|uint64(b[1])<<8|uint64(b[2])<<16|uint64(b[3])<<24|
			uint64(b[4])<<32|uint64(b[5])<<40|uint64(b[6])<<48|uint64(b[7])<<56)-low <= span
	}
}

func matchTimestamp(r intRange) Predicate {
	low, span, outside := uint64(r.low), uint64(r.high)-uint64(r.low), r.outside
	return func(p edm.Packed) bool {
		b := p[8:16]
		return ((uint64(b[0])|uint64(b[1])<<8|uint64(b[2])<<16|uint64(b[3])<<24|
			uint64(b[4])<<32|uint64(b[5])<<40|uint64(b[6])<<48|uint64(b[7])<<56)-low <= span) != outside
	}
}

// matchBoolean takes the offset of the slot, without the head.
func matchBoolean(offset int, want bool) Predicate {
	offset += edm.PackedHeader
	return func(p edm.Packed) bool {
		return (p[int(uint(p[0])|uint(p[1])<<8)+offset] != 0) == want
	}
}

// bindDouble turns a comparison into low <= v <= high, which is false for NaN as every comparison but ne has to be.
func bindDouble(op Op, literal float64, offset int) node {
	if math.IsNaN(literal) {
		return constantNode(op == Ne)
	}
	low, high := math.Inf(-1), math.Inf(1)
	switch op {
	case Ne:
		return node{match: matchDoubleNot(offset, literal), cost: costNumber}
	case Eq:
		low, high = literal, literal
	case Ge:
		low = literal
	case Le:
		high = literal
	case Gt:
		if literal == high {
			return constantNode(false)
		}
		low = math.Nextafter(literal, high)
	case Lt:
		if literal == low {
			return constantNode(false)
		}
		high = math.Nextafter(literal, low)
	}
	return node{match: matchDouble(offset, low, high), cost: costNumber}
}

func matchDouble(offset int, low, high float64) Predicate {
	return func(p edm.Packed) bool {
		at := int(uint(p[0])|uint(p[1])<<8) + offset
		b := p[at : at+8]
		v := math.Float64frombits(uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56)
		return v >= low && v <= high
	}
}

func matchDoubleNot(offset int, literal float64) Predicate {
	return func(p edm.Packed) bool {
		at := int(uint(p[0])|uint(p[1])<<8) + offset
		b := p[at : at+8]
		return math.Float64frombits(uint64(b[0])|uint64(b[1])<<8|uint64(b[2])<<16|uint64(b[3])<<24|
			uint64(b[4])<<32|uint64(b[5])<<40|uint64(b[6])<<48|uint64(b[7])<<56) != literal
	}
}
