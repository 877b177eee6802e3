package words

import "strings"

// Search are the words of a search, in small letters, ten at most. The dots after a title that opens a dialog are none.
//
//go:noinline
func Search(text string) []string {
	list := strings.Fields(strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, strings.ReplaceAll(text, "…", " ")))
	return list[:min(len(list), 10)]
}
