package interchange

import (
	"encoding/base64"
	"errors"
	"strconv"
	"strings"

	"rangefinder/filterlang/edm"
)

// converter turns cells into values.
type converter struct {
	format  Format
	commas  bool // numbers may have a decimal comma
	guarded bool // texts may have an apostrophe before them that is not theirs
	row     uint64
	cut     int // DateTimes so far of which decimals were cut
	left    int // values so far that were left out, as the mapping says
	arena   arena
}

// value returns the value of a cell, the zero Value for a null. reason is a sentence that says why it has none.
func (v *converter) value(c *cell) (value edm.Value, reason string) {
	col := c.column
	if c.kind == kindNull {
		return edm.Value{}, ""
	}
	t, declared := edm.NoType, col.declaredRow == v.row && col.declaredText != ""
	if declared {
		if t = col.declared; t == edm.NoType {
			if strings.EqualFold(strings.TrimPrefix(col.declaredText, "Edm."), "Null") {
				return edm.Value{}, ""
			}
			return edm.Value{}, cut(strconv.Quote(col.declaredText), 80) + " names no property type."
		}
	}
	if v.guarded {
		c.text = Unguard(c.text)
	}
	if col.want != edm.NoType && col.want != t {
		return v.wanted(c, t, col.want)
	}
	if declared {
		return v.declared(c, t)
	}
	switch c.kind {
	case kindString:
		if v.format == PlainJSON {
			return v.parse(looksQuoted(c.text), c.text)
		}
		return edm.NewString(c.text), ""
	case kindNumber:
		return v.number(c.text)
	case kindWord:
		return edm.NewBoolean(c.text == "true"), ""
	case kindNested: // only where plain JSON keeps them as text
		return edm.NewString(c.text), ""
	}
	if c.text == "" {
		if v.format == PlainCSV && c.kind == kindQuoted {
			return edm.NewString(""), ""
		}
		return edm.Value{}, ""
	}
	if v.format == PlainCSV {
		return v.parse(looks(c.text), c.text)
	}
	return edm.NewString(c.text), ""
}

// declared reads a cell as the type that the file gives.
func (v *converter) declared(c *cell, t edm.Type) (edm.Value, string) {
	switch {
	case c.kind == kindBare || c.kind == kindQuoted:
		if c.text == "" && t != edm.String && t != edm.Binary {
			return edm.Value{}, ""
		}
	case c.kind == kindNested:
		return edm.Value{}, "An entity holds no objects and no arrays."
	case c.kind == kindWord && t != edm.Boolean || c.kind == kindNumber && t != edm.Int32 && t != edm.Int64 && t != edm.Double:
		return edm.Value{}, c.text + " is not of type " + t.String() + ", which the file says it is."
	}
	return v.parse(t, c.text)
}

// wanted reads a cell as the type that the mapping gives, from what its value says in the type of the file.
func (v *converter) wanted(c *cell, from, want edm.Type) (value edm.Value, reason string) {
	if c.text == "" && (c.kind == kindBare && from == edm.NoType || want != edm.String && want != edm.Binary) {
		return edm.Value{}, ""
	}
	if col := c.column; col.date > 0 && want == edm.DateTime {
		if t, ok := dateIn(dateForms[col.date-1].layout, c.text); ok {
			return edm.NewDateTime(edm.TicksOf(t)), ""
		}
		value, reason = edm.Value{}, quotedName(c.text)+" is not a date as "+dateForms[col.date-1].name+"."
	} else {
		value, reason = v.parse(want, c.text)
	}
	if reason != "" && c.column.leave {
		v.left++
		return edm.Value{}, ""
	}
	return value, reason
}

// number reads a JSON number as the service does: without point and exponent it is an Int32, here an Int64 where it has to be.
func (v *converter) number(text string) (edm.Value, string) {
	for _, c := range []byte(text) {
		if c == '.' || c|0x20 == 'e' {
			return v.parse(edm.Double, text)
		}
	}
	if n, ok := integer(text); ok {
		if n == int64(int32(n)) {
			return edm.NewInt32(int32(n)), ""
		}
		return edm.NewInt64(n), ""
	}
	if v.format == PlainJSON {
		return edm.NewString(text), ""
	}
	return edm.Value{}, text + " is beyond the range of an Int64."
}

