package grid

import "testing"

// Ensure that an instant in a zone keeps its seven digits and is the same instant, and that what is none stays as it is.
func TestInZone_KeepsTheInstant(t *testing.T) {
	offset := func(zone string, unix int64) (int, bool) {
		return map[string]int{"Asia/Kolkata": 330, "America/New_York": -300, "UTC+14": 840}[zone], zone != "nowhere"
	}
	for _, c := range []struct{ text, zone, want string }{
		{"2026-11-20T09:14:02.1182307Z", ZoneUTC, "2026-11-20T09:14:02.1182307Z"},
		{"2026-11-20T09:14:02.1182307Z", "Asia/Kolkata", "2026-11-20T14:44:02.1182307+05:30"},
		{"2026-01-01T03:00:00Z", "America/New_York", "2025-12-31T22:00:00-05:00"},
		{"9999-12-31T23:59:59.9999999Z", "UTC+14", "9999-12-31T23:59:59.9999999Z"},
		{"1601-01-01T00:00:00Z", "America/New_York", "1601-01-01T00:00:00Z"},
		{"2026-11-20T09:14:02Z", "nowhere", "2026-11-20T09:14:02Z"},
		{"not a date", "Asia/Kolkata", "not a date"},
	} {
		if got := InZone(c.text, c.zone, offset); got != c.want {
			t.Errorf("%s in %s is %s, want %s", c.text, c.zone, got, c.want)
		}
	}
}
