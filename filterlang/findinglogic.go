package filterlang

import (
	"fmt"
	"hash/maphash"
	"unicode"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// and says what the operands of an and, those of ands inside it included, do to each other.
func (f *finder) and(e *And, at place) {
	if at.within == 'a' {
		return
	}
	operands := make([]Expr, 0, len(e.Operands))
	for _, c := range flattenAnd(nil, e) {
		operands = append(operands, c.Expr)
	}
	if a, b, ok := exclusion(operands); ok {
		f.contradiction(a, b, at)
		return
	}
	f.dead(operands, "%s removes nothing: %s already implies it.", func(a, b *Comparison) bool { return implies(a, b) })
	f.prefixes(operands)
}

// or finds operands of an or that add nothing.
func (f *finder) or(e *Or) {
	f.dead(e.Operands, "%s adds nothing: %s already covers it.", func(a, b *Comparison) bool { return implies(b, a) })
}

// dead reports operands that another one makes superfluous, and operands written twice.
func (f *finder) dead(operands []Expr, message string, superfluous func(by, c *Comparison) bool) {
	operands = operands[:min(len(operands), maxPairs)]
	for j, o := range operands {
		by := f.deadBy(operands, j, superfluous)
		if by == nil || f.full(DeadClause) {
			continue
		}
		n := Finding{Kind: DeadClause, Severity: Advice, Span: o.Span(), Message: fmt.Sprintf(message, shortText(o), shortText(by))}
		title := "Remove " + shortText(o)
		if o.String() == by.String() {
			n.Message, title = shortText(o)+" is written twice.", "Remove the repetition"
		}
		n.Rewrites = f.instead(title, o, nil, true)
		f.add(n)
	}
}

// deadBy returns the operand that makes operand j superfluous, or nil. Of two that say the same, the later one is.
func (f *finder) deadBy(operands []Expr, j int, superfluous func(by, c *Comparison) bool) Expr {
	c := comparisonOf(operands[j])
	if c != nil && c.Op == Ge && isKey(c.Property) && c.Literal == edm.NewString("") {
		return nil // reported as always true
	}
	for i, o := range operands {
		if i == j {
			continue
		}
		other := comparisonOf(o)
		switch {
		case c == nil && other == nil:
			if i < j && f.hash[o] == f.hash[operands[j]] && Equal(o, operands[j]) {
				return o
			}
		case c != nil && other != nil:
			if superfluous(other, c) && (i < j || !superfluous(c, other)) {
				return o
			}
		}
	}
	return nil
}

// hashed fills f.hash for every operand that is not a comparison and returns the structural hash of e: equal trees have
// equal hashes, so that repeated groups are found without comparing all pairs.
func (f *finder) hashed(e Expr) uint64 {
	switch e := e.(type) {
	case *And:
		return f.join('a', e, e.Operands)
	case *Or:
		return f.join('o', e, e.Operands)
	case *Not:
		return f.join('n', e, []Expr{e.Operand})
	case *Comparison:
		return maphash.Comparable(hashSeed, hashedLeaf{e.Property, e.Op, e.Literal})
	case *BoolProperty:
		return maphash.Comparable(hashSeed, hashedLeaf{property: e.Property})
	}
	return 0
}

type hashedLeaf struct {
	property string
	op       Op
	literal  edm.Value
}

var hashSeed = maphash.MakeSeed()

func (f *finder) join(kind byte, e Expr, operands []Expr) uint64 {
	h := uint64(kind)
	for _, o := range operands {
		h = (h ^ f.hashed(o)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	f.hash[e] = h
	return h
}

// contradiction reports two operands of one and that exclude each other.
func (f *finder) contradiction(a, b *Comparison, at place) {
	if f.full(Contradiction) {
		return
	}
	scope := "this part can never hold."
	if at.top {
		scope = "the filter matches nothing."
	}
	n := Finding{Kind: Contradiction, Severity: Warning, Span: b.At}
	n.Message = fmt.Sprintf("%s and %s exclude each other: %s", shortText(a), shortText(b), scope)
	switch {
	case a.Literal.Type() != b.Literal.Type():
		n.Message = fmt.Sprintf("%s cannot meet both %s and %s, since a value has one type: %s", a.Property, shortText(a), shortText(b), scope)
	case a.Op == Eq && b.Op == Eq:
		either := &Or{Operands: []Expr{a, b}}
		// A property alone is no node of the filter as a comparison: then nothing is replaced, and nothing offered.
		if one := replace(f.plan.Filter, b, nil); one != f.plan.Filter {
			if both := replace(one, a, either); both != one {
				n.Rewrites = f.asQueries("Match either value", both, false)
			}
		}
	case a.Op != Eq && a.Op != Ne && b.Op != Eq && b.Op != Ne:
		e := replace(replace(f.plan.Filter, a, a.withLiteral(b.Literal)), b, b.withLiteral(a.Literal))
		if order, certain := literalOrder(a.Literal, b.Literal); certain && order != 0 {
			n.Rewrites = f.asQueries("Exchange the bounds", e, false)
		}
	}
	f.add(n)
}

// prefixes recognises "P ge 'Sh' and P lt 'Si'", and le where lt was meant.
func (f *finder) prefixes(operands []Expr) {
	list := comparisons(operands)
	for _, low := range list {
		if low.Op != Ge || low.Literal.Type() != edm.String || fixedType(low.Property) == edm.DateTime {
			continue
		}
		prefix := low.Literal.Text()
		end, ok := edm.PrefixEnd(prefix)
		if !ok {
			continue
		}
		for _, high := range list {
			if high.Property != low.Property || high.Literal != edm.NewString(end) || high.Op != Lt && high.Op != Le {
				continue
			}
			f.prefix(low, high, prefix)
		}
	}
}

func (f *finder) prefix(low, high *Comparison, prefix string) {
	if f.full(PrefixRange) {
		return
	}
	n := Finding{Kind: PrefixRange, Severity: Info, Span: low.At}
	if high.At.Start >= low.At.End {
		n.Span.End = high.At.End
	}
	what := fmt.Sprintf("%s starts with %s", low.Property, quoteName(low.Literal.Literal()))
	last, _ := utf8.DecodeLastRuneInString(prefix)
	switch delimiter := unicode.IsPunct(last) || unicode.IsSymbol(last); {
	case high.Op == Le && utf8.RuneCountInString(prefix) < 2:
		return
	case high.Op == Le:
		lt := *high
		lt.Op = Lt
		n.Message = fmt.Sprintf("This is nearly \"%s\", but le also lets %s itself in.", what, quoteName(high.Literal.Literal()))
		n.Rewrites = f.instead("Write "+shortText(&lt), high, &lt, false)
	case delimiter:
		n.Message = fmt.Sprintf("A prefix search: %s, that is, its part before the delimiter %c is fixed.", what, last)
	default:
		n.Message = "A prefix search: " + what + "."
	}
	f.add(n)
}

// not explains what a not keeps, and how this one is read.
func (f *finder) not(e *Not, at place) {
	c, comparison := e.Operand.(*Comparison)
	if comparison && e.At.End > 0 && e.At.End == c.At.End && !f.full(NotPrecedence) {
		f.add(Finding{Kind: NotPrecedence, Severity: Info, Span: e.At,
			Message:  "Read as not (" + shortText(c) + "). Strict OData reads not before the comparison: put parentheses around it.",
			Rewrites: f.instead("Add the parentheses", e, &Not{Operand: e.Operand, At: e.At}, true)})
	}
	name := customIn(e.Operand)
	if at.negated || name == "" || f.full(NotKeepsAbsent) {
		return
	}
	n := Finding{Kind: NotKeepsAbsent, Severity: Info, Span: e.At,
		Message: "not also keeps entities that have no " + quoteName(name) + "."}
	types := "" // of the values that the inverse is compared with, when there are others
	if f.census != nil {
		p := f.properties[name]
		if p == nil || p.Count >= f.census.Entities {
			return
		}
		n.Message = fmt.Sprintf("not also keeps entities that have no %s: the table has %s of them.", quoteName(name), thousands(f.census.Entities-p.Count))
		types = comparedTypes(p, comparisonOf(e.Operand))
	}
	switch o := e.Operand.(type) {
	case *Comparison:
		inverse := *o
		inverse.Op = o.Op.Invert()
		n.Rewrites = f.instead("Only entities that have "+quoteName(name)+types, e, &inverse, false)
	case *BoolProperty:
		isFalse := &Comparison{Property: o.Property, Op: Eq, Literal: edm.NewBoolean(false)}
		n.Rewrites = f.instead("Only entities that have "+quoteName(name)+types, e, isFalse, false)
	}
	f.add(n)
}

// comparedTypes says " as Double" of the stored values that a comparison meets when it does not meet all, "" otherwise.
func comparedTypes(p *PropertyCensus, c *Comparison) string {
	met := PropertyCensus{}
	for _, t := range p.Types {
		if c != nil && compares(t.Type, c.Literal.Type()) {
			met.Types = append(met.Types, t)
		}
	}
	if c == nil || len(met.Types) == len(p.Types) {
		return ""
	} else if len(met.Types) == 0 {
		return " as " + c.Literal.Type().String()
	}
	return " as " + typesText(&met)
}

// customIn returns the first property in e that entities may lack, or "".
func customIn(e Expr) string {
	switch e := e.(type) {
	case *And:
		return firstCustom(e.Operands)
	case *Or:
		return firstCustom(e.Operands)
	case *Not:
		return customIn(e.Operand)
	case *Comparison:
		if fixedType(e.Property) == edm.NoType {
			return e.Property
		}
	case *BoolProperty:
		return e.Property
	}
	return ""
}

func firstCustom(operands []Expr) string {
	for _, o := range operands {
		if name := customIn(o); name != "" {
			return name
		}
	}
	return ""
}

// thousands writes n with a comma before every three digits.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
