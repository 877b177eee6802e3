package interchange

import (
	"unicode/utf16"
	"unicode/utf8"
)

// fault is how reading a piece of JSON ended.
type fault uint8

const (
	fine      fault = iota
	short           // it goes on after the bytes there are
	malformed       // no JSON: scanner.why
)

// scanner reads JSON objects into cells. A string that JSON would have but no entity can (half a surrogate pair, bytes that
// are no UTF-8) does not stop it: flaw then says what is wrong with the row.
type scanner struct {
	columns *columns
	cells   []cell
	why     string // of the last malformed
	flaw    *RowError

	annotated bool // an annotation of OData was seen
	arena     arena
	nested    bool   // objects and arrays are values
	first     column // stands before the first name of an object
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func skipSpace(b []byte, i int) int {
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	return i
}

func (s *scanner) bad(why string) fault {
	s.why = why
	return malformed
}

// spoil notes what is wrong with the row; the first thing counts.
func (s *scanner) spoil(column, value, reason string) {
	if s.flaw == nil {
		s.flaw = &RowError{Column: column, Value: cut(value, 200), Reason: reason}
	}
}

// begin starts a row.
func (s *scanner) begin() {
	s.cells, s.flaw = s.cells[:0], nil
	s.columns.begin()
}

// object reads the object at b[i] and returns the index after it.
func (s *scanner) object(b []byte, i int) (int, fault) {
	i++
	col, comma := &s.first, -1
	for {
		if i = skipSpace(b, i); i >= len(b) {
			return i, short
		}
		if b[i] == '}' && comma < 0 {
			return i + 1, fine
		}
		if b[i] == '}' {
			return comma, s.bad("There is a comma after the last value, and JSON allows none before the closing brace.")
		}
		var f fault
		if col, i, f = s.name(b, i, col); f != fine {
			return i, f
		}
		if i, f = colon(b, i); f != fine {
			if f == malformed {
				s.why = "A colon is missing."
			}
			return i, f
		}
		if i, f = s.member(b, i, col); f != fine {
			return i, f
		}
		if i = skipSpace(b, i); i >= len(b) {
			return i, short
		}
		switch b[i] {
		case '}':
			return i + 1, fine
		case ',':
			comma = i
			i++
		default:
			return i, s.bad("A comma or a closing brace is missing.")
		}
	}
}

// name reads a member's name. Most rows repeat the names of those before them: what followed the name before is tried first.
func (s *scanner) name(b []byte, i int, before *column) (*column, int, fault) {
	for k, known := range before.after {
		if known != nil && len(b)-i >= len(known.raw) && string(b[i:i+len(known.raw)]) == known.raw {
			if k > 0 {
				before.after[0], before.after[1] = before.after[1], before.after[0]
			}
			return known, i + len(known.raw), fine
		}
	}
	if b[i] != '"' {
		return nil, i, s.bad("A name in quotes is missing.")
	}
	text, end, f := s.text(b, i, "")
	if f != fine {
		return nil, end, f
	}
	col := s.columns.named(text)
	if len(col.raw) == end-i && string(b[i:end]) == col.raw {
		before.after[0], before.after[1] = col, before.after[0]
	}
	return col, end, fine
}

func colon(b []byte, i int) (int, fault) {
	if i = skipSpace(b, i); i >= len(b) {
		return i, short
	}
	if b[i] != ':' {
		return i, malformed
	}
	if i = skipSpace(b, i+1); i >= len(b) {
		return i, short
	}
	return i, fine
}

// member reads a member's value into a cell.
func (s *scanner) member(b []byte, i int, col *column) (end int, f fault) {
	c := cell{column: col}
	switch v := b[i]; {
	case v == '"' && col.note && col.typeOf == nil:
		end, f = skipText(b, i)
	case v == '"':
		c.kind = kindString
		c.text, end, f = s.text(b, i, col.name)
	case v == '-' || '0' <= v && v <= '9':
		c.kind = kindNumber
		if end, f = number(b, i); f == malformed {
			s.why = "A number is not written as JSON wants it."
		} else {
			c.text = shared(b[i:end])
		}
	default:
		end, f = s.skip(b, i)
		switch {
		case f != fine:
		case v == 'n':
		case v == 't' || v == 'f':
			c.kind, c.text = kindWord, shared(b[i:end])
		default:
			c.kind, c.text = kindNested, shared(b[i:end])
			if !s.nested && !col.note {
				s.spoil(col.name, c.text, "An entity holds no objects and no arrays.")
			}
		}
	}
	if f != fine {
		return end, f
	}
	switch {
	case col.note:
		s.annotated = true
		if col.typeOf != nil && c.kind == kindString {
			col.typeOf.declare(s.columns.row, c.text)
		}
		return end, fine
	case col.row == s.columns.row:
		s.spoil(col.name, c.text, "The name stands twice.")
		return end, fine
	case len(s.cells) == maxColumns:
		s.spoil("", "", "There are more than 10,000 names.")
		return end, fine
	}
	col.row, col.at = s.columns.row, len(s.cells)
	s.cells = append(s.cells, c)
	return end, fine
}

// text reads the string at b[i].
func (s *scanner) text(b []byte, i int, column string) (string, int, fault) {
	start := i + 1
	var all byte
	for k := start; ; k++ {
		if k = plainRun(b, k); k >= len(b) {
			return "", len(b), short
		}
		switch c := b[k]; {
		case c == '"':
			if raw := b[start:k]; all < utf8.RuneSelf || utf8.Valid(raw) {
				return shared(raw), k + 1, fine
			}
			s.spoil(column, string(b[start:k]), "The text is not valid UTF-8.")
			return "", k + 1, fine
		case c == '\\':
			return s.escaped(b, start, k, column)
		case c < ' ':
			s.spoil(column, string(b[start:k]), "A control character stands in the text as it is; JSON wants it written as an escape.")
		default:
			all |= c
		}
	}
}

// escaped reads a string whose content begins at start and has its first escape at k.
func (s *scanner) escaped(b []byte, start, k int, column string) (string, int, fault) {
	end := k
	for ; ; end++ {
		if end >= len(b) {
			return "", len(b), short
		}
		if b[end] == '"' {
			break
		}
		if b[end] == '\\' {
			end++
		}
	}
	raw := b[start:end]
	out := append(s.arena.room(len(raw)), b[start:k]...)
	if !utf8.Valid(raw) {
		s.spoil(column, string(raw), "The text is not valid UTF-8.")
		return "", end + 1, fine
	}
	for i := k - start; i < len(raw); i++ {
		c := raw[i]
		if c != '\\' {
			if c < ' ' {
				s.spoil(column, string(raw), "A control character stands in the text as it is; JSON wants it written as an escape.")
			}
			out = append(out, c)
			continue
		}
		i++
		switch c = raw[i]; c {
		case '"', '\\', '/':
			out = append(out, c)
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		default:
			r, n := unit(raw[i:])
			if n == 0 {
				s.spoil(column, string(raw), `A \ in the text begins no escape that JSON has.`)
				return "", end + 1, fine
			}
			i += n - 1
			if utf16.IsSurrogate(r) {
				low, n := rune(0), 0
				if i+2 < len(raw) && raw[i+1] == '\\' {
					low, n = unit(raw[i+2:])
				}
				if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
					s.spoil(column, string(raw), "The text holds half of a surrogate pair, which no entity can.")
					return "", end + 1, fine
				}
				i += n + 1
			}
			out = utf8.AppendRune(out, r)
		}
	}
	return s.arena.take(out), end + 1, fine
}

// unit reads "u" and four hexadecimal digits; n is 0 when there are none.
func unit(b []byte) (r rune, n int) {
	if len(b) < 5 || b[0] != 'u' {
		return 0, 0
	}
	for _, c := range b[1:5] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, 0
		}
		r = r<<4 | rune(c)
	}
	return r, 5
}
