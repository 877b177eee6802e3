package filterlang

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// SQL is what a statement in SQL, or a condition as SQL writes it, comes to for the service: "SELECT Title FROM Movies WHERE Genre =
// 'Action' AND Title LIKE 'Al%' ORDER BY Title" gives the filter "Genre eq 'Action' and Title ge 'Al' and Title lt 'Am'".
type SQL struct {
	Filter string   // "" for all entities
	Select []string // nil for all properties
	Table  string   // after FROM, "" for none
	Top    int      // of TOP or LIMIT, -1 for none
	Lost   []string // a sentence for each thing that the service has not
}

// FromSQL translates a statement, or a condition in which at least something is SQL's and not a filter's. It reports false for any other
// text, and for one that it cannot read to its end. Only what a filter can say is translated; the rest is named in Lost.
func FromSQL(text string) (*SQL, bool) {
	if len(text) > maxSQL {
		return nil, false
	}
	s := &sqlReader{words: sqlWords(text), out: &SQL{Top: -1}}
	if s.words == nil || !s.foreign() {
		return nil, false
	}
	if s.take("select") {
		s.selects()
	}
	if s.take("from") {
		s.from()
	}
	filter := ""
	statement := s.at > 0
	if s.take("where") || !s.ends() && !s.clauseNext() {
		if filter = s.either(); filter == "" && !statement || s.failed {
			return nil, false
		}
	}
	s.rest()
	if s.failed || !s.ends() {
		return nil, false
	}
	if s.out.Filter = filter; filter != "" {
		if _, err := Parse(filter); err != nil {
			return nil, false
		}
	}
	return s.out, true
}

// maxSQL bounds what is read as SQL, in bytes.
const maxSQL = 64 << 10

// sqlWord is a word of SQL: a name, a text with its value, a number, or a sign.
type sqlWord struct {
	text   string // as it stands; of a text its value
	kind   byte   // 'n' name, 's' text, '0' number, '+' sign
	quoted bool   // a name in brackets or quotes, which is no keyword
}

func (w sqlWord) is(keyword string) bool {
	return (w.kind == 'n' || w.kind == '+') && !w.quoted && strings.EqualFold(w.text, keyword)
}

// sqlWords cuts a text into words; nil when it has something that SQL has not.
func sqlWords(text string) []sqlWord {
	var words []sqlWord
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		closing := map[rune]rune{'[': ']', '"': '"', '`': '`'}[c]
		switch {
		case unicode.IsSpace(c):
			i += size
		case c == '\'' || (c == 'N' || c == 'n') && strings.HasPrefix(text[i+1:], "'"):
			value, end, ok := sqlText(text, i+strings.IndexByte(text[i:], '\''))
			if !ok {
				return nil
			}
			words = append(words, sqlWord{text: value, kind: 's'})
			i = end
		case closing != 0:
			n := strings.IndexRune(text[i+1:], closing)
			if n <= 0 {
				return nil
			}
			words = append(words, sqlWord{text: text[i+1 : i+1+n], kind: 'n', quoted: true})
			i += n + 2
		case c == '_' || unicode.IsLetter(c):
			end := i
			for end < len(text) {
				c, n := utf8.DecodeRuneInString(text[end:])
				if c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
					break
				}
				end += n
			}
			words = append(words, sqlWord{text: text[i:end], kind: 'n'})
			i = end
		case c >= '0' && c <= '9' || c == '-' && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9':
			end := i + 1
			for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == '.' || text[end] == 'L') {
				end++
			}
			words = append(words, sqlWord{text: text[i:end], kind: '0'})
			i = end
		default:
			sign := ""
			for _, known := range []string{"<>", "!=", "<=", ">=", "==", "=", "<", ">", "(", ")", ",", "*", ".", ";", "%"} {
				if strings.HasPrefix(text[i:], known) {
					sign = known
					break
				}
			}
			if sign == "" {
				return nil
			}
			words = append(words, sqlWord{text: sign, kind: '+'})
			i += len(sign)
		}
	}
	return words
}

// sqlText reads a text in single quotes, of which a doubled one stands for itself.
func sqlText(text string, at int) (value string, end int, ok bool) {
	var b strings.Builder
	for i := at + 1; i < len(text); i++ {
		switch {
		case text[i] != '\'':
			b.WriteByte(text[i])
		case i+1 < len(text) && text[i+1] == '\'':
			b.WriteByte('\'')
			i++
		default:
			return b.String(), i + 1, true
		}
	}
	return "", 0, false
}

// sqlReader reads words from the left to the right.
type sqlReader struct {
	words   []sqlWord
	at      int
	out     *SQL
	failed  bool // something was read that cannot be translated and cannot be left out
	omitted int  // conditions that were left out, which leaves a filter that returns more
}

// foreign reports whether something of the text is SQL's and no filter's.
func (s *sqlReader) foreign() bool {
	if s.words[0].is("select") && len(s.words) > 1 && s.words[1].kind != 's' && !s.words[1].is("eq") || s.words[0].is("where") {
		return true
	}
	for i, w := range s.words {
		switch {
		case w.kind == '+' && slices.Contains([]string{"=", "==", "<>", "!=", "<", ">", "<=", ">="}, w.text):
			return true
		case i > 0 && (w.is("like") || w.is("between") || w.is("is")):
			return true
		case w.is("order") && i+1 < len(s.words) && s.words[i+1].is("by"):
			return true
		}
	}
	return false
}

func (s *sqlReader) ends() bool { return s.at >= len(s.words) }

func (s *sqlReader) peek() sqlWord {
	if s.ends() {
		return sqlWord{}
	}
	return s.words[s.at]
}

