package engine

import (
	"encoding/binary"
	"unicode/utf8"
	"unsafe"
)

// textUnits returns the number of UTF-16 code units of s, which is valid UTF-8. It is utf16Length with a fast path for ASCII.
func textUnits(s string) int {
	if isASCII(s) {
		return len(s)
	}
	return utf16Length(s)
}

// isASCII reads eight bytes at a time.
func isASCII(s string) bool {
	b := unsafe.Slice(unsafe.StringData(s), len(s))
	for len(b) >= 8 {
		if binary.LittleEndian.Uint64(b)&0x8080808080808080 != 0 {
			return false
		}
		b = b[8:]
	}
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// hashText returns a hash of s whose bits are all well mixed. It is the same in every process.
func hashText(s string, seed uint64) uint64 {
	const k = 0x9E3779B97F4A7C15
	b := unsafe.Slice(unsafe.StringData(s), len(s))
	h := seed ^ uint64(len(s))*k
	for len(b) >= 8 {
		h = (h ^ binary.LittleEndian.Uint64(b)) * k
		h ^= h >> 32
		b = b[8:]
	}
	var rest uint64
	for i, c := range b {
		rest |= uint64(c) << (8 * i)
	}
	return mix(h ^ rest)
}

// mix spreads every bit of x over all bits.
func mix(x uint64) uint64 {
	x ^= x >> 32
	x *= 0xD6E8FEB86659FD93
	x ^= x >> 32
	x *= 0xD6E8FEB86659FD93
	return x ^ x>>32
}
