package filterlang

import (
	"strings"

	"rangefinder/filterlang/edm"
)

// negation returns the opposite of text. It is "" when something of text was left out since omitted conditions were counted, because
// the opposite would return less than it should. SQL's NOT leaves out what has no value, which the service's not keeps: so its opposite has
// other operators in place of it, unless it asks what has no value.
func (s *sqlReader) negation(text string, omitted int) string {
	if s.omitted > omitted {
		return ""
	}
	e, err := Parse(text)
	if err != nil || s.out.Code || s.arg != "" || len(s.out.nulls) > 0 {
		return "not (" + text + ")"
	}
	text = opposite(e).String()
	if strings.Contains(text, " or ") {
		return "(" + text + ")"
	}
	return text
}

// opposite returns what is true of an entity for which e is false and that has all that e compares.
func opposite(e Expr) Expr {
	all := func(operands []Expr) []Expr {
		out := make([]Expr, len(operands))
		for i, o := range operands {
			out[i] = opposite(o)
		}
		return out
	}
	switch e := e.(type) {
	case *And:
		return &Or{Operands: all(e.Operands)}
	case *Or:
		return &And{Operands: all(e.Operands)}
	case *Not:
		return e.Operand
	case *Comparison:
		o := *e
		o.Op = o.Op.Invert()
		return &o
	case *BoolProperty:
		return &Comparison{Property: e.Property, Op: Eq, Literal: edm.NewBoolean(false)}
	}
	return &Not{Operand: e}
}
