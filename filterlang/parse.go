package filterlang

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/alecthomas/participle/v2/lexer"

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
	p := parser{text: text, tokens: scan(text)}
	if len(p.tokens) == 1 {
		return nil, nil
	}
	if err := p.checkNesting(); err != nil {
		return nil, err
	}
	stream, err := lexer.Upgrade(&tokenStream{text: text, tokens: p.tokens})
	if err != nil {
		return nil, p.unexpected(p.firstUnfit())
	}
	tree, err := grammar().ParseFromLexer(stream)
	if err != nil {
		return nil, p.unexpected(p.firstUnfit())
	}
	root, refused := p.alternatives(tree.Alternatives)
	if refused == nil {
		refused = p.mustBeBoolean(root)
	}
	if refused != nil {
		return nil, refused
	}
	return root.expr, nil
}

type parser struct {
	text   string
	tokens []token
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

func (p *parser) alternatives(g *alternatives) (operand, error) {
	return joined(p, g.Operands, p.conjunction, "Or", func(list []Expr, at Span) Expr { return &Or{Operands: list, At: at} })
}

func (p *parser) conjunction(g *conjunction) (operand, error) {
	return joined(p, g.Operands, p.clause, "And", func(list []Expr, at Span) Expr { return &And{Operands: list, At: at} })
}

// joined lowers the operands of an "and" or "or" and joins them, when there are several, to one node.
func joined[T any](p *parser, list []T, lower func(T) (operand, error), name string, join func([]Expr, Span) Expr) (operand, error) {
	first, err := lower(list[0])
	if err != nil || len(list) == 1 {
		return first, err
	}
	exprs := make([]Expr, 1, len(list))
	exprs[0] = first.expr
	left, at := first, first.outer
	for _, o := range list[1:] {
		right, err := lower(o)
		if err != nil {
			return operand{}, err
		}
		if left.expr == nil || right.expr == nil {
			return operand{}, p.incompatible(left, right, name)
		}
		exprs = append(exprs, right.expr)
		at.End = right.outer.End
		left = right
	}
	return operand{expr: join(exprs, at), outer: at}, nil
}

func (p *parser) clause(g *clause) (operand, error) {
	switch {
	case g.Group != nil:
		inside, err := p.alternatives(g.Group.Inside)
		inside.outer = Span{p.tokens[g.Group.Open.Pos.Line].start, p.tokens[g.Group.Close.Pos.Line].end}
		return inside, err
	case g.Negation != nil:
		inner, err := p.clause(g.Negation.Operand)
		if err != nil {
			return operand{}, err
		}
		not := g.Negation.Not.Pos.Line
		if inner.expr == nil {
			return operand{}, p.notOfNoBoolean(inner)
		}
		at := Span{p.tokens[not].start, inner.outer.End}
		return operand{expr: &Not{Operand: inner.expr, At: at}, outer: at}, nil
	}
	return p.comparison(g.Comparison)
}

func (p *parser) comparison(g *comparison) (operand, error) {
	left := g.Left.Pos.Line
	if g.Op.Type == 0 {
		return p.alone(left)
	}
	op, right := g.Op.Pos.Line, g.Right.Pos.Line
	at := Span{p.tokens[left].start, p.tokens[right].end}
	c := &Comparison{Op: opNamed(g.Op.Value), At: at, OpAt: p.span(op)}
	name, value := left, right
	switch leftName, rightName := p.isName(left), p.isName(right); {
	case !leftName && rightName:
		name, value = right, left
		c.Mirrored, c.Op = true, c.Op.Mirror()
	case leftName && !rightName:
	case leftName && isWordDouble(g.Right.Value):
	case leftName && isWordDouble(g.Left.Value):
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
			return v, "it is beyond Int64, whose last number is 9223372036854775807"
		}
		if n == int64(int32(n)) {
			return edm.NewInt32(int32(n)), ""
		}
		return edm.NewInt64(n), ""
	case int64Token:
		n, ok := parseInt(word[:len(word)-1])
		if !ok {
			return v, "it is beyond Int64, whose last number is 9223372036854775807"
		}
		return edm.NewInt64(n), ""
	case doubleToken, nameToken: // nameToken: NaN or INF
		f, ok := parseDouble(word)
		if !ok {
			return v, "it is beyond Double, whose last number is 1.7976931348623157E+308"
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
	return v, fmt.Sprintf("%q is no literal", word)
}

func reason(err error) string {
	if e, ok := errors.AsType[*edm.TextError](err); ok {
		return e.Reason + "; write it like " + e.Accepted
	}
	return err.Error()
}
