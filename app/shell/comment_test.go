package shell

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/builder"
	"rangefinder/app/code"
	"rangefinder/app/editor"
	"rangefinder/app/misses"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

const (
	commented = "// the front page, größer\nPartitionKey eq 'Action' // http://x\nand Rating gt 4.0 // good"
	plain     = "PartitionKey eq 'Action' and Rating gt 4.0"
)

// sentTexts are the filters of everything that leaves the page or goes to the engine.
func sentTexts(cmds []page.Cmd) (list []string) {
	for _, cmd := range cmds {
		switch cmd := cmd.(type) {
		case queryline.Explain:
			list = append(list, cmd.Req.Filter)
		case queryline.Match:
			list = append(list, cmd.Req.Filter)
		case result.Run:
			list = append(list, cmd.Req.Filter)
		case plan.CountNodes:
			list = append(list, cmd.Req.Filter)
		case misses.FindMisses:
			list = append(list, cmd.Req.Filter)
		}
	}
	return list
}

// Ensure that a filter with comments does what it does without them, that nothing but the page gets to see them, and that they are
// kept wherever the text is.
func TestComments_NotSent(t *testing.T) {
	m, cmds := after(ready(t), queryline.FilterTyped{Text: commented})
	explain, _ := find[queryline.Explain](cmds)
	if len(explain.Req.Filter) != len(commented) || strings.Contains(explain.Req.Filter, "//") || m.Plan.Plan == nil {
		t.Fatalf("%q is explained, the plan is %+v", explain.Req.Filter, m.Plan)
	}
	if at := m.Plan.Plan.Conjuncts[1].Expr.Span(); commented[at.Start:at.End] != "Rating gt 4.0" {
		t.Errorf("the second clause is at %v", at)
	}
	without, _ := after(ready(t), queryline.FilterTyped{Text: plain})
	if a, b := m.Plan.Plan, without.Plan.Plan; a.Filter.String() != b.Filter.String() || a.Class != b.Class || a.Range.String() != b.Range.String() {
		t.Errorf("the plan is %v, without comments %v", a, b)
	}
	m, cmds = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 10}})
	all := sentTexts(cmds)
	m, cmds = after(m, queryline.Matched{Seq: m.Seq, Reply: &wire.MatchReply{}})
	all = append(all, sentTexts(cmds)...)
	if !m.Plan.Why {
		m, cmds = after(m, plan.WhyToggled{})
		all = append(all, sentTexts(cmds)...)
	}
	m, cmds = after(m, page.RunPressed{})
	all = append(all, sentTexts(cmds)...)
	if m.Grid.Result.Filter != commented {
		t.Errorf("the result is of %q", m.Grid.Result.Filter)
	}
	m, cmds = after(m, result.RunEnded{Reply: &wire.RunReply{Result: 1}})
	all = append(all, sentTexts(cmds)...)
	if slices.ContainsFunc(all, func(s string) bool { return strings.Join(strings.Fields(s), " ") != plain }) || !slices.Contains(all, plain) || len(all) < 4 {
		t.Errorf("sent are %q", all)
	}
	shown, _ := after(m, page.CodePressed{})
	http, _ := after(without, page.CodePressed{})
	if w, x := shown.Dialog.Of.(*code.Written), http.Dialog.Of.(*code.Written); shown.Dialog.Err != "" || !strings.Contains(w.Note, "not sent") || strings.Contains(w.Text, "front") || w.Text != x.Text {
		t.Errorf("the request is %q, %q, %q", w.Text, w.Note, shown.Dialog.Err)
	} else if x.Note != "" {
		t.Errorf("the request of a filter without comments says %q", x.Note)
	}
	linked, _, problem := ParseRoute(routeOf(m).Fragment())
	if problem != "" {
		t.Error(problem)
	}
	for what, text := range map[string]string{"the link": linked.Filter, "the tab": m.Tabs.Current().Filter} {
		if text != commented {
			t.Errorf("%s has %q", what, text)
		}
	}
}

