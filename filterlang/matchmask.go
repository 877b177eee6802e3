package filterlang

import (
	"math"
	"math/bits"

	"rangefinder/filterlang/edm"
)

// MaskSize is the greatest number of entities that a Mask takes at once.
const MaskSize = 64

// Mask evaluates a filter on up to MaskSize entities of the layout it was bound to. Bit i of active asks for chunk[i], and the
// answer has the bits of those that match. It says of each what the Predicate of the same binding says, allocates nothing and
// may be used by several goroutines at once.
//
// A scan of many entities is two times faster with it than with a Predicate: in WASM the call of a function costs more than
// the comparison of a number.
type Mask func(chunk []edm.Packed, active uint64) uint64

// BindMask prepares the filter for the entities of a layout, as Bind does.
func (m *Matcher) BindMask(layout edm.PackedLayout) Mask {
	if m.filter == nil {
		return maskAll
	}
	return m.mask(m.filter, layout, nil)
}

func maskAll(_ []edm.Packed, active uint64) uint64 { return active }
func maskNone([]edm.Packed, uint64) uint64         { return 0 }

func (m *Matcher) mask(e Expr, layout edm.PackedLayout, columns *Columns) Mask {
	n := m.bind(e, layout)
	switch {
	case n.cost == 0 && n.value:
		return maskAll
	case n.cost == 0:
		return maskNone
	}
	switch e := e.(type) {
	case *And:
		return maskAnd(m.operands(e.Operands, layout, columns))
	case *Or:
		return maskOr(m.operands(e.Operands, layout, columns))
	case *Not:
		inner := m.mask(e.Operand, layout, columns)
		return func(chunk []edm.Packed, active uint64) uint64 { return active &^ inner(chunk, active) }
	case *Comparison:
		if columns != nil && columns.By[e.Property] != nil {
			if whole := m.maskComparison(e, layout, columns); whole != nil {
				return func(chunk []edm.Packed, active uint64) uint64 { return whole(chunk) & active }
			}
			if e.Op == Eq || e.Op == Ne {
				return columnText(e, columns, n.match)
			}
		}
		if columns != nil {
			columns.Partial = true
		}
		if whole := m.maskComparison(e, layout, nil); whole != nil {
			return func(chunk []edm.Packed, active uint64) uint64 {
				if bits.OnesCount64(active)*4 < len(chunk) {
					return maskEach(n.match, chunk, active)
				}
				return whole(chunk) & active
			}
		}
	}
	if columns != nil {
		columns.Partial = true
	}
	return func(chunk []edm.Packed, active uint64) uint64 { return maskEach(n.match, chunk, active) }
}

// operands binds operands, those without a text before those with one.
func (m *Matcher) operands(operands []Expr, layout edm.PackedLayout, columns *Columns) []Mask {
	var cheap, dear []Mask
	for _, operand := range operands {
		if m.bind(operand, layout).cost < costText {
			cheap = append(cheap, m.mask(operand, layout, columns))
		} else {
			dear = append(dear, m.mask(operand, layout, columns))
		}
	}
	return append(cheap, dear...)
}

func maskAnd(operands []Mask) Mask {
	return func(chunk []edm.Packed, active uint64) uint64 {
		for _, operand := range operands {
			if active = operand(chunk, active); active == 0 {
				break
			}
		}
		return active
	}
}

func maskOr(operands []Mask) Mask {
	return func(chunk []edm.Packed, active uint64) uint64 {
		left := active
		for _, operand := range operands {
			if left &^= operand(chunk, left); left == 0 {
				break
			}
		}
		return active &^ left
	}
}

// maskEach asks a predicate for each active entity.
func maskEach(match Predicate, chunk []edm.Packed, active uint64) uint64 {
	var out uint64
	for left := active; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		if match(chunk[i]) {
			out |= left & -left
		}
	}
	return out
}

