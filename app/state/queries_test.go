package state

import (
	"encoding/json"
	"testing"
)

// Ensure that a table is opened with the query that a person chose for it, that it is kept, that another takes its place, that
// Undo and the command take it back, and that another table of the same name has its own.
func TestQueries_Opening(t *testing.T) {
	m := ready(t)
	opened := func(m Model, source string) Query {
		m, _ = after(m, TableChosen{Table: "Blogs"})
		m, _ = Update(m, TableChosen{Source: source, Table: "Movies"})
		return *m.Query
	}
	came := opened(m, "").Filter
	m, _ = after(m, TableChosen{Table: "Movies"}, FilterTyped{"Rating gt 4.5"}, TopTyped{"7"})
	m, cmds := Update(m, OpeningKept{})
	keep, _ := find[KeepQueries](cmds)
	var list []SavedQuery
	if json.Unmarshal([]byte(keep.Text), &list) != nil || len(list) != 1 || !list[0].Opens || list[0].Filter != "Rating gt 4.5" {
		t.Fatalf("kept is %q", keep.Text)
	}
	if q := opened(m, ""); q.Filter != "Rating gt 4.5" || q.Top != "7" {
		t.Errorf("it opens with %q, $top %q", q.Filter, q.Top)
	}
	if q := opened(m, "prod"); q.Filter != "" {
		t.Errorf("an account's table opens with %q", q.Filter)
	}
	back, _ := Update(m, UndoPressed{})
	if q := opened(back, ""); q.Filter != came || len(back.Queries) != 0 {
		t.Errorf("undone, it opens with %q", q.Filter)
	}
	m, _ = after(m, FilterTyped{"PartitionKey eq 'War'"}, OpeningKept{})
	if q := opened(m, ""); q.Filter != "PartitionKey eq 'War'" || len(m.Queries) != 1 {
		t.Errorf("another in its place: %q of %d", q.Filter, len(m.Queries))
	}
	m, _ = Update(m, OpeningDropped{})
	if q := opened(m, ""); q.Filter != came || len(m.Queries) != 0 {
		t.Errorf("dropped, it opens with %q", q.Filter)
	}
}
