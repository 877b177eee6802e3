package words

import (
	"math"
	"strconv"
	"strings"
)

// ungrouped takes out what groups digits.
var ungrouped = strings.NewReplacer(",", "", " ", "", "\u202f", "", "_", "")

// Amount reads a number as people write one: 4000000, 4,000,000, 4M, 2.5k. Nothing is 0.
//
//go:noinline
func Amount(text string) (float64, bool) {
	text = ungrouped.Replace(text)
	factor := 1.0
	if n := len(text); n > 0 {
		switch text[n-1] {
		case 'k', 'K':
			factor = 1e3
		case 'm', 'M':
			factor = 1e6
		}
		if factor > 1 {
			text = text[:n-1]
		}
	}
	if text == "" {
		return 0, factor == 1
	}
	v, err := strconv.ParseFloat(text, 64)
	return v * factor, err == nil && v >= 0
}

// Whole reads a whole number as Amount reads an amount: 1e9 and 4M are whole, 2.5 is not. One that is larger than any
// limit here may come out smaller, and is not exact then; it is above the limits still.
//
//go:noinline
func Whole(text string) (n uint64, exact, ok bool) {
	if n, err := strconv.ParseUint(ungrouped.Replace(text), 10, 64); err == nil {
		return n, true, true
	}
	v, ok := Amount(text)
	switch {
	case !ok || v != math.Trunc(v):
		return 0, false, false
	case v > 1<<53:
		return math.MaxInt64, false, true
	}
	return uint64(v), true, true
}

// WholeInt is Whole for an int.
//
//go:noinline
func WholeInt(text string) (int, bool) {
	n, _, ok := Whole(text)
	return int(min(n, math.MaxInt64)), ok
}
