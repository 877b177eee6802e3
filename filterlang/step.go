package filterlang

import (
	"fmt"
	"slices"
	"strings"

	"rangefinder/filterlang/edm"
)

// Step is a condition that the service has no word for. Whoever asks it has to check it on what the service returned: the service
// knows nothing of it, and it saves no reading.
type Step struct {
	Property string
	Func     StepFunc
	Text     string
	Lower    bool // tolower(Property) is looked at; of Equals this or Upper
	Upper    bool // toupper(Property) is
	Not      bool
}

// StepFunc is what a step looks for.
type StepFunc uint8

// The functions of a step.
const (
	Contains StepFunc = iota
	StartsWith
	EndsWith
	Equals // whatever the case: the service compares with it
	Unset  // the property is not there; the step has no text
)

// String returns the name as OData writes it.
func (f StepFunc) String() string {
	return [...]string{"contains", "startswith", "endswith", "eq", "eq null"}[f]
}

// String returns the step as OData writes it; ParseSteps reads it.
func (s Step) String() string {
	name := s.Property
	switch {
	case s.Func == Unset && s.Not:
		return name + " ne null"
	case s.Func == Unset:
		return name + " " + s.Func.String()
	case s.Lower:
		name = "tolower(" + name + ")"
	case s.Upper:
		name = "toupper(" + name + ")"
	}
	value := edm.NewString(s.Text).Literal()
	if s.Func == Equals {
		if s.Not {
			return name + " ne " + value
		}
		return name + " eq " + value
	}
	text := s.Func.String() + "(" + name + "," + value + ")"
	if s.Not {
		return "not " + text
	}
	return text
}

// Match reports whether a value satisfies the step. Of Unset that is a value that is not there; else what is no String, or not there, holds no text: only a negated step is true
// for it, as with the service's own comparisons.
func (s Step) Match(v edm.Value) bool {
	found := s.Func == Unset && v.Type() == edm.NoType
	if s.Func != Unset && v.Type() == edm.String {
		text := v.Text()
		switch {
		case s.Lower:
			text = strings.ToLower(text)
		case s.Upper:
			text = strings.ToUpper(text)
		}
		switch s.Func {
		case Contains:
			found = strings.Contains(text, s.Text)
		case StartsWith:
			found = strings.HasPrefix(text, s.Text)
		case EndsWith:
			found = strings.HasSuffix(text, s.Text)
		case Equals:
			found = text == s.Text
		}
	}
	return found != s.Not
}

// JoinSteps writes steps that all have to hold; ParseSteps reads it.
func JoinSteps(steps []Step) string {
	parts := make([]string, len(steps))
	for i, s := range steps {
		parts[i] = s.String()
	}
	return strings.Join(parts, " and ")
}

// MaxSteps is how many conditions one text may hold.
const MaxSteps = 20

// ParseSteps reads steps joined by and. problem is "" when they can be used; no text is no steps.
func ParseSteps(text string) (steps []Step, problem string) {
	const want = "Write contains(Property,'text'), startswith or endswith, tolower(Property) eq 'text', or Property eq null, joined by and; not in front turns one round, tolower(Property) ignores case."
	if strings.TrimSpace(text) == "" {
		return nil, ""
	}
	if len(text) > MaxLength {
		return nil, "It is too long."
	}
	p := parser{text: text, tokens: scan(text)}
	parts, ok := p.conjuncts()
	if !ok {
		return nil, "Only and joins steps. " + want
	}
	for _, part := range parts {
		s, ok := p.step(part[0], part[1])
		if !ok {
			return nil, fmt.Sprintf("%s is not a step. %s", quoted(p.text[p.tokens[part[0]].start:p.tokens[part[1]-1].end]), want)
		}
		steps = append(steps, s)
	}
	if len(steps) > MaxSteps {
		return nil, fmt.Sprintf("At most %d conditions can be checked.", MaxSteps)
	}
	return steps, ""
}

