package filterlang

import (
	"hash/maphash"
	"math"
	"math/bits"

	"rangefinder/filterlang/edm"
)

// Column is a copy of one property of many entities, for a Mask to read in their place: four or eight bytes that follow each
// other, where the entities are some hundred bytes apart. Of a String, Binary or Guid it has a hash, which tells most of those
// that are not equal to a literal.
type Column struct {
	slot   edm.PackedSlot
	fixed  int      // of the layout
	narrow []uint32 // of Int32, Boolean and texts
	wide   []uint64 // of the others; of a Double its orderedBits

	// texts has the only text with each hash, unless there are many or two have the same: then the hash tells all.
	texts map[uint32]string
}

// maxTexts bounds Column.texts: most properties that half of a table's entities agree on have few values.
const maxTexts = 256

// Columns are the copies that a Mask reads.
type Columns struct {
	By map[string]*Column // by property
	At int                // which value of each column belongs to the first entity of the chunk; set before each call of the Mask

	// Entity returns an entity by its place, for a text whose hash is that of the literal; nil when it stands in the chunk.
	Entity func(at int) edm.Packed

	// Partial is set by BindColumns when the Mask reads entities too. Otherwise it looks only at the length of its chunk.
	Partial bool
}

// NewColumn returns an empty column for so many entities of a layout; nil when the layout lacks the property.
func NewColumn(property string, layout edm.PackedLayout, entities int) *Column {
	slot, ok := layout.Slot(property)
	if !ok {
		return nil
	}
	c := &Column{slot: slot, fixed: layout.Fixed()}
	switch slot.Type {
	case edm.Int64, edm.DateTime, edm.Double:
		c.wide = make([]uint64, 0, entities)
	case edm.Int32, edm.Boolean:
		c.narrow = make([]uint32, 0, entities)
	default:
		c.narrow, c.texts = make([]uint32, 0, entities), map[uint32]string{}
	}
	return c
}

// Append adds the values of entities of the column's layout.
func (c *Column) Append(chunk []edm.Packed) {
	for _, p := range chunk {
		var bits uint64
		switch v := edm.PackedValue(p, c.slot, c.fixed); v.Type() {
		case edm.Int32, edm.Int64:
			bits = uint64(v.Int())
		case edm.DateTime:
			bits = uint64(v.Ticks())
		case edm.Double:
			bits = orderedBits(math.Float64bits(v.Float()))
		case edm.Boolean:
			if v.Bool() {
				bits = 1
			}
		default:
			bits = uint64(c.know(v.Text()))
		}
		if c.narrow != nil {
			c.narrow = append(c.narrow, uint32(bits))
		} else {
			c.wide = append(c.wide, bits)
		}
	}
}

// know returns the hash of a text, and keeps the text if it is the first one with it.
func (c *Column) know(text string) uint32 {
	hash := textHash(text)
	if c.texts != nil {
		if known, ok := c.texts[hash]; !ok && len(c.texts) < maxTexts {
			c.texts[hash] = text
		} else if !ok || known != text {
			c.texts = nil
		}
	}
	return hash
}

func textHash(text string) uint32 { return uint32(maphash.String(hashSeed, text)) }

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

// Compared lists the properties of a layout that the filter compares in a way that a Column helps with.
func (m *Matcher) Compared(layout edm.PackedLayout) (names []string) {
	var walk func(Expr)
	walk = func(e Expr) {
		if c, ok := e.(*Comparison); ok {
			cost := m.bind(e, layout).cost
			if _, stored := layout.Slot(c.Property); stored && cost > 0 && (cost < costText || c.Op == Eq || c.Op == Ne) {
				names = append(names, c.Property)
			}
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
	low, many, flip := uint32(r.low), uint64(uint32(r.high)-uint32(r.low))+1, r.flip()
	return func(chunk []edm.Packed) uint64 {
		return among(c.narrow[*at:*at+len(chunk)], low, many) ^ flip
	}
}

// among returns as bits which of up to MaskSize values are among the so many numbers from low on; 0 follows the greatest. Eight values
// a step, and no comparison, take half of the time of one after the other in WASM.
func among(values []uint32, low uint32, many uint64) uint64 {
	var out uint64
	rest := values
	for ; len(rest) >= 8; rest = rest[8:] {
		v := (*[8]uint32)(rest) // what is below many less many is below 0: bit 63
		out = out>>8 | (uint64(v[0]-low)-many)>>63<<56 | (uint64(v[1]-low)-many)>>63<<57 |
			(uint64(v[2]-low)-many)>>63<<58 | (uint64(v[3]-low)-many)>>63<<59 |
			(uint64(v[4]-low)-many)>>63<<60 | (uint64(v[5]-low)-many)>>63<<61 |
			(uint64(v[6]-low)-many)>>63<<62 | (uint64(v[7]-low)-many)>>63<<63
	}
	for _, v := range rest {
		out = out>>1 | (uint64(v-low)-many)>>63<<63
	}
	return out >> (uint(MaskSize-len(values)) & 63)
}

// columnText finds the entities whose text has the hash of the literal, and asks match for each unless the hash tells all.
func columnText(e *Comparison, columns *Columns, match Predicate) Mask {
	c, hash := columns.By[e.Property], textHash(e.Literal.Text())
	same := columnInt32(c, &columns.At, intRange{low: int64(hash), high: int64(hash)})
	known, ok := c.texts[hash]
	var equal Mask
	switch {
	case c.texts == nil:
		equal = func(chunk []edm.Packed, active uint64) (out uint64) {
			for left := same(chunk) & active; left != 0; left &= left - 1 {
				i := bits.TrailingZeros64(left)
				p := chunk[i]
				if columns.Entity != nil {
					p = columns.Entity(columns.At + i)
				}
				if match(p) == (e.Op == Eq) {
					out |= left & -left
				}
			}
			return out
		}
	case ok && known == e.Literal.Text():
		equal = func(chunk []edm.Packed, active uint64) uint64 { return same(chunk) & active }
	default:
		equal = maskNone
	}
	if e.Op == Eq {
		return equal
	}
	return func(chunk []edm.Packed, active uint64) uint64 { return active &^ equal(chunk, active) }
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
