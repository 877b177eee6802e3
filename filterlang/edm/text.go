package edm

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// TextError says why a text is no value of a type.
type TextError struct {
	Type     Type
	Text     string // what was given
	Reason   string // what is wrong with it
	Accepted string // what would be accepted, by example
}

// notNumber is the Reason of what is no number of any type.
const notNumber = "it is not written as a number"

// notWhole is the Reason of what is no whole number: what is accepted says the rest.
const notWhole = "it is not a whole number"

func (e *TextError) Error() string {
	text := e.Text
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:60]) + "…"
	}
	return fmt.Sprintf("%q is not %s. Write %s.", text, e.wanted(), e.Accepted)
}

// Sentence says what is wrong with a text that is shown already.
func (e *TextError) Sentence() string {
	return "It is not " + e.wanted() + "."
}

// wanted says what the text should be, and why it is not.
func (e *TextError) wanted() string {
	switch e.Reason {
	case notNumber:
		return "a number"
	case notWhole:
		return withArticle(e.Type)
	}
	return withArticle(e.Type) + ": " + e.Reason
}

func withArticle(t Type) string {
	switch t {
	case Int32, Int64:
		return "an " + t.String()
	case NoType:
		return "a value"
	}
	return "a " + t.String()
}

// ParseType reads a type's name in any case, bare or with "Edm.": "Edm.Int32", "int32".
func ParseType(name string) (Type, error) {
	bare := name
	if len(bare) > 4 && strings.EqualFold(bare[:4], "Edm.") {
		bare = bare[4:]
	}
	for _, t := range Types {
		if strings.EqualFold(bare, t.String()) {
			return t, nil
		}
	}
	return NoType, &TextError{Text: name, Reason: "it names no property type",
		Accepted: "String, Int32, Int64, Double, Boolean, DateTime, Guid or Binary"}
}

// String returns the lower case form 8-4-4-4-12.
func (g UUID) String() string { return string(g.append(nil)) }

func (g UUID) append(dst []byte) []byte {
	for i, part := range [...][]byte{g[:4], g[4:6], g[6:8], g[8:10], g[10:]} {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, part)
	}
	return dst
}

// ParseGuid reads the form 8-4-4-4-12 in hexadecimal digits of either case. The error is a *TextError.
func ParseGuid(s string) (g UUID, err error) {
	if len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' {
		raw := s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:]
		if _, err := hex.Decode(g[:], []byte(raw)); err == nil {
			return g, nil
		}
	}
	return UUID{}, &TextError{Type: Guid, Text: s, Reason: "it is not 32 hexadecimal digits in groups of 8-4-4-4-12",
		Accepted: "dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"}
}

// Literal returns the value as a $filter writes it: 'text' with quotes inside doubled, 42, 42L, 4.5, true, datetime'…Z',
// guid'…', X'…'. A Double always has a point or an exponent; NaN and the infinities are written NaN, INF and -INF, as OData
// does. The absent value gives "null", which no filter accepts.
func (v Value) Literal() string { return string(v.AppendLiteral(nil)) }

// AppendLiteral appends Literal to dst.
func (v Value) AppendLiteral(dst []byte) []byte {
	switch v.typ {
	case String:
		dst = append(dst, '\'')
		rest := v.str
		for {
			i := strings.IndexByte(rest, '\'')
			if i < 0 {
				break
			}
			dst = append(dst, rest[:i+1]...)
			dst = append(dst, '\'')
			rest = rest[i+1:]
		}
		return append(append(dst, rest...), '\'')
	case Int32:
		return strconv.AppendInt(dst, v.Int(), 10)
	case Int64:
		return append(strconv.AppendInt(dst, v.Int(), 10), 'L')
	case Double:
		switch f := v.Float(); {
		case math.IsInf(f, 1):
			return append(dst, "INF"...)
		case math.IsInf(f, -1):
			return append(dst, "-INF"...)
		default:
			return appendDouble(dst, f)
		}
	case DateTime:
		return append(v.Ticks().append(append(dst, "datetime'"...)), '\'')
	case Guid:
		return append(v.UUID().append(append(dst, "guid'"...)), '\'')
	case Binary:
		dst = append(dst, "X'"...)
		for i := 0; i < len(v.str); i++ {
			dst = append(dst, upperHex[v.str[i]>>4], upperHex[v.str[i]&15])
		}
		return append(dst, '\'')
	}
	return append(dst, v.Display()...)
}

const upperHex = "0123456789ABCDEF"

// appendDouble writes f as the service does: shortest digits that read back as f, always with a point or an exponent
// (10.0, 4.5, 1E-05, 1.7976931348623157E+308), NaN, Infinity, -Infinity.
func appendDouble(dst []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "NaN"...)
	case math.IsInf(f, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(f, -1):
		return append(dst, "-Infinity"...)
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e15) {
		return strconv.AppendFloat(dst, f, 'E', -1, 64)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
	for _, c := range dst[start:] {
		if c == '.' {
			return dst
		}
	}
	return append(dst, ".0"...)
}

// Display returns the exact text of the value for a person: ParseText of it gives the value back. A Binary is hexadecimal
// with 0x before it; the absent value is "".
func (v Value) Display() string {
	switch v.typ {
	case String:
		return v.str
	case Int32, Int64:
		return strconv.FormatInt(v.Int(), 10)
	case Double:
		return string(appendDouble(nil, v.Float()))
	case Boolean:
		if v.Bool() {
			return "true"
		}
		return "false"
	case DateTime:
		return v.Ticks().String()
	case Guid:
		return v.UUID().String()
	case Binary:
		return "0x" + hex.EncodeToString([]byte(v.str))
	}
	return ""
}
