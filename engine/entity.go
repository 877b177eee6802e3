package engine

import (
	"encoding/binary"
	"iter"
	"strings"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Entity is one immutable entity: keys, Timestamp and custom properties. The zero Entity is no entity; its methods other than
// IsZero must not be called. Reading one allocates only for ETag and Properties; the text it gives shares the table's memory.
type Entity struct {
	packed edm.Packed
	layout *layout
}

// NewEntity makes an entity as a Service other than DB needs it, by the rules of section 1. Nulls are left out. Its errors are
// those of Apply that the entity alone can raise.
func NewEntity(partitionKey, rowKey string, timestamp edm.Ticks, properties []Property) (Entity, error) {
	var m EntityMaker
	return m.New(partitionKey, rowKey, timestamp, properties)
}

// IsZero reports whether e is no entity.
func (e Entity) IsZero() bool { return e.layout == nil }

// PartitionKey returns the PartitionKey.
func (e Entity) PartitionKey() string {
	pk, _ := edm.PackedKeys(e.packed)
	return pk
}

// RowKey returns the RowKey.
func (e Entity) RowKey() string {
	_, rk := edm.PackedKeys(e.packed)
	return rk
}

// Timestamp returns when the entity was last written.
func (e Entity) Timestamp() edm.Ticks { return edm.PackedTimestamp(e.packed) }

// ETag returns the entity's ETag: W/"datetime'2017-01-05T03%3A24%3A39.6596665Z'".
func (e Entity) ETag() string {
	if e.layout.etag != "" {
		return e.layout.etag
	}
	return ETagOf(e.Timestamp())
}

// UnknownETag is the ETag of an entity of another service whose ETag is not known: it is no ETag.
const UnknownETag = "?"

// WithETag returns the entity with an ETag that does not follow from its Timestamp, as another service may give it. A table
// does not keep it. The zero Entity and the ETag "" change nothing.
func WithETag(e Entity, etag string) Entity {
	if e.IsZero() || etag == "" {
		return e
	}
	l := *e.layout
	l.etag = etag
	return Entity{e.packed, &l}
}

// WithTimestamp returns the entity with another Timestamp and the ETag that follows from it.
func WithTimestamp(e Entity, at edm.Ticks) Entity {
	b := []byte(e.packed)
	binary.LittleEndian.PutUint64(b[8:], uint64(at))
	e.packed = string(b)
	if e.layout.etag != "" {
		l := *e.layout
		l.etag = ""
		e.layout = &l
	}
	return e
}

// SameETag reports whether two entities have the same ETag.
func SameETag(a, b Entity) bool {
	if a.layout.etag == "" && b.layout.etag == "" {
		return a.Timestamp() == b.Timestamp()
	}
	return a.ETag() == b.ETag()
}

// SameContent reports whether two entities have the same custom properties with the same values, in any order. Doubles are
// compared as JSON has them: there is one zero and one NaN.
func SameContent(a, b Entity) bool {
	if a.layout.Layout == b.layout.Layout && tail(a.packed) == tail(b.packed) {
		return true
	}
	if a.Len() != b.Len() {
		return false
	}
	for i, p := range a.layout.Properties() {
		at := b.layout.Index(p.Name)
		if at < 0 || !SameValue(a.layout.Value(a.packed, i), b.layout.Value(b.packed, at)) {
			return false
		}
	}
	return true
}

// SameValue compares values as SameContent does. Nulls are the same.
func SameValue(a, b edm.Value) bool {
	if a == b {
		return true
	}
	if a.Type() != edm.Double || b.Type() != edm.Double {
		return false
	}
	x, y := a.Float(), b.Float()
	return x == y || x != x && y != y
}

// tail returns what follows the sort key of a packed entity.
func tail(p edm.Packed) string { return p[edm.PackedHeader+len(edm.PackedKey(p)):] }

// CompareKeys orders entities as a table does.
func CompareKeys(a, b Entity) int {
	return strings.Compare(edm.PackedKey(a.packed), edm.PackedKey(b.packed))
}

// SortKey returns the entity's sort key, see edm.SortKey.
func (e Entity) SortKey() string { return edm.PackedKey(e.packed) }

// Size returns the size by the formula of section 1.3, in bytes.
func (e Entity) Size() int { return e.layout.size(e.packed) }

// SelectedSize returns the size of the properties that $select names, by the formula of section 1.3, in bytes. A name that the entity
// lacks, a null in the answer, counts its name.
func (e Entity) SelectedSize(names []string) int {
	n := 4
	for _, name := range names {
		v, ok := e.Value(name)
		switch {
		case name == filterlang.Timestamp: // it is among the 4
		case name == filterlang.PartitionKey || name == filterlang.RowKey:
			n += 2 * textUnits(v.Text())
		case !ok:
			n += 8 + 2*utf16Length(name)
		default:
			n += 8 + 2*utf16Length(name) + valueSizes[v.Type()]
			switch v.Type() {
			case edm.String:
				n += 2 * textUnits(v.Text())
			case edm.Binary:
				n += len(v.Text())
			}
		}
	}
	return n
}

// Len returns the number of custom properties.
func (e Entity) Len() int { return e.layout.Len() }

// Property returns custom property i, 0 <= i < Len, in the order the table first saw the names.
func (e Entity) Property(i int) Property {
	return Property{e.layout.Properties()[i].Name, e.layout.Value(e.packed, i)}
}

// Value returns the value of a property, custom or one of PartitionKey, RowKey and Timestamp, and whether the entity has it.
func (e Entity) Value(name string) (edm.Value, bool) {
	if i := e.layout.Index(name); i >= 0 {
		return e.layout.Value(e.packed, i), true
	}
	switch name {
	case filterlang.PartitionKey:
		return edm.NewString(e.PartitionKey()), true
	case filterlang.RowKey:
		return edm.NewString(e.RowKey()), true
	case filterlang.Timestamp:
		return edm.NewDateTime(e.Timestamp()), true
	}
	return edm.Value{}, false
}

// All returns the custom properties in order.
func (e Entity) All() iter.Seq2[string, edm.Value] {
	return func(yield func(string, edm.Value) bool) {
		for i, p := range e.layout.Properties() {
			if !yield(p.Name, e.layout.Value(e.packed, i)) {
				return
			}
		}
	}
}

// Properties returns the custom properties in order, as an Op takes them.
func (e Entity) Properties() []Property {
	out := make([]Property, e.Len())
	for i := range out {
		out[i] = e.Property(i)
	}
	return out
}

// Project returns the properties that $select names, in its order; a name the entity lacks gives the zero Value, a null. Keys
// and Timestamp come only when they are named. With no names it returns keys, Timestamp and every custom property.
func Project(e Entity, names []string) []Property {
	if names == nil {
		out := make([]Property, 0, 3+e.Len())
		for _, name := range [...]string{filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp} {
			v, _ := e.Value(name)
			out = append(out, Property{name, v})
		}
		return append(out, e.Properties()...)
	}
	out := make([]Property, len(names))
	for i, name := range names {
		v, _ := e.Value(name)
		out[i] = Property{name, v}
	}
	return out
}

// ETagOf returns the ETag that goes with a Timestamp. The fraction of a second has no trailing zeros.
func ETagOf(t edm.Ticks) string {
	return `W/"datetime'` + strings.ReplaceAll(t.String(), ":", "%3A") + `'"`
}

// checkETag says whether the text can be an If-Match header: "*" or one ETag.
func checkETag(tag string) bool {
	if tag == "*" {
		return true
	}
	body := strings.TrimPrefix(tag, "W/")
	return len(body) >= 2 && body[0] == '"' && strings.IndexByte(body[1:], '"') == len(body)-2
}

// strangeETag reports whether an If-Match is a weak ETag that no version of an entity can have had: the service makes
// W/"datetime'…'" of a Timestamp, and older documentation shows W/"0x…".
func strangeETag(ifMatch string) bool {
	tag, weak := strings.CutPrefix(ifMatch, `W/"`)
	if !weak {
		return false
	}
	tag = strings.TrimSuffix(tag, `"`)
	if digits, hex := strings.CutPrefix(tag, "0x"); hex {
		return digits == "" || strings.Trim(digits, "0123456789ABCDEFabcdef") != ""
	}
	_, ok := TimeOf(`W/"` + tag + `"`)
	return !ok
}

// TimeOf returns the Timestamp that an ETag of the service names, see ETagOf; not ok for another ETag.
func TimeOf(etag string) (t edm.Ticks, ok bool) {
	text, ok := strings.CutPrefix(etag, `W/"datetime'`)
	text, closed := strings.CutSuffix(text, `'"`)
	t, err := edm.ParseDateTime(colons.Replace(text))
	return t, ok && closed && err == nil
}

// matchETag reports whether an If-Match header lets an entity with that Timestamp be changed. Both spellings of the colon
// are one.
func matchETag(ifMatch string, t edm.Ticks) bool {
	if ifMatch == "*" {
		return true
	}
	return colons.Replace(ifMatch) == colons.Replace(ETagOf(t))
}

var colons = strings.NewReplacer("%3A", ":", "%3a", ":")
