package filterlang

import (
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

var movieCensus = Census{Entities: 1000, Properties: []PropertyCensus{
	{Name: "Seen", Count: 5, Types: []TypeCount{{edm.Boolean, 5}}},
	{Name: "Rating", Count: 840, Types: []TypeCount{{edm.Double, 800}, {edm.Int32, 40}}},
	{Name: "Studio", Count: 1000, Types: []TypeCount{{edm.String, 1000}}},
	{Name: "Added", Count: 999, Types: []TypeCount{{edm.DateTime, 999}}},
}}

// Ensure that what is offered fits the place: | is where the person types. Items are shown as they are inserted, the part
// that is selected in brackets.
func TestComplete(t *testing.T) {
	const properties = "PartitionKey; RowKey; Studio; Added; Rating; Seen; Timestamp; PartitionKey ge '[A]' and PartitionKey lt 'B'; " +
		"RowKey ge '[A]' and RowKey lt 'B'; Studio ge '[A]' and Studio lt 'B'"
	const operators = "eq; ne; gt; ge; lt; le"
	for _, test := range []struct {
		text     string
		replaced string
		items    string
		property string
	}{
		{"|", "", properties + "; not; (", ""},
		{"(|", "", properties + "; not; (", ""},
		{"A eq 1 and |", "", properties + "; not; (", ""},
		{"5 lt |", "", properties, ""},
		{"st|", "st", "Studio; Studio ge '[A]' and Studio lt 'B'; Timestamp; PartitionKey ge '[A]' and PartitionKey lt 'B'; RowKey ge '[A]' and RowKey lt 'B'", ""},
		{"RATI|ng eq 5", "RATIng", "Rating", ""},
		{"no|", "no", "not", ""},
		{"pk|", "pk", "PartitionKey", ""},
		{"rk|", "rk", "RowKey", ""},
		{"date|", "date", "Added; Timestamp", ""},
		{"time|", "time", "Timestamp; Added", ""},
		{"id|", "id", "PartitionKey; RowKey", ""},
		{"Rating gre|", "gre", "gt; ge", ""},
		{"Rating |", "", operators, ""},
		{"Rating g|", "g", "gt; ge", ""},
		{"Studio |", "", operators + "; ge '[A]' and Studio lt 'B'", ""},
		{"Seen |", "", operators + "; and; or", ""},
		{"(Seen |", "", operators + "; and; or; )", ""},
		{"5 |", "", operators, ""},
		{"True |", "", operators + "; and; or", ""},
		{"(false |", "", operators + "; and; or; )", ""},
		{"Rating ge |", "", "[1.5]; [123]", "Rating"},
		{"RowKey eq |", "", "'[…]'", "RowKey"},
		{"Timestamp ge |", "", "datetime'[2026-11-20T00:00:00Z]'", "Timestamp"},
		{"Seen eq |", "", "true; false", "Seen"},
		{"Seen eq t|", "t", "true", "Seen"},
		{"Unknown eq |", "", "'[…]'; [123]; [123]L; [1.5]; true; false; datetime'[2026-11-20T00:00:00Z]'; guid'[…]'; X'[…]'", "Unknown"},
		{"Rating gt 4|", "4", "", "Rating"},
		{"RowKey eq 'S|", "'S", "", "RowKey"},
		{"RowKey eq 'S|h' and Seen", "'Sh'", "", "RowKey"},
		{"5 lt A |", "", "and; or", ""},
		{"Rating gt 4 |", "", "and; or", ""},
		{"(Rating gt 4 |", "", "and; or; )", ""},
		{"(Rating gt 4)|", "", " and;  or", ""},
		{"RowKey ge 'Sh' |", "", "and RowKey lt 'Si'; and; or", ""},
		{"RowKey ge 'Sh'|", "", " and RowKey lt 'Si';  and;  or", ""},
		{"Rating gt 4 a|", "a", "and", ""},
		{"PartitionKey = 'action'|", "", "", ""},
		{"PartitionKey = |", "", "", ""},
		{"A eq 1 and 5 |", "", operators, ""},
		{"eq |", "", "'[…]'; [123]; [123]L; [1.5]; true; false; datetime'[2026-11-20T00:00:00Z]'; guid'[…]'; X'[…]'", ""},
	} {
		offset := strings.Index(test.text, "|")
		text := strings.Replace(test.text, "|", "", 1)
		got := Complete(text, offset, movieCensus)
		var items []string
		for _, item := range got.Items {
			insert := item.Insert
			if item.Select != (Span{}) {
				insert = insert[:item.Select.Start] + "[" + insert[item.Select.Start:item.Select.End] + "]" + insert[item.Select.End:]
			}
			items = append(items, insert)
		}
		if replaced := text[got.From:got.To]; replaced != test.replaced || got.Property != test.property {
			t.Errorf("Complete(%q) replaces %q for property %q, want %q, %q", test.text, replaced, got.Property, test.replaced, test.property)
		}
		if joined := strings.Join(items, "; "); joined != test.items {
			t.Errorf("Complete(%q) offers\n\t%s\nwant\n\t%s", test.text, joined, test.items)
		}
	}
}

func TestComplete_Details(t *testing.T) {
	want := map[string]string{
		"PartitionKey": "String, key", "Rating": "Double, Int32, 84 %", "Seen": "Boolean, under 1 %", "Added": "DateTime, over 99 %",
		"Studio": "String, 100 %", "Timestamp": "DateTime, set by the service, never indexed",
	}
	for _, item := range Complete("", 0, movieCensus).Items {
		if detail, ok := want[item.Label]; ok && item.Detail != detail {
			t.Errorf("%s is described as %q, want %q", item.Label, item.Detail, detail)
		}
		delete(want, item.Label)
	}
	if len(want) != 0 {
		t.Errorf("not offered: %v", want)
	}
}
