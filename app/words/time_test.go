package words

import (
	"strings"
	"testing"
)

func TestMicros(t *testing.T) {
	for us, want := range map[int64]string{-1: "under 1 ms", 0: "under 1 ms", 1: "under 0.1 ms", 49: "under 0.1 ms", 50: "0.1 ms", 90: "0.1 ms", 210: "0.2 ms", 9949: "9.9 ms",
		9950: "10 ms", 34_400: "34 ms", 999_499: "999 ms", 999_500: "1.0 s", 1_230_000: "1.2 s", 75_000_000: "75.0 s"} {
		if got := Micros(us); got != want {
			t.Errorf("%d: %q, want %q", us, got, want)
		}
	}
}

// Ensure that a time of a model has two figures, and never rounds into a unit that it has not.
func TestModelled(t *testing.T) {
	for ms, want := range map[float64]string{0: "under 1 ms", 0.4: "under 1 ms", 7: "7 ms", 33.4: "33 ms", 99.6: "100 ms", 145: "150 ms", 994: "990 ms", 996: "1.0 s", 1297: "1.3 s", 9960: "10 s", 10_600: "11 s", 284_000: "280 s"} {
		if got := strings.ReplaceAll(Modelled(ms), "\u00a0", " "); got != want {
			t.Errorf("%g: %q, want %q", ms, got, want)
		}
	}
}
