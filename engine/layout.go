package engine

import (
	"sort"
	"strings"

	"rangefinder/filterlang/edm"
)

// layout is an interned list of property names and types, with what the size formula needs to know of it. It is immutable.
type layout struct {
	*edm.Layout
	number  uint32
	columns []int  // the table's column number of each property, ascending
	base    int    // size by section 1.3 of everything but the text of the keys and the bytes of String and Binary
	texts   []int  // String and Binary properties
	binary  bool   // some property is a Binary
	etag    string // of an entity outside of tables whose ETag does not follow from its Timestamp
}

// valueSizes is the size of a value by section 1.3, without the text of a String and the bytes of a Binary.
var valueSizes = [...]int{
	edm.String: 4, edm.Int32: 4, edm.Int64: 8, edm.Double: 8, edm.Boolean: 1, edm.DateTime: 8, edm.Guid: 16, edm.Binary: 4,
}

func newLayout(number uint32, columns []int, properties []edm.LayoutProperty) *layout {
	l := &layout{Layout: edm.NewLayout(properties), number: number, columns: columns, base: 4}
	for i, p := range properties {
		l.base += 8 + 2*utf16Length(p.Name) + valueSizes[p.Type]
		if p.Type == edm.String || p.Type == edm.Binary {
			l.texts = append(l.texts, i)
			l.binary = l.binary || p.Type == edm.Binary
		}
	}
	return l
}

// size returns the size of an entity of this layout by the formula of section 1.3, in bytes.
func (l *layout) size(p edm.Packed) int {
	n := l.base + 2*textUnits(edm.PackedKey(p)) - 2 // the separator of the sort key is not part of a key
	for _, i := range l.texts {
		slot := l.SlotAt(i)
		text := edm.PackedText(p, slot, l.Fixed())
		if slot.Type == edm.Binary {
			n += len(text)
		} else {
			n += 2 * textUnits(text)
		}
	}
	return n
}

// plainSize is size for a table in which every key and String is ASCII: the length of the packed form tells it.
func (l *layout) plainSize(p edm.Packed) int {
	if l.binary {
		return l.size(p)
	}
	return l.base + 2*(len(p)-edm.PackedHeader-1-l.Fixed())
}

// schema is the properties of a table. The slices only grow, so a copy of a schema stays true while a later one goes on.
type schema struct {
	columns []string  // property names in the order they were first seen
	layouts []*layout // by number
}

// interner finds or makes the layout of an entity. It belongs to the one writer of a table; readers see schemas.
type interner struct {
	schema
	column map[string]int    // name -> place in columns
	number map[string]uint32 // column numbers and types -> layout
	key    []byte
	order  []int
	last   *layout // of the entity before: tables are mostly of one kind
}

func newInterner(from schema) *interner {
	in := &interner{schema: from, column: make(map[string]int, len(from.columns)), number: make(map[string]uint32, len(from.layouts))}
	in.columns = from.columns[:len(from.columns):len(from.columns)]
	in.layouts = from.layouts[:len(from.layouts):len(from.layouts)]
	for i, name := range in.columns {
		in.column[name] = i
	}
	for _, l := range in.layouts {
		in.key = in.key[:0]
		for i, p := range l.Properties() {
			in.key = appendColumn(in.key, l.columns[i], p.Type)
		}
		in.number[string(in.key)] = l.number
	}
	return in
}

func appendColumn(key []byte, column int, t edm.Type) []byte {
	return append(key, byte(column), byte(column>>8), byte(column>>16), byte(column>>24), byte(t))
}

// intern returns the layout of properties and appends their values to dst in its order. The properties are checked: distinct
// names, no nulls.
func (in *interner) intern(properties []Property, dst []edm.Value) (*layout, []edm.Value) {
	if l := in.last; l != nil && sameLayout(l, properties) {
		for i := range properties {
			dst = append(dst, properties[i].Value)
		}
		return l, dst
	}
	in.order = in.order[:0]
	columns := make([]int, len(properties))
	for i, p := range properties {
		columns[i] = in.addColumn(p.Name)
		in.order = append(in.order, i)
	}
	sort.Slice(in.order, func(a, b int) bool { return columns[in.order[a]] < columns[in.order[b]] })
	in.key = in.key[:0]
	for _, i := range in.order {
		in.key = appendColumn(in.key, columns[i], properties[i].Value.Type())
		dst = append(dst, properties[i].Value)
	}
	number, ok := in.number[string(in.key)]
	if !ok {
		number = uint32(len(in.layouts))
		sorted := make([]edm.LayoutProperty, len(properties))
		ordered := make([]int, len(properties))
		for at, i := range in.order {
			sorted[at] = edm.LayoutProperty{Name: in.columns[columns[i]], Type: properties[i].Value.Type()}
			ordered[at] = columns[i]
		}
		in.layouts = append(in.layouts, newLayout(number, ordered, sorted))
		in.number[string(in.key)] = number
	}
	in.last = in.layouts[number]
	return in.last, dst
}

// addColumn returns the place of a property name among the columns, a new one when it is new.
func (in *interner) addColumn(name string) int {
	c, ok := in.column[name]
	if !ok {
		c, name = len(in.columns), strings.Clone(name) // it may be a part of something large
		in.columns = append(in.columns, name)
		in.column[name] = c
	}
	return c
}

// adopt returns the layout with the properties of one of another interner.
func (in *interner) adopt(from *layout) *layout {
	properties := make([]Property, from.Len())
	for i, p := range from.Properties() {
		properties[i] = Property{p.Name, zeros[p.Type]}
	}
	l, _ := in.intern(properties, nil)
	return l
}

// zeros holds a value of each type.
var zeros = [...]edm.Value{
	edm.String: edm.NewString(""), edm.Int32: edm.NewInt32(0), edm.Int64: edm.NewInt64(0), edm.Double: edm.NewDouble(0),
	edm.Boolean: edm.NewBoolean(false), edm.DateTime: edm.NewDateTime(0), edm.Guid: edm.NewGuid(edm.UUID{}), edm.Binary: edm.NewBinary(""),
}

// sameLayout reports whether properties are exactly those of l, in its order.
func sameLayout(l *layout, properties []Property) bool {
	have := l.Properties()
	if len(have) != len(properties) {
		return false
	}
	for i := range properties {
		if have[i].Type != properties[i].Value.Type() || have[i].Name != properties[i].Name {
			return false
		}
	}
	return true
}
