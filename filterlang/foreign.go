package filterlang

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// What other languages write, and what a filter writes instead.
var (
	foreignOperators = map[string]string{
		"==": "eq", "===": "eq", "=": "eq", "!=": "ne", "!==": "ne", "<>": "ne", ">": "gt", ">=": "ge", "=>": "ge", "<": "lt",
		"<=": "le", "=<": "le", "&&": "and", "&": "and", "||": "or", "|": "or", "!": "not",
	}
	foreignWords = map[string]string{
		"neq": "ne", "gte": "ge", "lte": "le", "andalso": "and", "orelse": "or",
	}
)

// foreignOperatorAt returns the longest known operator that the text starts with, or its first character.
func foreignOperatorAt(text string) string {
	for n := min(3, len(text)); n > 1; n-- {
		if _, ok := foreignOperators[text[:n]]; ok {
			return text[:n]
		}
	}
	return text[:1]
}

// badText explains a token that the language does not have.
func (p *parser) badText(i int) *SyntaxError {
	t, at, word := p.tokens[i], p.span(i), p.word(i)
	switch t.fault {
	case foreignOperator:
		return p.foreignSign(i)
	case foreignQuote:
		return p.foreignQuote(i)
	case unterminated:
		return p.unterminated(i)
	case badUTF8:
		return p.refuse(at, "The text is not valid UTF-8 here: a character was cut in half or half of a surrogate pair is missing.")
	case badControl:
		return p.refuse(at, fmt.Sprintf("A control character (U+%04X) can stand only inside quotes.", []rune(word)[0])).
			fix("remove it", at, " ")
	case badNumber:
		return p.badNumber(i)
	case badPrefix:
		return p.badPrefix(i)
	case foreignSeparator:
		return p.separator(i)
	case badCharacter:
		if e := p.strayCharacter(i); e != nil {
			return e
		}
		if word == ";" && strings.Trim(p.text[at.Start:], "; \t\r\n") == "" {
			return p.refuse(at, "A filter ends without a semicolon.").fix("remove the semicolon", Span{at.Start, len(p.text)}, "")
		}
		if word == ";" {
			return p.refuse(at, "“;” cannot stand here: a filter is one condition, whose parts are joined with “and” or “or”.")
		}
		return p.refuse(at, fmt.Sprintf("%s cannot stand here: names are letters, digits and _, and texts are in single quotes.", quoted(word)))
	}
	return nil
}

// foreignSign finds ==, &&, ! and their like.
func (p *parser) foreignSign(i int) *SyntaxError {
	at, word := p.span(i), p.word(i)
	instead, ok := foreignOperators[word]
	if !ok {
		return p.refuse(at, fmt.Sprintf("%s has no meaning in a filter.", quoted(word)))
	}
	if instead == "and" && beginsOption(p.text[at.End:]) {
		return p.refuse(at, fmt.Sprintf("%s before an option such as $top is of a URL: a filter is one condition, without options.", quoted(word)))
	}
	if i == 0 && instead != "not" {
		return p.refuse(at, fmt.Sprintf("A filter begins with a property, as in Price gt 5: before %s stands nothing.", quoted(word)))
	}
	e := p.refuse(at, fmt.Sprintf("Use %[2]s instead of %[1]s.", quoted(word), quoted(instead)))
	return e.fix("use "+instead, at, p.spaced(at, instead))
}

// foreignQuote finds "text".
func (p *parser) foreignQuote(i int) *SyntaxError {
	at, word := p.span(i), p.word(i)
	e := p.refuse(at, "A text is written in single quotes: 'text'.")
	runes := []rune(word)
	prefixed := i > 0 && p.tokens[i-1].end == at.Start && p.isName(i-1) && slices.Contains(prefixWords, strings.ToLower(p.word(i-1)))
	if len(runes) < 2 || p.placeAt(i) == afterClause && !prefixed {
		return e
	}
	text := edm.NewString(string(runes[1 : len(runes)-1])).Literal()
	return e.fix("use single quotes", at, text)
}

// unterminated finds a quote without an end and guesses where the end was meant: before "and" or "or" followed by a
// comparison's beginning, before closing parentheses at the end, or at the end.
func (p *parser) unterminated(i int) *SyntaxError {
	at := p.span(i)
	e := p.refuse(at, "The closing quote is missing.")
	if p.placeAt(i) == afterClause { // "'O'Brien'": the quote itself is wrong
		return e.expect("'")
	}
	open := at.Start + strings.IndexByte(p.text[at.Start:at.End], '\'')
	if e := p.bareName(i, open); e != nil {
		return e
	}
	end := at.End
	if next := nextClause(p.text[open:at.End]); next >= 0 {
		end = open + next
	} else {
		for n := p.openAt(i); n > 0 && end > open+1 && p.text[end-1] == ')'; n-- {
			end--
		}
	}
	for end > open+1 && p.text[end-1] == ' ' {
		end--
	}
	if end < at.End && p.text[end-1] == '\'' && end-1 > open {
		return e.expect("'")
	}
	return e.expect("'").fix("close the quote", Span{end, end}, "'")
}