func (s *sqlReader) take(keyword string) bool {
	if s.peek().is(keyword) {
		s.at++
		return true
	}
	return false
}

// lose names something that the service has not, once.
func (s *sqlReader) lose(what string) {
	if !slices.Contains(s.out.Lost, what) {
		s.out.Lost = append(s.out.Lost, what)
	}
}

// clauseNext reports whether a part of a statement follows that is no condition.
func (s *sqlReader) clauseNext() bool {
	w := s.peek()
	return w.is("order") || w.is("group") || w.is("having") || w.is("limit") || w.is("offset") || w.is("union") || w.is("join") || w.is("inner") || w.is("left") || w.is(";")
}

// name reads a property: the last part of "m.Title".
func (s *sqlReader) name() (string, bool) {
	w := s.peek()
	if w.kind != 'n' {
		return "", false
	}
	s.at++
	for s.peek().is(".") && s.at+1 < len(s.words) && s.words[s.at+1].kind == 'n' {
		w = s.words[s.at+1]
		s.at += 2
	}
	return w.text, true
}

// selects reads what stands between SELECT and FROM.
func (s *sqlReader) selects() {
	if s.take("distinct") {
		s.lose("DISTINCT: the service returns every entity that matches.")
	}
	if s.take("top") {
		s.number()
	}
	for !s.ends() && !s.peek().is("from") && !s.peek().is("where") {
		switch name, ok := s.name(); {
		case ok && s.peek().is("("):
			s.lose(strings.ToUpper(name) + "(…): the service computes nothing; count or sum what it returns.")
			s.skipGroup()
		case ok && s.take("as"):
			s.name()
			s.lose("AS: properties keep their names.")
			s.out.Select = append(s.out.Select, name)
		case ok:
			s.out.Select = append(s.out.Select, name)
		default:
			s.at++ // *, a comma, an expression's sign
		}
	}
}

// skipGroup goes behind the parenthesis that opens here.
func (s *sqlReader) skipGroup() {
	for depth := 0; !s.ends(); {
		w := s.peek()
		s.at++
		if w.is("(") {
			depth++
		} else if w.is(")") {
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// from reads the table, and leaves out what joins it with others.
func (s *sqlReader) from() {
	s.out.Table, _ = s.name()
	if s.take("as") {
		s.name()
	}
	for !s.ends() && !s.peek().is("where") && !s.clauseNext() {
		if s.peek().is(",") {
			s.lose("A second table: a query reads one.")
		}
		s.at++
	}
	if w := s.peek(); w.is("join") || w.is("inner") || w.is("left") {
		s.lose("JOIN: a query reads one table.")
		for !s.ends() && !s.peek().is("where") && !s.peek().is("order") && !s.peek().is("group") {
			s.at++
		}
	}
}

// number reads the number of TOP or LIMIT.
func (s *sqlReader) number() {
	s.take("(")
	if n, err := strconv.Atoi(s.peek().text); err == nil && s.peek().kind == '0' {
		s.at++
		if s.out.Top = min(n, 1000); n > 1000 {
			s.lose("More than 1,000 at once: a page has at most 1,000 entities, and the rest comes with the continuation token.")
		}
	}
	s.take(")")
}

// rest reads what follows the condition.
func (s *sqlReader) rest() {
	for !s.ends() {
		switch w := s.peek(); {
		case w.is("order"):
			s.lose("ORDER BY: the service answers in key order only. Sort the result by a press on a column's header.")
			s.skipClause()
		case w.is("group"), w.is("having"):
			s.lose("GROUP BY: the service groups nothing.")
			s.skipClause()
		case w.is("offset"):
			s.lose("OFFSET: the service goes on with a continuation token only.")
			s.skipClause()
		case w.is("union"):
			s.lose("UNION: a query reads one table once.")
			s.at = len(s.words)
		case w.is("limit"):
			s.at++
			s.number()
		case w.is(";"):
			s.at++
		default:
			s.failed = true
			return
		}
	}
}

func (s *sqlReader) skipClause() {
	for s.at++; !s.ends() && !s.clauseNext(); s.at++ {
	}
}

// omit names a condition that no filter says, and leaves it out. What remains returns all that the statement would, and more.
func (s *sqlReader) omit(why string) string {
	s.omitted++
	s.lose(why + " The condition is left out, so more entities may come back.")
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
// the opposite would return less than it should.
func (s *sqlReader) negation(text string, omitted int) string {
	if s.omitted > omitted {
		return ""
	}
	return "not (" + text + ")"
}

var sqlOperators = map[string]string{"=": "eq", "==": "eq", "<>": "ne", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
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
	if op, ok := sqlOperators[strings.ToLower(s.peek().text)]; ok && s.peek().kind != 's' {
		if s.at++; s.take("null") {
			return s.omit(sqlNull)
		}
		return name + " " + op + " " + s.value()
	}
	negated := s.take("not")
	text := ""
	switch {
	case s.take("like"):
		text = s.like(name)
	case s.take("between"):
		low := s.value()
		if !s.take("and") {
			s.failed = true
		}
		text = name + " ge " + low + " and " + name + " le " + s.value()
	case s.take("in"):
		text = s.in(name)
	case s.take("is"):
		if s.take("not"); !s.take("null") {
			s.failed = true
		}
		return s.omit(sqlNull)
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

// sqlNull says why IS NULL has no filter.
const sqlNull = "NULL: the service stores no empty values, and a filter cannot ask which properties an entity lacks."

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
		return s.omit("LIKE: a filter finds how a text begins, as in LIKE 'Al%', and nothing inside it.")
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
