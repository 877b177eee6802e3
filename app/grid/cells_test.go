package grid

import (
	"reflect"
	"testing"

	"rangefinder/app/wire"
)

// Ensure that a block of cells is read as spreadsheets copy it.
func TestCellsOf(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want [][]string
	}{
		"one":              {"a b", [][]string{{"a b"}}},
		"nothing":          {"", [][]string{{""}}},
		"a block":          {"a\tb\r\nc\t\r\n", [][]string{{"a", "b"}, {"c", ""}}},
		"in quotes":        {"\"a\tb\"\t\"c\n\"\"d\"\"\"\ne", [][]string{{"a\tb", "c\n\"d\""}, {"e"}}},
		"quotes of a text": {"\"a\" b\t\"c", [][]string{{"\"a\" b", "\"c"}}},
	} {
		if got := cellsOf(test.text); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// Ensure that a header goes to the import, and that anything else is for the cells from the current one on.
func TestPasted(t *testing.T) {
	reply := &wire.RunReply{Lines: 9, Columns: []wire.Column{{Name: "PartitionKey"}, {Name: "RowKey"}, {Name: "Age"}, {Name: "Name"}}}
	m := &Model{Of: reply, Result: &Result{Reply: reply}, Shown: []Shown{{Index: 0}, {Index: 1}, {Index: 3}, {Index: 2}}}
	for _, rows := range []string{"PartitionKey\tRowKey\tAge\na\t1\t42", "partition key,Age\na,1", "Name\tAge\nx\t1", "\"RowKey\";\"Age\"\n1;2"} {
		if got := m.Pasted(rows, 2, 2, 2, 2); got != nil {
			t.Errorf("%q: %+v", rows, got)
		}
	}
	for text, want := range map[string]CellsSet{
		"Smith, J":     {First: 2, Last: 4, Columns: []string{"Name"}, Texts: [][]string{{"Smith, J"}}},
		"'-1":          {First: 2, Last: 4, Columns: []string{"Name"}, Texts: [][]string{{"'-1"}}},
		"x\t'-1":       {First: 2, Last: 2, Columns: []string{"Name", "Age"}, Texts: [][]string{{"x", "-1"}}},
		"x\t1\ty\nz":   {First: 2, Last: 8, Columns: []string{"Name", "Age"}, Texts: [][]string{{"x", "1", "y"}, {"z"}}},
		"Name\nJ, Doe": {First: 2, Last: 8, Columns: []string{"Name"}, Texts: [][]string{{"Name"}, {"J, Doe"}}},
	} {
		if len(want.Texts) > 1 || len(want.Texts[0]) > 1 {
			want.Rows = text
		}
		got := m.Pasted(text, 2, 4, 2, 2)
		if text[0] == 'N' { // a column's name alone is a header
			if got != nil {
				t.Errorf("%q: %+v", text, got)
			}
			continue
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
