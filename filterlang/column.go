package filterlang

import (
	"math"

	"rangefinder/filterlang/edm"
)

// Column is a copy of one property of many entities, for a Mask to read in their place: four or eight bytes that follow each
// other, where the entities are some hundred bytes apart. Only properties of type Int32, Int64, DateTime and Double have one.
type Column struct {
	at     int      // of the value in an entity, from the end of its key
	narrow []uint32 // of Int32
	wide   []uint64 // of the others; of a Double its orderedBits
	double bool
}

// Columns are the copies that a Mask reads.
type Columns struct {
	By map[string]*Column // by property
	At int                // which value of each column belongs to the first entity of the chunk; set before each call of the Mask

	// Partial is set by BindColumns when the Mask reads entities too. Otherwise it looks only at the length of its chunk.
	Partial bool
}

// NewColumn returns an empty column for so many entities of a layout; nil when the property has none.
func NewColumn(property string, layout edm.PackedLayout, entities int) *Column {
	slot, _ := layout.Slot(property)
	c := &Column{at: edm.PackedHeader + slot.Offset}
	switch slot.Type {
	case edm.Int32:
		c.narrow = make([]uint32, 0, entities)
	case edm.Int64, edm.DateTime, edm.Double:
		c.wide, c.double = make([]uint64, 0, entities), slot.Type == edm.Double
	default:
		return nil
	}
	return c
}

// Append adds the values of entities of the column's layout.
func (c *Column) Append(chunk []edm.Packed) {
	narrow, wide := c.narrow, c.wide
	for _, p := range chunk {
		at := int(uint(p[0])|uint(p[1])<<8) + c.at
		if narrow != nil {
			b := p[at : at+4]
			narrow = append(narrow, uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16|uint32(b[3])<<24)
			continue
		}
		b := p[at : at+8]
		v := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if c.double {
			v = orderedBits(v)
		}
		wide = append(wide, v)
	}
	c.narrow, c.wide = narrow, wide
}

// Len returns the number of values.
func (c *Column) Len() int { return len(c.narrow) + len(c.wide) }

// Bytes returns the memory that the column takes.
func (c *Column) Bytes() int { return 4*cap(c.narrow) + 8*cap(c.wide) }

// BindColumns is BindMask with copies of properties of the entities that the Mask is going to be asked about. Columns of other
// properties are not looked at. The Mask is for one goroutine.
func (m *Matcher) BindColumns(layout edm.PackedLayout, columns *Columns) Mask {
	if m.filter == nil {
		return maskAll
	}
	return m.mask(m.filter, layout, columns)
}

// Compared lists the properties of a layout that the filter compares and that can have a Column.
func (m *Matcher) Compared(layout edm.PackedLayout) (names []string) {
	var walk func(Expr)
	walk = func(e Expr) {
		if c, ok := e.(*Comparison); ok && m.bind(e, layout).cost > 0 && NewColumn(c.Property, layout, 0) != nil {
			names = append(names, c.Property)
		}
		for _, o := range operands(e) {
			walk(o)
		}
	}
	if m.filter != nil {
		walk(m.filter)
	}
	return names
}

func columnInt32(c *Column, at *int, r intRange) func([]edm.Packed) uint64 {
	low, span, flip := uint32(r.low), uint32(r.high)-uint32(r.low), r.flip()
	return func(chunk []edm.Packed) uint64 {
		var out uint64
		for i, v := range c.narrow[*at : *at+len(chunk)] {
			var hit uint64
			if v-low <= span {
				hit = 1
			}
			out |= hit << (uint(i) & 63)
		}
		return out ^ flip
	}
}

func columnInt64(c *Column, at *int, r intRange) func([]edm.Packed) uint64 {
	low, span, flip := uint64(r.low), uint64(r.high)-uint64(r.low), r.flip()
	return func(chunk []edm.Packed) uint64 {
		var out uint64
		for i, v := range c.wide[*at : *at+len(chunk)] {
			var hit uint64
			if v-low <= span {
				hit = 1
			}
			out |= hit << (uint(i) & 63)
		}
		return out ^ flip
	}
}

// orderedBits returns the bits of a Double as a number that orders as the Doubles do: -Inf, …, -0, 0, …, Inf. A NaN is below or above
// all of these.
func orderedBits(bits uint64) uint64 { return bits ^ (uint64(int64(bits)>>63) | 1<<63) }

// orderedRange returns low <= v <= high, or its opposite where flip has all bits, as a range of orderedBits. Comparing those takes no
// branch, which for Doubles in no order is half of the time.
func orderedRange(low, high float64, flip uint64) intRange {
	if low == 0 {
		low = math.Copysign(0, -1)
	}
	if high == 0 {
		high = 0 // not -0
	}
	return intRange{low: int64(orderedBits(math.Float64bits(low))), high: int64(orderedBits(math.Float64bits(high))), outside: flip != 0}
}