// Ensure that what the page does to a filter keeps the comments, and does the same as without them.
func TestComments_SurviveEdits(t *testing.T) {
	with := func(text string) Model {
		m, _ := after(ready(t), queryline.FilterTyped{Text: text}, builder.Toggled{})
		return m
	}
	tree := func(text string) Model {
		m, _ := why(t, text)
		m, _ = after(m, plan.NodeToggled{Node: 1})
		return m
	}
	for _, c := range []struct {
		make func(string) Model
		do   page.Msg
	}{
		{with, builder.ClauseAdded{Node: -1}}, {with, builder.NodeRemoved{Node: 1}}, {with, builder.NodeRemoved{Node: 2}}, {with, builder.NodeRemoved{Node: 0}}, {with, builder.NodeNegated{Node: 2}}, {with, builder.GroupChosen{Node: 0}},
		{with, builder.ClauseProperty{Node: 1, Name: "RowKey"}}, {with, builder.ClauseOp{Node: 2, Op: "lt"}}, {with, builder.ClauseOp{Node: 1, Op: builder.StartsWith}}, {with, builder.ClauseTyped{Node: 1, Text: "War"}},
		{tree, plan.NodesApplied{}}, {with, queryline.FilterTidied{}}, {with, page.FilterEdited{Text: "RowKey eq 'x'"}},
	} {
		m, cmds := after(c.make(commented), c.do)
		want, _ := after(c.make(plain), c.do)
		list := filterlang.Comments(m.Query.Filter)
		if len(list) != 3 || filterlang.Comments(m.Query.Filter) == nil || sent(m.Query.Filter) != want.Query.Filter {
			t.Errorf("%T%+v gives %q, without comments %q", c.do, c.do, m.Query.Filter, want.Query.Filter)
		}
		if edit, ok := find[editor.SetEditor](cmds); ok && edit.Text != m.Query.Filter {
			t.Errorf("%T: the editor has %q, the query %q", c.do, edit.Text, m.Query.Filter)
		}
		if m.Builder != nil && m.Builder.Err != "" {
			t.Errorf("%T: the with says %q", c.do, m.Builder.Err)
		}
	}
}

// Ensure that what the service refuses is taken apart, and mended, beside comments; and that a comment is coloured, completes nothing
// and takes no bracket.
func TestComments_InTheEditor(t *testing.T) {
	const text = "// why (\nPartitionKey = 'Action' // and contains(Title,'x')"
	m, cmds := after(ready(t), page.FilterSet{Text: text})
	marks, _ := find[editor.ShowMarks](cmds)
	var classes []string
	for _, mark := range marks.Marks.Marks {
		classes = append(classes, fmt.Sprint(mark.Class, " ", text[mark.From:mark.To]))
	}
	for _, want := range []string{"tok-comment // why (", "tok-comment // and contains(Title,'x')", "tok-key PartitionKey"} {
		if !slices.Contains(classes, want) {
			t.Errorf("%q is coloured as %q", text, classes)
		}
	}
	if len(classes) != 5 || len(marks.Marks.Diagnostics) != 1 || len(marks.Marks.Diagnostics[0].Actions) != 1 {
		t.Fatalf("the marks are %q, %+v", classes, marks.Marks.Diagnostics)
	}
	fix := marks.Marks.Diagnostics[0].Actions[0]
	if got := text[:fix.From] + fix.Text + text[fix.To:]; got != strings.Replace(text, "=", "eq", 1) {
		t.Errorf("the fix gives %q", got)
	}
	if _, _, items, wanted := m.Offers.Complete(m.Query.Query, m.Query.Census, text, len("// w"), false); items != nil || wanted != nil {
		t.Errorf("a comment is completed with %v", items)
	}
	if _, _, items, _ := m.Offers.Complete(m.Query.Query, m.Query.Census, text, len("// why (\nPart"), false); len(items) == 0 {
		t.Error("nothing is completed beside a comment")
	}
	m, _ = after(m, queryline.FilterTyped{Text: "PartitionKey eq 'Action' // one\nand contains(Title,'x') // two"}, plan.ThenTaken{})
	if m.Query.Filter != "PartitionKey eq 'Action' // one\n// two" || m.Query.Then != "contains(Title,'x')" {
		t.Errorf("taken apart it is %q, then %q", m.Query.Filter, m.Query.Then)
	}
}

// Ensure that a result stays the one of the filter on screen while only its comments are edited.
func TestComments_SameResult(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{commented, plain, true},
		{commented, strings.Replace(commented, "good", "very good", 1), true},
		{plain, plain + " // later", true},
		{plain, strings.Replace(plain, "4.0", "5.0", 1), false},
		{"A eq 'x // y'", "A eq 'x // z'", false},
	} {
		if got := filterlang.SameFilter(test.a, test.b); got != test.same {
			t.Errorf("%q and %q: %v", test.a, test.b, got)
		}
	}
}
