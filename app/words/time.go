package words

import (
	"math"
	"strconv"
	"time"
)

// Micros writes a duration given in microseconds, everywhere on the page: "0.2 ms", "34 ms", "1.2 s". A browser's clock tells no more
// than a tenth of a millisecond.
//
//go:noinline
func Micros(us int64) string {
	d := time.Duration(us) * time.Microsecond
	switch {
	case us <= 0: // browsers round their clocks, Chromium to a tenth of a millisecond, Firefox to a whole one
		return "under 1 ms"
	case us < 50:
		return "under 0.1 ms"
	case us < 9950:
		return strconv.FormatFloat(float64(us)/1000, 'f', 1, 64) + " ms"
	case us < 999_500:
		return strconv.FormatInt((us+500)/1000, 10) + " ms"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
}

// Modelled writes a time in milliseconds that a model gives, which knows no more than two figures: "33 ms", "150 ms", "1.3 s", "28 s".
//
//go:noinline
func Modelled(ms float64) string {
	if digits := math.Floor(math.Log10(ms)) - 1; digits > 0 {
		scale := math.Pow(10, digits)
		ms = math.Round(ms/scale) * scale
	}
	switch {
	case ms < 0.5:
		return "under 1\u00a0ms"
	case ms < 1000:
		return Number(int(math.Round(ms))) + "\u00a0ms"
	case ms < 10_000:
		return strconv.FormatFloat(ms/1000, 'f', 1, 64) + "\u00a0s"
	}
	return Number(int(math.Round(ms/1000))) + "\u00a0s"
}

// Roughly is a time that was estimated.
func Roughly(d time.Duration) string {
	switch s := int(d.Seconds() + 0.5); {
	case s < 2:
		return "a second"
	case s < 120:
		return Number(s) + " s"
	case s < 7200:
		return Number((s+30)/60) + " min"
	default:
		return Number((s+1800)/3600) + " h"
	}
}
