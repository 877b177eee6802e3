package edm

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// longestSortKey is the length of the longest sort key, in bytes: UTF-8 takes at most three for a UTF-16 code unit, of which a
// key has at most 512, and a zero byte stands between the keys.
const longestSortKey = 2*3*512 + 1

// CheckPacked reports whether p is what AppendPacked makes for an entity of the layout, so that bytes from a file can be read
// as a Packed: the lengths fit, the keys are in sort form, Strings are UTF-8, a Boolean is 0 or 1. It does not look at the
// layout's number, nor at the rules for keys and values that no reader depends on.
func CheckPacked(p []byte, layout *Layout) bool {
	if len(p) < PackedHeader {
		return false
	}
	n, flagged := int(binary.LittleEndian.Uint16(p)), int(binary.LittleEndian.Uint16(p[2:]))
	text := PackedHeader + n + layout.fixed
	if n > longestSortKey || len(p) < text || !checkSortKey(p[PackedHeader:PackedHeader+n], flagged&keyLengthMask, flagged&keyFlag != 0) {
		return false
	}
	slots, end := p[PackedHeader+n:text], 0
	for i := range layout.slots {
		s := &layout.slots[i]
		switch s.Type {
		case Boolean:
			if slots[s.Offset] > 1 {
				return false
			}
		case String, Binary:
			start := end
			next := binary.LittleEndian.Uint32(slots[s.Offset:])
			if uint64(next) < uint64(start) || uint64(next) > uint64(len(p)-text) {
				return false
			}
			end = int(next)
			if s.Type == String && !utf8.Valid(p[text+start:text+end]) {
				return false
			}
		}
	}
	return text+end == len(p)
}

// checkSortKey checks a sort key whose first part is that long, and the flag that tells whether it differs from the keys.
func checkSortKey(key []byte, partition int, differing bool) bool {
	if partition >= len(key) || key[partition] != 0 {
		return false
	}
	if isASCII(key) { // nothing of it is mapped
		return !differing && bytes.IndexByte(key[:partition], 0) < 0 && bytes.IndexByte(key[partition+1:], 0) < 0
	}
	mapped := false
	for i, c := range key {
		switch {
		case c == 0 && i != partition, c == 0xEE, c == 0xEF, c > 0xF6:
			return false
		case c >= 0xF5:
			mapped = true
		}
	}
	return mapped == differing && utf8.ValidString(KeyText(string(key[:partition]))) && utf8.ValidString(KeyText(string(key[partition+1:])))
}

func isASCII(b []byte) bool {
	for ; len(b) >= 8; b = b[8:] {
		if binary.LittleEndian.Uint64(b)&0x8080808080808080 != 0 {
			return false
		}
	}
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
