package words

import (
	"testing"
	"unicode/utf8"
)

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1318891: "1,318,891", -1: "-1", -100: "-100", -1000: "-1,000", -123456: "-123,456"} {
		if got := Number(n); got != want {
			t.Errorf("Number(%d) = %q, want %q", n, got, want)
		}
	}
}

// Ensure that no text is cut inside a character, and that a text that fits is left alone.
func TestCut_Clip_WholeCharacters(t *testing.T) {
	const text = "aé漢😀z"
	for most := range len(text) + 2 {
		if got := Cut(text, most); len(got) > most || !utf8.ValidString(got) || most >= len(text) && got != text {
			t.Errorf("Cut(%d) = %q", most, got)
		}
	}
	for runes := range 7 {
		got := Clip(text, runes)
		if !utf8.ValidString(got) || runes >= 5 && got != text || runes < 5 && utf8.RuneCountInString(got) != runes+1 {
			t.Errorf("Clip(%d) = %q", runes, got)
		}
	}
}

func TestWhole(t *testing.T) {
	for text, want := range map[string]int{"": 0, "4M": 4_000_000, "2.5k": 2500, "1,000": 1000, "1e3": 1000} {
		if got, ok := WholeInt(text); !ok || got != want {
			t.Errorf("WholeInt(%q) = %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"2.5", "-1", "x", "k"} {
		if got, ok := WholeInt(text); ok {
			t.Errorf("WholeInt(%q) = %d", text, got)
		}
	}
}
