package edm

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// NeedsAnnotation reports whether the JSON form of v needs an "@odata.type" beside it to be read back: Int64, DateTime,
// Guid, Binary and the Doubles that are written as strings.
func (v Value) NeedsAnnotation() bool {
	switch v.typ {
	case Int64, DateTime, Guid, Binary:
		return true
	case Double:
		f := v.Float()
		return f-f != 0 // NaN or infinite
	}
	return false
}

// AppendJSON appends the wire form of v: a number for Int32 and Double, a string of digits for Int64, Base64 for Binary;
// all but ASCII is escaped. The absent value is null.
func AppendJSON(dst []byte, v Value) []byte {
	switch v.typ {
	case String:
		return AppendJSONString(dst, v.str)
	case Int32:
		return strconv.AppendInt(dst, v.Int(), 10)
	case Int64:
		return append(strconv.AppendInt(append(dst, '"'), v.Int(), 10), '"')
	case Double:
		f := v.Float()
		switch {
		case f-f != 0:
			return append(appendDouble(append(dst, '"'), f), '"')
		case f == 0:
			return append(dst, "0.0"...) // the wire has no -0.0
		}
		return appendDouble(dst, f)
	case Boolean:
		return strconv.AppendBool(dst, v.Bool())
	case DateTime:
		return append(v.Ticks().append(append(dst, '"')), '"')
	case Guid:
		return append(v.UUID().append(append(dst, '"')), '"')
	case Binary:
		return append(base64.StdEncoding.AppendEncode(append(dst, '"'), []byte(v.str)), '"')
	}
	return append(dst, "null"...)
}

// AppendJSONString appends s as a JSON string in ASCII.
func AppendJSONString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case ' ' <= r && r < 0x7F:
			dst = append(dst, byte(r))
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			dst = appendUnit(appendUnit(dst, high), low)
		default:
			dst = appendUnit(dst, r)
		}
	}
	return append(dst, '"')
}

func appendUnit(dst []byte, unit rune) []byte {
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', digits[unit>>12&15], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
}

// ParseJSON reads one JSON value as type t; with NoType the type is inferred as the service does: a string is a String, a
// number without point and exponent an Int32, any other a Double. null gives the absent value. Numbers and Booleans of a
// known type may be given as strings. The error is a *TextError; objects and arrays are errors.
func ParseJSON(t Type, raw []byte) (Value, error) {
	text := strings.Trim(string(raw), " \t\r\n")
	fail := func(reason string) (Value, error) {
		return Value{}, &TextError{Type: t, Text: text, Reason: reason, Accepted: jsonForms[min(int(t), len(jsonForms)-1)]}
	}
	if text == "" {
		return fail("there is no value")
	}
	var content string
	quoted := false
	switch c := text[0]; {
	case text == "null":
		return Value{}, nil
	case c == '"':
		var why string
		if content, why = unquoteJSON(text); why != "" {
			return fail(why)
		}
		quoted = true
	case text == "true" || text == "false":
		if t != Boolean && t != NoType {
			return fail("it is a Boolean")
		}
		return NewBoolean(text == "true"), nil
	case c == '-' || '0' <= c && c <= '9':
		if !isJSONNumber(text) {
			return fail("it is not a JSON number")
		}
		content = text
	default:
		return fail("it is not a JSON string, number, true, false or null")
	}
	return jsonValue(t, content, quoted, fail)
}

func jsonValue(t Type, content string, quoted bool, fail func(string) (Value, error)) (Value, error) {
	whole := !strings.ContainsAny(content, ".eE")
	if t == NoType {
		switch {
		case quoted:
			t = String
		case whole:
			t = Int32
		default:
			t = Double
		}
	}
	if !quoted && t != Int32 && t != Int64 && t != Double {
		return fail("it is a number")
	}
	switch t {
	case String:
		return NewString(content), nil
	case Int32, Int64:
		bits := map[Type]int{Int32: 32, Int64: 64}[t]
		n, err := strconv.ParseInt(content, 10, bits)
		if err != nil {
			return fail(fmt.Sprintf("it is not a whole number of %d bits", bits))
		}
		if t == Int32 {
			return NewInt32(int32(n)), nil
		}
		return NewInt64(n), nil
	case Double:
		switch content {
		case "NaN", "Infinity", "-Infinity", "INF", "-INF":
		default:
			if !isJSONNumber(content) {
				return fail(notNumber)
			}
		}
		f, err := strconv.ParseFloat(content, 64)
		if err != nil {
			return fail("it is beyond the range of a Double")
		}
		return NewDouble(f), nil
	case Boolean:
		if content != "true" && content != "false" {
			return fail("it is neither true nor false")
		}
		return NewBoolean(content == "true"), nil
	case DateTime:
		ticks, why := parseISO(content, 'T')
		if why != "" {
			return fail(why)
		}
		return NewDateTime(ticks), nil
	case Guid:
		g, err := ParseGuid(content)
		if err != nil {
			return fail("it is not 32 hexadecimal digits in groups of 8-4-4-4-12")
		}
		return NewGuid(g), nil
	case Binary:
		b, err := base64.StdEncoding.Strict().DecodeString(content)
		if err != nil {
			return fail("it is not Base64 with padding")
		}
		return NewBinary(string(b)), nil
	}
	return fail("there is no such type")
}

var jsonForms = [...]string{
	NoType:   `a string, a number within Int32, a number with a point or exponent, true, false or null`,
	String:   `"text"`,
	Int32:    `42`,
	Int64:    `"42"`,
	Double:   `4.5, "NaN", "Infinity" or "-Infinity"`,
	Boolean:  `true or false`,
	DateTime: `"2026-11-20T09:30:00Z"`,
	Guid:     `"dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"`,
	Binary:   `"AP8="`,
	9:        `a value of one of the eight types`,
}

// isJSONNumber checks the grammar of JSON, which is stricter than strconv's: no leading zeros, no hexadecimal digits.
func isJSONNumber(s string) bool {
	i := 0
	digits := func() bool {
		start := i
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		return i > start
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(s)
}

var jsonEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unquoteJSON reads a JSON string. Unlike encoding/json it refuses half of a surrogate pair and bytes that are no UTF-8
// rather than replacing them.
func unquoteJSON(s string) (content, why string) {
	if len(s) < 2 || s[len(s)-1] != '"' {
		return "", "the closing quote is missing"
	}
	s = s[1 : len(s)-1]
	if !utf8.ValidString(s) {
		return "", "it is not valid UTF-8"
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return "", "text follows the closing quote"
		case c < ' ':
			return "", "a control character in a JSON string is written as an escape"
		case c != '\\':
			b.WriteByte(c)
			continue
		}
		i++
		if i == len(s) {
			return "", "the closing quote is missing"
		}
		if c, ok := jsonEscapes[s[i]]; ok {
			b.WriteByte(c)
			continue
		}
		unit, ok := escapedUnit(s[i:])
		if !ok {
			return "", "it has an unknown escape"
		}
		i += 4
		r := rune(unit)
		if utf16.IsSurrogate(r) {
			low, ok := uint16(0), false
			if i+2 < len(s) && s[i+1] == '\\' {
				low, ok = escapedUnit(s[i+2:])
			}
			if r = utf16.DecodeRune(r, rune(low)); !ok || r == utf8.RuneError {
				return "", "half of a surrogate pair is missing"
			}
			i += 6
		}
		b.WriteRune(r)
	}
	return b.String(), ""
}

// escapedUnit reads "u" and four hexadecimal digits.
func escapedUnit(s string) (uint16, bool) {
	if len(s) < 5 || s[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[1:5], 16, 16)
	return uint16(n), err == nil
}
