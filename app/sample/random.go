package sample

import (
	"math"

	"rangefinder/app/sample/seeded"
	"rangefinder/filterlang/edm"
)

// invertedTicks returns the 19 digits of MaxTicks less t: the later t, the lesser the text, so that the newest come first.
func invertedTicks(t edm.Ticks) string {
	return string(seeded.AppendDigits(make([]byte, 0, 19), int64(edm.MaxTicks-t), 19))
}

// Lengths of time in ticks.
const (
	second = edm.Ticks(10_000_000)
	minute = 60 * second
	hour   = 60 * minute
	day    = 24 * hour
)

// dayText returns the date of t as "20101231".
func dayText(t edm.Ticks) string { return t.Time().Format("20060102") }

// round1 and round2 cut a number to one and two decimals.
func round1(f float64) float64 { return math.Round(f*10) / 10 }
func round2(f float64) float64 { return math.Round(f*100) / 100 }
