package edm

// LayoutProperty is a property of a Layout: a name and a type.
type LayoutProperty struct {
	Name string
	Type Type
}

// Layout is an immutable list of properties and where a packed entity keeps them. Property i is at slot i, in the order
// given to NewLayout. It implements PackedLayout.
type Layout struct {
	properties []LayoutProperty
	slots      []PackedSlot
	index      map[string]int // by name; nil for small layouts, which are faster to walk
	fixed      int
}

// mapLayoutFrom is the number of properties from which a Layout looks names up in a map.
const mapLayoutFrom = 12

// slotSizes is the length of a slot by type.
var slotSizes = [...]int{NoType: 0, String: 4, Int32: 4, Int64: 8, Double: 8, Boolean: 1, DateTime: 8, Guid: 16, Binary: 4}

// NewLayout returns the layout of properties, whose names must be distinct and whose types must be of the eight. It keeps a
// copy of the list.
func NewLayout(properties []LayoutProperty) *Layout {
	l := &Layout{
		properties: append([]LayoutProperty(nil), properties...),
		slots:      make([]PackedSlot, len(properties)),
	}
	before := -1
	for i, p := range l.properties {
		l.slots[i] = PackedSlot{Type: p.Type, Offset: l.fixed, Before: -1}
		if p.Type == String || p.Type == Binary {
			l.slots[i].Before = before
			before = l.fixed
		}
		l.fixed += slotSizes[p.Type]
	}
	if len(properties) >= mapLayoutFrom {
		l.index = make(map[string]int, len(properties))
		for i, p := range l.properties {
			l.index[p.Name] = i
		}
	}
	return l
}

// Index returns the number of the slot of a property, or -1 when the layout lacks it.
func (l *Layout) Index(property string) int {
	if l.index != nil {
		if i, ok := l.index[property]; ok {
			return i
		}
		return -1
	}
	for i := range l.properties {
		if l.properties[i].Name == property {
			return i
		}
	}
	return -1
}

// Slot returns where the layout keeps a property.
func (l *Layout) Slot(property string) (PackedSlot, bool) {
	if i := l.Index(property); i >= 0 {
		return l.slots[i], true
	}
	return PackedSlot{}, false
}

// SlotAt returns slot i.
func (l *Layout) SlotAt(i int) PackedSlot { return l.slots[i] }

// Properties returns the properties in slot order. The caller must not change them.
func (l *Layout) Properties() []LayoutProperty { return l.properties }

// Len returns the number of properties.
func (l *Layout) Len() int { return len(l.properties) }

// Fixed returns the total length of the slots.
func (l *Layout) Fixed() int { return l.fixed }

// Value returns property i of a packed entity of this layout.
func (l *Layout) Value(p Packed, i int) Value { return PackedValue(p, l.slots[i], l.fixed) }
