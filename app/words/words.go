// Package words writes numbers and texts as a person reads them: what the page, its sentences and its messages share.
//
//	words.go   numbers with separators, sizes, shares, quoted and clipped texts
//	number.go  numbers as a person types them
package words

import (
	"math"
	"strconv"
	"strings"
)

// Cut returns the beginning of a text that has at most so many bytes, whole characters of it.
//
//go:noinline
func Cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "")
}

// Share is a part of a whole for people: "12.3 %", and never "0 %" of something.
//
//go:noinline
func Share(part, whole int64) string {
	if whole <= 0 || part <= 0 {
		return "0 %"
	}
	tenths := (part*1000 + whole/2) / whole
	switch {
	case tenths == 0:
		return "< 0.1 %"
	case part < whole && tenths == 1000:
		return "> 99.9 %"
	case tenths%10 == 0:
		return strconv.FormatInt(tenths/10, 10) + " %"
	}
	return strconv.FormatInt(tenths/10, 10) + "." + strconv.FormatInt(tenths%10, 10) + " %"
}

// Clip returns at most so many characters of a text, with … where something was cut off.
//
//go:noinline
func Clip(s string, runes int) string {
	if len(s) <= runes {
		return s
	}
	if r := []rune(s); len(r) > runes {
		return string(r[:runes]) + "…"
	}
	return s
}

// Number writes n with separators: 10,681.
//
//go:noinline
func Number(n int) string {
	s := strconv.Itoa(n)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes a number with its noun: "1 entity", "612 entities".
//
//go:noinline
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Plural is the noun that goes with a number.
//
//go:noinline
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Bytes writes a size: "412 B", "1.5 KiB", "214 MiB".
//
//go:noinline
func Bytes(n int64) string {
	switch {
	case n < 1<<10:
		return strconv.FormatInt(n, 10) + " B"
	case n < 1<<20:
		return TrimZero(float64(n)/(1<<10)) + " KiB"
	case n < 1<<30:
		return TrimZero(float64(n)/(1<<20)) + " MiB"
	}
	return TrimZero(float64(n)/(1<<30)) + " GiB"
}

// TrimZero writes a number with one decimal below 100, none where it is 0.
//
//go:noinline
func TrimZero(f float64) string {
	if f >= 100 {
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0")
}

// Quote puts a name between quotation marks.
//
//go:noinline
func Quote(s string) string { return "“" + s + "”" }

// InSentence is a text that stands behind a colon.
//
//go:noinline
func InSentence(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// Sentence is a text with its first letter, of ASCII, as a capital.
//
//go:noinline
func Sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Money writes an amount of a currency that is not known.
//
//go:noinline
func Money(v float64) string {
	if v < 0.01 && v > 0 {
		return "less than 0.01"
	}
	if v >= 1000 {
		return Number(int(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}
