package filterlang

import (
	"errors"
	"fmt"
	"sync/atomic"

	"rangefinder/filterlang/edm"
)

// MaxNesting is how deep parentheses and not may nest together; MaxLength is how long a filter may be, in bytes. The
// service's own limits are lower (a URL of some 32 KB) and show themselves only there.
const (
	MaxNesting = 200
	MaxLength  = 4 << 20
)

// Parses returns how many texts Parse has read since the program began. Tests hold the page and the worker to one for each key.
func Parses() int64 { return parses.Load() }

var parses atomic.Int64

// Parse reads a filter. Empty or blank text is no filter: a nil Expr. Every error is a *SyntaxError. It takes any bytes, in
// time linear in their number. The words NaN, INF and -INF are Double literals where a property is on the other side of
// the operator, and property names otherwise.
func Parse(text string) (Expr, error) {
	if len(text) > MaxLength {
		return nil, tooLong(text)
	}
	parses.Add(1)
	e, err := read(text, 0)
	if refused, ok := errors.AsType[*SyntaxError](err); ok {
		refused.settle(text)
	}
	return e, err
}

// deepest is how often what explains a text may read another that it has made of it. Each may make several, so without an end the time
// grows with the power of what is wrong.
const deepest = 2

// read is Parse, with fixes that may lead to what the service refuses whatever is typed. depth is how many texts lie between this one and
// the one that was typed; from deepest on a refusal is explained as it stands, and from tellsNothing on not at all.
func read(text string, depth int) (Expr, error) {
	p := parser{text: text, tokens: scan(text), depth: depth}
	if len(p.tokens) == 1 {
		return nil, nil
	}
	if err := p.checkNesting(); err != nil {
		return nil, err
	}
	if unfit, found := p.firstUnfit(); found {
		if depth == tellsNothing {
			return nil, errUnfit
		}
		return nil, p.unexpected(unfit)
	}
	root, refused := p.alternatives()
	if refused == nil {
		refused = p.mustBeBoolean(root)
	}
	if refused != nil {
		return nil, refused
	}
	return root.expr, nil
}

// tellsNothing is the depth of a text of which only is asked whether it is a filter.
const tellsNothing = deepest + 1

var errUnfit = errors.New("it is no filter")

// isFilter reports whether a text is one, without saying why not.
func isFilter(text string) bool {
	if len(text) > MaxLength {
		return false
	}
	_, err := read(text, tellsNothing)
	return err == nil
}

// parser reads a filter by recursive descent, one method for each level of precedence, loosest first. A filter is read at each
// keystroke and for each query; a grammar read by reflection, as grammar_test.go has it, takes four times as long. Tests hold this
// parser against that grammar.
type parser struct {
	text   string
	tokens []token
	depth  int // see read
	next   int // token that alternatives and what it calls go on with; each fits, as firstUnfit found
}

// checkNesting refuses what would recurse deeper than MaxNesting, before anything recurses.
func (p *parser) checkNesting() error {
	depth, nots := 0, 0
	var negated []int // number of "not" right before each open parenthesis
	for i, t := range p.tokens {
		switch t.kind {
		case notToken:
			nots++
		case openToken:
			negated = append(negated, nots)
			depth += nots + 1
			nots = 0
		case closeToken:
			nots = 0
			if n := len(negated); n > 0 {
				depth -= negated[n-1] + 1
				negated = negated[:n-1]
			}
		default:
			nots = 0
		}
		if depth+nots > MaxNesting {
			return p.tooDeep(i)
		}
	}
	return nil
}

// operand is a lowered part of the filter. expr is nil when it is a literal or a property that cannot be Boolean: then typ
// is its type.
type operand struct {
	expr  Expr
	typ   edm.Type
	outer Span // with the parentheses around it
}

func (p *parser) alternatives() (operand, error) {
	first, err := p.conjunction()
	if err != nil || p.tokens[p.next].kind != orToken {
		return first, err
	}
	list, at, err := p.joined(first, orToken, "Or", (*parser).conjunction)
	return operand{expr: &Or{Operands: list, At: at}, outer: at}, err
}

func (p *parser) conjunction() (operand, error) {
	first, err := p.clause()
	if err != nil || p.tokens[p.next].kind != andToken {
		return first, err
	}
	list, at, err := p.joined(first, andToken, "And", (*parser).clause)
	return operand{expr: &And{Operands: list, At: at}, outer: at}, err
}

// joined reads the operands that follow the first of an "and" or "or", and returns all of them.
func (p *parser) joined(first operand, by tokenKind, name string, read func(*parser) (operand, error)) (list []Expr, at Span, err error) {
	left, at := first, first.outer
	for p.tokens[p.next].kind == by {
		p.next++
		right, err := read(p)
		if err != nil {
			return nil, at, err
		}
		if left.expr == nil || right.expr == nil {
			return nil, at, p.incompatible(left, right, name)
		}
		if list == nil {
			list = append(make([]Expr, 0, 2), left.expr)
		}
		list = append(list, right.expr)
		at.End = right.outer.End
		left = right
	}
	return list, at, nil
}

