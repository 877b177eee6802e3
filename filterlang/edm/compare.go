package edm

import "math"

// Unordered is the order Compare reports when a NaN is compared: such a comparison is false for every operator except ne.
const Unordered = 2

// CompareString orders two strings by UTF-16 code units, as the service orders keys: -1, 0 or 1. It differs from Go's <
// only when one side has a code point from U+10000 up where the other has one from U+E000 to U+FFFF.
func CompareString(a, b string) int {
	n := min(len(a), len(b))
	for i := 0; i < n; i++ {
		x, y := a[i], b[i]
		if x == y {
			continue
		}
		// A lead byte of 0xEE or 0xEF starts U+E000 to U+FFFF, which UTF-16 puts after the surrogates that 0xF0 to 0xF4
		// stand for. No other place of a character holds these bytes.
		if x >= 0xEE && y >= 0xEE {
			x, y = leadRank(x), leadRank(y)
		}
		if x < y {
			return -1
		}
		return 1
	}
	switch {
	case len(a) < len(b):
		return -1
	case len(a) > len(b):
		return 1
	}
	return 0
}

func leadRank(b byte) byte {
	switch b {
	case 0xEE:
		return 0xF5
	case 0xEF:
		return 0xF6
	}
	return b
}

// PrefixEnd returns the least string that is greater, in UTF-16 ordinal order, than every string that starts with prefix:
// "Sh" gives "Si". There is none (ok is false) when prefix is empty or holds nothing but U+FFFF.
func PrefixEnd(prefix string) (end string, ok bool) {
	runes := []rune(prefix)
	for len(runes) > 0 {
		last := len(runes) - 1
		switch r := runes[last]; r {
		case 0xFFFF: // the greatest code unit: what follows "a\uffff…" is what follows "a…"
			runes = runes[:last]
			continue
		case 0xD7FF:
			runes[last] = 0x10000 // next in UTF-16 are the surrogate pairs
		case 0x10FFFF:
			runes[last] = 0xE000
		default:
			runes[last] = r + 1
		}
		return string(runes), true
	}
	return "", false
}

// Compare orders a stored value against a literal: -1, 0, 1, or Unordered when a NaN takes part. Only the literal is
// widened, Int32 to Int64 to Double; ok is false when the types still differ or the property is absent (a mismatch).
func Compare(property, literal Value) (order int, ok bool) {
	switch property.typ {
	case Int32:
		if literal.typ == Int32 {
			return compareInt(int64(property.num), int64(literal.num)), true
		}
	case Int64:
		if literal.typ == Int64 || literal.typ == Int32 {
			return compareInt(int64(property.num), int64(literal.num)), true
		}
	case Double:
		switch literal.typ {
		case Double:
			return compareFloat(property.Float(), literal.Float()), true
		case Int32, Int64:
			return compareFloat(property.Float(), float64(literal.Int())), true
		}
	case NoType:
	default:
		if property.typ == literal.typ {
			return compareSame(property, literal), true
		}
	}
	return 0, false
}

func compareSame(a, b Value) int {
	switch a.typ {
	case String:
		return CompareString(a.str, b.str)
	case Guid, Binary: // bytes; a Guid's text order is .NET's field order
		switch {
		case a.str < b.str:
			return -1
		case a.str > b.str:
			return 1
		}
		return 0
	}
	return compareInt(int64(a.num), int64(b.num)) // DateTime, Boolean
}

func compareInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func compareFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case math.IsNaN(a) || math.IsNaN(b):
		return Unordered
	}
	return 0
}
