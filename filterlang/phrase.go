package filterlang

import (
	"fmt"
	"slices"
	"strings"
)

// foreignPhrases are what people say for an operator, with what a filter writes; of two that begin alike the longer stands first. "is"
// may stand before each.
var foreignPhrases = []struct{ says, op string }{
	{"greater than or equal to", "ge"}, {"greater than or equal", "ge"}, {"greater or equal", "ge"}, {"greater than", "gt"}, {"greater", "gt"},
	{"less than or equal to", "le"}, {"less than or equal", "le"}, {"less or equal", "le"}, {"less than", "lt"}, {"less", "lt"},
	{"more than", "gt"}, {"at least", "ge"}, {"at most", "le"}, {"not equal to", "ne"}, {"not equal", "ne"}, {"not equals", "ne"},
	{"equal to", "eq"}, {"equals", "eq"}, {"equal", "eq"}, {"does not equal", "ne"}, {"is not", "ne"}, {"is", "eq"},
}

// phraseAt returns the operator that the words from token i on say, and the token after them; "" when they say none.
func (p *parser) phraseAt(i int) (op string, next int) {
	if at := p.placeAt(i); at != afterProperty && at != afterLiteral {
		return "", i
	}
	says := func(i int, text string) (next int, ok bool) {
		for word := range strings.SplitSeq(text, " ") {
			if !strings.EqualFold(p.word(i), word) { // the last token is empty
				return i, false
			}
			i++
		}
		return i, true
	}
	from := i
	if strings.EqualFold(p.word(i), "is") {
		from++
	}
	for _, first := range []int{from, i} {
		for _, phrase := range foreignPhrases {
			if next, ok := says(first, phrase.says); ok {
				return phrase.op, next
			}
		}
	}
	return "", i
}

// foreignPhrase finds "greater than", "is not" and their kind. Its fix writes all such phrases of the text.
func (p *parser) foreignPhrase(i int) *SyntaxError {
	op, next := p.phraseAt(i)
	if op == "" {
		return nil
	}
	at := Span{p.tokens[i].start, p.tokens[next-1].end}
	e := p.refuse(at, fmt.Sprintf("%s is written %s.", quoted(p.text[at.Start:at.End]), quoted(op))).fix("", at, op)
	ops := []string{op}
	for j := next; j < len(p.tokens); j++ {
		if op, next = p.phraseAt(j); op == "" {
			continue
		}
		e.Fix.Text += p.text[e.Fix.Span.End:p.tokens[j].start] + op
		e.Fix.Span.End = p.tokens[next-1].end
		if !slices.Contains(ops, op) {
			ops = append(ops, op)
		}
		j = next - 1
	}
	e.Fix.Title = "use " + strings.Join(ops, ", ")
	return e
}

// joining finds what is wrong between two clauses: "adn" for and, "and and".
func (p *parser) joining(i int) *SyntaxError {
	if i > 0 && p.tokens[i].kind == stringToken && p.placeAt(i) == afterProperty { // "RowKey 'a'"
		at := p.tokens[i].start
		return p.refuse(p.span(i), fmt.Sprintf("An operator is missing before %s.", quoted(p.word(i)))).fix("insert eq", Span{at, at}, "eq ")
	}
	if i == 0 || p.tokens[i+min(1, len(p.tokens)-1-i)].kind == endToken { // nothing follows: more than this is missing
		return nil
	}
	word := p.word(i)
	if kind := p.tokens[i].kind; (kind == andToken || kind == orToken) && p.tokens[i-1].kind == kind {
		return p.refuse(p.span(i), fmt.Sprintf("%s stands here twice.", quoted(word))).
			fix("remove one", Span{p.tokens[i-1].end, p.tokens[i].end}, "")
	}
	at := p.placeAt(i)
	if !p.isName(i) || at != afterClause && (at != afterProperty || !p.begins(i+1)) {
		return nil
	}
	for _, meant := range []string{"and", "or"} {
		if oneEdit(strings.ToLower(word), meant) {
			return p.refuse(p.span(i), fmt.Sprintf("%s is not a word of a filter: %s is.", quoted(word), quoted(meant))).fix("use "+meant, p.span(i), meant)
		}
	}
	return nil
}

// begins reports whether a clause surely begins at token i: not, a parenthesis, or an operand with its operator.
func (p *parser) begins(i int) bool {
	kind := p.tokens[i].kind
	return kind == notToken || kind == openToken || i+1 < len(p.tokens) && p.tokens[i+1].kind == opToken
}

// oneEdit reports whether a word becomes another by one character that is put in, left out or replaced, or by two that are exchanged.
func oneEdit(a, b string) bool {
	n := 0 // characters at the beginning that are the same
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	x, y := a[n:], b[n:]
	switch len(x) - len(y) {
	case 1:
		return x[1:] == y
	case -1:
		return x == y[1:]
	case 0:
		return x != "" && (x[1:] == y[1:] || len(x) > 1 && x[0] == y[1] && x[1] == y[0] && x[2:] == y[2:])
	}
	return false
}

// decimalComma finds 4,5 and 1,990. A comma before three digits is taken for one of thousands, except where none stands there: 0,125.
func (p *parser) decimalComma(i int) *SyntaxError {
	if i == 0 || p.word(i) != "," || p.tokens[i-1].kind != int32Token {
		return nil
	}
	whole, part, last, groups := p.word(i-1), "", i-1, 0
	digits := strings.TrimLeft(whole, "-+")
	all := whole
	thousands := len(digits) <= 3 && digits[0] != '0'
	for last+2 < len(p.tokens) && p.word(last+1) == "," && p.tokens[last].end == p.tokens[last+1].start && p.tokens[last+1].end == p.tokens[last+2].start && p.tokens[last+2].kind == int32Token {
		part = p.word(last + 2)
		if part[0] == '-' || part[0] == '+' {
			return nil
		}
		thousands = thousands && len(part) == 3
		all, last, groups = all+part, last+2, groups+1
	}
	at := Span{p.tokens[i-1].start, p.tokens[last].end}
	says := "A number has no comma: " + p.text[at.Start:at.End] + " is written "
	switch {
	case groups == 0, groups > 1 && !thousands:
		return nil
	case thousands && groups == 1:
		return p.refuse(p.span(i), says+all+", or "+whole+"."+part+" where the comma is one of decimals.").fix("write "+all, at, all)
	case !thousands:
		all = whole + "." + part
	}
	return p.refuse(p.span(i), says+all+".").fix("write "+all, at, all)
}
