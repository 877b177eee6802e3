package words

import (
	"math"
	"strconv"
)

// Rounded writes a number for a person: whole with commas, small ones with as many digits as tell something.
//
//go:noinline
func Rounded(v float64) string {
	switch {
	case v == math.Trunc(v) && v < 1e15:
		return Number(int(v))
	case v >= 100:
		return Number(int(math.Round(v)))
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// Big writes a sum of a day: "4.2 M", "12,000".
//
//go:noinline
func Big(v float64) string {
	switch {
	case v >= 1e9:
		return strconv.FormatFloat(v/1e9, 'f', 1, 64) + " G"
	case v >= 1e6:
		return strconv.FormatFloat(v/1e6, 'f', 1, 64) + " M"
	}
	return Rounded(math.Round(v))
}
