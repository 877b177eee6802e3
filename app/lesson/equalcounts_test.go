package lesson

import (
	"maps"
	"strings"
	"testing"

	"rangefinder/engine"
)

// Ensure that a filter is not right because it reads and returns as many entities as the solution: of every step, filters for other
// entities are tried, one entity, one partition, and stretches of as many entities and as many partitions as the solution's.
func TestLessons_EqualCountsDoNotPass(t *testing.T) {
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
	tried := 0
	for _, entry := range course(t) {
		l := lessonOf(t, entry.Name)
		account, err := l.Account(t.Context(), builtIn)
		if err != nil {
			t.Fatal(err)
		}
		for i := range l.Steps {
			s := &l.Steps[i]
			if s.Solution == nil || s.Solution.Queries == nil {
				continue
			}
			table, err := snapshotOf(account, s.Solution.Table)
			if err != nil {
				t.Fatal(err)
			}
			right, err := ask(t.Context(), table, s.Solution.Queries...)
			if err != nil {
				t.Fatal(err)
			}
			k := max(len(right.entities), 1)
			var filters []string
			point := func(e engine.Entity) string {
				return "PartitionKey eq " + quote(e.PartitionKey()) + " and RowKey eq " + quote(e.RowKey())
			}
			step := max(1, table.Len()/200)
			for at := 0; at < table.Len(); at += step {
				e := table.At(at)
				filters = append(filters, point(e), "PartitionKey eq "+quote(e.PartitionKey()), "RowKey eq "+quote(e.RowKey()))
				if last := at + k - 1; last < table.Len() {
					end := table.At(last)
					if end.PartitionKey() == e.PartitionKey() {
						filters = append(filters, "PartitionKey eq "+quote(e.PartitionKey())+" and RowKey ge "+quote(e.RowKey())+" and RowKey le "+quote(end.RowKey()))
					} else {
						filters = append(filters, "PartitionKey ge "+quote(e.PartitionKey())+" and PartitionKey le "+quote(end.PartitionKey()))
					}
				}
			}
			for _, filter := range filters {
				q := s.Solution.Queries[0]
				q.Filter = filter
				got, err := ask(t.Context(), table, q)
				if err != nil {
					t.Fatal(err)
				}
				if maps.Equal(got.seen, right.seen) {
					continue
				}
				tried++
				v, err := CheckStep(t.Context(), s, &Attempt{Table: s.Solution.Table, Queries: []Query{q}}, account)
				if err != nil {
					t.Fatal(err)
				}
				if v.Passed {
					t.Errorf("%s, %q: %s passes with %d other entities", entry.Name, s.Title, filter, len(got.entities))
					break
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d filters were tried", tried)
	}
}