// SplitSteps takes out of a filter what the service refuses and a step can check: whole operands of its outermost and, so that
// filter and steps together accept exactly what the text means. A plain startswith stays with the service, as the range it is. ok
// is false when there is nothing to take out, or what is left is refused as well. What a statement selects is in SQL.Select, and in SQL.Top
// how many it wants, which neither the filter nor the steps say, nor the order that it wants.
func SplitSteps(text string) (filter string, steps []Step, ok bool) {
	if len(text) > MaxLength {
		return "", nil, false
	}
	text = spoken(text)
	p := parser{text: text, tokens: scan(text)}
	p.withoutRest()
	if where := p.selects(); where > 0 {
		p.tokens = p.tokens[where:]
	}
	for i := range p.tokens {
		if lower, fits := p.meantKeyword(i); fits {
			p.tokens[i].kind, _ = keyword(lower)
		}
	}
	if p.isName(0) && strings.EqualFold(p.word(0), "where") && p.tokens[1].kind == nameToken {
		p.tokens = p.tokens[1:]
	}
	parts, ok := p.conjuncts()
	if !ok {
		return "", nil, false
	}
	var kept []string
	for _, part := range parts {
		s, ok := p.step(part[0], part[1])
		switch {
		case !ok:
			kept = append(kept, p.text[p.tokens[part[0]].start:p.tokens[part[1]-1].end])
		case s.Func == StartsWith && !s.Lower && !s.Upper && s.Not:
			kept = append(kept, "not ("+prefixRange(s.Property, s.Text)+")")
		case s.Func == StartsWith && !s.Lower && !s.Upper:
			kept = append(kept, prefixRange(s.Property, s.Text))
		default:
			steps = append(steps, s)
		}
	}
	filter = mended(strings.Join(kept, " and "), 0)
	if !isFilter(filter) || len(steps) == 0 || len(steps) > MaxSteps {
		return "", nil, false
	}
	return filter, steps, true
}

// withoutRest takes off what follows the condition of a statement: ORDER BY A DESC, LIMIT 5 and a semicolon.
func (p *parser) withoutRest() {
	end := len(p.tokens) - 1
	if end > 0 && p.word(end-1) == ";" {
		end--
	}
	if end > 2 && strings.EqualFold(p.word(end-2), "limit") && p.tokens[end-1].kind == int32Token {
		end -= 2
	}
	at := end
	for at > 0 && (p.isName(at-1) && !strings.EqualFold(p.word(at-1), "by") || p.word(at-1) == ",") {
		at--
	}
	if at > 2 && at < end && strings.EqualFold(p.word(at-1), "by") && strings.EqualFold(p.word(at-2), "order") {
		end = at - 2
	}
	p.tokens = slices.Delete(p.tokens, end, len(p.tokens)-1)
}

// selects returns the token of the WHERE of a statement that selects properties or * from a table, 0 for any other text.
func (p *parser) selects() int {
	if !strings.EqualFold(p.word(0), "select") {
		return 0
	}
	first := 1
	if strings.EqualFold(p.word(1), "top") && p.tokens[2].kind == int32Token {
		first = 3
	}
	from := first
	for ; p.isName(from) && !strings.EqualFold(p.word(from), "from") || p.word(from) == "," || p.word(from) == "*"; from++ {
	}
	if from > first && p.isName(from) && p.isName(from+1) && strings.EqualFold(p.word(from+2), "where") {
		return from + 2
	}
	return 0
}

// conjuncts returns the operands of the outermost and, each as a range of tokens. Parentheses around the whole are taken off. ok is
// false where an or is the outermost: no operand of it can be taken out.
func (p *parser) conjuncts() (parts [][2]int, ok bool) {
	from, to := 0, len(p.tokens)-1
	for range MaxNesting {
		if from >= to || p.tokens[from].kind != openToken {
			break
		}
		if end, closed := p.closing(from); !closed || end != to-1 {
			break
		}
		from, to = from+1, to-1
	}
	depth, at := 0, from
	for i := from; i < to; i++ {
		switch p.tokens[i].kind {
		case openToken:
			depth++
		case closeToken:
			if depth--; depth < 0 {
				return nil, false
			}
		case orToken:
			if depth == 0 {
				return nil, false
			}
		case andToken:
			if depth == 0 {
				parts = append(parts, [2]int{at, i})
				at = i + 1
			}
		}
	}
	parts = append(parts, [2]int{at, to})
	for _, part := range parts {
		if part[0] >= part[1] {
			return nil, false
		}
	}
	return parts, depth == 0
}