// maskComparison returns the evaluation of a comparison of a number on a whole chunk, by the column of its property unless columns
// is nil; nil for any other comparison. A Boolean is a number where it has a column.
func (m *Matcher) maskComparison(e *Comparison, layout edm.PackedLayout, columns *Columns) func(chunk []edm.Packed) uint64 {
	slot, ok := layout.Slot(e.Property)
	if !ok {
		return nil
	}
	offset := edm.PackedHeader + slot.Offset
	switch slot.Type {
	case edm.Int32:
		r := rangeOf(e.Op, e.Literal.Int(), math.MinInt32, math.MaxInt32)
		if columns != nil {
			return columnInt32(columns.By[e.Property], &columns.At, r)
		}
		return maskInt32(offset, r)
	case edm.Int64, edm.DateTime:
		literal := e.Literal.Int()
		if slot.Type == edm.DateTime {
			literal = int64(e.Literal.Ticks())
		}
		r := rangeOf(e.Op, literal, math.MinInt64, math.MaxInt64)
		if columns != nil {
			return columnInt64(columns.By[e.Property], &columns.At, r)
		}
		return maskInt64(offset, r)
	case edm.Double:
		literal := e.Literal.Float()
		if e.Literal.Type() != edm.Double {
			literal = float64(e.Literal.Int())
		}
		low, high, flip := doubleRange(e.Op, literal)
		if columns != nil {
			return columnInt64(columns.By[e.Property], &columns.At, orderedRange(low, high, flip))
		}
		return maskDouble(offset, low, high, flip)
	case edm.Boolean:
		if columns != nil {
			truth := int64(0)
			if e.Literal.Bool() {
				truth = 1
			}
			return columnInt32(columns.By[e.Property], &columns.At, rangeOf(e.Op, truth, 0, 1))
		}
	}
	return nil
}

// flip turns "inside" into "outside" for all entities of a chunk.
func (r intRange) flip() uint64 {
	if r.outside {
		return math.MaxUint64
	}
	return 0
}

func maskInt32(offset int, r intRange) func([]edm.Packed) uint64 {
	low, span, flip := uint32(r.low), uint32(r.high)-uint32(r.low), r.flip()
	return func(chunk []edm.Packed) uint64 {
		var out uint64
		for i, p := range chunk {
			at := int(uint(p[0])|uint(p[1])<<8) + offset
			b := p[at : at+4]
			var hit uint64
			if (uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16|uint32(b[3])<<24)-low <= span {
				hit = 1
			}
			out |= hit << (uint(i) & 63)
		}
		return out ^ flip
	}
}

func maskInt64(offset int, r intRange) func([]edm.Packed) uint64 {
	low, span, flip := uint64(r.low), uint64(r.high)-uint64(r.low), r.flip()
	return func(chunk []edm.Packed) uint64 {
		var out uint64
		for i, p := range chunk {
			at := int(uint(p[0])|uint(p[1])<<8) + offset
			b := p[at : at+8]
			var hit uint64
			if (uint64(b[0])|uint64(b[1])<<8|uint64(b[2])<<16|uint64(b[3])<<24|
				uint64(b[4])<<32|uint64(b[5])<<40|uint64(b[6])<<48|uint64(b[7])<<56)-low <= span {
				hit = 1
			}
			out |= hit << (uint(i) & 63)
		}
		return out ^ flip
	}
}

// doubleRange returns what a comparison asks for as low <= v <= high, which is false for NaN, or its opposite where flip has all
// bits: ne matches NaN. Comparisons that are constant (of NaN, beyond infinity) never come here.
func doubleRange(op Op, literal float64) (low, high float64, flip uint64) {
	low, high = math.Inf(-1), math.Inf(1)
	switch op {
	case Eq:
		return literal, literal, 0
	case Ne:
		return literal, literal, math.MaxUint64
	case Ge:
		low = literal
	case Le:
		high = literal
	case Gt:
		low = math.Nextafter(literal, high)
	case Lt:
		high = math.Nextafter(literal, low)
	}
	return low, high, 0
}

func maskDouble(offset int, low, high float64, flip uint64) func([]edm.Packed) uint64 {
	return func(chunk []edm.Packed) uint64 {
		var out uint64
		for i, p := range chunk {
			at := int(uint(p[0])|uint(p[1])<<8) + offset
			b := p[at : at+8]
			v := math.Float64frombits(uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
				uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56)
			var hit uint64
			if v >= low && v <= high {
				hit = 1
			}
			out |= hit << (uint(i) & 63)
		}
		return out ^ flip
	}
}
