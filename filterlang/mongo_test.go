package filterlang

import (
	"strings"
	"testing"
)

// Ensure that a query of MongoDB is called so, that its table and what is left out are told, that what no comparison says offers no filter,
// and that other texts with braces are none.
func TestFromMongo(t *testing.T) {
	refusal := func(text string) *SyntaxError {
		_, err := Parse(text)
		e, _ := err.(*SyntaxError)
		if e == nil {
			t.Fatalf("%s is a filter", text)
		}
		return e
	}
	e := refusal("db.films.find({Rating: {$gt: 7}}, {Title: 1})")
	if e.Detail != "This is MongoDB's query language; the service takes a filter." || e.Fix == nil || e.SQL.Table != "films" || len(e.SQL.Lost) != 1 {
		t.Errorf("%+v, %+v", e, e.SQL)
	} else if got := e.Fix.Text; got != "Rating gt 7" {
		t.Errorf("the filter is %s", got)
	}
	if e := refusal("find({Rating: 7})"); e.SQL.Table != "" || len(e.SQL.Lost) > 0 || e.SQL.Filter != "Rating eq 7" {
		t.Errorf("%+v, %+v", e, e.SQL)
	}
	for _, text := range []string{"db.films.find({A: {$regex: 'x'}})", "find({$or: [{A: 1}, {B: 2}]})", "find({A: null})", "find({'A.B': 1})", "find({'A eq 1 or B': 1})", "find({A: {}})", "find({A: {gt: 7}})", "find({A: 1"} {
		if e := refusal(text); !strings.HasPrefix(e.Detail, "This is MongoDB's query language, and not all") || e.Fix != nil || e.SQL.Verb.Asks() {
			t.Errorf("%s: %+v, %+v", text, e, e.SQL)
		}
	}
	for _, text := range []string{"{\"PartitionKey\": \"a\"}", "{pk} eq 'a'", "A eq '{x}' = 4", "list.find(a => a == {})", "{$x} eq 4", "A find ({A: 1})"} {
		if q, ok := FromSQL(text); ok && (q.Mongo || q.Verb == SQLOther) {
			t.Errorf("%s is taken for MongoDB's: %+v", text, q)
		}
	}
}
