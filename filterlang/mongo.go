package filterlang

import (
	"slices"
	"strings"
	"unicode"
)

var mongoOperators = map[string]string{"$eq": "eq", "$ne": "ne", "$gt": "gt", "$gte": "ge", "$lt": "lt", "$lte": "le"}

// fromMongo reads the condition of a query of MongoDB, of db.movies.find({Rating: {$gt: 7}}) Rating gt 7: comparisons that are all to hold.
// One with anything else asks for nothing. It reports false for any other text.
func fromMongo(text string) (*SQL, bool) {
	text = strings.Replace(strings.TrimSpace(text), "find()", "find({})", 1)
	head, _, ok := strings.Cut(text, "{")
	call := strings.TrimRight(head, "( \t\r\n")
	verb := call[strings.LastIndex(call, ".")+1:]
	called := call != head && (verb == "find" || verb == "findOne")
	if !ok || !called && (head != "" || !strings.Contains(text, "$")) {
		return nil, false
	}
	s := &sqlReader{words: sqlWords(text[len(head):], "{", "}"), out: &SQL{Top: -1, Mongo: true}}
	names := strings.FieldsFunc(call, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	if n := len(names); n > 1 && names[n-2] != "db" {
		s.out.Table = names[n-2]
	}
	s.out.Filter = s.document()
	if s.failed || s.out.Filter != "" && !isFilter(s.out.Filter) {
		return &SQL{Top: -1, Verb: SQLOther, Lost: []string{"This is MongoDB's query language, and not all of it can be said as a filter. Write the condition yourself, as in Rating gt 7."}}, called
	}
	if slices.ContainsFunc(s.words[s.at:], func(w sqlWord) bool { return !w.is(")") && !w.is(";") }) {
		s.lose("What follows the condition is left out.")
	}
	return s.out, true
}

// sign goes behind a sign that has to stand here.
func (s *sqlReader) sign(text string) { s.failed = !s.take(text) || s.failed }

// document reads {A: 1, B: {$gte: 2, $lt: 3}}.
func (s *sqlReader) document() string {
	if s.sign("{"); s.take("}") {
		return ""
	}
	var list []string
	for more := true; more && !s.failed; more = s.take(",") {
		name := s.peek()
		s.at++
		s.failed = name.text == "" || nameEnd(name.text, 0) < len(name.text)
		if s.sign(":"); !s.take("{") {
			list = append(list, name.text+" eq "+s.value())
			continue
		}
		for more := true; more && !s.failed; more = s.take(",") {
			op := "" // "$gt" may stand in quotes
			if s.take("$") {
				op = "$"
			}
			op = mongoOperators[op+s.peek().text]
			s.at++
			s.sign(":")
			list = append(list, name.text+" "+op+" "+s.value())
		}
		s.sign("}")
	}
	s.sign("}")
	return strings.Join(list, " and ")
}
