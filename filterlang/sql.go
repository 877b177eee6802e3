package filterlang

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// SQL is what a statement in SQL, or a condition as SQL writes it, comes to for the service: "SELECT Title FROM Movies WHERE Genre =
// 'Action' AND Title LIKE 'Al%' ORDER BY Title" gives the filter "Genre eq 'Action' and Title ge 'Al' and Title lt 'Am'".
type SQL struct {
	Filter  string   // "" for all entities
	Select  []string // nil for all properties
	All     bool     // it asks for all properties, and does not only name none
	Table   string   // after FROM, "" for none
	Top     int      // of TOP or LIMIT, -1 for none
	Rows    bool     // Top is how many entities are wanted, and not the size of a page
	Sorted  bool     // the first of an order that the service does not have
	Lost    []string // a sentence for each thing that the service has not
	Verb    SQLVerb  // what the statement would do, were it not a query
	URL     bool     // it is no SQL, but the query of a URL; its filter may be refused
	Code    bool     // it is code that makes or holds the filter
	Mongo   bool     // it is a query of MongoDB
	Command string   // which command it is, "a PowerShell command" or another; "" for none
	Begun   string   // the filter to go on with, whose end is a property without a comparison, which Filter leaves out; of others than keys the page sets it
	Partial bool     // a condition is left out, so that Filter finds more
	nulls   []string // properties that the filter asks for with "ge ''", as Strings, for IS NULL
	dated   bool     // a text became a moment, as the property that it is compared with holds moments
	text    string   // what a table's properties would have read in another way, "" for none
}

// mayBeCommand is what tells most texts from a command of a shell at once, so that what reads commands comes after the page can be used.
func mayBeCommand(text string) bool {
	word, _ := firstWord(text)
	return strings.ContainsAny(word, "-$") || word == "az" || word == "curl" || word == "wget"
}

// firstWord is the first of the words of a text that spaces part, and what follows it.
func firstWord(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		return text, ""
	}
	return text[:end], strings.TrimSpace(text[end:])
}

// SQLVerb is what a statement does. Those that ask for nothing have no filter.
type SQLVerb string

// The verbs: of a query, of what changes the entities that match, and of what asks for none.
const (
	SQLSelect SQLVerb = ""
	SQLDelete SQLVerb = "delete"
	SQLUpdate SQLVerb = "update"
	SQLInsert SQLVerb = "insert"
	SQLCreate SQLVerb = "create"
	SQLDrop   SQLVerb = "drop"
	SQLOther  SQLVerb = "other"
)

// Whole reports whether it is a query with what it selects or where from, and no mere condition.
func (q *SQL) Whole() bool { return q.Select != nil || q.All || q.Table != "" }

// Asks reports whether the statement says which entities it is about, so that a filter can stand for it.
func (v SQLVerb) Asks() bool { return v == SQLSelect || v == SQLDelete || v == SQLUpdate }

// FromSQL translates a statement, or a condition in which at least something is SQL's and not a filter's, or reads the query of a URL or of
// MongoDB. It reports false for any other text, and for one that it cannot read to its end. Only what a filter can say is translated; the rest is named in Lost.
func FromSQL(text string) (*SQL, bool) { return fromSQL(text, 0) }

// fromSQL is FromSQL of a text at a depth, as read has it.
func fromSQL(text string, depth int) (*SQL, bool) {
	if len(text) > maxSQL {
		return nil, false
	}
	if strings.Contains(text, "Compare") {
		text = compared(text)
	}
	if mayBeCommand(text) {
		if q, ok := fromCommand(text, depth); ok {
			return q, true
		}
	}
	if q, ok := fromMongo(text); ok {
		return q, true
	}
	if q, ok := fromURL(text, depth); ok {
		return q, true
	}
	return readSQL(text, nil)
}

// readSQL is fromSQL of what is neither the query of a URL nor of MongoDB, on a table of which a census may be known.
func readSQL(text string, census *Census) (*SQL, bool) {
	s := &sqlReader{census: census}
	q, ok := s.read(text)
	if ok && s.moments > 0 { // what only a program knows is no moment yet
		filter := q.Filter
		s = &sqlReader{census: census, leaves: true}
		if q, ok = s.read(text); ok {
			q.Begun = filter
		}
	}
	return q, ok
}

