package edm

// The packed form of one entity, as the engine stores it and a compiled predicate reads it. Little endian:
//
//	0   uint16  K: length of the sort key
//	2   uint16  length of the PartitionKey's part of the sort key; bit 15 set when the key text differs from its sort form
//	4   uint32  number of the property layout within the table
//	8   int64   Timestamp in ticks
//	16  K bytes sort key: sort form of PartitionKey, 0x00, sort form of RowKey
//	16+K        one slot for each property of the layout, at the offsets its Layout gives, F bytes in all
//	16+K+F      the bytes of String and Binary properties, in slot order
//
// A slot holds Int32 in 4 bytes, Int64, Double and DateTime in 8, Boolean in 1, Guid in 16, and for String and Binary the
// 4-byte end of its bytes, counted from the first variable byte; they start where the slot of the String or Binary before
// it ends.
//
// The sort form of a key is its UTF-8 text with lead bytes 0xEE and 0xEF (U+E000 to U+FFFF) written as 0xF5 and 0xF6, so
// that comparing bytes is the UTF-16 ordinal order of section 1.4. Keys hold no control characters (section 1.1), so the
// zero byte sorts a partition before every longer PartitionKey and one byte comparison orders (PartitionKey, RowKey).
type Packed = string

// PackedHeader is the length of the fixed head before the sort key, in bytes.
const PackedHeader = 16

// PackedSlot tells where a packed entity keeps a property.
type PackedSlot struct {
	Type   Type
	Offset int // of the slot, from the end of the sort key
	Before int // String and Binary: offset of the previous String or Binary slot, or -1 when there is none
}

// PackedLayout maps property names to slots. Fixed is F, the total length of the slots.
type PackedLayout interface {
	Slot(property string) (PackedSlot, bool)
	Fixed() int
}
