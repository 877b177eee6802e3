package filterlang

import (
	"slices"
	"strings"
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
