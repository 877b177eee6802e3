package filterlang

import (
	"fmt"
	"slices"
	"strings"

	"rangefinder/filterlang/edm"
)

const notImplemented = "The requested operation is not implemented on the specified resource."

// refuse makes the error for what stands in at. An InvalidInput names the place where the service stops reading: the end of
// the text it could not use.
func (p *parser) refuse(at Span, detail string) *SyntaxError {
	return &SyntaxError{
		Code:    InvalidInput,
		Message: syntaxMessage(p.text, at.End),
		Detail:  detail,
		Span:    at,
		Text:    p.text[at.Start:at.End],
	}
}

func syntaxMessage(text string, stop int) string {
	return fmt.Sprintf("Syntax error at position %d in '%s'.", PositionAt(text, stop).UTF16, printable(text))
}

// unimplemented makes the error for what the service understands but does not do.
func (p *parser) unimplemented(at Span, detail string) *SyntaxError {
	e := p.refuse(at, detail)
	e.Code, e.Message = NotImplemented, notImplemented
	return e
}

func (e *SyntaxError) expect(what ...string) *SyntaxError {
	e.Expected = what
	return e
}

func (e *SyntaxError) fix(title string, at Span, text string) *SyntaxError {
	e.Fix = &Fix{Title: title, Span: at, Text: text}
	return e
}

func tooLong(text string) *SyntaxError {
	p := parser{text: text}
	e := p.refuse(Span{MaxLength, MaxLength}, fmt.Sprintf("The filter is longer than %d bytes.", MaxLength))
	e.Message = fmt.Sprintf("Syntax error at position %d in a filter of %d bytes.", MaxLength, len(text))
	return e
}

func (p *parser) tooDeep(i int) *SyntaxError {
	return p.refuse(p.span(i), fmt.Sprintf("Parentheses and not are nested more than %d deep here.", MaxNesting))
}

func (p *parser) incompatible(left, right operand, kind string) *SyntaxError {
	culprit := left
	if culprit.expr != nil {
		culprit = right
	}
	e := p.refuse(culprit.outer, fmt.Sprintf("%s; %s needs a condition on both sides.",
		p.describe(culprit), quoted(strings.ToLower(kind))))
	e.Message = fmt.Sprintf("A binary operator with incompatible types was detected. "+
		"Found operand types '%s' and '%s' for operator kind '%s'.", left.edmType(), right.edmType(), kind)
	i := slices.IndexFunc(p.tokens, func(t token) bool { return t.start == culprit.outer.Start })
	if i >= 4 && p.comparesWith(i-4, i) && p.tokens[i].end == culprit.outer.End { // "A eq 4 or 5"
		e.Detail, e.Expected = fmt.Sprintf("Each comparison names its property: %s is missing before %s.", quoted(p.word(i-4)), quoted(p.word(i))), []string{}
		return e.fix("repeat "+p.word(i-4), Span{culprit.outer.Start, culprit.outer.Start}, p.word(i-4)+" "+p.word(i-3)+" ")
	}
	return e.expect(comparisonOperators...)
}

func (p *parser) notOfNoBoolean(inner operand) *SyntaxError {
	e := p.refuse(inner.outer, p.describe(inner)+"; “not” needs a condition after it.")
	e.Message = fmt.Sprintf("A unary operator with an incompatible type was detected. "+
		"Found operand type '%s' for operator kind 'Not'.", inner.edmType())
	return e.expect(comparisonOperators...)
}

// mustBeBoolean refuses a filter that is a value and not a condition.
func (p *parser) mustBeBoolean(root operand) error {
	if root.expr != nil {
		return nil
	}
	e := p.refuse(root.outer, p.describe(root)+", not a condition. Compare it with a value, for example with eq.")
	e.Message = "The $filter expression must evaluate to a single boolean value."
	if text := p.text[root.outer.Start:root.outer.End]; root.typ == edm.String && root.outer.Start == 0 && strings.HasPrefix(text, "'") {
		e.Detail = "A value stands after a property and an operator."
		e.fix("write PartitionKey eq "+short(text), root.outer, PartitionKey+" eq "+text)
	}
	return e.expect(comparisonOperators...)
}

func (o operand) edmType() string {
	if o.expr != nil {
		return edm.Boolean.EDM()
	}
	return o.typ.EDM()
}

func (p *parser) describe(o operand) string {
	return fmt.Sprintf("%s is %s %s", quoted(p.text[o.outer.Start:o.outer.End]), article(o.typ), o.typ)
}

func article(t edm.Type) string {
	if t == edm.Int32 || t == edm.Int64 {
		return "an"
	}
	return "a"
}

// quoted puts a piece of the filter into a sentence.
func quoted(text string) string { return "“" + short(text) + "”" }

// short cuts a piece of the filter to what a sentence can hold.
func short(text string) string {
	if runes := []rune(text[:min(len(text), 400)]); len(runes) > 60 {
		return printable(string(runes[:60])) + "…"
	}
	return printable(text)
}

func (p *parser) constantOnly(at Span) *SyntaxError {
	return p.unimplemented(at, fmt.Sprintf("%s has no property in it: the service compares a property with a literal.",
		quoted(p.text[at.Start:at.End])))
}

// propertyToProperty refuses A eq B; often B is a literal that misses something.
func (p *parser) propertyToProperty(left, right int) *SyntaxError {
	at := Span{p.tokens[left].start, p.tokens[right].end}
	word := p.word(right)
	e := p.unimplemented(at, fmt.Sprintf("%s and %s are both properties: the service compares a property with a literal only.",
		quoted(p.word(left)), quoted(word)))
	if !strings.EqualFold(word, "null") && !isKeyName(word) && word != p.word(left) {
		e.Detail = fmt.Sprintf("%s without quotes is the name of a property, and the service compares a property with a literal only. A text has single quotes: %s.",
			quoted(word), edm.NewString(word).Literal())
		e.fix("quote it as a String", p.span(right), edm.NewString(word).Literal())
		e.Fix.Texts = p.word(left)
	}
	if IsNull(word) { // None may be meant as a text, too
		e.Detail = noNull
		if e.Fix == nil {
			p.fixNull(e, right)
		}
	}
	return e.expect("a literal")
}

func isKeyName(word string) bool { return word == PartitionKey || word == RowKey || word == Timestamp }

// badLiteral refuses a literal that has the form of its type but no value of it.
func (p *parser) badLiteral(i int, why string) *SyntaxError {
	e := p.refuse(p.span(i), fmt.Sprintf("%s has no value: %s.", quoted(p.word(i)), why))
	if inner := strings.TrimSpace(quotedPart(p.word(i))); inner != "" && placeholderAt(inner) == inner {
		e.Detail = placeholderSays(inner)
	}
	switch p.tokens[i].kind {
	case datetimeToken:
		e.expect("datetime'2026-11-20T09:30:00Z'")
		if v, err := edm.ParseText(edm.DateTime, quotedPart(p.word(i))); err == nil {
			e.fix("write "+v.Literal(), p.span(i), v.Literal())
		}
	case guidToken:
		e.expect("guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'")
		if v, err := edm.ParseText(edm.Guid, quotedPart(p.word(i))); err == nil {
			e.fix("write "+v.Literal(), p.span(i), v.Literal())
		}
	case binaryToken:
		e.expect("X'00FF', two hexadecimal digits a byte")
	default:
		e.Detail = quoted(p.word(i)) + " " + why + "."
		e.expect("a number of the type's range")
	}
	return e
}
