package filterlang

import (
	"slices"
	"strconv"
	"strings"

	"rangefinder/filterlang/edm"
)

// compares reads the value behind an operator. A name in code is a variable, unless the table has a property of that name; in SQL it is
// a column.
func (s *sqlReader) compares(name, op string) string {
	w := s.peek()
	if s.arg != "" && w.kind == 'n' && !w.quoted && !w.is("true") && !w.is("false") && !(w.is(s.arg) && s.peekAt(1).is(".")) {
		return s.computed(name, op)
	}
	if text := s.peekAt(1); s.arg != "" && w.is("$") && text.quoted { // $"user-{id}"
		s.at++
		for i := range text.text {
			if unknown := placeholderAt(text.text[i:]); unknown != "" {
				s.lose(placeholderSays(unknown))
			}
		}
	} else if why := s.noValue(name); why != "" {
		return s.omit(why)
	}
	value := s.valueOf(name)
	if s.arg != "" && w.kind == '0' && slices.ContainsFunc([]string{"m", "f", "d", "l"}, s.peek().is) { // 4.5m of C#
		s.at++
	}
	return name + " " + op + " " + value
}

// computed reads the expression that a property is compared with in code: a moment or a Guid that the text names is a literal; anything
// else is left for the reader to fill in.
func (s *sqlReader) computed(name, op string) string {
	words := s.expression()
	if len(words) == 0 {
		s.failed = true
		return ""
	}
	moment, literal := builtValue(words)
	if literal != "" {
		return name + " " + op + " " + literal
	}
	if s.asks = true; len(words) == 1 && slices.Contains(append([]string{PartitionKey, RowKey, Timestamp}, s.census.Names()...), words[0].text) {
		return s.omit(name + " = " + words[0].text + ": a filter compares a property with a value, and not with another property.")
	}
	unknown := "{" + strings.Join(strings.Fields(s.text[words[0].from:words[len(words)-1].end]), " ") + "}"
	s.lose(placeholderSays(unknown))
	value := edm.NewString(unknown).Literal()
	if moment || s.dated(name) {
		s.moments++
		if value = "datetime" + value; s.leaves {
			s.omitted++
			return ""
		}
	}
	return name + " " + op + " " + value
}

// expression goes behind the expression of code that begins here.
func (s *sqlReader) expression() []sqlWord {
	from := s.at
	for depth := 0; !s.ends(); s.at++ {
		w := s.peek()
		if depth == 0 && slices.ContainsFunc([]string{"and", "or", ")", ",", ";", "select", "orderby"}, w.is) {
			break
		}
		if w.is("(") {
			depth++
		} else if w.is(")") {
			depth--
		}
	}
	return s.words[from:s.at]
}

// builtValue is the literal of DateTime.Parse("2024-01-01"), new DateTime(2024, 1, 1), Guid.Parse("…") and their kind, "" where the text does not
// say the value; moment reports whether the expression is one of a date's type.
func builtValue(words []sqlWord) (moment bool, literal string) {
	if words[0].is("new") && len(words) > 1 {
		words = words[1:]
	}
	t := edm.NoType
	switch {
	case slices.ContainsFunc([]string{"datetime", "datetimeoffset", "date"}, words[0].is), words[0].is("convert") && len(words) > 2 && words[2].is("todatetime"):
		t = edm.DateTime
	case words[0].is("guid"):
		t = edm.Guid
	default:
		return false, ""
	}
	moment = t == edm.DateTime
	open, end := slices.IndexFunc(words, func(w sqlWord) bool { return w.is("(") }), len(words)-1
	if open < 0 || open+1 >= end || slices.IndexFunc(words, func(w sqlWord) bool { return w.is(")") }) != end {
		return moment, ""
	}
	args := words[open+1 : end]
	text := args[0].text
	if !args[0].quoted && args[0].kind != 's' {
		text = dateOf(args)
	}
	if v, err := edm.ParseText(t, text); err == nil {
		literal = v.Literal()
	}
	return moment, literal
}

// dateOf is the date that the numbers 2024, 1, 1, 9, 30, 0 say, with the name of its zone behind them, "" for anything else.
func dateOf(args []sqlWord) string {
	parts := []int{1, 1, 1, 0, 0, 0}
	n := 0
	for ; 2*n < len(args) && args[2*n].kind == '0' && (n == 0 || args[2*n-1].is(",")); n++ {
		value, err := strconv.Atoi(args[2*n].text)
		if n >= len(parts) || err != nil {
			return ""
		}
		parts[n] = value
	}
	switch zone := args[min(2*n, len(args)):]; {
	case n != 3 && n != 6, len(zone) > 0 && !(len(zone) == 3 && (zone[2].is("Utc") || zone[2].is("Zero"))):
		return ""
	}
	ticks, ok := edm.TicksFor(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], 0)
	if !ok {
		return ""
	}
	return ticks.String()
}

// equals reads what follows in A.Equals("x"), and in string.Equals(x.A, "x").
func (s *sqlReader) equals(name string) string {
	if strings.EqualFold(name, "string") {
		name, _ = s.name()
		s.sign(",")
	}
	if s.arg == "" { // x.A.Equals("a") alone
		s.arg = s.words[0].text
	}
	word := s.peek()
	text := s.compares(name, "eq")
	for !s.ends() && !s.peek().is(")") { // how it is compared
		if strings.HasSuffix(s.peek().text, "IgnoreCase") && (word.quoted || word.kind == 's') {
			text = s.omit("Equals: the service compares texts with their case." + typeStep("tolower("+name+") eq "+edm.NewString(strings.ToLower(word.text)).Literal()))
		}
		s.at++
	}
	s.sign(")")
	return text
}

// unknownCall leaves out A.StartsWith(prefix) and ids.Contains(x.A), whose name was read.
func (s *sqlReader) unknownCall(name string) string {
	call, of := s.peekAt(1).text, s.peekAt(3)
	s.at += 2
	s.skipGroup()
	if of.is(s.arg) {
		return s.omit(coded(name) + " holds values that only the program knows: write each, as in RowKey eq 'a' or RowKey eq 'b'.")
	}
	return s.omit(call + ": only the program knows its text. Write it, as in " + call + "(\"Al\").")
}
