package keydesign

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// ValueError says why a template makes no key of an entity.
type ValueError struct {
	Property string
	Message  string // which value does not do for which function, for a person
}

func (e *ValueError) Error() string { return e.Property + ": " + e.Message }

// text returns what a part's functions make of a value; of an absent one nothing.
func (p *Part) text(v edm.Value) (string, error) {
	if v.IsZero() {
		return "", nil
	}
	s, raw := "", true
	for i := range p.Functions {
		f := &p.Functions[i]
		wrong := ""
		switch {
		case f.kind == guid && raw && v.Type() == edm.Guid:
			s = plain(v)
		case raw && v.Type() == edm.DateTime && f.kind == date:
			s = format(v.Ticks(), f.parts, false)
		case raw && v.Type() == edm.DateTime && f.kind == ticks:
			s = string(appendDigits(nil, int64(v.Ticks()), 19))
		case raw && v.Type() == edm.DateTime && f.kind == inverse && f.parts != nil:
			s = format(v.Ticks(), f.parts, true)
		case raw && v.Type() == edm.DateTime && f.kind == inverse:
			s = string(appendDigits(nil, int64(edm.MaxTicks-v.Ticks()), 19))
		case f.kind == date, f.kind == ticks, f.kind == inverse && f.parts != nil:
			wrong = f.Name + " needs a DateTime"
			if !raw {
				wrong += " as its first function"
			}
		case raw && f.kind == pad && isNumber(v.Type()):
			s, wrong = padNumber(v, f.n)
		default:
			if raw {
				s = plain(v)
			}
			s = f.apply(s)
		}
		if wrong != "" {
			return "", &ValueError{p.Property, wrong + ", not " + v.Literal() + "."}
		}
		raw = false
	}
	if raw {
		s = plain(v)
	}
	return s, nil
}

func isNumber(t edm.Type) bool { return t == edm.Int32 || t == edm.Int64 || t == edm.Double }

// plain returns a value's text before any function.
func plain(v edm.Value) string {
	switch v.Type() {
	case edm.String:
		return v.Text()
	case edm.Double:
		return strconv.FormatFloat(v.Float()+0, 'f', -1, 64) // + 0: there is one zero
	case edm.Boolean:
		return strconv.FormatBool(v.Bool())
	case edm.DateTime:
		return v.Ticks().Time().Format("2006-01-02T15:04:05.0000000Z")
	case edm.Guid:
		return v.UUID().String()
	case edm.Binary:
		return hexadecimal(v.Text())
	}
	return strconv.FormatInt(v.Int(), 10)
}

// padNumber returns a number with n digits before the point, or what is wrong with it.
func padNumber(v edm.Value, n int) (text, wrong string) {
	if v.Type() == edm.Double {
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return "", "pad needs a number with digits"
		}
	}
	text = plain(v)
	digits := strings.IndexByte(text, '.')
	if digits < 0 {
		digits = len(text)
	}
	switch {
	case text[0] == '-':
		return "", "pad needs a number that is not negative"
	case digits > n:
		return "", "pad(" + strconv.Itoa(n) + ") needs a number of at most so many digits"
	}
	return strings.Repeat("0", n-digits) + text, ""
}

// apply returns what a function that takes any text makes of one.
func (f *Function) apply(s string) string {
	switch f.kind {
	case lower:
		return strings.ToLower(s)
	case upper:
		return strings.ToUpper(s)
	case pad:
		return strings.Repeat("0", max(0, f.n-utf8.RuneCountInString(s))) + s
	case inverse:
		b := []byte(s)
		for i, c := range b {
			if c >= '0' && c <= '9' {
				b[i] = '9' - (c - '0')
			}
		}
		return string(b)
	case hash:
		return string(appendDigits(nil, int64(fnv32(s)%uint32(f.n)), len(strconv.Itoa(f.n-1))))
	case prefix:
		return firstRunes(s, f.n)
	case guid:
		return guidOf(s)
	case sha:
		sum := sha256(s)
		return hexadecimal(sum[:])[:f.n]
	}
	return s
}

// firstRunes returns the first n characters of a text.
func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
