package filterlang

import (
	"slices"
	"strings"

	"rangefinder/filterlang/edm"
)

// nullNote says what the filter that stands for IS NULL takes for a property.
func nullNote(name string) string {
	return "NULL: the service stores none. `" + quoteName(name) + " ge ''` asks for a String: an entity whose " + quoteName(name) + " has another type counts as one without it."
}

// null is whether an entity has a property, or lacks it.
func (s *sqlReader) null(name string, not bool) string {
	s.lose(nullNote(name))
	s.out.nulls = append(s.out.nulls, name)
	if not {
		return name + " ge ''"
	}
	return "not (" + name + " ge '')"
}

// onlyNull reports whether a condition asks whether one property is there, and nothing else: a step in the browser does that.
func (s *sqlReader) onlyNull(filter string) bool {
	name := strings.Join(s.out.nulls, " ")
	return name != "" && (filter == name+" ge ''" || filter == "not ("+name+" ge '')")
}

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

// method reads .StartsWith("Al") and its kind behind a property.
func (s *sqlReader) method(name string) string {
	if s.peekAt(1).is("equals") && s.peekAt(2).is("(") {
		s.at += 3
		return s.equals(name)
	}
	if arg := s.peekAt(3); s.arg != "" && s.peekAt(2).is("(") && arg.kind == 'n' && !arg.quoted {
		return s.unknownCall(name)
	}
	if s.at+4 >= len(s.words) || !s.words[s.at+2].is("(") || !s.words[s.at+4].is(")") {
		s.failed = true
		return ""
	}
	call, w := s.words[s.at+1], s.words[s.at+3]
	s.at += 5
	switch text := strings.ReplaceAll(w.text, "%", ""); {
	case w.kind != 's' && !w.quoted:
		s.failed = true
		return ""
	case call.is("startswith"):
		return prefixRange(name, w.text)
	case call.is("endswith"):
		return s.omit(call.text + ": a filter finds how a text begins." + insideStep(name, "%"+text))
	default:
		return s.omit(call.text + ": a filter finds how a text begins." + insideStep(name, "%"+text+"%"))
	}
}

// caseless leaves out LOWER(Title) = 'heat', or Title.ToLower() == "heat", whose name was read, and says which step checks it.
func (s *sqlReader) caseless(name string) bool {
	from, call, property := s.at, name, name
	if s.take(".") {
		call = s.peek().text
		s.at += 2
	} else if s.take("(") {
		property, _ = s.name()
	}
	function := caseFunctions[strings.ToLower(call)]
	op, value := sqlOperators[strings.ToLower(s.peekAt(1).text)], s.peekAt(2)
	if function == "" || !s.peek().is(")") || op != "eq" && op != "ne" || value.kind != 's' && !value.quoted {
		s.at = from
		return false
	}
	s.at += 3
	s.omit(strings.ToUpper(call) + "(…): the service compares texts with their case." + typeStep(function+"("+property+") "+op+" "+edm.NewString(value.text).Literal()))
	return true
}

// caseFunctions are the functions of other languages that change the case of a text, by those of a step.
var caseFunctions = map[string]string{"lower": "tolower", "tolower": "tolower", "tolowerinvariant": "tolower", "upper": "toupper", "toupper": "toupper", "toupperinvariant": "toupper"}

// linq goes to the condition of "m => m.Rating > 4", of "films.Where(m => m.Rating > 4).Take(10)", of "from m in films where m.Rating > 4
// select m" and of "films | where Rating > 4", and reports whether there is one.
func (s *sqlReader) linq() bool {
	is := func(i int, text string) bool { return i < len(s.words) && s.words[i].is(text) }
	switch {
	case is(0, "lambda") && is(2, ":"): // of Python
		s.arg, s.words = s.words[1].text, s.words[3:]
		return len(s.words) > 0
	case is(0, "from") && is(2, "in") && is(4, "where"):
		s.arg, s.out.Table, s.out.Code, s.words = s.words[1].text, s.words[3].text, true, s.words[4:]
		return true
	case s.words[0].kind == 'n' && (is(1, "where") || is(1, "|") && is(2, "where")) && !s.words[0].is("from"):
		s.out.Table, s.words = s.words[0].text, s.words[1:]
		if is(0, "|") {
			s.out.Code, s.words = true, s.words[1:]
		}
		return true
	}
	for i := 1; i+3 < len(s.words); i++ {
		arg := s.words[i-1]
		if arg.is(")") && i > 1 { // (m) => m.Rating > 4
			arg = s.words[i-2]
		}
		if !is(i, "=") || !is(i+1, ">") || arg.kind != 'n' || !slices.ContainsFunc(s.words[i+2:], func(w sqlWord) bool { return !w.quoted && w.text == arg.text }) {
			continue
		}
		from, end, depth := i+2, i+2, 0
		for ; end < len(s.words) && depth >= 0; end++ {
			if is(end, "(") {
				depth++
			} else if is(end, ")") {
				depth--
			}
		}
		if depth < 0 { // the parenthesis that the lambda stands in
			if is(end, ".") && is(end+1, "take") && is(end+2, "(") && end+3 < len(s.words) {
				s.at = end + 3
				s.number()
				s.at = 0
			}
			end--
		}
		s.arg, s.words = arg.text, s.words[from:end]
		return len(s.words) > 0
	}
	return false
}

