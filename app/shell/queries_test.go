package shell

import (
	"encoding/json"
	"testing"

	"rangefinder/app/editor"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
)

// Ensure that a table is opened with the query that a person chose for it, that it is kept, that another takes its place, that
// Undo and the command take it back, and that another table of the same name has its own.
func TestQueries_Opening(t *testing.T) {
	m := ready(t)
	opened := func(m Model, source string) queryline.Query {
		m, _ = after(m, page.TableChosen{Table: "Blogs"})
		m, _ = Update(m, page.TableChosen{Source: source, Table: "Movies"})
		return *m.Query
	}
	came := opened(m, "").Filter
	m, _ = after(m, page.TableChosen{Table: "Movies"}, queryline.FilterTyped{Text: "Rating gt 4.5"}, queryline.TopTyped{Text: "7"}, page.RunPressed{})
	m, cmds := Update(m, queries.OpeningKept{})
	keep, _ := find[queries.KeepQueries](cmds)
	var list []query.Saved
	if json.Unmarshal([]byte(keep.Text), &list) != nil || len(list) != 1 || !list[0].Opens || list[0].Filter != "Rating gt 4.5" {
		t.Fatalf("kept is %q", keep.Text)
	}
	if q := opened(m, ""); q.Filter != "Rating gt 4.5" || q.Top != "7" {
		t.Errorf("it opens with %q, $top %q", q.Filter, q.Top)
	}
	if q := opened(m, "prod"); q.Filter != "" {
		t.Errorf("an account's table opens with %q", q.Filter)
	}
	back, _ := Update(m, notices.UndoPressed{})
	if q := opened(back, ""); q.Filter != came || len(back.Saved.List) != 0 {
		t.Errorf("undone, it opens with %q", q.Filter)
	}
	m, _ = after(m, queryline.FilterTyped{Text: "PartitionKey eq 'War'"}, page.RunPressed{}, queries.OpeningKept{})
	if q := opened(m, ""); q.Filter != "PartitionKey eq 'War'" || len(m.Saved.List) != 1 {
		t.Errorf("another in its place: %q of %d", q.Filter, len(m.Saved.List))
	}
	m, _ = Update(m, queries.OpeningDropped{})
	if q := opened(m, ""); q.Filter != came || len(m.Saved.List) != 0 {
		t.Errorf("dropped, it opens with %q", q.Filter)
	}
}

// Ensure that a table which is chosen before the saved queries are read gets its own query when they are, unless something was
// typed; and that a query saved in that moment and those that come keep each other.
func TestQueries_ReadLate(t *testing.T) {
	const text = `[{"name":"When it is opened","table":"Movies","filter":"Rating gt 4.5","top":"7","opens":true},{"name":"mine","table":"Movies","filter":"Seen"},{"name":"new","table":"Movies","filter":"Old"}]`
	chosen, _ := after(ready(t), page.TableChosen{Table: "Blogs"}, page.TableChosen{Table: "Movies"})
	m, cmds := Update(chosen, queries.QueriesRead{Text: text})
	edit, _ := find[editor.SetEditor](cmds)
	run, _ := find[result.Run](cmds)
	if m.Query.Filter != "Rating gt 4.5" || edit.Text != m.Query.Filter || run.Req.Filter != m.Query.Filter || run.Req.Top != 7 {
		t.Errorf("the table shows %q, $top %q, the editor %q; run is %+v", m.Query.Filter, m.Query.Top, edit.Text, run.Req)
	}
	typed, _ := after(chosen, queryline.FilterTyped{Text: "Year eq 1979"}, queries.QueriesRead{Text: text})
	if typed.Query.Filter != "Year eq 1979" || len(typed.Saved.List) != 3 {
		t.Errorf("what was typed became %q", typed.Query.Filter)
	}
	if again, _ := after(m, page.FilterSet{Text: chosen.Query.Filter}, queryline.TopTyped{Text: ""}, queries.QueriesRead{Text: text}); again.Query.Filter != chosen.Query.Filter {
		t.Errorf("read again, the filter becomes %q", again.Query.Filter)
	}
	named, _ := after(ready(t), queryline.FilterTyped{Text: "A eq 1"}, page.SaveQueryPressed{}, queries.QueryNamed{Name: "new"})
	named, cmds = Update(named, queries.QueriesRead{Text: text})
	keep, _ := find[queries.KeepQueries](cmds)
	var kept []query.Saved
	if json.Unmarshal([]byte(keep.Text), &kept) != nil || len(kept) != 3 || len(named.Saved.List) != 3 || kept[2].Name != "new" || kept[2].Filter != "A eq 1" || kept[1].Name != "mine" {
		t.Errorf("kept are %+v of %+v", kept, named.Saved.List)
	}
}