// comparedWithNull reports whether the tokens [from, to) ask whether a property is there, as OData, SQL,
// a programming language or a person does.
func (p *parser) comparedWithNull(from, to int) (negated, ok bool) {
	last := to - 1
	if last-from < 2 || !p.isName(from) || !IsNull(p.word(last)) {
		return false, false
	}
	negated, next := p.equality(from + 1)
	return negated, next == last
}

// equality reads eq or ne at token i, in whatever words; next is 0 when neither is there.
func (p *parser) equality(i int) (negated bool, next int) {
	op, next := p.phraseAt(i)
	if op == "" {
		op, next = strings.ToLower(p.word(i)), i+1
		if instead, ok := foreignOperators[op]; ok {
			op = instead
		}
	}
	if op != "eq" && op != "ne" {
		return false, 0
	}
	return op == "ne", next
}

// cased reads the tokens [from, to) as "tolower ( Property )" or toupper's, or SQL's short names of them.
func (p *parser) cased(from, to int) (s Step, ok bool) {
	if to-from != 4 || !p.isName(from) || p.tokens[from+1].kind != openToken || !p.isName(from+2) || p.tokens[from+3].kind != closeToken {
		return s, false
	}
	s.Property = p.word(from + 2)
	function := caseFunctions[strings.ToLower(p.word(from))]
	s.Lower, s.Upper = function == "tolower", function == "toupper"
	return s, function != ""
}

// caseless reads the tokens [from, to) as "tolower(Property) eq 'text'".
func (p *parser) caseless(from, to int) (s Step, ok bool) {
	if to-from < 6 || p.tokens[to-1].kind != stringToken {
		return s, false
	}
	s, ok = p.cased(from, from+4)
	negated, next := p.equality(from + 4)
	s.Func, s.Not, s.Text = Equals, negated, unquote(p.word(to-1))
	return s, ok && next == to-1
}

// step reads the tokens [from, to) as a step.
func (p *parser) step(from, to int) (s Step, ok bool) {
	for from < to && p.tokens[from].kind == notToken {
		s.Not = !s.Not
		from++
	}
	if from+1 < to && p.tokens[from].kind == openToken { // parentheses around it
		if end, closed := p.closing(from); closed && end == to-1 {
			inner, ok := p.step(from+1, to-1)
			inner.Not = inner.Not != s.Not
			return inner, ok
		}
	}
	if negated, ok := p.comparedWithNull(from, to); ok {
		return Step{Property: p.word(from), Func: Unset, Not: s.Not != negated}, true
	}
	if inner, ok := p.caseless(from, to); ok {
		inner.Not = inner.Not != s.Not
		return inner, true
	}
	if from+1 >= to || !p.isName(from) || p.tokens[from+1].kind != openToken {
		return s, false
	}
	end, closed := p.closing(from + 1)
	if !closed || end >= to {
		return s, false
	}
	last, negated, ok := p.comparedWithTrue(end)
	if !ok || last != to-1 {
		return s, false
	}
	s.Not = s.Not != negated
	swapped := false
	switch strings.ToLower(p.word(from)) {
	case "contains":
	case "substringof":
		swapped = true
	case "startswith":
		s.Func = StartsWith
	case "endswith":
		s.Func = EndsWith
	default:
		return s, false
	}
	comma := -1
	for i, depth := from+2, 0; i < end; i++ {
		switch {
		case p.tokens[i].kind == openToken:
			depth++
		case p.tokens[i].kind == closeToken:
			depth--
		case depth == 0 && p.word(i) == ",":
			if comma >= 0 {
				return s, false
			}
			comma = i
		}
	}
	if comma < 0 {
		return s, false
	}
	property, text := [2]int{from + 2, comma}, [2]int{comma + 1, end}
	if swapped {
		property, text = text, property
	}
	if text[1]-text[0] != 1 || p.tokens[text[0]].kind != stringToken {
		return s, false
	}
	s.Text = unquote(p.word(text[0]))
	if inner, ok := p.cased(property[0], property[1]); ok {
		s.Property, s.Lower, s.Upper = inner.Property, inner.Lower, inner.Upper
		return s, true
	}
	if property[1]-property[0] != 1 || !p.isName(property[0]) {
		return s, false
	}
	s.Property = p.word(property[0])
	return s, true
}
