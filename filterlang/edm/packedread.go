package edm

// The readers below take a Packed that AppendPacked made; they panic on any other bytes. None of them allocates, save where
// said. The strings they return share the memory of p.

// keyLengthMask takes the flag out of the PartitionKey's length.
const (
	keyLengthMask = 0x7FFF
	keyFlag       = 0x8000
)

func read16(p Packed, at int) uint16 {
	b := p[at : at+2]
	return uint16(b[0]) | uint16(b[1])<<8
}

func read32(p Packed, at int) uint32 {
	b := p[at : at+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func read64(p Packed, at int) uint64 {
	b := p[at : at+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// PackedKey returns the sort key: comparing two of them as Go strings is the order of the table.
func PackedKey(p Packed) string { return p[PackedHeader : PackedHeader+int(read16(p, 0))] }

// PackedPartition returns the sort form of the PartitionKey.
func PackedPartition(p Packed) string {
	return p[PackedHeader : PackedHeader+int(read16(p, 2)&keyLengthMask)]
}

// PackedRow returns the sort form of the RowKey.
func PackedRow(p Packed) string {
	head := read32(p, 0)
	return p[PackedHeader+int(head>>16&keyLengthMask)+1 : PackedHeader+int(head&0xFFFF)]
}

// PackedKeys returns the keys as text. It allocates only when a key holds a character of U+E000 to U+FFFF.
func PackedKeys(p Packed) (partitionKey, rowKey string) {
	partitionKey, rowKey = PackedPartition(p), PackedRow(p)
	if p[3]&(keyFlag>>8) != 0 {
		partitionKey, rowKey = KeyText(partitionKey), KeyText(rowKey)
	}
	return partitionKey, rowKey
}

// PackedTimestamp returns the Timestamp.
func PackedTimestamp(p Packed) Ticks { return Ticks(read64(p, 8)) }

// PackedLayoutNumber returns the number of the entity's layout within its table.
func PackedLayoutNumber(p Packed) uint32 { return read32(p, 4) }

// PackedValue returns the property in a slot of the entity's layout, whose PackedLayout.Fixed is fixed. The text of a
// String, Binary or Guid shares the memory of p.
func PackedValue(p Packed, slot PackedSlot, fixed int) Value {
	base := PackedHeader + int(read16(p, 0))
	at := base + slot.Offset
	switch slot.Type {
	case Int32:
		return Value{typ: Int32, num: uint64(int64(int32(read32(p, at))))}
	case Int64, Double, DateTime:
		return Value{typ: slot.Type, num: read64(p, at)}
	case Boolean:
		return Value{typ: Boolean, num: uint64(p[at])}
	case Guid:
		return Value{typ: Guid, str: p[at : at+16]}
	case String, Binary:
		return Value{typ: slot.Type, str: PackedText(p, slot, fixed)}
	default:
		return Value{}
	}
}

// PackedText returns the bytes of a String or Binary slot, as PackedValue(p, slot, fixed).Text() does.
func PackedText(p Packed, slot PackedSlot, fixed int) string {
	base := PackedHeader + int(read16(p, 0))
	start := 0
	if slot.Before >= 0 {
		start = int(read32(p, base+slot.Before))
	}
	end := int(read32(p, base+slot.Offset))
	return p[base+fixed+start : base+fixed+end]
}
