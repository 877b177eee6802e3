package filterlang

import (
	"strings"

	"rangefinder/filterlang/edm"
)

// sqlNull says why IS NULL has no filter.
const sqlNull = "NULL: the service stores no null, and no filter asks what an entity lacks."

// like reads a pattern: a text without %, or with one at its end.
func (s *sqlReader) like(name string) string {
	w := s.peek()
	s.at++
	prefix, open := strings.CutSuffix(w.text, "%")
	if w.kind != 's' {
		s.failed = true
		return ""
	}
	if strings.ContainsAny(prefix, "%_") || open && prefix == "" {
		return s.omit("LIKE: a filter finds how a text begins, as in LIKE 'Al%', and nothing inside it." + insideStep(name, w.text))
	}
	if !open {
		return name + " eq " + edm.NewString(prefix).Literal()
	}
	return prefixRange(name, prefix)
}

// in reads a list of values.
func (s *sqlReader) in(name string) string {
	if !s.take("(") {
		s.failed = true
		return ""
	}
	if s.peek().is("select") {
		s.at--
		s.skipGroup()
		return s.omit("IN (SELECT …): a query reads one table once. Run the inner query first, and list what it returns.")
	}
	var list []string
	for !s.failed {
		list = append(list, name+" eq "+s.value())
		if !s.take(",") {
			break
		}
	}
	if !s.take(")") {
		s.failed = true
	}
	return strings.Join(list, " or ")
}

// value reads a literal.
func (s *sqlReader) value() string {
	w := s.peek()
	s.at++
	switch {
	case w.kind == 's':
		return edm.NewString(w.text).Literal()
	case w.kind == 'n' && w.quoted: // "Action", a text in other languages
		return edm.NewString(w.text).Literal()
	case w.kind == '0':
		return w.text
	case w.is("true"), w.is("false"):
		return strings.ToLower(w.text)
	}
	s.failed = true
	return ""
}

// insideStep is the step in the browser that finds what a pattern has between its signs, "" for a pattern that no step says.
func insideStep(name, pattern string) string {
	inner := strings.Trim(pattern, "%")
	function := "contains"
	switch {
	case inner == "" || strings.ContainsAny(inner, "%_"):
		return ""
	case !strings.HasSuffix(pattern, "%"):
		function = "endswith"
	case !strings.HasPrefix(pattern, "%"):
		return ""
	}
	return " Type " + function + "(" + name + "," + edm.NewString(inner).Literal() + ") to have it checked in this browser, after the service answered."
}

// noValue says why what stands behind an operator is no value, and goes on behind it; "" when it is one, or in a condition that is no
// part of a statement.
func (s *sqlReader) noValue(name string) string {
	w := s.peek()
	switch {
	case !s.stated:
		return ""
	case w.is("@"), w.is("?"), w.is(":"), w.is("$"), w.is("%"):
		if s.at++; !w.is("?") && (s.peek().kind == 'n' || s.peek().kind == '0') {
			s.at++
		}
		return "A parameter has no value here: write the value that " + name + " is compared with."
	case w.is("("):
		s.skipGroup()
		return "(SELECT …): a query reads one table once. Run the inner query first, and write what it returns."
	case w.kind == 'n' && !w.quoted && !w.is("true") && !w.is("false"):
		s.name()
		if s.peek().is("(") {
			s.skipGroup()
			return strings.ToUpper(w.text) + "(…): the service computes nothing. Write the value."
		}
		return name + " = " + w.text + ": a filter compares a property with a value, and not with another property."
	}
	return ""
}
