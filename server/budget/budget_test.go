package budget

import (
	"reflect"
	"strings"
	"testing"

	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

func planOf(t *testing.T, filter string) *filterlang.Plan {
	t.Helper()
	e, err := filterlang.Parse(filter)
	if err != nil {
		t.Fatal(err)
	}
	return filterlang.NewPlan(e)
}

// Ensure that a rule denies its class and what is worse, and that a table's rules take the place of the others.
func TestBudget_Denies(t *testing.T) {
	filters := []string{
		"PartitionKey eq 'a' and PartitionKey eq 'b'", "PartitionKey eq 'a' and RowKey eq 'b'", "PartitionKey eq 'a' and RowKey ge 'b'",
		"PartitionKey eq 'a'", "PartitionKey ge 'a'", "Rating gt 4",
	}
	for _, test := range []struct {
		rules []string
		table string
		first int // of filters that is denied
	}{
		{nil, "Movies", 6},
		{[]string{"none"}, "Movies", 6},
		{[]string{"full-scan"}, "Movies", 5},
		{[]string{"full-scan,partition-range"}, "Movies", 4},
		{[]string{"partition-range"}, "Movies", 4},
		{[]string{"whole-partition"}, "", 3},
		{[]string{"row-range"}, "", 2},
		{[]string{"Movies=full-scan"}, "movies", 5},
		{[]string{"Movies=full-scan"}, "Films", 6},
		{[]string{"full-scan", "Movies=none"}, "Movies", 6},
		{[]string{"full-scan,Movies=partition-range,row-range"}, "Movies", 2},
		{[]string{"full-scan,Movies=partition-range,row-range"}, "Films", 5},
		{[]string{"partition-range,Movies=full-scan"}, "Movies", 5},
	} {
		b, err := Parse(test.rules...)
		if err != nil {
			t.Fatal(err)
		}
		for i, filter := range filters {
			if got := b.Denies(test.table, planOf(t, filter)); got != (i >= test.first) {
				t.Errorf("%v of %s, %s: %v", test.rules, test.table, filter, got)
			}
		}
	}
	if !new(Budget).IsZero() || new(Budget).Denies("Movies", planOf(t, "A eq 1")) {
		t.Error("the zero Budget denies")
	}
	for _, text := range []string{"", "scan", "full-scan,", "full scan", "A=full-scan", "=full-scan", "Movies="} {
		if b, err := Parse(text); err == nil {
			t.Errorf("%q is %v", text, b)
		}
	}
}

// Ensure that the error names filter, table and finding, and is none that a client tries again.
func TestBudget_Deny(t *testing.T) {
	b, err := Parse("full-scan")
	if err != nil {
		t.Fatal(err)
	}
	plan := planOf(t, "PartitionKey eq 'a' or PartitionKey eq 'b'")
	e := b.Deny("Movies", plan, filterlang.Findings(plan, nil))
	if e == nil || e.Code != tablerest.QueryDenied || tablerest.Status(e.Code) != 400 {
		t.Fatal(e)
	}
	for _, want := range []string{"--deny full-scan", "full scan of table Movies", "PartitionKey eq 'a' or PartitionKey eq 'b'", "PartitionKey eq 'a' | PartitionKey eq 'b'"} {
		if !strings.Contains(e.Message, want) {
			t.Errorf("%q is not in %s", want, e.Message)
		}
	}
	if e := b.Deny("Movies", planOf(t, ""), nil); e == nil || !strings.Contains(e.Message, "(no filter)") {
		t.Error(e)
	}
	if e := b.Deny("Movies", planOf(t, "X eq '"+strings.Repeat("ü", 5000)+"'"), nil); e == nil || len(e.Message) > 1300 {
		t.Error(e)
	}
}

// Ensure that filters are read from lines, from a workspace file and from its document alone.
func TestReadFilters(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []Filter
	}{
		{"nothing", "", nil},
		{"lines", "\ufeff# mine\r\n\n  A eq 1 \r\nB eq '# x'", []Filter{{Line: 3, Text: "A eq 1"}, {Line: 4, Text: "B eq '# x'"}}},
		{"workspace", `{"rangefinder.workspace":1}
{"rangefinder.table":"Movies"}
{"PartitionKey":"a","RowKey":"rangefinder.document"}
{"rangefinder.document":"other","text":"[1]"}
{"rangefinder.document":"queries","text":"[{\"name\":\"n\",\"table\":\"Movies\",\"filter\":\"A eq 1\",\"top\":\"5\"},{\"table\":\"Films\",\"filter\":\"\"}]"}
{"rangefinder.end":true}`, []Filter{{Line: 5, Name: "n", Table: "Movies", Text: "A eq 1"}, {Line: 5, Table: "Films"}}},
		{"patterns", `{"rangefinder.workspace":1}
{"rangefinder.document":"~movies","text":"{\"lab\":1,\"patterns\":[{\"name\":\"p\",\"kind\":\"read\",\"perDay\":1,\"filter\":\"A eq 1\"},{\"name\":\"w\",\"kind\":\"insert\",\"perDay\":1},{\"name\":\"d\",\"kind\":\"read\",\"perDay\":1,\"draft\":true}]}"}
{"rangefinder.document":"~films","text":"{"}`, []Filter{{Line: 2, Name: "p", Table: "movies", Text: "A eq 1", Pattern: true}}},
		{"document", "[\n{\"name\":\"n\",\n\"filter\":\"A\"}]", []Filter{{Line: 1, Name: "n", Text: "A"}}},
	} {
		got, err := ReadFilters(strings.NewReader(test.text))
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v %v", test.name, got, err)
		}
	}
	for _, text := range []string{"[1", `[{"filter":5}]`, "{\"rangefinder.workspace\":1}\n{\"rangefinder.document\":\"queries\",\"text\":\"{}\"}", strings.Repeat("a", maxLine+1)} {
		if got, err := ReadFilters(strings.NewReader(text)); err == nil {
			t.Errorf("%.60s is %v", text, got)
		}
	}
}
