package keydesign

import (
	"strings"
	"time"

	"rangefinder/filterlang/edm"
)

// datePart is a piece of a date's format: a unit, or text between units.
type datePart struct {
	unit    unit
	between string // for noUnit
}

// unit is a part of a date, from the longest to the shortest; a week divides a year beside months.
type unit uint8

const (
	year unit = iota
	month
	day
	hour
	minute
	second
	week
	noUnit
)

var units = [...]struct {
	format string
	end    int // what the inverse is taken from
}{year: {"yyyy", 9999}, month: {"MM", 13}, day: {"dd", 32}, hour: {"HH", 23}, minute: {"mm", 59}, second: {"ss", 59}, week: {"ww", 54}}

// parseFormat reads the format of a date, or says what is wrong with it.
func parseFormat(text string) (parts []datePart, wrong string) {
	any := false
next:
	for text != "" {
		for u := range units {
			if strings.HasPrefix(text, units[u].format) {
				parts = append(parts, datePart{unit: unit(u)})
				text = text[len(units[u].format):]
				any = true
				continue next
			}
		}
		c := text[0]
		switch {
		case strings.IndexByte("-_.,;:~+TWZ ", c) < 0 && (c < '0' || c > '9'):
			return nil, "The format of a date has yyyy MM dd HH mm ss and ww, and between them - _ . , ; : ~ + T W Z, spaces and digits; not " + quoted(text) + "."
		case len(parts) > 0 && parts[len(parts)-1].unit == noUnit:
			parts[len(parts)-1].between += text[:1]
		default:
			parts = append(parts, datePart{noUnit, text[:1]})
		}
		text = text[1:]
	}
	if !any {
		return nil, "The format of a date has at least one of yyyy MM dd HH mm ss ww."
	}
	return parts, ""
}

// of returns a unit of an instant.
func (u unit) of(t time.Time) int {
	switch u {
	case year:
		return t.Year()
	case month:
		return int(t.Month())
	case day:
		return t.Day()
	case hour:
		return t.Hour()
	case minute:
		return t.Minute()
	case second:
		return t.Second()
	}
	return (t.YearDay()-1)/7 + 1
}

// format returns the parts of an instant; each part is taken from its end when it is inverted.
func format(at edm.Ticks, parts []datePart, inverted bool) string {
	return string(appendFormat(nil, at, parts, inverted))
}

func appendFormat(b []byte, at edm.Ticks, parts []datePart, inverted bool) []byte {
	t := at.Time()
	for _, p := range parts {
		if p.unit == noUnit {
			b = append(b, p.between...)
			continue
		}
		n := p.unit.of(t)
		if inverted {
			n = units[p.unit].end - n
		}
		b = appendDigits(b, int64(n), len(units[p.unit].format))
	}
	return b
}

// ordered reports whether the formatted text of dates is in the order of the dates: years first, then each next unit.
func ordered(parts []datePart) bool {
	want := year
	for _, p := range parts {
		switch {
		case p.unit == noUnit:
		case p.unit == week && want == month:
			want = noUnit
		case p.unit == want && p.unit < week:
			want++
		default:
			return false
		}
	}
	return want > year
}

// appendDigits appends a number of 0 or more with at least so many digits.
func appendDigits(dst []byte, n int64, width int) []byte {
	var b [20]byte
	at := len(b)
	for at == len(b) || n > 0 || len(b)-at < width && at > 0 {
		at--
		b[at] = byte('0' + n%10)
		n /= 10
	}
	return append(dst, b[at:]...)
}
