package virtual

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rangefinder/app/port"
)

// Text is what a cell shows. A value is cut at port.MaxCellText characters, and a character that would break the line, be
// invisible or turn the direction of what follows is shown as a picture or as U+FFFD.
func Text(c port.Cell, key bool) string {
	switch c.Kind {
	case port.CellMissing:
		return "not set"
	case port.CellNull:
		return "null"
	case port.CellEmpty:
		if key {
			return "(empty)"
		}
		return `""`
	}
	if isPlain(c.Text) {
		return c.Text
	}
	var b strings.Builder
	n := 0
	for i, r := range c.Text {
		if r == '\r' && strings.HasPrefix(c.Text[i+1:], "\n") {
			continue // one line break, one mark
		}
		if n == port.MaxCellText {
			b.WriteRune('…')
			break
		}
		n++
		if noCharacter(r) {
			b.WriteString(`\u` + strings.ToUpper(strconv.FormatInt(int64(r), 16)))
			continue
		}
		b.WriteRune(picture(r))
	}
	return b.String()
}

// noCharacter reports whether a code point never is a character, such as U+FFFF in an upper bound: no font has it, so it is written as
// an escape.
func noCharacter(r rune) bool { return r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef }

// isPlain is the fast path: short printable ASCII, which is most of what tables hold.
func isPlain(s string) bool {
	if len(s) > port.MaxCellText {
		return false
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// picture replaces control and format characters; a joiner inside a word or an emoji is left alone.
func picture(r rune) rune {
	switch {
	case r == '\n' || r == '\r':
		return '↵'
	case r == '\t':
		return '⇥'
	case r < ' ':
		return '␀' + r
	case r == 0x7f:
		return '␡'
	case r == '\u200c' || r == '\u200d':
		return r
	case r == '\u2028' || r == '\u2029':
		return '↵'
	case unicode.In(r, unicode.Cc, unicode.Cf):
		return utf8.RuneError
	}
	return r
}

// Straight shows what would turn the direction of the text after it as U+FFFD, as Text does, and leaves everything else as it is:
// for prose of others, which has lines and may be long.
func Straight(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return utf8.RuneError
		}
		return r
	}, text)
}

// Number writes a count with a comma between thousands.
func Number(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Begins reports whether a key is a character that begins another value. The space selects, and ? shows the keys.
func Begins(key string) bool {
	r, n := utf8.DecodeRuneInString(key)
	return n > 0 && n == len(key) && unicode.IsGraphic(r) && r != ' ' && r != '?'
}
