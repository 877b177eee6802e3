package interchange

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"rangefinder/filterlang/edm"
)

// template makes a key of a row.
type template struct {
	field string // the key it is for
	parts []part
}

// part is one of a text, a column, a counter, a GUID.
type part struct {
	text    string
	column  *column
	counter bool
	width   int // of the counter, padded with zeros
	guid    bool
}

// CheckTemplate returns what is wrong with the template of a key, which field names, before there is a file that it is for.
func CheckTemplate(text, field string) error {
	_, err := parseTemplate(text, field, newColumns(nil, jsonNames))
	return err
}

// ColumnsOf returns the columns that the template of a key names; none for one that cannot be read.
func ColumnsOf(text string) (names []string) {
	t, err := parseTemplate(text, "", newColumns(nil, jsonNames))
	if err != nil {
		return nil
	}
	for _, p := range t.parts {
		if p.column != nil {
			names = append(names, p.column.name)
		}
	}
	return names
}

// parseTemplate reads a template. A brace that opens nothing known is an error.
func parseTemplate(text, field string, cols *columns) (*template, error) {
	t := &template{field: field}
	fail := func(reason string) (*template, error) {
		return nil, &FileError{Reason: "The template of the " + field + " cannot be read: " + reason}
	}
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			t.parts = append(t.parts, part{text: literal.String()})
			literal.Reset()
		}
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case (c == '{' || c == '}') && i+1 < len(text) && text[i+1] == c:
			literal.WriteByte(c)
			i++
			continue
		case c == '}':
			return fail("a closing brace has no opening one; a brace itself is written twice.")
		case c != '{':
			literal.WriteByte(c)
			continue
		}
		n := strings.IndexByte(text[i:], '}')
		if n < 0 {
			return fail("a brace is not closed; a brace itself is written twice.")
		}
		name := text[i+1 : i+n]
		i += n
		flush()
		switch width, counter := strings.CutPrefix(name, "#:"); {
		case name == "#":
			t.parts = append(t.parts, part{counter: true})
		case counter:
			digits, err := strconv.Atoi(width)
			if err != nil || digits < 1 || digits > 18 {
				return fail("a counter is {#}, or {#:6} with 1 to 18 digits.")
			}
			t.parts = append(t.parts, part{counter: true, width: digits})
		case name == "guid":
			t.parts = append(t.parts, part{guid: true})
		case name == "":
			return fail("{} names no column.")
		default:
			t.parts = append(t.parts, part{column: cols.pin(name)})
		}
	}
	flush()
	return t, nil
}

// key returns the key of a row, or why there is none.
func (t *template) key(cols *columns, cells []cell, counter int, a *arena) (key, reason string) {
	if len(t.parts) == 1 && t.parts[0].column != nil {
		return t.column(t.parts[0].column, cols, cells)
	}
	var out []byte
	for _, p := range t.parts {
		switch {
		case p.column != nil:
			text, reason := t.column(p.column, cols, cells)
			if reason != "" {
				return "", reason
			}
			out = append(out, text...)
		case p.counter:
			digits := strconv.Itoa(counter)
			for n := len(digits); n < p.width; n++ {
				out = append(out, '0')
			}
			out = append(out, digits...)
		case p.guid:
			out = append(out, newGuid().String()...)
		default:
			out = append(out, p.text...)
		}
	}
	return a.take(append(a.room(len(out)), out...)), ""
}

func (t *template) column(col *column, cols *columns, cells []cell) (text, reason string) {
	switch c := cols.cell(col, cells); {
	case c == nil || c.kind == kindNull:
		if col.name == t.field {
			return "", "The row has no " + col.name + "."
		}
		return "", "The row has no " + col.name + ", which its " + t.field + " needs."
	case c.kind == kindNested:
		return "", "A key is a text, not an object or an array."
	default:
		return c.text, ""
	}
}

// newGuid returns a random GUID (version 4).
func newGuid() edm.UUID {
	var g edm.UUID
	for i := 0; i < len(g); i += 8 {
		n := rand.Uint64()
		for k := range 8 {
			g[i+k] = byte(n >> (8 * k))
		}
	}
	g[6], g[8] = g[6]&0x0f|0x40, g[8]&0x3f|0x80
	return g
}