// integer reads digits with or without a minus; ok is false for anything else and for what is no Int64.
func integer(s string) (n int64, ok bool) {
	i := 0
	if s != "" && s[0] == '-' {
		i = 1
	}
	if i == len(s) {
		return 0, false
	}
	for _, c := range []byte(s[i:]) {
		if c -= '0'; c > 9 {
			return 0, false
		}
		n = n*10 + int64(c)
	}
	if len(s) > 18 { // it may have been too much
		n, err := strconv.ParseInt(s, 10, 64)
		return n, err == nil
	}
	if i == 1 {
		n = -n
	}
	return n, true
}

// double reads a number as JSON and .NET write it. ok is false for anything else, and where a Double would hold 0 or an
// infinity instead.
func double(s string) (f float64, ok bool) {
	zero := true
	for i, c := range []byte(s) {
		switch {
		case '1' <= c && c <= '9':
			zero = false
		case c == '0' || c == '-':
		case i > 0 && (c == '.' || c == '+'):
		case i > 0 && (c == 'e' || c == 'E'):
			if zero {
				f, err := strconv.ParseFloat(s, 64)
				return f, err == nil
			}
		default:
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil && (f != 0 || zero)
}

// parse reads text as a value of a type: first as it is written in files, then as edm.ParseText forgives. A Binary is Base64
// before it is anything else.
func (v *converter) parse(t edm.Type, text string) (edm.Value, string) {
	switch t {
	case edm.String:
		return edm.NewString(text), ""
	case edm.Int32:
		if n, ok := integer(text); ok && n == int64(int32(n)) {
			return edm.NewInt32(int32(n)), ""
		}
	case edm.Int64:
		if n, ok := integer(text); ok {
			return edm.NewInt64(n), ""
		}
	case edm.Double:
		if v.commas {
			text = dotted(text)
		}
		if f, ok := double(text); ok {
			return edm.NewDouble(f), ""
		}
	case edm.Boolean:
		if text == "true" || text == "false" {
			return edm.NewBoolean(text == "true"), ""
		}
	case edm.DateTime:
		if len(text) > len("2026-11-20T09:30:00.1234567") && edm.Finer(text) {
			v.cut++
		}
		if ticks, err := edm.ParseDateTime(text); err == nil {
			return edm.NewDateTime(ticks), ""
		}
	case edm.Guid:
		if g, err := edm.ParseGuid(text); err == nil {
			return edm.NewGuid(g), ""
		}
	case edm.Binary:
		out := v.arena.room(base64.StdEncoding.DecodedLen(len(text)))
		if n, err := base64.StdEncoding.Strict().Decode(out[:cap(out)], []byte(text)); err == nil {
			return edm.NewBinary(v.arena.take(out[:n])), ""
		}
	}
	value, err := edm.ParseText(t, text)
	if err != nil {
		if e, ok := errors.AsType[*edm.TextError](err); ok {
			return edm.Value{}, e.Sentence()
		}
		return edm.Value{}, err.Error()
	}
	return value, ""
}

// guarded reports whether a spreadsheet takes the text for a formula, or for one that Rangefinder has guarded. The list is OWASP's
// for CSV injection; the full-width signs are formulas to spreadsheets in East Asian languages.
func guarded(text string) bool {
	text = strings.TrimLeft(text, "'")
	if text == "" {
		return false
	}
	switch text[0] {
	case '=', '+', '-', '@', '\t', '\r', '\n':
		return true
	case "＝"[0]:
		return len(text) >= 3 && strings.Contains("＝＋－＠", text[:3])
	}
	return false
}

// Guard returns a text with an apostrophe before it when a spreadsheet takes it for a formula, or when it looks guarded already, so
// that taking one apostrophe off gives the text back.
func Guard(text string) string {
	if guarded(text) {
		return "'" + text
	}
	return text
}

// Unguard takes the apostrophe off that guards a text from being taken for a formula.
func Unguard(text string) string {
	if len(text) > 1 && text[0] == '\'' && guarded(text) {
		return text[1:]
	}
	return text
}
