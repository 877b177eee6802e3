package filterlang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The shapes below are matched by hand: package regexp brings the tables of all scripts along, 0.1 MB of what a visitor downloads.

// shaped returns how long the beginning of s is that has the shape, 0 when it has not: in a shape 9 stands for a digit, F
// for a hexadecimal one, and everything else for itself.
func shaped(s, shape string) int {
	if len(s) < len(shape) {
		return 0
	}
	for i := range len(shape) {
		c := s[i]
		switch digit := c >= '0' && c <= '9'; shape[i] {
		case '9':
			if !digit {
				return 0
			}
		case 'F':
			if !digit && (c|0x20 < 'a' || c|0x20 > 'f') {
				return 0
			}
		default:
			if c != shape[i] {
				return 0
			}
		}
	}
	return len(shape)
}

// bareGuid returns the GUID that s begins with, "" when it does not begin with one.
func bareGuid(s string) string { return s[:shaped(s, "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")] }

// isoDate returns the date that s begins with, with its time and zone as far as they are there.
func isoDate(s string) string {
	n := shaped(s, "9999-99-99")
	if n == 0 {
		return ""
	}
	minutes := shaped(s[n:], "T99:99")
	if minutes == 0 {
		return s[:n]
	}
	n += minutes
	if seconds := shaped(s[n:], ":99"); seconds > 0 {
		n += seconds
		if digits := len(s[n:]) - len(strings.TrimLeft(strings.TrimPrefix(s[n:], "."), "0123456789")); digits > 1 && s[n] == '.' {
			n += digits
		}
	}
	switch {
	case strings.HasPrefix(s[n:], "Z"):
		n++
	default:
		n += max(shaped(s[n:], "+99:99"), shaped(s[n:], "-99:99"))
	}
	return s[:n]
}

// nextClause returns where a new comparison seems to begin inside an open quote, -1 when none does: space, and or or, perhaps
// not and parentheses, a name, and an operator.
func nextClause(s string) int {
	for at := 0; at < len(s); at++ {
		if isSpace(s[at]) && clauseAt(skipSpace(s[at:])) {
			return at
		}
	}
	return -1
}

// clauseAt reports whether s begins like "and not (Name eq ".
func clauseAt(s string) bool {
	s, ok := cutWord(s, "and", "or")
	if !ok {
		return false
	}
	if rest, ok := cutWord(s, "not"); ok && comparisonAt(rest) {
		return true
	}
	return comparisonAt(s)
}

// comparisonAt reports whether s begins like "(Name eq ".
func comparisonAt(s string) bool {
	s = strings.TrimLeft(s, "(")
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !unicode.IsLetter(r) && r != '_' && (n == 0 || !(r >= '0' && r <= '9')) {
			break
		}
		n += size
	}
	if n == 0 || n == len(s) || !isSpace(s[n]) {
		return false
	}
	_, ok := cutWord(skipSpace(s[n:]), "eq", "ne", "gt", "ge", "lt", "le")
	return ok
}

// cutWord cuts one of the words and the space behind it.
func cutWord(s string, words ...string) (rest string, ok bool) {
	for _, w := range words {
		if rest, found := strings.CutPrefix(s, w); found && rest != "" && isSpace(rest[0]) {
			return skipSpace(rest), true
		}
	}
	return s, false
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\v' }

func skipSpace(s string) string { return strings.TrimLeft(s, " \t\n\f\r") }
