package edm

import (
	"encoding/base64"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

var accepted = [...]string{
	NoType:   "one of the eight types",
	String:   "any text",
	Int32:    "a whole number from -2,147,483,648 to 2,147,483,647",
	Int64:    "a whole number from -9,223,372,036,854,775,808 to 9,223,372,036,854,775,807",
	Double:   "a number such as 4.5, -0.25 or 6.02E+23, or NaN, Infinity, −Infinity", // a line may break behind a hyphen, and not behind a minus sign
	Boolean:  "true or false (yes, no, 1 and 0 do as well)",
	DateTime: "2026-11-20T09:30:00Z, 2026-11-20 09:30, 2026-11-20 or 20 Nov 2026 09:30 (UTC unless an offset such as +02:00 follows)",
	Guid:     "32 hexadecimal digits such as dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2, with or without dashes and braces",
	Binary:   "hexadecimal digits (0x00FF, X'00FF' or 00 FF) or Base64 (AP8=)",
}

// ParseText reads what a person typed for a value of type t. It forgives spelling, never a value: numbers must be exactly
// what the type can hold. A filter literal of the type and Display's text are always accepted. A text that is both
// hexadecimal and Base64 is hexadecimal; "base64:" before it makes it the other. A String is taken as it is. The error is a
// *TextError that tells what is accepted.
func ParseText(t Type, s string) (Value, error) {
	fail := func(reason string) (Value, error) {
		if int(t) >= len(accepted) {
			t = NoType
		}
		return Value{}, &TextError{Type: t, Text: s, Reason: reason, Accepted: accepted[t]}
	}
	trimmed := strings.TrimSpace(s)
	if trimmed == "" && t != String && t != Binary {
		return fail("it is empty")
	}
	switch t {
	case String:
		if !utf8.ValidString(s) {
			return fail("it is not valid UTF-8")
		}
		return NewString(s), nil
	case Int32:
		n, why := wholeNumber(trimmed, 32)
		if why != "" {
			return fail(why)
		}
		return NewInt32(int32(n)), nil
	case Int64:
		n, why := wholeNumber(strings.TrimRight(trimmed, "lL"), 64)
		if why != "" {
			return fail(why)
		}
		return NewInt64(n), nil
	case Double:
		f, why := anyNumber(trimmed)
		if why != "" {
			return fail(why)
		}
		return NewDouble(f), nil
	case Boolean:
		switch strings.ToLower(trimmed) {
		case "true", "yes", "1", "t", "y", "on":
			return NewBoolean(true), nil
		case "false", "no", "0", "f", "n", "off":
			return NewBoolean(false), nil
		}
		return fail("it is neither true nor false")
	case DateTime:
		ticks, why := anyDate(unprefixed(trimmed, "datetime"))
		if why != "" {
			return fail(why)
		}
		return NewDateTime(ticks), nil
	case Guid:
		g, ok := anyGuid(unprefixed(trimmed, "guid"))
		if !ok {
			return fail("it is not 32 hexadecimal digits")
		}
		return NewGuid(g), nil
	case Binary:
		b, ok := anyBytes(trimmed)
		if !ok {
			return fail("it is neither an even number of hexadecimal digits nor Base64")
		}
		return NewBinary(b), nil
	}
	return fail("no type is chosen")
}

// unprefixed takes the quotes of a filter literal off: datetime'…' gives …
func unprefixed(s, prefix string) string {
	if n := len(prefix); len(s) >= n+2 && strings.EqualFold(s[:n], prefix) && s[n] == '\'' && s[len(s)-1] == '\'' {
		return s[n+1 : len(s)-1]
	}
	return s
}

// wholeNumber reads a decimal number of so many bits; why is "" when it fits.
func wholeNumber(s string, bits int) (n int64, why string) {
	s = strings.Replace(s, "−", "-", 1)
	n, err := strconv.ParseInt(s, 10, bits)
	switch {
	case err == nil:
		return n, ""
	case strings.HasSuffix(err.Error(), strconv.ErrRange.Error()):
		return 0, "it is out of range"
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil && f != math.Trunc(f) {
		return 0, "it has a fraction"
	}
	return 0, notWhole
}

// anyNumber reads a Double; why is "" when nothing of what was written would be lost that a person can see.
func anyNumber(s string) (f float64, why string) {
	s = strings.Replace(s, "−", "-", 1)
	switch strings.ToLower(s) {
	case "nan":
		return math.NaN(), ""
	case "infinity", "inf", "+inf", "+infinity", "∞":
		return math.Inf(1), ""
	case "-infinity", "-inf", "-∞":
		return math.Inf(-1), ""
	}
	digits := strings.TrimRight(s, "dD")
	for _, c := range digits {
		if (c < '0' || c > '9') && !strings.ContainsRune("+-.eE", c) {
			if c == ',' {
				return 0, "it has a comma; write a decimal point, and no thousands separators"
			}
			return 0, notNumber
		}
	}
	f, err := strconv.ParseFloat(digits, 64)
	switch {
	case math.IsInf(f, 0):
		return 0, "it is beyond the range of a Double"
	case err != nil:
		return 0, notNumber
	case f == 0 && strings.Trim(strings.ToLower(digits)[:mantissaEnd(digits)], "+-0.") != "":
		return 0, "it is so small that a Double would hold 0"
	}
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil && (f >= 1<<63 || int64(f) != n) {
		return 0, "a Double would hold " + strconv.FormatFloat(f, 'f', 0, 64) + ": use an Int64, or write an exponent"
	}
	return f, ""
}

func mantissaEnd(digits string) int {
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		return i
	}
	return len(digits)
}

// dateLayouts are the spellings besides ISO 8601 that leave no doubt about day and month.
var dateLayouts = []string{
	time.RFC1123, time.RFC1123Z, time.RFC850, time.ANSIC, time.UnixDate,
	"2 Jan 2006", "2 January 2006", "Jan 2, 2006", "January 2, 2006", "Jan 2 2006",
	"Mon, 2 Jan 2006 15:04:05 MST",
}

var timeLayouts = []string{" 15:04:05 -07:00", " 15:04:05Z", " 15:04:05", " 15:04", " 15:04Z", " 3:04 PM", " 3:04:05 PM", ""}

// anyDate reads a date in several spellings; why is "" when it could.
func anyDate(s string) (t Ticks, why string) {
	iso := s
	if len(iso) >= 8 && digitsOf(iso) == 8 { // "20261120T093000Z"
		iso = iso[:4] + "-" + iso[4:6] + "-" + iso[6:]
	}
	if len(iso) > 10 {
		head, tail := iso[:10], strings.TrimLeft(iso[10:], " ")
		if tail != "" && (tail[0] == 'T' || tail[0] == 't') {
			tail = tail[1:]
		}
		for _, zone := range []string{" UTC", " GMT", "UTC", "GMT", "z"} {
			if rest, ok := strings.CutSuffix(tail, zone); ok {
				tail = rest + "Z"
				break
			}
		}
		if i := strings.LastIndexByte(tail, ' '); i > 0 { // "09:30 +02:00"
			tail = strings.TrimRight(tail[:i], " ") + tail[i+1:]
		}
		if i := strings.IndexAny(tail, "+-"); i > 0 { // "+0200", "+02"
			switch len(tail) - i {
			case 3:
				tail += ":00"
			case 5:
				tail = tail[:i+3] + ":" + tail[i+3:]
			}
		}
		if len(tail) > 1 && tail[1] == ':' { // "9:30"
			tail = "0" + tail
		}
		switch digitsOf(tail) { // "0930", "093000"
		case 6:
			tail = tail[:2] + ":" + tail[2:4] + ":" + tail[4:]
		case 4:
			tail = tail[:2] + ":" + tail[2:]
		}
		if len(tail) > 9 && tail[8] == ',' { // "09:30:00,5"
			tail = tail[:8] + "." + tail[9:]
		}
		iso = head + "T" + tail
	}
	if len(iso) >= 10 && iso[4] == '/' && iso[7] == '/' {
		iso = iso[:4] + "-" + iso[5:7] + "-" + iso[8:]
	}
	t, isoWhy := parseISO(iso, 'T')
	if isoWhy == "" {
		return t, ""
	}
	for _, layout := range dateLayouts {
		tails := timeLayouts
		if strings.Contains(layout, "15:04") {
			tails = timeLayouts[len(timeLayouts)-1:]
		}
		for _, tail := range tails {
			if at, err := time.Parse(layout+tail, s); err == nil {
				if at.Year() < 1 || at.Year() > 9999 {
					return 0, "it is outside the years 1 to 9999"
				}
				return TicksOf(at), ""
			}
		}
	}
	if why := yearLast(s); why != "" {
		return 0, why
	}
	return 0, isoWhy
}

// digitsOf returns how many digits s begins with.
func digitsOf(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// yearLast tells why 20.11.2026, 11/20/2026 and 3-4-26 are not guessed, and how they would be understood; "" for anything else.
func yearLast(s string) string {
	date, _, _ := strings.Cut(s, " ")
	for _, sign := range []string{".", "/", "-"} {
		parts := strings.Split(date, sign)
		if len(parts) != 3 || len(parts[0]) > 2 || len(parts[1]) > 2 {
			continue
		}
		var n [3]int
		for i, part := range parts {
			var err error
			if n[i], err = strconv.Atoi(part); err != nil {
				return ""
			}
		}
		why := "where the year comes last, day and month could be either way round, so it is not guessed"
		var taken []string
		for _, order := range [][2]int{{n[1], n[0]}, {n[0], n[1]}} {
			at, ok := TicksFor(n[2], order[0], order[1], 0, 0, 0, 0)
			if text, _, _ := strings.Cut(at.String(), "T"); ok && len(parts[2]) == 4 && !slices.Contains(taken, text) {
				taken = append(taken, text)
			}
		}
		if len(taken) > 0 {
			why += " (" + strings.Join(taken, " or ") + " would be clear)"
		}
		return why
	}
	return ""
}

// anyGuid reads 32 hexadecimal digits, with or without dashes, braces or parentheses round them, or urn:uuid: before.
func anyGuid(s string) (g UUID, ok bool) {
	if n := len(s); n > 2 && (s[0] == '{' && s[n-1] == '}' || s[0] == '(' && s[n-1] == ')') {
		s = s[1 : n-1]
	}
	if len(s) > 9 && strings.EqualFold(s[:9], "urn:uuid:") {
		s = s[9:]
	}
	if g, err := ParseGuid(s); err == nil {
		return g, true
	}
	if len(s) != 32 {
		return UUID{}, false
	}
	_, err := hex.Decode(g[:], []byte(s))
	return g, err == nil
}

// anyBytes reads hexadecimal digits or Base64.
func anyBytes(s string) (string, bool) {
	s = unprefixed(unprefixed(s, "x"), "binary")
	if rest, ok := strings.CutPrefix(s, "base64:"); ok {
		return anyBase64(rest)
	}
	digits, forced := strings.CutPrefix(s, "0x")
	digits = strings.NewReplacer(" ", "", "\n", "", "\r", "", "\t", "", "-", "", ":", "").Replace(digits)
	if b, err := hex.DecodeString(digits); err == nil {
		return string(b), true
	}
	if forced {
		return "", false
	}
	return anyBase64(s)
}

func anyBase64(s string) (string, bool) {
	s = strings.NewReplacer("-", "+", "_", "/", " ", "", "\n", "", "\r", "", "\t", "").Replace(s)
	b, err := base64.RawStdEncoding.Strict().DecodeString(strings.TrimRight(s, "="))
	if padding := len(s) - len(strings.TrimRight(s, "=")); err != nil || padding > 0 && len(s)%4 != 0 {
		return "", false
	}
	return string(b), true
}
