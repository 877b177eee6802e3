package filterlang

import (
	"fmt"
	"strings"

	"rangefinder/filterlang/edm"
)

var functionWords = map[string]string{
	"contains": "a search inside a text", "substringof": "a search inside a text", "indexof": "a search inside a text",
	"endswith": "a search by the end of a text",
}

// function refuses a call; name is the number of the function's name, which an open parenthesis follows.
func (p *parser) function(name int) *SyntaxError {
	end, closed := p.closing(name + 1)
	at := Span{p.tokens[name].start, p.tokens[end].end}
	word := p.word(name)
	e := p.unimplemented(at, fmt.Sprintf("The service has no functions: %s is not implemented.", quoted(word)))
	lower := strings.ToLower(word)
	if what, ok := functionWords[lower]; ok {
		e.Detail = fmt.Sprintf("The service has no %s: %s would have to read every entity, and it has no index for it. "+
			"Store the part you search for as a key or a property of its own.", lower, what)
		return e
	}
	switch lower {
	case "now", "utcnow", "getdate", "getutcdate", "datetime", "sysdate":
		e.Detail = fmt.Sprintf("The service computes nothing: %s is not implemented. Write the time, as in datetime'2026-11-20T09:30:00Z'.", quoted(word))
	case "tolower", "toupper", "lower", "upper":
		e.Detail = fmt.Sprintf("The service compares texts with their case: %s is not implemented. Write the value as it is stored, or store it in small letters too, in a property of its own.", quoted(word))
	case "count", "sum", "avg":
		e.Detail = fmt.Sprintf("The service computes nothing: %s is not implemented. How many entities a filter returns stands below it.", quoted(word))
	}
	if lower == "year" && p.yearIs(e, name) || lower != "startswith" {
		return e
	}
	e.Detail = "The service has no startswith: a search by prefix is written as a range."
	if !closed {
		return e
	}
	property, prefix, ok := p.prefixArguments(name+1, end)
	if !ok {
		return e
	}
	end, negated, ok := p.comparedWithTrue(end)
	if !ok {
		return e
	}
	text := prefixRange(property, prefix)
	switch {
	case negated:
		text = "not (" + text + ")"
	case name > 0 && p.tokens[name-1].kind == notToken:
		text = "(" + text + ")"
	}
	e.fix("write it as a range", Span{at.Start, p.tokens[end].end}, text)
	e.Fix.Texts = property
	return e
}

// yearIs offers the range of "year(Timestamp) eq 2020"; name is the number of the function's name.
func (p *parser) yearIs(e *SyntaxError, name int) bool {
	i := name + 5 // behind "year ( P ) eq"
	if i >= len(p.tokens) || !p.isName(name+2) || p.tokens[name+3].kind != closeToken || p.word(name+4) != "eq" || p.tokens[i].kind != int32Token {
		return false
	}
	year, _ := parseInt(p.word(i))
	if year < 1601 || year > 9998 {
		return false
	}
	e.Detail = "The service has no year: the days of a year are written as a range."
	text := fmt.Sprintf("%[1]s ge datetime'%[2]d-01-01T00:00:00Z' and %[1]s lt datetime'%[3]d-01-01T00:00:00Z'", p.word(name+2), year, year+1)
	if name > 0 && p.tokens[name-1].kind == notToken {
		text = "(" + text + ")"
	}
	e.fix("write it as a range", Span{p.tokens[name].start, p.tokens[i].end}, text)
	return true
}

// prefixRange returns the clause that is true for the texts of property that start with prefix: for ("RowKey", "Sh")
// "RowKey ge 'Sh' and RowKey lt 'Si'".
func prefixRange(property, prefix string) string {
	text := property + " ge " + edm.NewString(prefix).Literal()
	if end, ok := edm.PrefixEnd(prefix); ok {
		text += " and " + property + " lt " + edm.NewString(end).Literal()
	}
	return text
}

// closing returns the token that closes the parenthesis at open, or the last token before the end.
func (p *parser) closing(open int) (i int, closed bool) {
	depth := 0
	for i := open; i < len(p.tokens); i++ {
		switch p.tokens[i].kind {
		case openToken:
			depth++
		case closeToken:
			if depth--; depth == 0 {
				return i, true
			}
		}
	}
	return max(open, len(p.tokens)-2), false
}

// prefixArguments reads "( property , 'text' )".
func (p *parser) prefixArguments(open, end int) (property, prefix string, ok bool) {
	if end != open+4 || !p.isName(open+1) || p.word(open+2) != "," || p.tokens[open+3].kind != stringToken {
		return "", "", false
	}
	return p.word(open + 1), unquote(p.word(open + 3)), true
}

// comparedWithTrue takes "eq true" and the like after a call into it.
func (p *parser) comparedWithTrue(end int) (last int, negated, ok bool) {
	if p.tokens[end+1].kind != opToken {
		return end, false, true
	}
	op, truth := p.word(end+1), p.tokens[min(end+2, len(p.tokens)-1)]
	if truth.kind != boolToken || op != "eq" && op != "ne" {
		return end, false, false
	}
	return end + 2, (op == "eq") != saysTrue(p.text[truth.start:truth.end]), true
}

// inList refuses "A in ('a','b')"; i is the word in.
func (p *parser) inList(i int) *SyntaxError {
	e := p.unimplemented(p.span(i), "The service has no in: write one eq for each value, joined by or.")
	shut := map[string]string{"(": ")", "[": "]", "{": "}"}[p.word(i+1)]
	if shut == "" || !p.isName(i-1) {
		return e
	}
	end, last := i+2, len(p.tokens)-1
	for end < last && p.word(end) != shut {
		end++
	}
	at := Span{p.tokens[i-1].start, p.tokens[end].end}
	e.Span, e.Text = at, p.text[at.Start:at.End]
	var clauses []string
	for j := i + 2; j < end; j += 2 {
		value := p.word(j)
		if text, ok := p.textAt(j); ok || p.isName(j) {
			if p.isName(j) {
				text = value
			}
			value = edm.NewString(text).Literal()
		} else if symbolOf[p.tokens[j].kind] != literalSymbol {
			return e
		}
		if j+1 < end && p.word(j+1) != "," {
			return e
		}
		clauses = append(clauses, p.word(i-1)+" eq "+value)
	}
	if end == last || len(clauses) == 0 {
		return e
	}
	text := strings.Join(clauses, " or ")
	if len(clauses) > 1 {
		text = "(" + text + ")"
	}
	return e.fix("write it with or", at, text)
}
