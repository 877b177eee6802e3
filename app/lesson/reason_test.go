package lesson

import (
	"strings"
	"testing"

	"rangefinder/filterlang"
)

// Ensure that a prediction says why its answer is right, by the plan of its filter.
func TestPrediction_Reason(t *testing.T) {
	for _, test := range []struct {
		filter  string
		measure Measure
		want    string
	}{
		{"PartitionKey eq 'a' and RowKey eq 'b'", Class, "both keys are fixed with `eq`"},
		{"'b' eq RowKey and PartitionKey eq 'a' and X eq 1", Class, "both keys are fixed with `eq`"},
		{"PartitionKey eq 'a' and RowKey ge 'b'", Class, "the PartitionKey is fixed with `eq` and the RowKey has bounds"},
		{"PartitionKey eq 'a' and X eq 1", Class, "the PartitionKey is fixed with `eq` and nothing bounds the RowKey, so the whole partition is read"},
		{"PartitionKey ge 'a' and RowKey eq 'b'", Class, "the PartitionKey has bounds and is not fixed with `eq`"},
		{"PartitionKey eq 'a' and PartitionKey eq 'b'", Class, "the conditions on the keys exclude one another"},
		{"RowKey eq 'b'", Class, "the RowKey alone has a place in every partition, and nothing bounds the PartitionKey"},
		{"PartitionKey ne 'a'", Class, "`ne` or `not` on the PartitionKey leaves stretches on both sides, and the service reads only one"},
		{"not (PartitionKey eq 'a')", Class, "`ne` or `not` on the PartitionKey leaves stretches on both sides, and the service reads only one"},
		{"PartitionKey eq 'a' or X eq 1", Class, "`or` joins conditions that have no single stretch of keys in common"},
		{"X eq 1", Class, "no condition is on a key"},
		{"Favorite", Class, "no condition is on a key"},
		{"", Class, "there is no filter"},
		{"X eq 1", Examined, "the service reads every entity of a full scan, whether it matches or not: no condition is on a key"},
		{"X eq 1", Returned, "an entity comes back only if the whole filter is true of it, and a comparison with an absent property or with a value of another type is not"},
		{"not Favorite", Returned, "an entity comes back only if the whole filter is true of it, and a comparison with an absent property or with a value of another type is not"},
		{"PartitionKey eq 'a' and RowKey ge 'nine'", Returned, "no entity has such a key: keys are compared as whole texts, character by character"},
		{"PartitionKey eq 'a' and RowKey eq 'nine'", Returned, "both keys are fixed with `eq`, and no entity has both of them"},
		{"PartitionKey eq 'a' and RowKey ge '9'", Returned, "keys are compared as texts, character by character"},
		{"PartitionKey eq 'a' and RowKey eq '9'", Returned, "both keys are fixed with `eq`, so at most one entity comes back"},
		{"", Returned, "without a filter every entity comes back"},
		{"X eq 1", Requests, "a page ends after 1,000 entities and where a range partition ends, and each page is one request"},
		{"PartitionKey eq 'a' and RowKey eq 'b'", Requests, "a point is one request"},
		{"PartitionKey eq 'a'", Partitions, "`eq` on the PartitionKey leaves one partition"},
		{"PartitionKey ge 'a'", Partitions, "the PartitionKey is not fixed with `eq`"},
		{"PartitionKey ge 'a'", Values, "each entity sends all its properties, its keys and its Timestamp"},
		{"PartitionKey ==", Class, ""},
	} {
		p := Prediction{Measure: test.measure, Query: Query{Filter: test.filter}, Answer: 1}
		if strings.Contains(test.filter, "nine") {
			p.Answer = 0
		}
		if got := p.Reason(); got != test.want {
			t.Errorf("%q, %s:\n%s\nwant\n%s", test.filter, test.measure, got, test.want)
		}
	}
}

// Ensure that every prediction of the course has a reason, and that the filter of none is the solution of its step.
func TestLessons_Predictions(t *testing.T) {
	for _, e := range course(t) {
		l := lessonOf(t, e.Name)
		for i := range l.Steps {
			s := &l.Steps[i]
			if s.Predict == nil {
				continue
			}
			if why := s.Predict.Reason(); why == "" || strings.HasSuffix(why, ".") {
				t.Errorf("%s, step %d: the reason is %q", e.Name, i+1, why)
			}
			if p := s.Predict; p.Simulated == nil && p.Measure == Returned && p.Because == "" && !strings.HasPrefix(p.Reason(), "both keys") {
				t.Errorf("%s, step %d: what comes back has no reason of its own, only: %s", e.Name, i+1, p.Reason())
			}
			if s.Solution == nil {
				continue
			}
			for _, q := range s.Solution.Queries {
				a, err := filterlang.Parse(q.Filter)
				if err != nil {
					t.Fatal(err)
				}
				if b, err := filterlang.Parse(s.Predict.Query.Filter); err == nil && a.String() == b.String() {
					t.Errorf("%s, step %d: the prediction asks about the solution", e.Name, i+1)
				}
			}
		}
	}
}
