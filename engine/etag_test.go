package engine

import (
	"testing"
	"time"

	"rangefinder/filterlang/edm"
)

// Ensure that an ETag spells the instant in every hour: "%3A" in a layout of package time is an hour, not a colon.
func TestETagOf_EveryHour(t *testing.T) {
	day := time.Date(2026, 11, 20, 0, 34, 43, 498_000_000, time.UTC)
	for hour := range 24 {
		at := day.Add(time.Duration(hour) * time.Hour)
		want := `W/"datetime'` + at.Format("2006-01-02T15") + at.Format("%") + "3A" + at.Format("04") + "%3A" + at.Format("05.999") + `Z'"`
		if got := ETagOf(edm.TicksOf(at)); got != want {
			t.Errorf("hour %d: %s, want %s", hour, got, want)
		}
	}
	if got, want := ETagOf(edm.TicksOf(time.Date(2014, 5, 7, 8, 20, 53, 0, time.UTC))), `W/"datetime'2014-05-07T08%3A20%3A53Z'"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
