package filterlang

import "rangefinder/filterlang/edm"

// Eval evaluates a filter on one entity by the table of section 4.4, read line by line: it is slow, and it is what the
// compiled predicates are held against. get returns a property of the entity, PartitionKey, RowKey and Timestamp included,
// and the zero Value for one that is absent. A nil filter is true.
func Eval(filter Expr, get func(property string) edm.Value, options MatchOptions) bool {
	switch e := filter.(type) {
	case nil:
		return true
	case *And:
		for _, operand := range e.Operands {
			if !Eval(operand, get, options) {
				return false
			}
		}
		return true
	case *Or:
		for _, operand := range e.Operands {
			if Eval(operand, get, options) {
				return true
			}
		}
		return false
	case *Not:
		return !Eval(e.Operand, get, options)
	case *BoolProperty:
		return get(e.Property) == edm.NewBoolean(true)
	case *Constant:
		return e.Value
	case *Comparison:
		property := get(e.Property)
		if property.IsZero() {
			return false
		}
		order, ok := edm.Compare(property, e.Literal)
		if !ok {
			return options.mismatchResult(e.Op)
		}
		return holds(e.Op, order)
	}
	return false
}

// holds reports whether an operator is true of two values that edm.Compare put in an order.
func holds(op Op, order int) bool {
	if order == edm.Unordered {
		return op == Ne
	}
	switch op {
	case Eq:
		return order == 0
	case Ne:
		return order != 0
	case Gt:
		return order > 0
	case Ge:
		return order >= 0
	case Lt:
		return order < 0
	default:
		return order <= 0
	}
}
