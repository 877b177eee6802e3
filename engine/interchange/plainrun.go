package interchange

import (
	"encoding/binary"
	"math/bits"
)

// plainRun returns the index of the first byte from i on that JSON text may not have as it is, or that ends it: a quote, a
// backslash, anything below a space or above "~". Eight bytes at a time.
func plainRun(b []byte, i int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		quote, slash, del := x^'"'*ones, x^'\\'*ones, x^0x7f*ones
		// A byte of x-y*ones borrows from those above it only where it is less than y itself: the lowest find is never wrong.
		found := ((quote-ones)&^quote | (slash-ones)&^slash | (del-ones)&^del | (x-' '*ones)&^x | x) & tops
		if found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(b) && ' ' <= b[i] && b[i] < 0x7f && b[i] != '"' && b[i] != '\\' {
		i++
	}
	return i
}
