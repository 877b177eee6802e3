package loadsim

import (
	"strconv"
	"strings"
	"time"
)

var spanUnits = []struct {
	name string
	unit time.Duration
}{{"h", time.Hour}, {"min", time.Minute}, {"s", time.Second}, {"ms", time.Millisecond}}

// Span writes a duration in the largest unit that it is a whole number of: "1 h", "90 s".
func Span(d time.Duration) string {
	for _, u := range spanUnits {
		if d%u.unit == 0 && (d != 0 || u.name == "s") {
			return strconv.FormatInt(int64(d/u.unit), 10) + " " + u.name
		}
	}
	return strconv.FormatFloat(d.Seconds(), 'g', -1, 64) + " s"
}

// ParseSpan reads what Span writes; a number without a unit is seconds.
func ParseSpan(text string) (time.Duration, bool) {
	digits := strings.TrimRight(strings.TrimSpace(text), "abcdefghijklmnopqrstuvwxyz ")
	unit := time.Second
	if name := strings.TrimSpace(strings.TrimSpace(text)[len(digits):]); name != "" {
		unit = 0
		for _, u := range spanUnits {
			if u.name == name || u.name == "min" && name == "m" {
				unit = u.unit
			}
		}
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil || unit == 0 || !(f >= 0 && f*unit.Seconds() <= 1e7) {
		return 0, false
	}
	return time.Duration(f * float64(unit)), true
}
