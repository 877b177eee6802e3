package words

import "testing"

func TestMicros(t *testing.T) {
	for us, want := range map[int64]string{-1: "under 1 ms", 0: "under 1 ms", 1: "under 0.1 ms", 49: "under 0.1 ms", 50: "0.1 ms", 90: "0.1 ms", 210: "0.2 ms", 9949: "9.9 ms",
		9950: "10 ms", 34_400: "34 ms", 999_499: "999 ms", 999_500: "1.0 s", 1_230_000: "1.2 s", 75_000_000: "75.0 s"} {
		if got := Micros(us); got != want {
			t.Errorf("%d: %q, want %q", us, got, want)
		}
	}
}
