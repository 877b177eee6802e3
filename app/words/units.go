package words

import (
	"math"
	"strconv"
)

// Units writes request units, of which services tell hundredths.
//
//go:noinline
func Units(u float64) string { return strconv.FormatFloat(math.Round(u*100)/100, 'f', -1, 64) }
