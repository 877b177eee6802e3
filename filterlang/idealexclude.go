package filterlang

import "rangefinder/filterlang/edm"

// comparisonOf returns e as a comparison: a property alone asks for the Boolean true. It returns nil for and, or and not.
func comparisonOf(e Expr) *Comparison {
	switch e := e.(type) {
	case *Comparison:
		return e
	case *BoolProperty:
		return &Comparison{Property: e.Property, Op: Eq, Literal: edm.NewBoolean(true), At: e.At, PropertyAt: e.At}
	}
	return nil
}

// literalOrder compares two literals of one type as every property that takes both does: certain is false for NaN, and for
// two Int64 that differ but are one Double, since a Double property rounds them.
func literalOrder(a, b edm.Value) (order int, certain bool) {
	order, ok := edm.Compare(a, b)
	if !ok || order == edm.Unordered {
		return 0, false
	}
	if order != 0 && a.Type() == edm.Int64 && float64(a.Int()) == float64(b.Int()) {
		return order, false
	}
	return order, true
}

// implies reports whether every entity that a accepts is accepted by b, on any data and under either reading of a type
// mismatch: "A gt 5" implies "A ge 5", "A gt 3" and "A ne 2". Literals of different types are not compared.
func implies(a, b *Comparison) bool {
	if a.Property != b.Property || a.Literal.Type() != b.Literal.Type() {
		return false
	}
	order, certain := literalOrder(a.Literal, b.Literal)
	if !certain {
		return a.Op == b.Op && a.Literal == b.Literal
	}
	switch b.Op {
	case Eq:
		return a.Op == Eq && order == 0
	case Ne:
		switch a.Op {
		case Eq:
			return order != 0
		case Ne:
			return order == 0
		case Gt:
			return order >= 0
		case Ge:
			return order > 0
		case Lt:
			return order <= 0
		}
		return order < 0
	case Gt:
		return (a.Op == Eq || a.Op == Ge) && order > 0 || a.Op == Gt && order >= 0
	case Ge:
		return (a.Op == Eq || a.Op == Ge || a.Op == Gt) && order >= 0
	case Lt:
		return (a.Op == Eq || a.Op == Le) && order < 0 || a.Op == Lt && order <= 0
	}
	return (a.Op == Eq || a.Op == Le || a.Op == Lt) && order <= 0
}

// excludes reports whether no entity can meet both, on any data and under either reading of a type mismatch: "A gt 5" and
// "A lt 3", "A eq 1" and "A ne 1", "A eq 1" and "A eq '1'".
func excludes(a, b *Comparison) bool {
	if a.Property != b.Property {
		return false
	}
	if a.Literal.Type() != b.Literal.Type() {
		// eq, gt and ge need a value that the literal compares with, and a value has one type.
		return isLower(a.Op) && isLower(b.Op) && !(number(a.Literal) && number(b.Literal))
	}
	if a.Op == Ne {
		a, b = b, a
	}
	if b.Op == Ne {
		order, certain := literalOrder(a.Literal, b.Literal)
		return a.Op == Eq && certain && order == 0
	}
	return above(a, b) || above(b, a)
}

// above reports whether the lower bound low leaves nothing under the upper bound high. An eq is both.
func above(low, high *Comparison) bool {
	if !isLower(low.Op) || !isUpper(high.Op) {
		return false
	}
	order, certain := literalOrder(low.Literal, high.Literal)
	if order > 0 && certain {
		return true
	}
	return (order > 0 || order == 0 && certain) && (low.Op == Gt || high.Op == Lt)
}

func isLower(op Op) bool { return op == Eq || op == Gt || op == Ge }
func isUpper(op Op) bool { return op == Eq || op == Lt || op == Le }

func number(v edm.Value) bool {
	return v.Type() == edm.Int32 || v.Type() == edm.Int64 || v.Type() == edm.Double
}

// maxPairs is how many comparisons of one and or one or are held against each other; those behind are not, so that the work
// stays linear in the filter.
const maxPairs = 32

// comparisons returns the first maxPairs operands that are comparisons.
func comparisons(operands []Expr) []*Comparison {
	list := make([]*Comparison, 0, min(len(operands), maxPairs))
	for _, o := range operands {
		if c := comparisonOf(o); c != nil {
			if list = append(list, c); len(list) == maxPairs {
				break
			}
		}
	}
	return list
}

// exclusion returns the first two operands of an and that exclude each other.
func exclusion(operands []Expr) (a, b *Comparison, ok bool) {
	list := comparisons(operands)
	for j := range list {
		for i := 0; i < j; i++ {
			if excludes(list[i], list[j]) {
				return list[i], list[j], true
			}
		}
	}
	return nil, nil, false
}
