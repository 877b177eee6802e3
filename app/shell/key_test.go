package shell

import (
	"slices"
	"testing"

	"rangefinder/app/builder"
	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// withNumbers is a model with the numbers of a filter on screen.
func withNumbers(t *testing.T, filter string) Model {
	t.Helper()
	m, _ := after(ready(t), queryline.FilterTyped{Text: filter})
	m, _ = after(m,
		queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 10, Cost: wire.Cost{Examined: 4, Partitions: 1}, Reads: []wire.Stretch{{From: 0, To: 4}}}},
		queryline.Matched{Seq: m.Seq, Reply: &wire.MatchReply{Returned: 3, RoundTrips: 1}})
	if m.Plan.Asked || m.Plan.Explain == nil || m.Plan.Match == nil {
		t.Fatalf("plan %+v", m.Plan)
	}
	return m
}

// Ensure that the plan of a text and its underlines are there with the key, that no number of the text before is shown for it, and
// that its own follow.
func TestUpdate_FilterTyped_PlanAtOnce(t *testing.T) {
	m := withNumbers(t, "Rating gt 1")
	before := m.Plan
	m, cmds := after(m, queryline.FilterTyped{Text: "PartitionKey eq 'Drama' and Rating gt 1"})
	ask, ok := find[queryline.Explain](cmds)
	if !ok || ask.Req.Filter != "PartitionKey eq 'Drama' and Rating gt 1" {
		t.Fatalf("asked %+v", ask)
	}
	p := m.Plan
	if p.Filter != ask.Req.Filter || p.Plan == nil || p.Plan.Class != filterlang.RowRange || !p.Asked {
		t.Fatalf("plan %+v, want that of the text", p)
	}
	if p.Explain != nil || p.Match != nil || p.Was != (plan.Room{Explain: before.Explain, Match: before.Match}) {
		t.Errorf("the numbers of the text before are shown, or keep no room: %+v", p)
	}
	if got, want := plan.Sentence(p), "Row range: reads the whole partition Drama."; got != want {
		t.Errorf("says %q, want %q", got, want)
	}
	marks, _ := find[editor.ShowMarks](cmds)
	var lines []string
	for _, mark := range marks.Marks.Marks {
		if mark.Class == "key-range" || mark.Class == "checked" {
			lines = append(lines, mark.Class+" "+p.Filter[mark.From:mark.To])
		}
	}
	if want := []string{"key-range PartitionKey eq 'Drama'", "checked Rating gt 1"}; !slices.Equal(lines, want) || !marks.Found {
		t.Errorf("underlines %q, want %q", lines, want)
	}
	m, _ = after(m, queryline.Explained{Seq: ask.Seq - 1, Reply: &wire.ExplainReply{Entities: 9}}, queryline.Matched{Seq: ask.Seq - 1, Reply: &wire.MatchReply{Returned: 9}})
	if m.Plan != p {
		t.Error("an answer to an older question was shown")
	}
	m, cmds = after(m, queryline.Explained{Seq: ask.Seq, Reply: &wire.ExplainReply{Entities: 10, Cost: wire.Cost{Examined: 2}}})
	match, ok := find[queryline.Match](cmds)
	if p := m.Plan; p.Asked || p.Explain == nil || p.Explain.Cost.Examined != 2 || p.Match != nil || p.Plan.Class != filterlang.RowRange || !ok || match.Req.Filter != ask.Req.Filter {
		t.Fatalf("plan %+v, then asked %+v", p, match)
	}
	if m.Plan.Was != (plan.Room{Explain: nil, Match: before.Match}) {
		t.Errorf("room %+v, want that of the matches", m.Plan.Was)
	}
	m, _ = after(m, queryline.Matched{Seq: ask.Seq, Reply: &wire.MatchReply{Returned: 1}})
	if m.Plan.Match == nil || m.Plan.Match.Returned != 1 || m.Plan.Was != (plan.Room{}) {
		t.Errorf("plan %+v", m.Plan)
	}
}

