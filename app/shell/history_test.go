package shell

import (
	"fmt"
	"strings"
	"testing"

	"rangefinder/app/history"
	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// ranOnce runs a filter to its end.
func ranOnce(m Model, filter string) (Model, []page.Cmd) {
	return after(m, queryline.FilterTyped{Text: filter}, page.RunPressed{}, result.RunEnded{Reply: &wire.RunReply{Result: 1, Lines: 1, Stats: wire.RunStats{Returned: 1, Examined: 9}}, At: 7})
}

// Ensure that what is asked of a lesson's tables, which go with it, is not remembered.
func TestHistory_NotOfLessons(t *testing.T) {
	m := taught(t, "four-classes", 2)
	told := *m.Course
	told.Progress = lesson.Progress{"four-classes": {Predicted: 1 << 1}} // its question is answered
	m.Course = &told
	m, cmds := ranOnce(m, "Rating gt 4")
	if _, kept := find[page.KeepSetting](cmds); m.Course.Lesson == nil || m.Grid.Result.Reply == nil || len(m.History.List) > 0 || kept {
		t.Errorf("the history has %+v, kept %v, lesson %v, result %+v", m.History.List, kept, m.Course.Lesson != nil, m.Grid.Result)
	}
}

func TestHistory_KeptNewestFirst(t *testing.T) {
	m := ready(t)
	m, _ = ranOnce(m, "A eq 1")
	m, _ = ranOnce(m, "B eq 'x'")
	m, cmds := ranOnce(m, "A eq 1")
	if len(m.History.List) != 2 || m.History.List[0].Filter != "A eq 1" || m.History.List[0].Examined != 9 || m.History.List[0].At != 7 {
		t.Fatalf("history %+v", m.History.List)
	}
	kept, _ := find[page.KeepSetting](cmds)
	again, _ := after(New(), Started{History: kept.Value})
	if kept.Key != history.Setting || fmt.Sprint(again.History.List) != fmt.Sprint(m.History.List) {
		t.Fatalf("kept %q, read %+v", kept.Value, again.History.List)
	}
	m, cmds = after(m, history.HistoryPressed{}, history.RanChosen{Ran: m.History.List[1]})
	if run, ok := find[result.Run](cmds); !ok || run.Req.Filter != "B eq 'x'" || m.Dialog != nil {
		t.Errorf("ran %+v", run)
	}
	if m, _ = after(m, history.RanChosen{Ran: history.Ran{Query: query.Query{Table: "Gone"}}}); m.Notice == nil {
		t.Error("a query of no table says nothing")
	}
	if m, _ = after(m, history.HistoryCleared{}); len(m.History.List) > 0 {
		t.Error("cleared, it holds something")
	}
}

func TestHistory_WithoutAccounts(t *testing.T) {
	m := ready(t)
	q, r := *m.Query, *m.Grid.Result
	q.Source, q.Filter, r.Source, r.Filter, r.Running = "prod", "PartitionKey eq 'secret'", "prod", "PartitionKey eq 'secret'", true
	m = m.withResult(&r)
	m.Query = &q
	m, cmds := after(m, result.RunEnded{Reply: &wire.RunReply{Result: 2, Lines: 1}})
	if keep, ok := find[page.KeepSetting](cmds); ok && keep.Key == history.Setting || strings.Contains(history.Encode(m.History.List), "secret") {
		t.Error("a query of an account is kept")
	}
}

// Ensure that a table which is chosen again has the query that ran on it last.
func TestHistory_TableChosenAgain(t *testing.T) {
	m := ready(t)
	m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}, {Name: "Orders"}}}})
	m, _ = ranOnce(m, "A eq 1")
	m, _ = ranOnce(m, "A eq 2")
	if m, _ = after(m, page.TableChosen{Table: "Orders"}); m.Query.Filter != "" {
		t.Errorf("another table has %q", m.Query.Filter)
	}
	m, cmds := after(m, page.TableChosen{Table: "Movies"})
	if run, ok := find[result.Run](cmds); m.Query.Filter != "A eq 2" || !ok || run.Req.Filter != "A eq 2" {
		t.Errorf("it has %q, and runs %+v", m.Query.Filter, run)
	}
}
