package edm

import (
	"encoding/binary"
	"strings"
)

// AppendPacked appends the packed form of an entity. values are in slot order of the layout and of its types; the keys obey
// section 1.1: at most 512 UTF-16 code units each and no control characters. It panics when values do not fit the layout.
func AppendPacked(dst []byte, layoutNumber uint32, timestamp Ticks, partitionKey, rowKey string, layout *Layout, values []Value) []byte {
	if len(values) != len(layout.slots) {
		panic("edm: values do not fit the layout")
	}
	at := len(dst)
	dst = append(dst, make([]byte, PackedHeader)...)
	dst = appendSortForm(dst, partitionKey)
	pkLength := len(dst) - at - PackedHeader
	dst = append(dst, 0)
	dst = appendSortForm(dst, rowKey)

	head := dst[at : at+PackedHeader]
	flagged := pkLength
	if differs(partitionKey) || differs(rowKey) {
		flagged |= keyFlag
	}
	binary.LittleEndian.PutUint16(head, uint16(len(dst)-at-PackedHeader))
	binary.LittleEndian.PutUint16(head[2:], uint16(flagged))
	binary.LittleEndian.PutUint32(head[4:], layoutNumber)
	binary.LittleEndian.PutUint64(head[8:], uint64(timestamp))

	end := 0
	for i := range values {
		v := &values[i]
		if v.typ != layout.slots[i].Type {
			panic("edm: values do not fit the layout")
		}
		switch v.typ {
		case Int32:
			dst = binary.LittleEndian.AppendUint32(dst, uint32(v.num))
		case Int64, Double, DateTime:
			dst = binary.LittleEndian.AppendUint64(dst, v.num)
		case Boolean:
			dst = append(dst, byte(v.num))
		case Guid:
			dst = append(dst, v.str...)
		case String, Binary:
			end += len(v.str)
			dst = binary.LittleEndian.AppendUint32(dst, uint32(end))
		}
	}
	if end > 0 {
		for i := range values {
			if t := values[i].typ; t == String || t == Binary {
				dst = append(dst, values[i].str...)
			}
		}
	}
	return dst
}

// Pack returns the packed form of one entity in memory of its own. Its arguments are those of AppendPacked.
func Pack(layoutNumber uint32, timestamp Ticks, partitionKey, rowKey string, layout *Layout, values []Value) Packed {
	n := PackedHeader + len(partitionKey) + 1 + len(rowKey) + layout.fixed
	for i := range values {
		if t := values[i].typ; t == String || t == Binary {
			n += len(values[i].str)
		}
	}
	return string(AppendPacked(make([]byte, 0, n), layoutNumber, timestamp, partitionKey, rowKey, layout, values))
}

// slabSize is the memory that a Slab takes at a time, in bytes. A size class of the Go allocator that wastes little at the
// end and is small enough to be freed after a load of few entities.
const slabSize = 32 << 10

// Slab packs many entities into few allocations, for bulk loading. The zero Slab is ready; it is for one goroutine. A packed
// entity of a slab keeps its whole slab (32 KiB) in memory, so entities that come one at a time are better made by Pack.
type Slab struct {
	// memory is only ever appended to within its capacity, so that strings cut out of it stay valid.
	memory  strings.Builder
	scratch []byte
}

// Pack returns the packed form of an entity. Its arguments are those of AppendPacked.
func (s *Slab) Pack(layoutNumber uint32, timestamp Ticks, partitionKey, rowKey string, layout *Layout, values []Value) Packed {
	s.scratch = AppendPacked(s.scratch[:0], layoutNumber, timestamp, partitionKey, rowKey, layout, values)
	return s.Add(s.scratch)
}

// Add returns a copy of an entity that AppendPacked made.
func (s *Slab) Add(packed []byte) Packed {
	if len(packed) > slabSize/4 {
		return string(packed)
	}
	if s.memory.Cap()-s.memory.Len() < len(packed) {
		s.memory = strings.Builder{}
		s.memory.Grow(slabSize)
	}
	at := s.memory.Len()
	s.memory.Write(packed)
	return s.memory.String()[at:]
}
