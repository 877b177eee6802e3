package state

import (
	"fmt"
	"strings"
	"testing"

	"rangefinder/app/query"
	"rangefinder/app/wire"
)

// ranOnce runs a filter to its end.
func ranOnce(m Model, filter string) (Model, []Cmd) {
	return after(m, FilterTyped{filter}, RunPressed{}, RunEnded{Reply: &wire.RunReply{Result: 1, Lines: 1, Stats: wire.RunStats{Returned: 1, Examined: 9}}})
}

func TestHistory_KeptNewestFirst(t *testing.T) {
	m := ready(t)
	m, _ = ranOnce(m, "A eq 1")
	m, _ = ranOnce(m, "B eq 'x'")
	m, cmds := ranOnce(m, "A eq 1")
	if len(m.History) != 2 || m.History[0].Filter != "A eq 1" || m.History[0].Examined != 9 {
		t.Fatalf("history %+v", m.History)
	}
	kept, _ := find[KeepSetting](cmds)
	again, _ := after(New(), Started{History: kept.Value})
	if kept.Key != HistorySetting || fmt.Sprint(again.History) != fmt.Sprint(m.History) {
		t.Fatalf("kept %q, read %+v", kept.Value, again.History)
	}
	if got := HistoryOf(m.History, "movies b"); len(got) != 1 || got[0].Filter != "B eq 'x'" {
		t.Errorf("found %+v", got)
	}
	m, cmds = after(m, HistoryPressed{}, RanChosen{m.History[1]})
	if run, ok := find[Run](cmds); !ok || run.Req.Filter != "B eq 'x'" || m.Dialog != nil {
		t.Errorf("ran %+v", run)
	}
	if m, _ = after(m, RanChosen{Ran{Query: query.Query{Table: "Gone"}}}); m.Notice == nil {
		t.Error("a query of no table says nothing")
	}
	if m, _ = after(m, HistoryCleared{}); len(m.History) > 0 {
		t.Error("cleared, it holds something")
	}
}

func TestHistory_BoundsAndAccounts(t *testing.T) {
	m := ready(t)
	for i := range maxHistory + 5 {
		m, _ = ranOnce(m, fmt.Sprintf("A eq %d", i))
	}
	if len(m.History) != maxHistory {
		t.Errorf("%d are kept", len(m.History))
	}
	before := len(m.History)
	m, _ = ranOnce(m, "A eq '"+strings.Repeat("x", maxHistoryEntry)+"'")
	if len(m.History) != before || strings.Contains(m.History[0].Filter, "xxx") {
		t.Error("a long one is kept")
	}
	q, r := *m.Query, *m.Grid.Result
	q.Source, q.Filter, r.Source, r.Filter, r.Running = "prod", "PartitionKey eq 'secret'", "prod", "PartitionKey eq 'secret'", true
	m = m.withResult(&r)
	m.Query = &q
	m, cmds := after(m, RunEnded{Reply: &wire.RunReply{Result: 2, Lines: 1}})
	if keep, ok := find[KeepSetting](cmds); ok && keep.Key == HistorySetting || strings.Contains(encodeHistory(m.History), "secret") {
		t.Error("a query of an account is kept")
	}
	for _, bad := range []string{"{", "[1]", `[{"t":""}]`, strings.Repeat(" ", maxHistoryText+1)} {
		if got := parseHistory(bad); len(got) > 0 {
			t.Errorf("%.20q is read as %+v", bad, got)
		}
	}
}
