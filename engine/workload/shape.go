package workload

import (
	"strings"

	"rangefinder/filterlang"
)

// byKeys is how an entity's address stands in the text of a shape.
const byKeys = "(PartitionKey={String},RowKey={String})"

// appendSkeleton appends the tokens of a filter with a letter for each literal. Filters of one skeleton have one shape, so that
// one of them is parsed for all. A typed literal keeps its form, digits as 9: datetime'x' is refused where others are not.
func appendSkeleton(dst []byte, filter string) []byte {
	for _, token := range filterlang.Tokens(filter) {
		text := filter[token.Span.Start:token.Span.End]
		switch token.Kind {
		case filterlang.TokenString:
			dst = append(dst, '\'')
		case filterlang.TokenNumber:
			dst = append(dst, numberLetter(text))
		case filterlang.TokenBoolean:
			dst = append(dst, strings.ToLower(text)...) // alone it is a constant, which is no literal
		case filterlang.TokenTyped:
			dst = appendForm(dst, text)
		default:
			dst = append(dst, text...)
		}
		dst = append(dst, ' ')
	}
	return dst
}

// numberLetter tells the types of numbers apart: I, L and D, and H for what no Int64 holds.
func numberLetter(text string) byte {
	digits, negative := strings.CutPrefix(text, "-")
	long := strings.HasSuffix(digits, "L") || strings.HasSuffix(digits, "l")
	if long {
		digits = digits[:len(digits)-1]
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 'D'
		}
	}
	switch digits = strings.TrimLeft(digits, "0"); {
	case !long && within(digits, "2147483647", negative):
		return 'I'
	case within(digits, "9223372036854775807", negative):
		return 'L'
	}
	return 'H'
}

// within reports whether digits are at most those of the largest number of a type, which has one more below zero.
func within(digits, largest string, negative bool) bool {
	last := len(largest) - 1
	if negative && len(digits) == len(largest) && digits[:last] == largest[:last] {
		return digits[last] <= '8'
	}
	return len(digits) < len(largest) || len(digits) == len(largest) && digits <= largest
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// appendForm appends a typed literal without its value: digits are 9, in a guid and in bytes also the letters of hexadecimal
// numbers. Of bytes it keeps whether their number of digits is even.
func appendForm(dst []byte, text string) []byte {
	prefix, value, _ := strings.Cut(text, "'")
	dst = append(append(dst, prefix...), '\'')
	hexadecimal := prefix != "datetime"
	if hexadecimal && prefix != "guid" && strings.Trim(value, "0123456789abcdefABCDEF") == "'" {
		return append(dst, "eo"[1-len(value)%2])
	}
	for i := range min(len(value), 64) {
		c := value[i]
		if c >= '0' && c <= '9' || hexadecimal && c|0x20 >= 'a' && c|0x20 <= 'f' {
			c = '9'
		}
		dst = append(dst, c)
	}
	return dst
}
