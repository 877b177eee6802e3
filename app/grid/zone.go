package grid

import (
	"strconv"
	"strings"

	"rangefinder/filterlang/edm"
)

// The zones besides names such as Europe/Berlin. The service keeps instants in UTC; a zone is for showing only.
const (
	ZoneUTC   = ""
	ZoneLocal = "local"
)

// ZoneText is a zone as the header of a column prints it.
func ZoneText(zone string) string {
	switch zone {
	case ZoneUTC:
		return "UTC"
	case ZoneLocal:
		return "local time"
	}
	return zone
}

// InZone writes an instant, as the grid has it in UTC, in a zone: with all seven digits and the offset that holds at that
// instant. offset tells the zone's minutes east of UTC; what it does not know, and what is no instant, stays as it is.
func InZone(text, zone string, offset func(zone string, unix int64) (minutes int, ok bool)) string {
	if zone == ZoneUTC {
		return text
	}
	v, err := edm.ParseText(edm.DateTime, text)
	if err != nil {
		return text
	}
	seconds := (int64(v.Ticks()) - edm.UnixTicks) / 1e7
	minutes, ok := offset(zone, seconds)
	if !ok {
		return text
	}
	there := v.Ticks() + edm.Ticks(minutes)*600_000_000
	if there < edm.MinTicks || there > edm.MaxTicks {
		return text
	}
	sign := "+"
	if minutes < 0 {
		sign, minutes = "-", -minutes
	}
	two := func(n int) string { return strconv.Itoa(n/10) + strconv.Itoa(n%10) }
	return strings.TrimSuffix(edm.NewDateTime(there).Display(), "Z") + sign + two(minutes/60) + ":" + two(minutes%60)
}
