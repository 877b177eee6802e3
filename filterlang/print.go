package filterlang

import (
	"strconv"

	"rangefinder/filterlang/edm"
)

// The canonical text of a filter: one space between words, parentheses only where they are needed, except that a negated
// comparison always has them, because strict OData reads "not A eq 1" as "(not A) eq 1".

func (e *And) String() string          { return string(appendExpr(nil, e)) }
func (e *Or) String() string           { return string(appendExpr(nil, e)) }
func (e *Not) String() string          { return string(appendExpr(nil, e)) }
func (e *Comparison) String() string   { return string(appendExpr(nil, e)) }
func (e *BoolProperty) String() string { return e.Property }
func (e *Constant) String() string     { return strconv.FormatBool(e.Value) }

func appendExpr(dst []byte, e Expr) []byte {
	switch e := e.(type) {
	case *And:
		for i, operand := range e.Operands {
			if i > 0 {
				dst = append(dst, " and "...)
			}
			dst = appendGrouped(dst, operand, isAnd(operand) || isOr(operand))
		}
	case *Or:
		for i, operand := range e.Operands {
			if i > 0 {
				dst = append(dst, " or "...)
			}
			dst = appendGrouped(dst, operand, isOr(operand))
		}
	case *Not:
		_, comparison := e.Operand.(*Comparison)
		dst = append(dst, "not "...)
		dst = appendGrouped(dst, e.Operand, comparison || isAnd(e.Operand) || isOr(e.Operand))
	case *Comparison:
		dst = appendComparison(dst, e)
	case *BoolProperty:
		dst = append(dst, e.Property...)
	case *Constant:
		dst = strconv.AppendBool(dst, e.Value)
	}
	return dst
}

func appendGrouped(dst []byte, e Expr, parentheses bool) []byte {
	if !parentheses {
		return appendExpr(dst, e)
	}
	return append(appendExpr(append(dst, '('), e), ')')
}

func appendComparison(dst []byte, e *Comparison) []byte {
	op := e.Op
	if e.Mirrored {
		op = op.Mirror()
		dst = append(e.Literal.AppendLiteral(dst), ' ')
		return append(append(append(dst, op.String()...), ' '), e.Property...)
	}
	dst = append(append(append(dst, e.Property...), ' '), op.String()...)
	return e.Literal.AppendLiteral(append(dst, ' '))
}

func isAnd(e Expr) bool { _, ok := e.(*And); return ok }
func isOr(e Expr) bool  { _, ok := e.(*Or); return ok }

// Equal reports whether two filters are the same tree, spans aside. Nil equals nil only.
func Equal(a, b Expr) bool {
	switch a := a.(type) {
	case *And:
		b, ok := b.(*And)
		return ok && equalAll(a.Operands, b.Operands)
	case *Or:
		b, ok := b.(*Or)
		return ok && equalAll(a.Operands, b.Operands)
	case *Not:
		b, ok := b.(*Not)
		return ok && Equal(a.Operand, b.Operand)
	case *Comparison:
		b, ok := b.(*Comparison)
		return ok && a.Property == b.Property && a.Op == b.Op && a.Mirrored == b.Mirrored && sameValue(a.Literal, b.Literal)
	case *BoolProperty:
		b, ok := b.(*BoolProperty)
		return ok && a.Property == b.Property
	case *Constant:
		b, ok := b.(*Constant)
		return ok && a.Value == b.Value
	}
	return a == nil && b == nil
}

func equalAll(a, b []Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// sameValue takes all NaN for one: a filter has one way to write them.
func sameValue(a, b edm.Value) bool {
	if a.Type() == edm.Double && b.Type() == edm.Double && a.Float() != a.Float() {
		return b.Float() != b.Float()
	}
	return a == b
}