// Ensure that the numbers stay while the same question is asked anew because the table changed, and go when what is asked differs.
func TestUpdate_NumbersOfTheQuestion(t *testing.T) {
	for _, tt := range []struct {
		name string
		msg  page.Msg
		stay bool
	}{
		{"the table changed", page.TableChanged{Table: "Movies"}, true},
		{"another text", queryline.FilterTyped{Text: "Rating gt 2"}, false},
		{"a blank more", queryline.FilterTyped{Text: "Rating gt 1 "}, false},
		{"another page size", queryline.TopTyped{Text: "5"}, false},
	} {
		m, cmds := after(withNumbers(t, "Rating gt 1"), tt.msg)
		if _, asked := find[queryline.Explain](cmds); !asked || !m.Plan.Asked {
			t.Errorf("%s: nothing was asked: %+v", tt.name, cmds)
		}
		if stay := m.Plan.Explain != nil && m.Plan.Match != nil; stay != tt.stay {
			t.Errorf("%s: the numbers stay: %v", tt.name, stay)
		}
		was := m.Plan.Match
		if m, _ = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{}}); m.Plan.Match != nil || tt.stay && m.Plan.Was.Match != was {
			t.Errorf("%s: the matches of before stand beside the new numbers: %+v", tt.name, m.Plan)
		}
	}
}

// Ensure that numbers keep their room while the text is refused, and that another table has none of this one's.
func TestUpdate_RoomOfNumbers(t *testing.T) {
	m := withNumbers(t, "Rating gt 1")
	room := plan.Room{Explain: m.Plan.Explain, Match: m.Plan.Match}
	m, _ = after(m, queryline.FilterTyped{Text: "Rating gt"}, queryline.FilterTyped{Text: "Rating gt 3"})
	if m.Plan.Was != room || m.Plan.Explain != nil {
		t.Errorf("after a refusal: %+v", m.Plan)
	}
	m, _ = after(m, page.TablesListed{Reply: wire.TablesReply{Tables: append([]wire.TableInfo{{Name: "Other", Entities: 1}}, m.Tables.List...)}}, page.TableChosen{Table: "Other"})
	if m.Query.Table != "Other" || m.Plan.Was != (plan.Room{}) || m.Plan.Explain != nil {
		t.Errorf("of another table: %+v", m.Plan)
	}
}

// Ensure that a key parses the text once, also where Why, the builder and the result of the text before are on screen.
func TestUpdate_FilterTyped_ParsedOnce(t *testing.T) {
	m := withNumbers(t, "Rating gt 1")
	m, _ = after(m, page.RunPressed{}, result.RunEnded{Reply: &wire.RunReply{Lines: 1}}, builder.Toggled{})
	if !m.Plan.Why {
		m, _ = after(m, plan.WhyToggled{})
	}
	if m.Tree == nil || m.Builder == nil || m.Grid.Result.Reply == nil {
		t.Fatal("something is not on screen")
	}
	for _, filter := range []string{"PartitionKey eq 'Drama'", "// why\nPartitionKey eq 'Drama' and Rating gt 2", "Rating gt"} {
		before := filterlang.Parses()
		m, _ = after(m, queryline.FilterTyped{Text: filter})
		m, _ = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{}}, queryline.Matched{Seq: m.Seq, Reply: &wire.MatchReply{}})
		if m.Plan.Plan != nil {
			m, _ = after(m, page.TableChanged{Table: "Movies"})
		}
		if n := filterlang.Parses() - before; n != 1 {
			t.Errorf("%q was parsed %d times", filter, n)
		}
	}
	before := filterlang.Parses()
	if m, _ = after(m, queryline.FilterTyped{Text: "Rating gt 4"}, page.RunPressed{}); !m.Grid.Result.Running || filterlang.Parses()-before != 1 {
		t.Errorf("typed and run, parsed %d times", filterlang.Parses()-before)
	}
}

// Ensure that the sentence of a plan is whole before it is spoken: when its numbers have come, when they cannot come, and at once when
// the filter is refused; and that what makes it whole has it spoken.
func TestModel_Told(t *testing.T) {
	m, _ := after(ready(t), queryline.FilterTyped{Text: "PartitionKey eq 'War'"})
	if m.Told() {
		t.Error("a plan without numbers is told")
	}
	m, _ = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 10}})
	if m.Told() {
		t.Error("a plan is told before its matches are counted")
	}
	for name, msg := range map[string]queryline.Matched{
		"counted": {Seq: m.Seq, Reply: &wire.MatchReply{Returned: 3, RoundTrips: 1}},
		"failed":  {Seq: m.Seq, Err: &wire.Failure{Code: "InternalError", Message: "No."}},
	} {
		if whole, cmds := after(m, msg); !whole.Told() || !has(cmds, queryline.AnnouncePlan{}) {
			t.Errorf("%s: told %v, %+v", name, whole.Told(), cmds)
		}
	}
	if m, cmds := after(m, queryline.FilterTyped{Text: "PartitionKey eq 'War"}); !m.Told() || !has(cmds, queryline.AnnouncePlan{}) {
		t.Errorf("refused: told %v, %+v", m.Told(), cmds)
	}
}
