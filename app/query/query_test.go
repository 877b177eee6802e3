package query

import "testing"

func TestQuery_Same(t *testing.T) {
	q := Query{Table: "Movies", Filter: "a eq 1", Top: "5"}
	for _, test := range []struct {
		name  string
		other Query
		want  bool
	}{
		{"itself", q, true},
		{"the table's name in other case", Query{Table: "movies", Filter: "a eq 1", Top: "5"}, true},
		{"another table", q.On("", "Logs"), false},
		{"the same table of an account", q.On("prod", "Movies"), false},
		{"another filter", Query{Table: "Movies", Filter: "a eq 2", Top: "5"}, false},
		{"another page size", Query{Table: "Movies", Filter: "a eq 1"}, false},
	} {
		if got := q.Same(test.other); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestQuery_Asks(t *testing.T) {
	if (Query{Source: "prod", Table: "Movies"}).Asks() {
		t.Error("a table alone asks nothing")
	}
	if !(Query{Then: "contains(a,'b')"}).Asks() {
		t.Error("a step in the browser is typed")
	}
}
