package filterlang

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

func findingsText(text string, found []Finding) string {
	var b strings.Builder
	for _, n := range found {
		fmt.Fprintf(&b, "%s %s at %q: %s\n", [...]string{"info", "advice", "warning"}[n.Severity], n.Kind, text[n.Span.Start:n.Span.End], n.Message)
		for _, w := range n.Rewrites {
			mark := "~"
			if w.Same {
				mark = "="
			}
			fmt.Fprintf(&b, "  %s %s: %s\n", mark, w.Title, strings.Join(w.Filters, " | "))
		}
	}
	return b.String()
}

func TestFindings_NoCensus(t *testing.T) {
	runScript(t, "testdata/findings.txt", func(t *testing.T, input string) string {
		return findingsText(input, Findings(NewPlan(mustParse(t, input)), nil))
	})
}

// sampleCensus is described at the head of testdata/findings_data.txt.
func sampleCensus() *Census {
	one := func(name string, count int, types ...TypeCount) PropertyCensus {
		return PropertyCensus{Name: name, Count: count, Types: types}
	}
	return &Census{Entities: 1000, Properties: []PropertyCensus{
		one("Rating", 900, TypeCount{edm.Double, 900}),
		one("Year", 1000, TypeCount{edm.Int32, 1000}),
		one("Language", 800, TypeCount{edm.String, 800}),
		one("Favorite", 1000, TypeCount{edm.Boolean, 1000}),
		one("Views", 1000, TypeCount{edm.Int64, 1000}),
		one("Added", 1000, TypeCount{edm.DateTime, 1000}),
		one("Score", 100, TypeCount{edm.Int32, 90}, TypeCount{edm.String, 10}),
		one("Income", 100, TypeCount{edm.Int64, 80}, TypeCount{edm.Int32, 20}),
		one("Stars", 100, TypeCount{edm.Double, 80}, TypeCount{edm.Int32, 20}),
	}}
}

func TestFindings_Census(t *testing.T) {
	census := sampleCensus()
	runScript(t, "testdata/findings_data.txt", func(t *testing.T, input string) string {
		return findingsText(input, Findings(NewPlan(mustParse(t, input)), census))
	})
}

// Ensure that the RowKey is offered in the place of a property only where it narrows what is read.
func TestFindings_EqualRowKey(t *testing.T) {
	census := &Census{Entities: 9, Properties: []PropertyCensus{{Name: "Title", Count: 9, Types: []TypeCount{{Type: edm.String, Count: 9}}, Equals: RowKey}}}
	for filter, want := range map[string]string{
		"Title eq 'a'":                                                  "",
		"PartitionKey ge 'p' and Title eq 'a'":                          "",
		"PartitionKey eq 'p' and Title eq 'a'":                          "PartitionKey eq 'p' and RowKey eq 'a'",
		"PartitionKey eq 'p' and Title ge 'a'":                          "PartitionKey eq 'p' and RowKey ge 'a'",
		"(PartitionKey eq 'p' or PartitionKey eq 'q') and Title eq 'a'": "(PartitionKey eq 'p' or PartitionKey eq 'q') and RowKey eq 'a'",
	} {
		e, err := Parse(filter)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range Findings(NewPlan(e), census) {
			if f.Kind == EqualKey {
				got = append(got, f.Message)
				for _, r := range f.Rewrites {
					got = append(got, r.Filters...)
				}
			}
		}
		if want == "" && (len(got) != 1 || !strings.Contains(got[0], "only beside a PartitionKey")) || want != "" && (len(got) != 2 || got[1] != want) {
			t.Errorf("%s: %q, want %q", filter, got, want)
		}
	}
}

func TestFindings_EmptyTable(t *testing.T) {
	if got := Findings(NewPlan(mustParse(t, "PartitionKey eq 'a' and Rating gt 4")), &Census{}); len(got) > 0 {
		t.Errorf("an empty table has no types to be wrong about, but: %+v", got)
	}
	if got := Findings(NewPlan(nil), sampleCensus()); len(got) > 0 {
		t.Errorf("no filter, but: %+v", got)
	}
}

// Ensure that filters with thousands of clauses are planned, and that what is said of them stays short.
func TestFindings_ThousandsOfClauses(t *testing.T) {
	n := 5000
	if testing.Short() { // the race detector runs, and there is one goroutine
		n = 500
	}
	long := func(join, clause string) string {
		clauses := make([]string, n)
		for i := range clauses {
			clauses[i] = strings.ReplaceAll(clause, "#", fmt.Sprint(i))
		}
		return strings.Join(clauses, join)
	}
	for _, test := range []struct{ name, text string }{
		{"or of keys", long(" or ", "PartitionKey eq '#'")},
		{"or of one key", long(" or ", "PartitionKey eq 'a'")},
		{"and of ne", long(" and ", "PartitionKey ne '#'")},
		{"and of bounds", long(" and ", "PartitionKey gt '#'")},
		{"or of mistyped keys", long(" or ", "PartitionKey eq #")},
		{"or of unknown properties", long(" or ", "P# eq #")},
		{"and of ors", long(" and ", "(PartitionKey eq 'a' or RowKey eq '#')")},
		{"or of contradictions", long(" or ", "(A eq 1 and A eq 2)")},
		{"nots", long(" and ", "not (A eq #)")},
		{"timestamps", long(" or ", "Timestamp gt datetime'2014-05-07T08:20:53Z'")},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := NewPlan(mustParse(t, test.text))
			if len(p.Ideal) > maxIdealRanges {
				t.Errorf("%d ideal ranges", len(p.Ideal))
			}
			perKind := map[Kind]int{}
			for _, n := range Findings(p, sampleCensus()) {
				perKind[n.Kind]++
				if len(n.Message) > 1000 {
					t.Errorf("%s says %d bytes", n.Kind, len(n.Message))
				}
			}
			for k, count := range perKind {
				if count > maxPerKind {
					t.Errorf("%d findings of kind %s", count, k)
				}
			}
		})
	}
}

// Ensure that a word alone is offered as the keys that hold it, as both where nobody looked.
func TestFindings_WordOfKey(t *testing.T) {
	for _, tt := range []struct {
		keys map[string][]string
		says string
		want []string
	}{
		{nil, "after a property and an operator.", []string{"RowKey eq 'Action'", "PartitionKey eq 'Action'"}},
		{map[string][]string{"Action": {PartitionKey}}, "after a property and an operator: PartitionKey eq 'Action'.", []string{"PartitionKey eq 'Action'"}},
		{map[string][]string{"Action": nil}, "after a property and an operator.", nil},
	} {
		found := Findings(NewPlan(mustParse(t, "Action")), &Census{Entities: 1, Keys: tt.keys})
		var got []string
		for _, w := range found[0].Rewrites {
			got = append(got, w.Filters...)
		}
		if !slices.Equal(got, tt.want) || !strings.HasSuffix(found[0].Message, tt.says) {
			t.Errorf("%v: %+v", tt.keys, found)
		}
	}
}
