package words

import "testing"

// Ensure that the score is of a word only when all of it is there, and that no text breaks it.
func FuzzFuzzy(f *testing.F) {
	f.Add("new tab", "New table…")
	f.Fuzz(func(t *testing.T, what, text string) {
		words := Search(what)
		score := Fuzzy(words, text)
		if (len(words) == 0) != (score == 0) && len(words) == 0 {
			t.Fatalf("nothing scores %d", score)
		}
		if score == 0 {
			return
		}
		for _, w := range words {
			at := 0
			for i := 0; i < len(text) && at < len(w); i++ {
				if lower(text[i]) == w[at] {
					at++
				}
			}
			if at < len(w) {
				t.Fatalf("%q is not in %q", w, text)
			}
		}
	})
}
