package filterlang

import (
	"slices"
	"strings"

	"rangefinder/filterlang/edm"
)

const leavesOut = " The condition is left out, so more entities may come back."

// Unsaid lists what of Lost stays lost where the conditions that Filter leaves out are checked after all.
func (q *SQL) Unsaid() []string {
	return slices.DeleteFunc(slices.Clone(q.Lost), func(text string) bool { return strings.HasSuffix(text, leavesOut) })
}

// omit names a condition that no filter says, and leaves it out. What remains returns all that the statement would, and more.
func (s *sqlReader) omit(why string) string {
	s.omitted++
	s.out.Partial = true
	s.lose(why + leavesOut)
	return ""
}

// either reads conditions joined by OR, "" when one of them was left out: then any entity may match.
func (s *sqlReader) either() string {
	list := []string{s.both()}
	for !s.failed && s.take("or") {
		list = append(list, s.both())
	}
	if slices.Contains(list, "") {
		return ""
	}
	return strings.Join(list, " or ")
}

// both reads conditions joined by AND, "" when all of them were left out.
func (s *sqlReader) both() string {
	list := []string{s.condition()}
	for !s.failed && s.take("and") {
		list = append(list, s.condition())
	}
	return strings.Join(slices.DeleteFunc(list, func(text string) bool { return text == "" }), " and ")
}

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

var sqlOperators = map[string]string{"=": "eq", "==": "eq", "===": "eq", "!==": "ne", "<>": "ne", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
	"eq": "eq", "ne": "ne", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge"}

// condition reads one condition, or those in parentheses.
func (s *sqlReader) condition() string {
	omitted := s.omitted
	if s.take("not") {
		return s.negation(s.condition(), omitted)
	}
	if s.take("(") {
		text := s.either()
		if !s.take(")") {
			s.failed = true
		}
		if text == "" {
			return ""
		}
		return "(" + text + ")"
	}
	name, ok := s.name()
	if !ok {
		s.failed = true
		return ""
	}
	if s.stated && s.caseless(name) {
		return ""
	}
	if s.peek().is(".") {
		return s.method(name)
	}
	if s.stated {
		if text := s.searched(name); text == leftOut {
			return ""
		} else if text != "" {
			return text
		}
	}
	if s.stated && s.peek().is("(") {
		s.skipGroup()
		if !strings.EqualFold(name, "exists") {
			if s.at++; s.peek().is("(") { // behind the operator
				s.skipGroup()
			} else {
				s.at++
			}
		}
		return s.omit(strings.ToUpper(name) + "(…): the service computes nothing.")
	}
	if op, ok := sqlOperators[strings.ToLower(s.peek().text)]; ok && s.peek().kind != 's' {
		if s.at++; s.take("null") {
			switch op {
			case "eq":
				return s.null(name, false)
			case "ne":
				return s.null(name, true)
			}
			return s.omit("NULL: the service stores no null, and nothing is less or greater than one.")
		}
		return s.compares(name, op)
	}
	negated := s.take("not")
	text := ""
	switch {
	case s.take("like"):
		text = s.like(name)
	case s.take("ilike"):
		s.lose("ILIKE: the service tells capitals from small letters.")
		text = s.like(name)
	case s.take("between"):
		low := s.valueOf(name)
		if !s.take("and") {
			s.failed = true
		}
		text = name + " ge " + low + " and " + name + " le " + s.valueOf(name)
	case s.take("in"):
		text = s.in(name)
	case s.take("is"):
		not := s.take("not")
		if !s.take("null") {
			s.failed = true
		}
		return s.null(name, not)
	default:
		return name // a Boolean
	}
	if negated {
		return s.negation(text, omitted)
	}
	if strings.Contains(text, " or ") {
		return "(" + text + ")"
	}
	return text
}
