package interchange

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"

	"rangefinder/filterlang/edm"
)

// types is a set of types.
type types uint16

func (t types) has(one edm.Type) bool { return t&(1<<one) != 0 }

// narrowest is the order in which types are proposed: the first that all values fit.
var narrowest = [...]edm.Type{edm.Int32, edm.Int64, edm.Double, edm.Boolean, edm.DateTime, edm.Guid}

// fits returns the types that hold a text without losing what it says: "007" and "+1" are Strings only, 0.12345678901234567890
// has more digits than a Double. Binary is among them where the text is Base64.
func fits(text string) types {
	set := plainFits(text)
	if text != "" && len(text)%4 == 0 {
		if _, err := base64.StdEncoding.Strict().DecodeString(text); err == nil {
			set |= 1 << edm.Binary
		}
	}
	return set
}

// plainFits is fits without Binary, which no text looks like.
func plainFits(text string) types {
	set := types(1 << edm.String)
	if text == "" {
		return set
	}
	switch c := text[0]; {
	case c == '-' || '0' <= c && c <= '9':
		set |= fitsNumber(text)
		if len(text) >= 10 && text[4] == '-' && fitsDate(text) {
			set |= 1 << edm.DateTime
		}
	case c == 't' || c == 'f' || c == 'T' || c == 'F':
		switch text {
		case "true", "false", "True", "False", "TRUE", "FALSE":
			set |= 1 << edm.Boolean
		}
	case text == "NaN" || text == "Infinity":
		set |= 1 << edm.Double
	}
	if text == "-Infinity" {
		set |= 1 << edm.Double
	}
	if len(text) == 36 {
		if _, err := edm.ParseGuid(text); err == nil {
			set |= 1 << edm.Guid
		}
	}
	return set
}

func fitsNumber(text string) types {
	digits := strings.TrimPrefix(text, "-")
	if len(text) > 400 {
		return 0
	}
	if len(digits) > 1 && digits[0] == '0' && digits[1] != '.' && digits[1]|0x20 != 'e' || digits == "" || digits[0] == '-' || digits[0] == '.' {
		return 0
	}
	var set types
	if n, ok := integer(text); ok && text != "-0" {
		set |= 1 << edm.Int64
		if n == int64(int32(n)) {
			set |= 1 << edm.Int32
		}
	}
	if f, ok := double(text); ok && '0' <= text[len(text)-1] && text[len(text)-1] <= '9' && holds(f, text) {
		set |= 1 << edm.Double
	}
	return set
}

// holds reports whether f has all the digits of the text that it was read from: up to 15 always, save for subnormal numbers.
func holds(f float64, text string) bool {
	digits := 0
	for _, c := range []byte(text) {
		if '0' <= c && c <= '9' {
			digits++
		}
	}
	return digits <= 15 && (f == 0 || math.Abs(f) > 1e-300) || significant(text) == significant(strconv.FormatFloat(f, 'e', -1, 64))
}

// significant returns the digits of a number without leading and trailing zeros, without point and exponent.
func significant(text string) string {
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		text = text[:i]
	}
	return strings.Trim(strings.Replace(text, ".", "", 1), "-0")
}

// fitsDate reports whether text is an ISO date, alone or with a time of at most seven digits of a fraction. A space may stand
// for the T.
func fitsDate(text string) bool {
	if len(text) > 10 && text[10] == ' ' {
		text = text[:10] + "T" + text[11:]
	}
	if i := strings.IndexByte(text, '.'); i >= 0 {
		n := i + 1
		for n < len(text) && '0' <= text[n] && text[n] <= '9' {
			n++
		}
		if n-i > 8 {
			return false
		}
	}
	t, err := edm.ParseDateTime(text)
	return err == nil && t >= edm.MinTicks
}

// looks returns what type one text looks like.
func looks(text string) edm.Type {
	set := plainFits(text)
	if text == "NaN" || strings.HasSuffix(text, "Infinity") {
		return edm.String // a name or a number: a column of numbers tells
	}
	return set.narrowest()
}

func (t types) narrowest() edm.Type {
	for _, one := range narrowest {
		if t.has(one) {
			return one
		}
	}
	return edm.String
}

// looksQuoted returns what type the content of a JSON string looks like: what would be a number is in quotes because it is
// none, and a date has its time and zone.
func looksQuoted(text string) edm.Type {
	if len(text) < 20 || len(text) > 36 {
		return edm.String // "2014-05-07T08:20:53Z" is the shortest
	}
	set := plainFits(text)
	switch {
	case set.has(edm.DateTime) && strings.HasSuffix(text, "Z"):
		return edm.DateTime
	case set.has(edm.Guid):
		return edm.Guid
	}
	return edm.String
}

// yesNo reports whether all values of a column are yes or no, or y or n, in any case of letters.
func (c *columnStats) yesNo() bool {
	for text := range c.values {
		switch strings.ToLower(text) {
		case "yes", "no", "y", "n":
		default:
			return false
		}
	}
	return len(c.values) > 0
}
