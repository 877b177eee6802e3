package filterlang

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"
)

// quotedPart returns what is between the first and the last quote of a typed literal.
func quotedPart(word string) string {
	return word[strings.IndexByte(word, '\'')+1 : len(word)-1]
}

// unquote returns the text of a string literal.
func unquote(word string) string {
	word = word[1 : len(word)-1]
	if strings.IndexByte(word, '\'') < 0 {
		return word
	}
	return strings.ReplaceAll(word, "''", "'")
}

func parseInt(digits string) (int64, bool) {
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}

// parseDouble reads a number with an optional D, or NaN, INF and -INF. A number too large for a Double is refused; one too
// small is zero, as everywhere.
func parseDouble(word string) (float64, bool) {
	switch word {
	case "NaN":
		return math.NaN(), true
	case "INF":
		return math.Inf(1), true
	case "-INF":
		return math.Inf(-1), true
	}
	f, err := strconv.ParseFloat(strings.TrimRight(word, "dD"), 64)
	return f, err == nil
}

func parseHex(digits string) (string, bool) {
	b, err := hex.DecodeString(digits)
	return string(b), err == nil
}
