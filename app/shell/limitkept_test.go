package shell

import (
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/result"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
)

// Ensure that the page size and the properties of a statement stay its own when its query comes back: in another tab, after a reload,
// and out of the history.
func TestLimit_Kept(t *testing.T) {
	m, _ := after(ready(t), queryline.TopTyped{Text: "50"}, queryline.FilterTyped{Text: "SELECT TOP 5 Rating FROM Movies WHERE Rating > 4"}, plan.SQLTaken{})
	if m.Query.Filter != "Rating gt 4" || m.Query.Top != "5" || m.Query.Select != "Rating" || m.Query.Limit == nil {
		t.Fatalf("the statement gave %+v", m.Query.Query)
	}
	ends := func(name string, m Model) {
		t.Helper()
		if m.Query.Top != "5" || m.Query.Select != "Rating" || m.Query.Limit == nil {
			t.Errorf("%s: came back as %+v, limit %+v", name, m.Query.Query, m.Query.Limit)
		}
		if m, _ = after(m, queryline.FilterTyped{Text: "Rating gt 3"}); m.Query.Top != "50" || m.Query.Select != "" {
			t.Errorf("%s: the next filter has page size %q, $select %q", name, m.Query.Top, m.Query.Select)
		}
	}
	ends("the same tab", m)
	other, _ := after(m, querytabs.Added{})
	if other.Query.Limit != nil || other.Query.Top != "" {
		t.Errorf("a new query begins with page size %q, limit %+v", other.Query.Top, other.Query.Limit)
	}
	back, _ := after(other, querytabs.Chosen{Index: 0})
	ends("another tab", back)

	loaded, _ := after(New(), Started{Tabs: querytabs.Encode(m.Tabs), Entry: m.Tabs.Entry(), Fragment: routeOf(m).Fragment()},
		page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies", Entities: 10, Partitions: 2}}}})
	ends("a reload", loaded)

	ran, _ := after(m, page.RunPressed{}, result.RunEnded{Reply: runReply(3, 5)})
	if last := ran.History.Last("Movies"); last == nil || last.Was == "" {
		t.Errorf("the history has %+v", last)
	}
	_, cmds := after(m, page.RunPressed{})
	run, ok := find[result.Run](cmds)
	if !ok || run.Req.Limit != 5 || run.Req.Top != 5 {
		t.Errorf("Run asks for %+v", run.Req)
	}
	all, cmds := after(m, page.LimitLifted{})
	if run, ok = find[result.Run](cmds); !ok || run.Req.Limit != 0 || run.Req.Top != 50 || all.Query.Select != "Rating" || all.Query.Top != "50" {
		t.Errorf("without the limit Run asks for %+v, %+v", run.Req, all.Query)
	}
	if all, _ = after(all, queryline.FilterTyped{Text: "Rating gt 3"}); all.Query.Select != "" {
		t.Errorf("the next filter has $select %q", all.Query.Select)
	}
	for _, text := range []string{"SELECT TOP 5 * FROM Movies WHERE Rating > 4 ORDER BY Rating DESC", "$filter=Rating gt 4&$top=5", "SELECT * FROM Movies WHERE Rating > 4"} {
		whole, cmds := after(ready(t), queryline.FilterTyped{Text: text}, plan.SQLTaken{}, page.RunPressed{})
		if run, ok = find[result.Run](cmds); !ok || run.Req.Limit != 0 {
			t.Errorf("%s: Run asks for %+v of %+v", text, run.Req, whole.Query.Query)
		}
		if top := map[bool]string{true: "5"}[strings.Contains(text, "$top")]; whole.Query.Top != top {
			t.Errorf("%s: page size %q", text, whole.Query.Top)
		}
	}
	part, _ := after(m, queryline.SelectionRun{Text: "Rating gt 4 or Rating lt 1"})
	if part.Query.Top != "50" || part.Query.Select != "" {
		t.Errorf("a part in a tab of its own has page size %q, $select %q", part.Query.Top, part.Query.Select)
	}
}

// Ensure that a deleted table comes back with the query that was on screen, but not over what is typed by then.
func TestUndo_TableWithItsQuery(t *testing.T) {
	both := page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}, {Name: "Movies"}}}}
	left := page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}}}}
	m, _ := after(ready(t), both, queryline.FilterTyped{Text: "Rating gt 4"}, queryline.TopTyped{Text: "7"}, tables.TableDropped{Table: "Movies", Undo: "u1"}, left)
	if m.Query.Table != "Logs" || m.Query.Filter != "" {
		t.Fatalf("after the deletion: %+v", m.Query.Query)
	}
	back, _ := after(m, page.TakenBack{ID: "u1"}, both)
	if back.Query.Table != "Movies" || back.Query.Filter != "Rating gt 4" || back.Query.Top != "7" || !back.Grid.Result.Running {
		t.Errorf("came back with %+v", back.Query.Query)
	}
	busy, _ := after(m, queryline.FilterTyped{Text: "Level eq 3"}, page.TakenBack{ID: "u1"}, both)
	if busy.Query.Table != "Logs" || busy.Query.Filter != "Level eq 3" {
		t.Errorf("what was typed gave way to %+v", busy.Query.Query)
	}
}

// Ensure that the rows of another filter than the typed one stay as they are, whatever step is typed beside it.
func TestThen_Older(t *testing.T) {
	m, _ := after(ready(t), page.RunPressed{}, result.RunEnded{Reply: runReply(7, 100)}, queryline.FilterTyped{Text: "PartitionKey eq 'a' and contains(Rating,'war')"}, plan.ThenTaken{})
	if m.Query.Then == "" || m.Grid.Order != nil || m.Grid.Lines() != 100 {
		t.Errorf("step %q, order %+v, %d lines", m.Query.Then, m.Grid.Order, m.Grid.Lines())
	}
	m, _ = after(m, page.RunPressed{}, result.RunEnded{Reply: runReply(8, 50)})
	if m.Grid.Order == nil || m.Grid.Order.Then != m.Query.Then {
		t.Errorf("after Run: %+v", m.Grid.Order)
	}
	then := m.Grid.Order.Then
	if m, _ = after(m, queryline.FilterTyped{Text: "PartitionKey eq 'b'"}); m.Grid.Order == nil || m.Grid.Order.Then != then {
		t.Errorf("a key changes what is shown: %+v", m.Grid.Order)
	}
	if m, _ = after(m, page.ThenClosed{}); m.Grid.Order != nil {
		t.Errorf("without the step: %+v", m.Grid.Order)
	}
}
