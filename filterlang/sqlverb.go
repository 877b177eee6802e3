package filterlang

import (
	"slices"
	"strings"
)

// sqlSays is why a statement is no query, and what to do instead on a page that shows tables, their entities and a filter.
var sqlSays = map[SQLVerb]string{
	SQLDelete: "DELETE: a query only reads. Run the filter, select the entities in the result, and delete them there.",
	SQLUpdate: "UPDATE: a query only reads. Run the filter, select the entities in the result, and change a property of all of them there.",
	SQLInsert: "INSERT: a query only reads. Add an entity, paste rows from a spreadsheet onto the page, or import a file.",
	SQLCreate: "CREATE: a query only reads. A table needs only a name: each entity brings its own properties, and PartitionKey + RowKey is the only index.",
	SQLDrop:   "DROP: a query only reads. Delete the table in its menu.",
}

// sqlVerbs are the words that statements begin with which are no SELECT. Texts that begin with another word are nearly all there are,
// and what reads a statement is a large function, which the page loads later.
var sqlVerbs = []string{"explain", "delete", "update", "insert", "replace", "merge", "create", "drop", "truncate", "alter", "show", "describe", "desc", "use", "with", "begin", "commit", "rollback", "like"}

// verb reads what a statement does. It leaves the reader where it was when the text begins with no verb but SELECT's.
func (s *sqlReader) verb() {
	if slices.ContainsFunc(sqlVerbs, s.words[0].is) {
		s.statement()
	}
}

func (s *sqlReader) statement() {
	second := func(words ...string) bool {
		if len(s.words) < 2 {
			return false
		}
		for _, w := range words {
			if s.words[1].is(w) {
				return true
			}
		}
		return false
	}
	named := len(s.words) > 1 && s.words[1].kind == 'n' && sqlOperators[strings.ToLower(s.words[1].text)] == "" && !second("and", "or")
	w := s.words[0]
	switch {
	case w.is("explain") && second("select", "analyze"):
		s.at++
		s.take("analyze")
		s.lose("EXPLAIN: the plan stands below the filter as you type it.")
	case w.is("delete") && (second("from") || named):
		s.at++
		s.take("from")
		s.table(SQLDelete)
	case w.is("update") && named:
		s.at++
		s.table(SQLUpdate)
		for !s.ends() && !s.peek().is("where") { // what it sets
			s.at++
		}
	case w.is("insert") && second("into"), w.is("replace") && second("into"), w.is("merge") && second("into"):
		s.says(SQLInsert)
	case w.is("create") && named:
		s.says(SQLCreate)
	case w.is("drop") && second("table", "database"):
		s.says(SQLDrop)
	case w.is("truncate") && named:
		s.says(SQLDrop)
		s.out.Lost = []string{"TRUNCATE: a query only reads. Delete the table in its menu, or select the entities in the result and delete them there."}
	case w.is("alter") && second("table", "index"):
		s.other("ALTER: a table has no columns to change: each entity brings its own properties, and PartitionKey + RowKey is the only index.")
	case w.is("show") && named, w.is("describe") && named, w.is("desc") && named, w.is("use") && named:
		s.other(strings.ToUpper(w.text) + ": the tables are in the list at the left. A table has no columns: each entity brings its own properties, which Partitions counts.")
	case w.is("with") && named:
		s.other("WITH: a query reads one table once. Run the inner query first, and use what it returns in the next.")
	case (w.is("begin") || w.is("commit") || w.is("rollback")) && (len(s.words) == 1 || named):
		s.other(strings.ToUpper(w.text) + ": changes of one partition are committed together in an entity group transaction: edit the entities, then commit.")
	case w.is("like") && len(s.words) == 2 && s.words[1].kind == 's':
		s.other("LIKE: a property stands before it, as in RowKey LIKE 'Al%', and a filter finds only how a text begins." + insideStep("RowKey", s.words[1].text))
	}
}

// table reads the table of a statement that changes entities.
func (s *sqlReader) table(verb SQLVerb) {
	s.out.Table, _ = s.name()
	if s.take("as") || s.peek().kind == 'n' && !s.peek().is("set") && !s.peek().is("where") {
		s.name()
	}
	s.says(verb)
}

func (s *sqlReader) says(verb SQLVerb) {
	s.out.Verb = verb
	s.lose(sqlSays[verb])
}

func (s *sqlReader) other(why string) {
	s.out.Verb = SQLOther
	s.lose(why)
}
