package lesson

import (
	"strings"
	"testing"
)

// Ensure that each form takes what its label in the panel asks for, and names it where a line is something else.
func TestParseAttempt_Form(t *testing.T) {
	for _, test := range []struct {
		form         Form
		text, err    string
		first, other string
	}{
		{Queries, "RowKey eq 'a:b'\nRowKey eq 'c'", "", "RowKey eq 'a:b'", "RowKey eq 'c'"},
		{Queries, "filter: RowKey eq 'a'\nRowKey eq 'c'\n  or RowKey eq 'd'\ntop: 2", "", "RowKey eq 'a'", "RowKey eq 'c' or RowKey eq 'd'"},
		{Queries, "RowKey eq 'a'\ndrop Movies", "line 2: The filter is refused", "", ""},
		{Queries, "RowKey eq 'a'\ndrop Movies", "Write one filter a line, such as RowKey eq 'a'; filter: may stand before it.", "", ""},
		{Keys, "partition: {Shop}\n{Number}", "line 2: \"{Number}\" is not a field. Begin one line with partition: and one with row:", "", ""},
		{Script, "RowKey eq 'a'", "there are get, insert", "", ""},
		{NoForm, "RowKey eq 'a'", "There is no operation", "", ""},
	} {
		a, err := ParseAttempt(test.form, test.text)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) || strings.Contains(err.Error(), "InvalidInput") {
				t.Errorf("%q: %v, want %q, in words", test.text, err, test.err)
			}
			continue
		}
		if err != nil || len(a.Queries) != 2 || a.Queries[0].Filter != test.first || a.Queries[1].Filter != test.other {
			t.Errorf("%q: %+v %v", test.text, a, err)
		}
	}
}
