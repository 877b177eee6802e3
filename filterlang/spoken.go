package filterlang

import (
	"strings"

	"rangefinder/filterlang/edm"
)

// spoken returns a text with what programming languages and people write in the words of a filter: `!Title.Contains("war") && Rating > 4`
// becomes "not contains(Title,'war') and Rating gt 4". A search for how a text begins becomes its range.
func spoken(text string) string {
	p := parser{text: text, tokens: scan(text)}
	var b strings.Builder
	done, last := 0, len(p.tokens)-1 // the token of the end
	write := func(i, end int, words string) {
		b.WriteString(text[done:p.tokens[i].start])
		b.WriteString(words)
		done = p.tokens[end-1].end
	}
	for i := 0; i < last; i++ {
		call, end := p.search(i)
		instead := foreignOperators[p.word(i)]
		switch {
		case call != "":
			write(i, end, call)
			i = end - 1
		case p.word(i) == "-" && p.tokens[i+1].start == p.tokens[i].end && (p.tokens[i+1].kind == opToken || p.tokens[i+1].kind == andToken || p.tokens[i+1].kind == orToken || p.tokens[i+1].kind == notToken):
			write(i, i+1, "") // -eq, as PowerShell has it
		case p.tokens[i].fault == foreignQuote:
			if value, ok := p.textAt(i); ok {
				write(i, i+1, edm.NewString(value).Literal())
			}
		case p.word(i) == ":" && i > 0 && p.isName(i-1): // Genre: War
			write(i, i+1, p.spaced(p.span(i), "eq"))
		case instead == "and" && beginsOption(text[p.tokens[i].end:]): // of a URL
		case p.tokens[i].fault == foreignOperator && instead != "":
			write(i, i+1, p.spaced(p.span(i), instead))
		}
	}
	return b.String() + text[done:]
}

// search reads Title.Contains("war"), Title contains 'war', Title like '%war%' and Title.ToLower() from token i on, as a filter or a step
// has it, and returns the token after it; "" for anything else.
func (p *parser) search(i int) (call string, end int) {
	last := len(p.tokens) - 1
	if i+2 >= last || !p.isName(i) {
		return "", i
	}
	verb, at, end := i+1, i+2, i+3
	if p.word(verb) == "." {
		verb, at, end = i+2, i+4, i+6
		if function := caseFunctions[strings.ToLower(p.word(verb))]; function != "" && end-1 <= last && p.tokens[i+3].kind == openToken && p.tokens[at].kind == closeToken {
			return function + "(" + p.word(i) + ")", end - 1
		}
		if end > last || p.tokens[i+3].kind != openToken || p.tokens[i+5].kind != closeToken {
			return "", i
		}
	}
	value, ok := p.textAt(at)
	if !ok || !p.isName(verb) {
		return "", i
	}
	name, verbs := p.word(i), strings.ToLower(p.word(verb))
	if verbs == "like" && at == i+2 {
		verbs, value = likeStep(value)
	}
	switch verbs {
	case "startswith", "beginswith":
		call = prefixRange(name, value)
		if i > 0 || end < last {
			call = "(" + call + ")"
		}
	case "contains", "includes", "endswith":
		call = strings.Replace(verbs, "includes", "contains", 1) + "(" + name + "," + edm.NewString(value).Literal() + ")"
	}
	return call, end
}

// textAt is the text that token i is, in quotes of any kind.
func (p *parser) textAt(i int) (value string, ok bool) {
	switch t, word := p.tokens[i], []rune(p.word(i)); {
	case t.kind == stringToken:
		return unquote(p.word(i)), true
	case t.fault == foreignQuote && len(word) > 1:
		return string(word[1 : len(word)-1]), true
	}
	return "", false
}

// spaced is a word of the language in place of a sign, with the spaces that it needs there.
func (p *parser) spaced(at Span, word string) string {
	if at.Start > 0 && !strings.ContainsAny(p.text[at.Start-1:at.Start], " (\t\n") {
		word = " " + word
	}
	if at.End < len(p.text) && !strings.ContainsAny(p.text[at.End:at.End+1], " )\t\n") {
		word += " "
	}
	return word
}

// asSpoken mends a refusal of a text that is a filter, or a filter with steps for the browser, once it is written in the words of one.
func (p *parser) asSpoken(e *SyntaxError) {
	if len(p.text) > maxSpoken || !p.speaks() || e.Fix != nil && isFilter(e.Fix.Apply(p.text)) {
		return
	}
	said := spoken(p.text)
	if said == p.text {
		return
	}
	_, err := read(said, p.depth+1)
	refused, _ := err.(*SyntaxError)
	if err != nil && refused.Fix != nil {
		if once := refused.Fix.Apply(said); isFilter(once) {
			said, err = once, nil
		}
	}
	switch {
	case err == nil:
		if e.Fix == nil {
			e.Detail = "A filter has other words for this."
		}
		e.Expected, e.Fix = []string{}, nil
		e.fix("use it as a filter", Span{0, len(p.text)}, said)
	case e.Fix != nil:
	case refused.Code == NotImplemented:
		e.Detail, e.Expected, e.Fix = refused.Detail, []string{}, nil
	}
}

// speaks reports whether there is anything in the text that spoken writes in another way. It is asked with each key.
func (p *parser) speaks() bool {
	for i, t := range p.tokens {
		if t.fault == foreignQuote || t.fault == foreignOperator {
			return true
		}
		switch word := p.word(i); strings.ToLower(word) {
		case "-", ":", ".", "like", "startswith", "beginswith", "contains", "includes", "endswith":
			return true
		}
	}
	return false
}

// maxSpoken is the longest text that is read as if it were spoken, in bytes.
const maxSpoken = 4 << 10
