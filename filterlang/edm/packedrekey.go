package edm

import "encoding/binary"

// AppendRekeyed appends an entity under another key, with Strings behind its own properties: the slots of to are those of
// from, the layout of p, and one for each text. What lies between is copied as it is. The keys obey section 1.1; ascii says that they
// are ASCII, and so their own sort forms.
func AppendRekeyed(dst []byte, p Packed, from *Layout, layoutNumber uint32, partitionKey, rowKey []byte, ascii bool, texts []string) []byte {
	at := len(dst)
	dst = append(dst, p[:PackedHeader]...)
	flagged := len(partitionKey)
	if ascii {
		dst = append(append(append(dst, partitionKey...), 0), rowKey...)
	} else {
		dst = appendSortForm(append(appendSortForm(dst, partitionKey), 0), rowKey)
		if differs(partitionKey) || differs(rowKey) {
			flagged |= keyFlag
		}
	}
	head := dst[at:]
	binary.LittleEndian.PutUint16(head, uint16(len(head)-PackedHeader))
	binary.LittleEndian.PutUint16(head[2:], uint16(flagged))
	binary.LittleEndian.PutUint32(head[4:], layoutNumber)

	body := p[PackedHeader+int(read16(p, 0)):]
	fixed := from.Fixed()
	dst = append(dst, body[:fixed]...)
	end := len(body) - fixed // where a String ends is counted from the first variable byte, so that the others stay true
	for _, text := range texts {
		end += len(text)
		dst = binary.LittleEndian.AppendUint32(dst, uint32(end))
	}
	dst = append(dst, body[fixed:]...)
	for _, text := range texts {
		dst = append(dst, text...)
	}
	return dst
}
