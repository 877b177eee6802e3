package shell

import (
	"testing"

	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/result"
)

// Ensure that a filter is written as it is read, and that one that cannot be read, or is tidy, stays.
func TestFilterTidied(t *testing.T) {
	for _, c := range []struct{ filter, want string }{
		{"((PartitionKey  eq 'Action'))and  (Rating gt 4.0  and not(Year eq 1979))", "PartitionKey eq 'Action' and (Rating gt 4.0 and not (Year eq 1979))"},
		{"A eq 1 or (B eq 2 and C eq 3)", "A eq 1 or B eq 2 and C eq 3"},
		{"(A eq 1 or B eq 2) and C eq 'O''Brien'", ""},
		{"A eq", ""},
		{"// why\n((A  eq 1)) // one\nand (B eq 2)", "// why\nA eq 1 // one\nand B eq 2"},
		{"// why\nA eq 1 // one\nand B eq 2", ""},
		{"  // nothing", "// nothing"},
	} {
		m, cmds := after(ready(t), queryline.FilterTyped{Text: c.filter}, queryline.FilterTidied{})
		edit, edited := find[editor.SetEditor](cmds)
		if c.want == "" && (edited || m.Query.Filter != c.filter) || c.want != "" && (m.Query.Filter != c.want || edit.Text != c.want) {
			t.Errorf("%q became %q, in the editor %q, want %q", c.filter, m.Query.Filter, edit.Text, c.want)
		}
	}
}

// Ensure that a selected part runs in a tab of its own, with what the whole selects, and that the whole is left alone.
func TestSelectionRun(t *testing.T) {
	m, _ := after(ready(t), queryline.FilterTyped{Text: "PartitionKey eq 'Action' and Rating gt 4.0"}, queryline.SelectTyped{Text: "Rating"}, queryline.TopTyped{Text: "10"})
	for _, text := range []string{"", " ", "Rating gt", "and Rating gt 4.0"} {
		if next, cmds := after(m, queryline.SelectionRun{Text: text}); next.Query != m.Query || has(cmds, page.Stop{Slot: queryline.MatchSlot}) {
			t.Errorf("%q is run as %+v", text, next.Query)
		}
	}
	next, cmds := after(m, queryline.SelectionRun{Text: " Rating gt 4.0 "})
	run, ok := find[result.Run](cmds)
	if !ok || run.Req.Filter != "Rating gt 4.0" || run.Req.Top != 10 || next.Query.Select != "Rating" || len(next.Tabs.List) != 2 || next.Tabs.At != 1 {
		t.Fatalf("the run is %+v in tab %d of %d, select %q", run.Req, next.Tabs.At, len(next.Tabs.List), next.Query.Select)
	}
	if back, _ := after(next, querytabs.Chosen{Index: 0}); back.Query.Filter != "PartitionKey eq 'Action' and Rating gt 4.0" {
		t.Errorf("the whole became %q", back.Query.Filter)
	}
}

// Ensure that what is not of the selected text goes along: the step in the browser, and what of the part the service has no word for.
func TestSelectionRun_Step(t *testing.T) {
	m, _ := after(ready(t), queryline.FilterTyped{Text: "PartitionKey eq 'Action' and Rating gt 4.0"}, queryline.ThenTyped{Text: "contains(Title,'x')"})
	for _, c := range []struct{ text, filter, then string }{
		{"Rating gt 4.0", "Rating gt 4.0", "contains(Title,'x')"},
		{"Rating gt 4.0 // good\nand contains(Title,'y')", "Rating gt 4.0 // good", "contains(Title,'x') and contains(Title,'y')"},
		{"// all\ncontains(Title,'y')", "// all", "contains(Title,'x') and contains(Title,'y')"},
	} {
		next, cmds := after(m, queryline.SelectionRun{Text: c.text})
		run, ok := find[result.Run](cmds)
		reset, _ := find[page.ResetFields](cmds[len(cmds)-2:])
		if !ok || next.Query.Filter != c.filter || run.Req.Filter != sent(c.filter) || next.Query.Then != c.then || reset.Values["then"] != c.then || next.Tabs.At != 1 {
			t.Errorf("%q runs as %+v, then %q, the field has %q", c.text, run.Req, next.Query.Then, reset.Values["then"])
		}
	}
	if next, cmds := after(m, queryline.SelectionRun{Text: "// nothing else"}); next.Query != m.Query || len(cmds) != 2 {
		t.Errorf("a comment is run: %v", cmds)
	}
	if next, _ := after(m, queryline.SelectionRun{Text: "Rating gt 4.0 or contains(Title,'y')"}); next.Query != m.Query || next.Notice == nil {
		t.Errorf("what cannot be taken apart is run")
	}
}