// pipe reads what Kusto does with what a condition found.
func (s *sqlReader) pipe() {
	switch w := s.peek(); {
	case s.take("take"), s.take("limit"):
		s.number()
	case s.take("project"):
		s.selects()
	case w.is("where"):
		s.failed = true
	default:
		s.lose(strings.ToUpper(w.text) + ": the service only finds entities; it answers in key order and computes nothing.")
		s.skipClause()
	}
}

// searched reads the operators of Kusto that look into a text, and STARTSWITH(Title, 'Al') of Cosmos; "" when it is none of them.
func (s *sqlReader) searched(name string) string {
	verb, at, end := s.peek(), s.at+1, s.at+2
	if verb.is("(") {
		verb = sqlWord{text: name, kind: 'n'}
		if name, at = "", s.at+1; at < len(s.words) {
			from := s.at
			s.at++
			name, _ = s.name()
			at, s.at = s.at+1, from
		}
		end = at + 2
		if name == "" || end > len(s.words) || !s.words[at-1].is(",") || !s.words[end-1].is(")") {
			return ""
		}
	}
	if at >= len(s.words) || s.words[at].kind != 's' && !s.words[at].quoted {
		return ""
	}
	text := s.words[at].text
	switch {
	case verb.is("startswith"):
		s.at = end
		return prefixRange(name, text)
	case verb.is("contains"), verb.is("has"), verb.is("endswith"):
		s.at = end
		pattern := "%" + text + "%"
		if verb.is("endswith") {
			pattern = "%" + text
		}
		s.omit(strings.ToLower(verb.text) + ": a filter finds how a text begins." + insideStep(name, pattern))
		return leftOut
	}
	return ""
}

// leftOut is a condition that omit named.
const leftOut = "\x00"

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
		list = append(list, name+" eq "+s.valueOf(name))
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

// valueOf reads a literal that a property is compared with. A text that reads as a date is one where the property holds dates.
func (s *sqlReader) valueOf(name string) string {
	w := s.peek()
	value := s.value()
	if w.kind != 's' && !w.quoted || edm.NewString(w.text).Literal() != value {
		return value
	}
	if v, err := edm.ParseText(edm.DateTime, w.text); err == nil {
		if s.asks = true; s.dated(name) {
			s.out.dated = true
			return v.Literal()
		}
	}
	return value
}

// dated reports whether a property holds dates, and no texts, as far as anybody knows.
func (s *sqlReader) dated(name string) bool {
	if strings.EqualFold(name, Timestamp) {
		return true
	}
	if s.census == nil {
		return false
	}
	dates := false
	for _, p := range s.census.Properties {
		for _, t := range p.Types {
			if strings.EqualFold(p.Name, name) && t.Count > 0 {
				if t.Type == edm.String {
					return false
				}
				dates = dates || t.Type == edm.DateTime
			}
		}
	}
	return dates
}

// insideStep is the step in the browser that finds what a pattern has between its signs, "" for a pattern that no step says.
func insideStep(name, pattern string) string {
	function, inner := likeStep(pattern)
	if function == "" {
		return ""
	}
	return typeStep(function + "(" + name + "," + edm.NewString(inner).Literal() + ")")
}

func typeStep(step string) string {
	return " This browser can check it instead: type " + step + " as the filter."
}

// likeStep is the function that finds what a pattern has between its signs, "" for a pattern that none finds or that is a range.
func likeStep(pattern string) (function, inner string) {
	inner = strings.Trim(pattern, "%")
	switch {
	case inner == "" || strings.ContainsAny(inner, "%_") || !strings.HasPrefix(pattern, "%"):
		return "", ""
	case !strings.HasSuffix(pattern, "%"):
		return "endswith", inner
	}
	return "contains", inner
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
		other, _ := s.name()
		if s.peek().is("(") {
			s.skipGroup()
			return strings.ToUpper(w.text) + "(…): the service computes nothing. Write the value."
		}
		return name + " = " + other + ": a filter compares a property with a value, and not with another property."
	}
	return ""
}