func (p *parser) clause() (operand, error) {
	first := p.next
	switch p.tokens[first].kind {
	case openToken:
		p.next++
		inside, err := p.alternatives()
		if err != nil {
			return operand{}, err
		}
		inside.outer = Span{p.tokens[first].start, p.tokens[p.next].end}
		p.next++
		return inside, nil
	case notToken:
		p.next++
		inner, err := p.clause()
		if err != nil {
			return operand{}, err
		}
		if inner.expr == nil {
			return operand{}, p.notOfNoBoolean(inner)
		}
		at := Span{p.tokens[first].start, inner.outer.End}
		return operand{expr: &Not{Operand: inner.expr, At: at}, outer: at}, nil
	}
	if p.tokens[first+1].kind != opToken {
		p.next++
		return p.alone(first)
	}
	p.next += 3
	return p.comparison(first)
}

// comparison reads "left op right", which begins at a token.
func (p *parser) comparison(left int) (operand, error) {
	op, right := left+1, left+2
	at := Span{p.tokens[left].start, p.tokens[right].end}
	c := &Comparison{Op: opNamed(p.word(op)), At: at, OpAt: p.span(op)}
	name, value := left, right
	switch leftName, rightName := p.isName(left), p.isName(right); {
	case !leftName && rightName:
		name, value = right, left
		c.Mirrored, c.Op = true, c.Op.Mirror()
	case leftName && !rightName:
	case leftName && isWordDouble(p.word(right)):
	case leftName && isWordDouble(p.word(left)):
		name, value = right, left
		c.Mirrored, c.Op = true, c.Op.Mirror()
	case leftName:
		return operand{}, p.propertyToProperty(left, right)
	default:
		return operand{}, p.constantOnly(at)
	}
	literal, err := p.literal(value)
	if err != nil {
		return operand{}, err
	}
	c.Property, c.PropertyAt = p.word(name), p.span(name)
	c.Literal, c.LiteralAt = literal, p.span(value)
	return operand{expr: c, outer: at}, nil
}

// alone lowers an operand that is compared with nothing.
func (p *parser) alone(i int) (operand, error) {
	at := p.span(i)
	if !p.isName(i) {
		literal, err := p.literal(i)
		if err != nil {
			return operand{}, err
		}
		if literal.Type() == edm.Boolean {
			return operand{expr: &Constant{Value: literal.Bool(), At: at}, outer: at}, nil
		}
		return operand{typ: literal.Type(), outer: at}, nil
	}
	switch name := p.word(i); name {
	case PartitionKey, RowKey:
		return operand{typ: edm.String, outer: at}, nil
	case Timestamp:
		return operand{typ: edm.DateTime, outer: at}, nil
	default:
		return operand{expr: &BoolProperty{Property: name, At: at}, outer: at}, nil
	}
}

func (p *parser) word(i int) string { return p.text[p.tokens[i].start:p.tokens[i].end] }
func (p *parser) span(i int) Span   { return Span{p.tokens[i].start, p.tokens[i].end} }
func (p *parser) isName(i int) bool { return p.tokens[i].kind == nameToken }

func isWordDouble(word string) bool { return word == "NaN" || word == "INF" }

func opNamed(word string) Op {
	switch word {
	case "ne":
		return Ne
	case "gt":
		return Gt
	case "ge":
		return Ge
	case "lt":
		return Lt
	case "le":
		return Le
	}
	return Eq
}

// literal gives token i its exact type and value.
func (p *parser) literal(i int) (edm.Value, error) {
	value, why := literalValue(p.tokens[i].kind, p.word(i))
	if why != "" {
		return edm.Value{}, p.badLiteral(i, why)
	}
	return value, nil
}

const beyondInt64 = "lies outside the range of Int64, which is -9223372036854775808 to 9223372036854775807"

// literalValue reads the text of a literal token; why is "" when it has a value.
func literalValue(kind tokenKind, word string) (v edm.Value, why string) {
	switch kind {
	case boolToken:
		return edm.NewBoolean(saysTrue(word)), ""
	case stringToken:
		return edm.NewString(unquote(word)), ""
	case int32Token:
		n, ok := parseInt(word)
		if !ok {
			return v, beyondInt64
		}
		if n == int64(int32(n)) {
			return edm.NewInt32(int32(n)), ""
		}
		return edm.NewInt64(n), ""
	case int64Token:
		n, ok := parseInt(word[:len(word)-1])
		if !ok {
			return v, beyondInt64
		}
		return edm.NewInt64(n), ""
	case doubleToken, nameToken: // nameToken: NaN or INF
		f, ok := parseDouble(word)
		if !ok {
			return v, "lies outside the range of Double, which ends at 1.7976931348623157E+308"
		}
		return edm.NewDouble(f), ""
	case datetimeToken:
		t, err := edm.ParseDateTime(quotedPart(word))
		if err != nil {
			return v, reason(err)
		}
		return edm.NewDateTime(t), ""
	case guidToken:
		g, err := edm.ParseGuid(quotedPart(word))
		if err != nil {
			return v, reason(err)
		}
		return edm.NewGuid(g), ""
	case binaryToken:
		b, ok := parseHex(quotedPart(word))
		if !ok {
			return v, "it is not an even number of hexadecimal digits"
		}
		return edm.NewBinary(b), ""
	}
	return v, fmt.Sprintf("%q is not a literal", word)
}

func reason(err error) string {
	if e, ok := errors.AsType[*edm.TextError](err); ok {
		return e.Reason + "; write it like " + e.Accepted
	}
	return err.Error()
}
