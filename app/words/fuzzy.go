package words

// Fuzzy tells how well the words of a search fit a text, 0 for not at all. Every word has to be in it: at best as its begin,
// else as the begin of a word of it, else anywhere, else, from the begin of a word on,
// with other letters in between. Capitals of A to Z do not matter.
// Sure is in it where no word is short and in the middle of another, or scattered: "dark" is not what Markdown is about.
func Fuzzy(words []string, text string) int {
	score, sure := 0, Sure
	for _, w := range words {
		s := fits(w, text)
		if s == 0 {
			return 0
		}
		if s < anywhere || s == anywhere && len(w) < 5 {
			sure = 0
		}
		score += s
	}
	if score > 0 {
		score += sure + max(0, 20-len(text)/4) // the shorter of two that fit alike
	}
	return score
}

// Sure is more than any score without it: a search has at most ten words.
const Sure = 1 << 13

// The worth of a word by where it was found.
const (
	wholeText  = 400
	atBegin    = 200
	atWord     = 150
	anywhere   = 100
	scattered  = 16 // at least: letters further apart are of other words; up to 40 when they are near each other
	scatterTop = 40
)

// fits is Fuzzy for one word, which is of small letters and not empty.
func fits(w, text string) int {
	best := 0
	for i := 0; i+len(w) <= len(text); i++ {
		if !SameFold(text[i:i+len(w)], w) {
			continue
		}
		switch {
		case i == 0 && len(w) == len(text):
			return wholeText
		case i == 0:
			return atBegin
		case wordBegins(text, i):
			return atWord
		}
		best = anywhere
	}
	if best > 0 || len(w) < 2 {
		return best
	}
	at, first := 0, -1
	for i := 0; i < len(text) && at < len(w); i++ {
		if lower(text[i]) != w[at] || first < 0 && i > 0 && !wordBegins(text, i) {
			continue
		}
		if first < 0 {
			first = i
		}
		if at++; at == len(w) {
			if worth := scatterTop - 2*(i+1-first-len(w)); worth >= scattered {
				return worth
			}
			return 0
		}
	}
	return 0
}

// Holds reports whether a word of small letters is in the text, but for capitals.
func Holds(text, word string) bool { return fits(word, text) >= anywhere }

// wordBegins reports whether a word of the text begins at i: after something that is no letter or digit, with a capital, or with the first digit.
func wordBegins(text string, i int) bool {
	before, c := text[i-1], text[i]
	return !letter(before) || c >= 'A' && c <= 'Z' && before >= 'a' || digit(c) && !digit(before)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func letter(c byte) bool {
	c = lower(c)
	return c >= 'a' && c <= 'z' || digit(c) || c >= 0x80
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// SameFold reports whether a is b but for capitals; b has none.
func SameFold(a, b string) bool {
	for i := range len(b) {
		if lower(a[i]) != b[i] {
			return false
		}
	}
	return true
}
