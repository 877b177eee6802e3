package beside

import (
	"errors"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

func view() *page.View {
	return &page.View{Ready: true, Query: query.Query{Table: "Movies", Filter: "Rating gt 4.0"}, Accounts: &page.Accounts{}}
}

func told[T any](cmds []page.Cmd) (T, bool) {
	for _, cmd := range cmds {
		if c, ok := cmd.(T); ok {
			return c, true
		}
	}
	var none T
	return none, false
}

// Ensure that the kept query stays while another is typed, that its numbers are of its newest question, and that they are asked again when
// its table changes and only then.
func TestModel(t *testing.T) {
	v, m := view(), &Model{}
	m, cmds, _ := m.Update(v, page.BesidePressed{})
	first, ok := told[explain](cmds)
	if !ok || first.req.Filter != "Rating gt 4.0" || m.Plan.Class != filterlang.FullScan {
		t.Fatalf("%+v, %v", m, cmds)
	}
	v.Query.Filter = "PartitionKey eq 'Action'"
	m, cmds, _ = m.Update(v, TableChosen{Table: "Films"})
	second, ok := told[explain](cmds)
	if _, counts := told[match](cmds); !ok || !counts || second.req.Table != "Films" || second.req.Filter != "Rating gt 4.0" {
		t.Fatalf("%+v", cmds)
	}
	if n, _, _ := m.Update(v, Explained{Nth: first.nth, Reply: &wire.ExplainReply{}}); n.Explain != nil {
		t.Error("takes the answer about another table")
	}
	m, _, _ = m.Update(v, Explained{Nth: second.nth, Reply: &wire.ExplainReply{Entities: 9}})
	if _, cmds := m.Follow(v, page.TableChanged{Table: "Movies"}); len(cmds) > 0 {
		t.Errorf("asks although another table changed: %v", cmds)
	}
	if _, cmds := m.Follow(v, page.TableChanged{Table: "films"}); len(cmds) != 2 {
		t.Errorf("asks %v", cmds)
	}
	swapped, cmds, _ := m.Update(v, Swapped{})
	if send, ok := told[page.Send](cmds); !ok || send.Msg != (page.DraftWanted{Query: query.Query{Table: "Films", Filter: "Rating gt 4.0"}}) || swapped.Query != v.Query {
		t.Errorf("%+v, %v", swapped.Query, cmds)
	}
	if gone, _, _ := m.Update(v, Closed{}); gone.Kept() {
		t.Errorf("%+v", gone)
	}
}

// Ensure that of an account nothing is counted, that a refused filter says why, and that a link's query waits for the worker.
func TestModel_Limits(t *testing.T) {
	v := view()
	if _, cmds := (&Model{}).WithQuery(v, query.Query{Source: "shop", Table: "Orders"}); len(cmds) != 1 {
		t.Errorf("asks %v", cmds)
	}
	refused, cmds := (&Model{}).WithQuery(v, query.Query{Table: "Orders", Filter: "A =="})
	if len(cmds) > 0 || refused.Refused == "" || refused.Plan != nil {
		t.Errorf("%+v, %v", refused, cmds)
	}
	if d := Difference(refused, &plan.Plan{}); d != "" {
		t.Error(d)
	}
	v.Ready = false
	m, cmds := (&Model{}).WithQuery(v, query.Query{Table: "Orders"})
	if len(cmds) > 0 {
		t.Errorf("asks %v", cmds)
	}
	v.Ready = true
	if m, cmds = m.Follow(v, nil); len(cmds) != 2 {
		t.Errorf("asks %v", cmds)
	}
	if m, cmds = m.Follow(v, nil); len(cmds) != 0 {
		t.Errorf("asks again: %v", cmds)
	}
	if m, _, _ = m.Update(v, Explained{Nth: m.nth, Err: errors.New("gone")}); m.Failed == "" {
		t.Errorf("%+v", m)
	}
}

// Ensure that the difference is of what is on screen, and says no number before both have one.
func TestDifference(t *testing.T) {
	of := func(filter string) *filterlang.Plan {
		e, err := filterlang.Parse(filter)
		if err != nil {
			t.Fatal(err)
		}
		return filterlang.NewPlan(e)
	}
	kept := &Model{Plan: of("Rating gt 4.0")}
	now := &plan.Plan{Plan: of("PartitionKey eq 'A'")}
	if got := Difference(kept, now); got != "On screen: row range instead of full scan." {
		t.Error(got)
	}
	kept.Explain, kept.Match = &wire.ExplainReply{Cost: wire.Cost{Examined: 1000}}, &wire.MatchReply{Returned: 5}
	now.Explain, now.Match = &wire.ExplainReply{Cost: wire.Cost{Examined: 1}}, &wire.MatchReply{Returned: 5}
	if got := Difference(kept, now); got != "On screen: row range instead of full scan, 999 entities fewer examined, as many returned." {
		t.Error(got)
	}
}
