package filterlang

import (
	"strings"
	"unicode"
)

// uncommented is a fix that takes out such comments. Where no filter is left, the one that a comment holds is.
func (p *parser) uncommented() (title string, at Span, text string) {
	all, last := Span{0, len(p.text)}, ""
	q := parser{text: p.text, tokens: p.tokens}
	for i := 0; i < len(q.tokens); i++ {
		if !q.commentAt(i) {
			continue
		}
		from, to := 0, q.tokens[i].start
		last = cutBefore(q.text[to:], "\n")
		if to += len(last); i > 0 {
			from = q.tokens[i-1].end
		} else {
			to = len(q.text) - len(strings.TrimLeftFunc(q.text[to:], unicode.IsSpace))
		}
		q.text = q.text[:from] + q.text[to:]
		q.tokens, i = scan(q.text), i-1
	}
	if strings.TrimSpace(q.text) != "" {
		return "remove the comment", all, q.text
	}
	held := strings.TrimLeft(last, "-# ")
	title = "remove the " + map[byte]string{'-': "dashes", '#': "sign"}[last[0]]
	for range maxFixes {
		if strings.Contains(held, " ") && isFilter(held) {
			return title, all, held
		}
		_, held, _ = strings.Cut(held, " ")
		title = "remove the comment"
	}
	return "leave it empty", all, ""
}