// read reads the text once.
func (s *sqlReader) read(text string) (*SQL, bool) {
	s.text, s.words, s.out = text, sqlWords(text), &SQL{Top: -1}
	if s.words == nil {
		return nil, false
	}
	if strings.Contains(text, "GenerateFilterCondition") {
		if filter, ok := s.generated(); ok && isFilter(filter) {
			s.out.Filter, s.out.Code = filter, true
			return s.out, true
		}
		return nil, false
	}
	s.spell()
	linq := s.code() && s.linq()
	if len(s.words) == 0 { // a lambda without a body
		return nil, false
	}
	if s.verb(); !s.out.Verb.Asks() {
		return s.out, true
	}
	if s.at == 0 && !linq && !s.foreign() {
		return nil, false
	}
	if s.take("select") {
		s.selects()
	}
	if s.take("from") {
		s.from()
	}
	filter := ""
	statement := linq || s.at > 0 || s.peek().is("where")
	s.stated = statement || s.peek().is("where")
	if s.take("where") || !s.ends() && !s.clauseNext() {
		if filter = s.either(); s.failed || !statement && s.ends() && (filter == "" || s.onlyNull(filter)) {
			return nil, false
		}
	}
	s.rest()
	if s.failed || !s.ends() {
		return nil, false
	}
	if s.out.Filter = filter; filter != "" && s.moments == 0 && !isFilter(filter) && !s.begun(filter) {
		return nil, false
	}
	if s.asks {
		s.out.text = text
	}
	if linq {
		s.out.options(text)
	}
	return s.out, true
}

// begun reports whether a number of entities follows a key without a comparison, as in "RowKey limit 5", which is in Begun then.
func (s *sqlReader) begun(filter string) bool {
	for _, key := range [...]string{PartitionKey, RowKey, Timestamp} {
		rest, ok := strings.CutSuffix(filter, key)
		and := strings.TrimSuffix(rest, " and ")
		if ok && s.out.Top >= 0 && !s.stated && (rest == "" || and != rest && isFilter(and)) {
			s.out.Filter, s.out.Begun = and, filter+" "
			return true
		}
	}
	return false
}

// BegunText says what is missing of a filter that is Begun.
func BegunText(begun string) string {
	words := strings.Fields(begun)
	return "The comparison of `" + words[len(words)-1] + "` is unfinished: an operator and a value are missing. The page size, not the filter, sets the number of entities."
}

// maxSQL bounds what is read as SQL, in bytes.
const maxSQL = 64 << 10

// sqlReader reads words from the left to the right.
type sqlReader struct {
	words   []sqlWord
	at      int
	out     *SQL
	stated  bool    // it is a statement, and no condition alone
	failed  bool    // something was read that cannot be translated and cannot be left out
	omitted int     // conditions that were left out, which leaves a filter that returns more
	text    string  // all of it
	arg     string  // of a lambda, "" in what is none
	census  *Census // nil while nobody knows the table
	asks    bool    // a census could have it read in another way
	moments int     // how many moments only the program knows
	leaves  bool    // conditions with such are left out
}

// code reports whether there may be what linq reads. It is asked with each key.
func (s *sqlReader) code() bool {
	for i, w := range s.words {
		if i > 0 && (w.is("where") || w.is(">") && s.words[i-1].is("=") || w.is(":") && s.words[0].is("lambda")) {
			return true
		}
	}
	return false
}

