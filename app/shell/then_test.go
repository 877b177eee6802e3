package shell

import (
	"strings"
	"testing"

	"rangefinder/app/bulk"
	"rangefinder/app/code"
	"rangefinder/app/editor"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// stepped is a model whose result of 10 entities waits for its step to be checked.
func stepped(t *testing.T) (Model, []page.Cmd) {
	t.Helper()
	m, _ := after(ready(t), queryline.FilterTyped{Text: "PartitionKey eq 'a' and contains(Title,'war')"})
	if filter, then, ok := m.Plan.Splits(); !ok || filter != "PartitionKey eq 'a'" || then != "contains(Title,'war')" {
		t.Fatalf("split into %q and %q", filter, then)
	}
	m, cmds := after(m, plan.ThenTaken{})
	if set, _ := find[editor.SetEditor](cmds); set.Text != "PartitionKey eq 'a'" || m.Query.Then != "contains(Title,'war')" || m.Plan.Err != nil {
		t.Fatalf("editor %q, step %q, plan %+v", set.Text, m.Query.Then, m.Plan)
	}
	m, cmds = after(m, page.RunPressed{})
	if run, _ := find[result.Run](cmds); run.Req.Filter != "PartitionKey eq 'a'" {
		t.Fatalf("ran %+v: only the service's part may be sent", run.Req)
	}
	return after(m, result.RunEnded{Reply: &wire.RunReply{Result: 1, Lines: 10, Pages: 1, Columns: columnsNamed("PartitionKey", "RowKey", "Title"), Stats: wire.RunStats{Examined: 30, Returned: 10}}})
}

// Ensure that a step is checked on every result, that its counts say of what, and that changing it asks the service nothing.
func TestThen_Checked(t *testing.T) {
	m, cmds := stepped(t)
	sort, ok := find[grid.SortResult](cmds)
	if !ok || sort.Req != (wire.SortRequest{Result: 1, Step: "contains(Title,'war')"}) {
		t.Fatalf("asked %+v", sort)
	}
	m, _ = after(m, grid.Sorted{Req: sort.Req, Reply: &wire.SortReply{Order: 5, Lines: 3, Entities: 3, Of: 10}})
	if text := result.ThenText(m.Grid, m.Then()); text != "kept 3 of the 10 that the service returned" || m.Grid.Lines() != 3 {
		t.Errorf("%s, %d lines", text, m.Grid.Lines())
	}
	if r := routeOf(m); r.Then != "contains(Title,'war')" {
		t.Errorf("the address has %+v", r)
	}
	again, _, _ := ParseRoute(routeOf(m).Fragment())
	if again.Then != m.Query.Then || m.Tabs.Current().Then != m.Query.Then {
		t.Errorf("address %q, tab %q", again.Then, m.Tabs.Current().Then)
	}
	sorted, cmds := after(m, grid.SortChosen{Column: "Title"})
	if sort, _ := find[grid.SortResult](cmds); sort.Req.Step != "contains(Title,'war')" || sort.Req.Column != "Title" {
		t.Errorf("sorted without the step: %+v", sort.Req)
	}
	_, cmds = after(sorted, grid.SortEnded{})
	if sort, _ := find[grid.SortResult](cmds); sort.Req.Step == "" || sort.Req.Column != "" {
		t.Errorf("the service's order is without the step: %+v", sort.Req)
	}
	m, cmds = after(m, queryline.ThenTyped{Text: "endswith(Title,'x')"})
	if _, ran := find[result.Run](cmds); ran {
		t.Error("a change of the step ran the query")
	}
	if sort, _ := find[grid.SortResult](cmds); sort.Req.Step != "endswith(Title,'x')" {
		t.Errorf("asked %+v", sort)
	}
	m, _ = after(m, queryline.ThenTyped{Text: "Title eq 5"})
	if m.Query.ThenErr == "" || m.Grid.Order != nil {
		t.Errorf("problem %q, order %+v", m.Query.ThenErr, m.Grid.Order)
	}
	if _, cmds := after(m, page.RunPressed{}); !announces(cmds, "is not a step") {
		t.Errorf("ran with a step that cannot be read: %+v", cmds)
	}
	if m, _ = after(m, page.ThenClosed{}); m.Query.Then != "" || m.Query.ThenErr != "" {
		t.Errorf("closed: %+v", m.Query)
	}
}

func announces(cmds []page.Cmd, text string) bool {
	a, _ := find[page.Announce](cmds)
	return strings.Contains(a.Text, text)
}

// Ensure that nothing is deleted by a query whose step was not checked, and only what it kept when it was.
func TestThen_Delete(t *testing.T) {
	m, cmds := stepped(t)
	open, _ := after(m, bulk.RemovePressed{What: bulk.RemoveFound})
	if d := removal(open); d != nil && d.What == bulk.RemoveFound {
		t.Error("what the service returned can be deleted while the step is being checked")
	}
	sort, _ := find[grid.SortResult](cmds)
	m, _ = after(m, grid.Sorted{Req: sort.Req, Reply: &wire.SortReply{Order: 5, Lines: 3, Entities: 3, Of: 10}}, bulk.RemovePressed{What: bulk.RemoveFound})
	if req := removal(m).Request(m.Dialog); req.Result != 1 || req.Order != 5 || req.First != 0 || req.Last != 2 || req.Filter != "" || req.All {
		t.Errorf("would delete %+v", req)
	}
}

// Ensure that a step that cannot be checked says so, and is not tried for ever.
func TestThen_Fails(t *testing.T) {
	m, cmds := stepped(t)
	sort, _ := find[grid.SortResult](cmds)
	m, cmds = after(m, grid.Sorted{Req: sort.Req, Err: &wire.Failure{Code: "X", Message: "No."}})
	if _, again := find[grid.SortResult](cmds); again || !strings.Contains(result.ThenText(m.Grid, m.Then()), "everything that the service returned is shown") {
		t.Errorf("asked again: %v; %s", again, result.ThenText(m.Grid, m.Then()))
	}
}

// Ensure that what is copied has the service's part only and says so, and that a step must not look at what $select leaves out.
func TestThen_Copied(t *testing.T) {
	m, _ := stepped(t)
	m, _ = after(m, page.CodePressed{})
	if c := m.Dialog.Of.(*code.Written); strings.Contains(c.Text, "contains") || !strings.Contains(c.Note, "contains(Title,'war')") {
		t.Errorf("code %q, note %q", c.Text, c.Note)
	}
	m, _ = after(m, page.DialogClosed{}, queryline.SelectTyped{Text: "RowKey"})
	if !strings.Contains(m.Query.ThenErr, "$select leaves out") {
		t.Errorf("problem %q", m.Query.ThenErr)
	}
	if _, err := filterlang.Parse("contains(Title,'war')"); err == nil {
		t.Error("the service's language knows contains")
	}
}

// Ensure that what a step keeps is counted before anything is run, again for each step and filter that is typed, and that the count
// of one is never told of another.
func TestThen_BeforeRun(t *testing.T) {
	m, _ := after(ready(t), plan.ThenTaken{}, queryline.FilterTyped{Text: "PartitionKey eq 'a'"}, queryline.ThenTyped{Text: "contains(Title,'war')"})
	m, cmds := after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{}})
	match, ok := find[queryline.Match](cmds)
	if !ok || match.Req.Step != "contains(Title,'war')" || ThenPlan(&m) != "counting what it keeps…" {
		t.Fatalf("asked %+v; %s", match.Req, ThenPlan(&m))
	}
	m, _ = after(m, queryline.Matched{Seq: m.Seq, Reply: &wire.MatchReply{Returned: 1200, Step: match.Req.Step, Kept: 7}})
	if text := ThenPlan(&m); text != "keeps 7 of the 1,200 that the service returns" {
		t.Error(text)
	}
	m, cmds = after(m, queryline.ThenTyped{Text: "contains(Title,'x')"})
	if match, _ = find[queryline.Match](cmds); match.Req.Step != "contains(Title,'x')" || ThenPlan(&m) != "counting what it keeps…" {
		t.Errorf("asked %+v; %s", match.Req, ThenPlan(&m))
	}
	m, cmds = after(m, queryline.ThenTyped{Text: "contains(Title"})
	if match, ok = find[queryline.Match](cmds); ok {
		t.Errorf("a step that cannot be read is counted: %+v", match.Req)
	}
	live, cmds := after(onProd(t, pointFilter), queryline.ThenTyped{Text: "contains(Title,'x')"})
	if _, ok = find[queryline.Match](cmds); ok || ThenPlan(&live) != "checked on what the service returns" {
		t.Errorf("an account is counted; %s", ThenPlan(&live))
	}
}

