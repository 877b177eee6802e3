package lab

import (
	"math"
	"strconv"
	"strings"
)

// amount writes a number for a person: whole with commas, a small one with as many decimals as tell something.
func amount(v float64) string {
	decimals := 0
	if a := math.Abs(v); v != math.Trunc(v) {
		switch {
		case a < 10:
			decimals = 2
		case a < 100:
			decimals = 1
		}
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	whole := len(s)
	if decimals > 0 {
		whole -= decimals + 1
	}
	for i := whole - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// count writes how many of something there are.
func count(n int, one, more string) string { return many(float64(n), one, more) }

// many is count for what need not be whole: an average of 15.97 is 16 of them, not 16.0.
func many(v float64, one, more string) string {
	text := amount(v)
	if whole, rest, _ := strings.Cut(text, "."); strings.Trim(rest, "0") == "" {
		text = whole
	}
	if text == "1" {
		return "1 " + one
	}
	return text + " " + more
}

// percent writes a share of a whole; what is not nothing and not all is written neither as 0 nor as 100.
func percent(part, whole float64) string {
	if whole <= 0 {
		return "0 %"
	}
	p := 100 * part / whole
	switch {
	case part > 0 && p < 1:
		return "under 1 %"
	case part < whole && p > 99:
		return "over 99 %"
	}
	return strconv.Itoa(int(math.Round(p))) + " %"
}
