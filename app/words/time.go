package words

import (
	"strconv"
	"time"
)

// Micros writes a duration given in microseconds: "0.21 ms", "34 ms", "1.2 s".
func Micros(us int64) string {
	d := time.Duration(us) * time.Microsecond
	switch {
	case us <= 0: // browsers round their clocks, Chromium to a tenth of a millisecond, Firefox to a whole one
		return "under 1 ms"
	case d < 10*time.Millisecond:
		return strconv.FormatFloat(float64(us)/1000, 'f', 2, 64) + " ms"
	case d < time.Second:
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
}
