package edm

import (
	"fmt"
	"strings"
)

const (
	ticksPerSecond = 10_000_000
	ticksPerDay    = 86_400 * ticksPerSecond
)

// String returns the instant as the service writes it: "2017-01-05T03:24:39.6596665Z", without trailing zeros of the
// fraction and without a point when there is none.
func (t Ticks) String() string { return string(t.append(nil)) }

func (t Ticks) append(dst []byte) []byte {
	if t < 0 || t > MaxTicks {
		return t.Time().AppendFormat(dst, "2006-01-02T15:04:05.9999999Z") // no date of the service: still never wrong
	}
	year, month, day := civil(int64(t) / ticksPerDay)
	rest := int64(t) % ticksPerDay
	seconds := rest / ticksPerSecond
	dst = appendDigits(dst, year, 4)
	dst = append(dst, '-')
	dst = appendDigits(dst, month, 2)
	dst = append(dst, '-')
	dst = appendDigits(dst, day, 2)
	dst = append(dst, 'T')
	dst = appendDigits(dst, int(seconds/3600), 2)
	dst = append(dst, ':')
	dst = appendDigits(dst, int(seconds/60%60), 2)
	dst = append(dst, ':')
	dst = appendDigits(dst, int(seconds%60), 2)
	if fraction := int(rest % ticksPerSecond); fraction != 0 {
		width := 7
		for ; fraction%10 == 0; fraction /= 10 {
			width--
		}
		dst = append(dst, '.')
		dst = appendDigits(dst, fraction, width)
	}
	return append(dst, 'Z')
}

func appendDigits(dst []byte, n, width int) []byte {
	var digits [8]byte
	for i := width - 1; i >= 0; i-- {
		digits[i] = byte('0' + n%10)
		n /= 10
	}
	return append(dst, digits[:width]...)
}

// civil returns the Gregorian date of a day counted from 0001-01-01.
func civil(day int64) (year, month, dayOfMonth int) {
	const days400, days100, days4 = 146_097, 36_524, 1_461
	y := int(day/days400) * 400
	d := int(day % days400)
	c := min(d/days100, 3)
	y, d = y+c*100, d-c*days100
	y, d = y+d/days4*4, d%days4
	c = min(d/365, 3)
	y, d = y+c+1, d-c*365
	for month = 1; d >= daysIn(y, month); month++ {
		d -= daysIn(y, month)
	}
	return y, month, d + 1
}

func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// dayNumber counts days from 0001-01-01 to a valid date.
func dayNumber(year, month, day int) int64 {
	y := int64(year - 1)
	n := y*365 + y/4 - y/100 + y/400 + int64(day-1)
	for m := 1; m < month; m++ {
		n += int64(daysIn(year, m))
	}
	return n
}

// TicksFor returns the instant of a UTC date and time of day; ok is false when there is no such date or time. The year is
// 1 to 9999 and fraction is in units of 100 ns.
func TicksFor(year, month, day, hour, minute, second, fraction int) (t Ticks, ok bool) {
	if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) ||
		hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 ||
		fraction < 0 || fraction >= ticksPerSecond {
		return 0, false
	}
	n := dayNumber(year, month, day)*ticksPerDay + int64((hour*60+minute)*60+second)*ticksPerSecond + int64(fraction)
	return Ticks(n), true
}

// ParseDateTime reads the ISO 8601 form of the wire and of filter literals: a date, alone or with "T" and hh:mm, hh:mm:ss
// or hh:mm:ss.fraction, and then "Z", an offset such as +02:00, or nothing for UTC. Fraction digits after the seventh are
// cut; Finer tells where that loses something. The result is any instant of the years 1 to 9999; the narrower range of a stored property (MinTicks) is the
// engine's to check. The error is a *TextError.
func ParseDateTime(s string) (Ticks, error) {
	t, why := parseISO(s, 'T')
	if why != "" {
		return 0, &TextError{Type: DateTime, Text: s, Reason: why, Accepted: "2026-11-20T09:30:00.1234567Z"}
	}
	return t, nil
}

// Finer reports whether a date's fraction of a second, behind a point or a comma, says more than the seven digits that a
// DateTime has: reading it cuts them.
func Finer(s string) bool {
	fraction, n := s[strings.LastIndexAny(s, ".,")+1:], 0
	if fraction == s {
		return false
	}
	for n < len(fraction) && '0' <= fraction[n] && fraction[n] <= '9' {
		n++
	}
	return n > 7 && strings.Trim(fraction[7:n], "0") != ""
}

// parseISO reads an ISO date and time; why is "" when it could.
func parseISO(s string, separator byte) (t Ticks, why string) {
	p := isoText{rest: s}
	year, month, day := p.digits(4), p.sign('-').digits(2), p.sign('-').digits(2)
	if p.bad {
		return 0, "the date is not written YYYY-MM-DD"
	}
	var hour, minute, second, fraction int
	offset := 0
	if p.rest != "" && p.rest[0] == separator {
		p.rest = p.rest[1:]
		hour, minute = p.digits(2), p.sign(':').digits(2)
		if strings.HasPrefix(p.rest, ":") {
			second = p.sign(':').digits(2)
			if strings.HasPrefix(p.rest, ".") {
				fraction = p.sign('.').fraction()
			}
		}
		if p.bad {
			return 0, "the time is not written hh:mm:ss"
		}
		switch {
		case p.rest == "":
		case p.rest[0] == 'Z':
			p.rest = p.rest[1:]
		case p.rest[0] == '+' || p.rest[0] == '-':
			negative := p.rest[0] == '-'
			p.rest = p.rest[1:]
			hours, minutes := p.digits(2), p.sign(':').digits(2)
			if p.bad || hours > 14 || minutes > 59 || hours == 14 && minutes > 0 {
				return 0, "the offset is not written +hh:mm, up to 14:00"
			}
			if offset = hours*60 + minutes; negative {
				offset = -offset
			}
		}
	}
	if p.rest != "" {
		return 0, fmt.Sprintf("%q follows the date and time", p.rest)
	}
	t, ok := TicksFor(year, month, day, hour, minute, second, fraction)
	if !ok {
		return 0, "there is no such date or time"
	}
	t -= Ticks(offset) * 60 * ticksPerSecond
	if t < 0 || t > MaxTicks {
		return 0, "in UTC it is outside the years 1 to 9999"
	}
	return t, ""
}

// isoText is what is left to read of a date; bad is set at the first thing that does not fit.
type isoText struct {
	rest string
	bad  bool
}

func (p *isoText) digits(n int) int {
	if p.bad || len(p.rest) < n {
		p.bad = true
		return 0
	}
	value := 0
	for i := 0; i < n; i++ {
		c := p.rest[i]
		if c < '0' || c > '9' {
			p.bad = true
			return 0
		}
		value = value*10 + int(c-'0')
	}
	p.rest = p.rest[n:]
	return value
}

func (p *isoText) sign(c byte) *isoText {
	if p.bad || p.rest == "" || p.rest[0] != c {
		p.bad = true
		return p
	}
	p.rest = p.rest[1:]
	return p
}

// fraction reads one digit or more as a fraction of a second in units of 100 ns.
func (p *isoText) fraction() int {
	value, n := 0, 0
	for ; n < len(p.rest) && '0' <= p.rest[n] && p.rest[n] <= '9'; n++ {
		if n < 7 {
			value = value*10 + int(p.rest[n]-'0')
		}
	}
	p.bad = p.bad || n == 0
	for i := n; i < 7; i++ {
		value *= 10
	}
	p.rest = p.rest[n:]
	return value
}
