package proxy

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"rangefinder/engine/tablerest"
)

// value is a query option or a header that the page may send, with the grammar of what is sent on. This file and the operations
// are the table in doc.go.
type value struct {
	name string
	read tablerest.Grammar
	says string // what belongs there, for the refusal
}

// options are the query options that travel, comp and restype aside: their values are in the operations.
var options = []value{
	{"$filter", readFilter, "a filter: names, numbers, operators, parentheses, and texts in single quotes"},
	{"$select", readNames, "names of properties, with commas between them"},
	{"$top", digits(10), "a number"},
	{"$format", tablerest.MediaRange, "application/json with odata=minimalmetadata, nometadata or fullmetadata"},
	{"NextPartitionKey", readToken, "a continuation token as an answer had it"},
	{"NextRowKey", readToken, "a continuation token as an answer had it"},
	{"NextTableName", readToken, "a continuation token as an answer had it"},
	{"timeout", digits(6), "a number of seconds"},
}

// headers are the headers that travel. Content-Type is written by the kind of the body.
var headers = []value{
	{"Accept", tablerest.MediaRanges, "application/json with odata=minimalmetadata, nometadata or fullmetadata"},
	{"Dataserviceversion", tablerest.DataVersion, "3.0"},
	{"Maxdataserviceversion", tablerest.DataVersion, "3.0 or 3.0;NetFx"},
	{"If-Match", tablerest.ETagCondition, `* or an ETag such as W/"…"`},
	{"If-None-Match", tablerest.ETagCondition, `* or an ETag such as W/"…"`},
	{"Prefer", tablerest.Preference, "return-content or return-no-content"},
	{clientRequestID, readRequestID, "at most 128 letters, digits, '-', '_' and '.'"},
	{"X-Ms-Version", readVersion, "a date such as " + serviceVersion},
}

// Bounds of values, in bytes.
const (
	maxFilter    = 64 << 10
	maxNames     = 32 << 10
	maxToken     = 8 << 10
	maxRequestID = 128
)

// digits returns the grammar of a number of at most n digits.
func digits(n int) tablerest.Grammar {
	return func(text string) (string, bool) {
		return text, text != "" && len(text) <= n && strings.Trim(text, "0123456789") == ""
	}
}

// readFilter is the grammar of $filter: what can be the tokens of a filter, whatever it means. Outside of quotes white space is
// written as a blank; within them, where a text may have lines, it stays.
func readFilter(text string) (string, bool) {
	if len(text) > maxFilter {
		return "", false
	}
	quoted, broken := false, false
	for _, r := range text {
		lineEnd := r == '\t' || r == '\n' || r == '\r'
		switch {
		case r == '\'':
			quoted = !quoted
		case quoted && (lineEnd || !unicode.IsControl(r)):
		case lineEnd:
			broken = true
		case !quoted && (isNameRune(r) || strings.ContainsRune(" ().,+-", r)):
		default:
			return "", false
		}
	}
	if broken {
		text = withoutLines(text)
	}
	return text, !quoted
}

// withoutLines writes white space outside of quotes as blanks.
func withoutLines(text string) string {
	quoted := false
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\'':
			quoted = !quoted
		case !quoted && (r == '\t' || r == '\n' || r == '\r'):
			return ' '
		}
		return r
	}, text)
}

// isNameRune reports whether a character can be part of the name of a property.
func isNameRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.Nl, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Cf)
}

// readNames is the grammar of $select: names, or "*", with commas and blanks between them.
func readNames(text string) (string, bool) {
	return text, len(text) <= maxNames && !strings.ContainsFunc(text, func(r rune) bool { return !isNameRune(r) && !strings.ContainsRune(" ,*", r) })
}

// readToken is the grammar of a continuation token, which only its service can read: visible ASCII characters.
func readToken(text string) (string, bool) {
	return text, len(text) <= maxToken && tablerest.IsVisible(text)
}

// readRequestID is the grammar of a request id.
func readRequestID(text string) (string, bool) {
	return text, text != "" && len(text) <= maxRequestID && !strings.ContainsFunc(text, func(r rune) bool {
		return r >= utf8.RuneSelf || !isNameRune(r) && r != '-' && r != '.'
	})
}

// readVersion is the grammar of x-ms-version: a date.
func readVersion(text string) (string, bool) {
	if text == serviceVersion {
		return text, true
	}
	_, err := time.Parse(time.DateOnly, text)
	return text, err == nil && len(text) == len(time.DateOnly)
}
