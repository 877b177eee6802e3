package explain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rangefinder/filterlang"
)

// visible returns s as a terminal may safely show it: control characters become their pictures (␛, ␊), what could reorder
// or hide text becomes U+FFFD, and so do bytes that are no UTF-8. Every character stays one, so columns are kept.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x20:
			return 0x2400 + r
		case r == 0x7F:
			return 0x2421
		case hidden(r):
			return utf8.RuneError
		}
		return r
	}, s)
}

// hidden reports whether r steers a terminal, reorders the text around it, or is drawn as nothing or as anything.
func hidden(r rune) bool {
	return r < 0x20 || 0x7F <= r && r <= 0x9F || r == 0x2028 || r == 0x2029 || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r)
}

// columns returns how many columns of a terminal s takes.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wide reports whether terminals draw r over two columns.
func wide(r rune) bool {
	return 0x1100 <= r && (r <= 0x115F || 0x2E80 <= r && r <= 0xA4CF || 0xAC00 <= r && r <= 0xD7A3 || 0xF900 <= r && r <= 0xFAFF ||
		0xFE30 <= r && r <= 0xFE6F || 0xFF00 <= r && r <= 0xFF60 || 0xFFE0 <= r && r <= 0xFFE6 ||
		0x1F300 <= r && r <= 0x1FAFF || 0x20000 <= r && r <= 0x3FFFD)
}

// pad returns s filled with spaces to a number of columns.
func pad(s string, to int) string {
	return s + strings.Repeat(" ", max(0, to-columns(s)))
}

// cut returns s shortened to a number of characters, with a mark that something is missing.
func cut(s string, to int) string {
	n := 0
	for i := range s {
		if n++; n > to {
			return s[:i] + "…"
		}
	}
	return s
}

// Characters of a filter that stand around a caret when the filter is too long to show whole, and in all.
const (
	contextBefore = 30
	widest        = 96
)

// Pointed returns a line with the part of text that the span is about, and a line that points at the span under it.
func Pointed(text string, span filterlang.Span) (line, carets string) {
	start, end := max(0, min(span.Start, len(text))), max(0, min(span.End, len(text)))
	from, to := 0, len(text)
	if utf8.RuneCountInString(text) > widest {
		from = start
		for range contextBefore {
			_, size := utf8.DecodeLastRuneInString(text[:from])
			from -= size
		}
		to = from + len(cutAt(text[from:], widest))
		end = min(end, to)
	}
	head, mark, tail := visible(text[from:start]), visible(text[start:end]), visible(text[end:to])
	if from > 0 {
		head = "…" + head
	}
	if to < len(text) {
		tail += "…"
	}
	return head + mark + tail, strings.Repeat(" ", columns(head)) + strings.Repeat("^", max(1, columns(mark)))
}

// cutAt returns the first characters of s.
func cutAt(s string, characters int) string {
	for i := range s {
		if characters == 0 {
			return s[:i]
		}
		characters--
	}
	return s
}
