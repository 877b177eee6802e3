package edm

import (
	"math/rand/v2"
	"testing"
	"time"
)

// Ensure that an instant prints as Go's own calendar says and reads back, over the whole range of years.
func TestTicks_AgainstTime(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	check := func(ticks Ticks) {
		t.Helper()
		want := ticks.Time().Format("2006-01-02T15:04:05.9999999Z")
		if got := ticks.String(); got != want {
			t.Fatalf("seed %d: Ticks(%d) prints %s, want %s", seed, ticks, got, want)
		}
		if back, err := ParseDateTime(want); err != nil || back != ticks {
			t.Fatalf("seed %d: %s reads as %d, %v, want %d", seed, want, back, err, ticks)
		}
		if TicksOf(ticks.Time()) != ticks {
			t.Fatalf("seed %d: Ticks(%d) becomes %d by way of a time", seed, ticks, TicksOf(ticks.Time()))
		}
	}
	for _, ticks := range []Ticks{0, MinTicks, MinTicks - 1, MaxTicks, 1, ticksPerDay - 1, ticksPerDay, 59*ticksPerDay - 1} {
		check(ticks)
	}
	for year := 1; year < 9999; year++ { // both sides of every turn of a year and of a February
		for _, at := range []time.Time{time.Date(year+1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(year, 3, 1, 0, 0, 0, 0, time.UTC)} {
			check(TicksOf(at))
			check(TicksOf(at) - 1)
		}
	}
	for range 5000 {
		check(Ticks(r.Int64N(int64(MaxTicks) + 1)))
	}
}

func TestTicks_TrailingZeros(t *testing.T) {
	for _, want := range []string{"2017-01-05T03:24:39.6596665Z", "2017-01-05T03:24:45.588957Z", "2014-05-07T08:20:53Z",
		"2014-05-07T08:20:53.0000001Z", "2014-05-07T08:20:53.1Z", "1601-01-01T00:00:00Z", "9999-12-31T23:59:59.9999999Z"} {
		ticks, err := ParseDateTime(want)
		if err != nil || ticks.String() != want {
			t.Errorf("%s comes back as %s, %v", want, ticks, err)
		}
	}
}

func TestParseDateTime(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"2026-11-20", "2026-11-20T00:00:00Z"},
		{"2026-11-20T09:30", "2026-11-20T09:30:00Z"},
		{"2026-11-20T09:30Z", "2026-11-20T09:30:00Z"},
		{"2026-11-20T09:30:15", "2026-11-20T09:30:15Z"},
		{"2026-11-20T09:30:15.123456789Z", "2026-11-20T09:30:15.1234567Z"},
		{"2026-11-20T00:30:00+02:00", "2026-11-19T22:30:00Z"},
		{"2026-12-31T23:30:00-05:30", "2027-01-01T05:00:00Z"},
		{"2024-02-29", "2024-02-29T00:00:00Z"},
		{"0001-01-01T00:00:00", "0001-01-01T00:00:00Z"},
	} {
		if got, err := ParseDateTime(test.text); err != nil || got.String() != test.want {
			t.Errorf("ParseDateTime(%q) = %s, %v, want %s", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"", "2026", "2026-11", "26-11-20", "2026-13-01", "2026-00-01", "2026-11-31", "2025-02-29", "1900-02-29", "0000-01-01",
		"2026-11-20T", "2026-11-20T24:00:00", "2026-11-20T09", "2026-11-20T09:60", "2026-11-20T09:30:60", "2026-11-20T09:30:15.", "2026-11-20T09:30:15.Z",
		"2026-11-20 09:30", "2026-11-20T09:30z", "2026-11-20Z", "2026-11-20T09:30+2", "2026-11-20T09:30+15:00", "2026-11-20T09:30ZZ", " 2026-11-20",
		"0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "２０２６-11-20", "2026-11-20T09:30:15,5Z"} {
		if got, err := ParseDateTime(text); err == nil {
			t.Errorf("ParseDateTime(%q) = %s, want an error", text, got)
		}
	}
}