// badNumber explains what is wrong with a number's form.
func (p *parser) badNumber(i int) *SyntaxError {
	at, word := p.span(i), p.word(i)
	e := p.refuse(at, fmt.Sprintf("%s is not a number: write 42, 42L for an Int64, 4.5 or 4E+10 for a Double.", quoted(word))).
		expect("a number")
	switch trimmed := strings.TrimRight(strings.ReplaceAll(word, "_", ""), "fFmMuUlLdD."); {
	case trimmed == "" || trimmed == word:
	default:
		if _, ok := parseDouble(trimmed); ok {
			e.fix("write "+trimmed, at, trimmed)
		}
	}
	return e
}

// badPrefix finds DateTime'…', datetimeoffset'…', time'…'.
func (p *parser) badPrefix(i int) *SyntaxError {
	at, word := p.span(i), p.word(i)
	quote := strings.IndexByte(word, '\'')
	prefix := word[:quote]
	if e := p.bareName(i, at.Start+quote); e != nil {
		return e
	}
	e := p.refuse(at, fmt.Sprintf("%s is not a literal prefix: there are datetime, guid, X and binary.", quoted(prefix))).
		expect("datetime'…'", "guid'…'", "X'…'", "binary'…'")
	prefixAt := Span{at.Start, at.Start + quote}
	switch lower := strings.ToLower(prefix); lower {
	case "datetime", "guid", "binary":
		e.fix("use "+lower, prefixAt, lower)
	case "datetimeoffset", "date", "timestamp":
		e.fix("use datetime", prefixAt, "datetime")
	case "uuid":
		e.fix("use guid", prefixAt, "guid")
	case "n", "string":
		e.fix("remove "+prefix, prefixAt, "")
	}
	return e
}

// prefixWords are what stands right before a quote in this language and in others.
var prefixWords = []string{"datetime", "guid", "binary", "x", "datetimeoffset", "date", "timestamp", "time", "uuid", "n", "string"}

// bareName finds O'Brien and O'Brien', with the quote at that place: a name without quotes of its own, not a literal prefix.
func (p *parser) bareName(i, quote int) *SyntaxError {
	at := p.meantText(p.tokens[i].start, i)
	first, _ := utf8.DecodeRuneInString(p.text[at.Start:])
	next, _ := utf8.DecodeRuneInString(p.text[quote+1:])
	if slices.Contains(prefixWords, strings.ToLower(p.text[at.Start:quote])) {
		return nil
	}
	if quote == at.Start || p.placeAt(i) != beforeLiteral || !unicode.IsUpper(first) || !unicode.IsLetter(next) {
		return nil
	}
	text := strings.TrimSuffix(p.text[at.Start:at.End], "'")
	return p.refuse(at, "A text stands in quotes, and a quote inside it is doubled.").fix("write it as a text", at, asText(text))
}

// keyOrder answers who asks for another order.
const keyOrder = "the service answers in key order only. Sort the result by a press on a column's header."

// foreignWord finds equals, like and their kind.
func (p *parser) foreignWord(i int) *SyntaxError {
	if !p.isName(i) {
		return nil
	}
	at, word := p.placeAt(i), p.word(i)
	if at != afterProperty && at != afterClause && at != afterLiteral {
		return nil
	}
	if instead, ok := foreignWords[strings.ToLower(word)]; ok {
		return p.refuse(p.span(i), fmt.Sprintf("%s is written %s.", quoted(word), quoted(instead))).fix("use "+instead, p.span(i), instead)
	}
	switch strings.ToLower(word) {
	case "between":
		return p.between(i)
	case "desc", "asc":
		e := p.refuse(p.span(i), "A filter has no order: "+keyOrder)
		e.Expected = []string{}
		return e
	case "orderby":
		return p.refuse(p.span(i), "A filter has no orderby: "+keyOrder).fix("leave it out", Span{p.tokens[i-1].end, p.closes(i)}, "")
	case "like", "matches", "contains", "startswith":
		if next := i + 1; next < len(p.tokens) && p.isName(i-1) && strings.HasPrefix(p.word(next), "'%") {
			pattern := strings.Trim(p.word(next), "'")
			return p.refuse(p.span(i), "A filter finds how a text begins, as in LIKE 'Al%', and nothing inside it."+insideStep(p.word(i-1), pattern))
		}
		e := p.refuse(p.span(i), fmt.Sprintf("The service has no %s: a search by prefix is a range, RowKey ge 'Sh' and RowKey lt 'Si'.", word))
		e.Expected = []string{}
		return e
	}
	return nil
}

// closes is where the parenthesis ends that token i stands in, the end of the text outside of any.
func (p *parser) closes(i int) int {
	open := p.openAt(i)
	for n := i; open > 0 && n < len(p.tokens); n++ {
		if t := p.tokens[n]; t.kind == closeToken && p.openAt(n) == open {
			return t.start
		}
	}
	return len(p.text)
}

// between refuses "A between 1 and 2"; i is the word between.
func (p *parser) between(i int) *SyntaxError {
	e := p.refuse(p.span(i), "The service has no between: write the two ends as ge and le.")
	if i+3 >= len(p.tokens) || !p.isName(i-1) || p.word(i+2) != "and" || symbolOf[p.tokens[i+1].kind] != literalSymbol || symbolOf[p.tokens[i+3].kind] != literalSymbol {
		return e
	}
	name, at := p.word(i-1), Span{p.tokens[i-1].start, p.tokens[i+3].end}
	text := name + " ge " + p.word(i+1) + " and " + name + " le " + p.word(i+3)
	if i > 1 && p.word(i-2) == "not" {
		text = "(" + text + ")"
	}
	return e.fix("write it as a range", at, text)
}