// Ensure that a step which is taken out of a filter replaces the one before it, and that what a statement selects comes with it, and
// what its step looks at.
func TestThen_Again(t *testing.T) {
	m, _ := after(ready(t), queryline.FilterTyped{Text: "contains(Title,'war')"}, plan.ThenTaken{}, queryline.FilterTyped{Text: "PartitionKey eq 'a' and contains(Rating,'x')"}, plan.ThenTaken{})
	if m.Query.Then != "contains(Rating,'x')" || m.Query.Filter != "PartitionKey eq 'a'" {
		t.Errorf("the browser checks %s of %s", m.Query.Then, m.Query.Filter)
	}
	for text, want := range map[string]string{
		"SELECT Rating FROM Movies WHERE PartitionKey = 'a' and Language LIKE '%x%'": "Rating,Language",
		"SELECT Rating FROM Movies WHERE Rating LIKE '%x%'":                          "Rating",
		"SELECT * FROM Movies WHERE Language LIKE '%x%'":                             "",
	} {
		m, cmds := after(ready(t), queryline.FilterTyped{Text: text}, plan.ThenTaken{})
		if repeat, ok := find[page.Repeat](cmds); ok {
			m, _ = after(m, repeat.Msg)
		}
		if m.Query.Select != want || m.Query.Then == "" {
			t.Errorf("%s: $select %q, then %q", text, m.Query.Select, m.Query.Then)
		}
	}
}

// Ensure that a statement, which is a whole query, leaves no step of the query before, which comes back at one press, and that a mere
// condition leaves the step.
func TestThen_StatementLeavesNone(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT Title FROM Movies WHERE PartitionKey='a'": "",
		"PartitionKey = 'a' AND Title = 'b'":              "contains(Title,'war')",
	} {
		m, _ := stepped(t)
		m, _ = after(m, queryline.FilterTyped{Text: text})
		m, _ = after(m, plan.SQLTaken{})
		if m.Query.Then != want {
			t.Errorf("%s leaves %q", text, m.Query.Then)
		}
		if want == "" {
			back := queryline.ThenBack{Text: "contains(Title,'war')"}
			if m.Notice == nil || m.Notice.Undo != back {
				t.Errorf("%s says %+v", text, m.Notice)
			}
			if m, _ = after(m, back); m.Query.Then != "contains(Title,'war')" {
				t.Error("the step does not come back")
			}
		}
	}
}