// foreign reports whether something of the text is SQL's and no filter's.
func (s *sqlReader) foreign() bool {
	if s.words[0].is("select") && len(s.words) > 1 && s.words[1].kind != 's' && !s.words[1].is("eq") || s.words[0].is("where") {
		return true
	}
	for i, w := range s.words {
		switch {
		case w.kind == '+' && slices.Contains([]string{"=", "==", "===", "!==", "<>", "!=", "<", ">", "<=", ">="}, w.text):
			return true
		case i > 0 && (w.is("like") || w.is("ilike") || w.is("between") || w.is("is")):
			return true
		case i > 0 && w.is("in") && i+1 < len(s.words) && s.words[i+1].is("("):
			return true
		case w.quoted && i+1 < len(s.words) && s.words[i+1].kind == 'n' && sqlOperators[strings.ToLower(s.words[i+1].text)] != "":
			return true
		case (w.is("order") || w.is("group")) && i+1 < len(s.words) && s.words[i+1].is("by"):
			return true
		case w.is(".") && i > 0 && i+2 < len(s.words) && s.words[i+1].kind == 'n' && s.words[i+2].is("("): // m.RowKey.StartsWith("A")
			s.out.Code = true
			return true
		case (i > 2 || i == 1 && s.words[0].kind == 'n') && (w.is("limit") || w.is("top")) && i+1 < len(s.words) && s.words[i+1].kind == '0' && s.words[i-1].kind != '+' && !slices.Contains([]string{"and", "or", "not"}, strings.ToLower(s.words[i-1].text)):
			return true // behind a condition that is written as a filter's
		case i == 0 && (w.is("limit") || w.is("top") && len(s.words) == 2) && len(s.words) > 1 && s.words[1].kind == '0':
			return true
		}
	}
	return false
}

func (s *sqlReader) ends() bool { return s.at >= len(s.words) }

func (s *sqlReader) peek() sqlWord { return s.peekAt(0) }

// peekAt is the word that stands so many behind the next, an empty one behind the end.
func (s *sqlReader) peekAt(i int) sqlWord {
	if s.at+i >= len(s.words) {
		return sqlWord{}
	}
	return s.words[s.at+i]
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
	return w.is("order") || w.is("orderby") || w.is("group") || w.is("having") || w.is("limit") || w.is("top") || w.is("fetch") || w.is("offset") || w.is("union") || w.is("join") || w.is("inner") || w.is("left") || w.is(";") || w.is("|")
}

// name reads a property: the last part of "m.Title".
func (s *sqlReader) name() (string, bool) {
	w := s.peek()
	if w.kind != 'n' {
		return "", false
	}
	s.at++
	for s.peek().is(".") && s.at+1 < len(s.words) && s.words[s.at+1].kind == 'n' {
		next := s.words[s.at+1]
		if s.at+2 < len(s.words) && s.words[s.at+2].is("(") { // a call
			break
		}
		w = next
		s.at += 2
	}
	if s.peek().is(":") && s.at+2 < len(s.words) && s.words[s.at+1].is(":") { // of PostgreSQL
		s.lose("::" + strings.ToUpper(s.words[s.at+2].text) + ": the service converts nothing. A value has the type that its property has.")
		s.at += 3
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
	if s.peek().is("value") && s.at+1 < len(s.words) && s.words[s.at+1].kind == 'n' && !s.words[s.at+1].is("from") { // of Cosmos
		s.at++
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
			s.out.All = s.out.All || s.peek().is("*")
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
	s.out.Select = slices.DeleteFunc(s.out.Select, func(name string) bool { return name == s.out.Table }) // SELECT c FROM c
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
		if s.out.Top, s.out.Rows = min(n, 1000), true; n > 1000 {
			s.lose("More than 1,000 at once: a page has at most 1,000 entities, and the rest comes with the continuation token.")
		}
	}
	s.take(")")
}

const sqlOffset = "OFFSET: the service goes on with a continuation token only."

// rest reads what follows the condition.
func (s *sqlReader) rest() {
	for !s.ends() {
		switch w := s.peek(); {
		case w.is("order"), w.is("orderby"): // of LINQ
			s.out.Sorted = true
			s.lose("ORDER BY: " + keyOrder)
			s.skipClause()
		case w.is("group"), w.is("having"):
			s.lose("GROUP BY: the service groups nothing.")
			s.skipClause()
		case w.is("offset"):
			s.lose(sqlOffset)
			s.skipClause()
		case w.is("union"):
			s.lose("UNION: a query reads one table once.")
			s.at = len(s.words)
		case w.is("|"): // of Kusto
			s.at++
			s.pipe()
		case w.is("limit"), w.is("top"):
			s.at++
			s.number()
			if s.take(",") { // "LIMIT 20, 10" of MySQL leaves out 20
				s.lose(sqlOffset)
				s.number()
			}
		case w.is("fetch"): // FIRST 10 ROWS ONLY
			s.at += 2
			s.number()
			s.skipClause()
		case w.is("select"): // the end of LINQ
			s.at = len(s.words)
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
