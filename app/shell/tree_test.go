package shell

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queryline"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// closed is ready with Why closed.
func closed(t *testing.T) Model {
	t.Helper()
	m := ready(t)
	if m.Plan.Why {
		m, _ = after(m, plan.WhyToggled{})
	}
	return m
}

// why is a model with the filter planned, counted and explained node by node.
func why(t *testing.T, filter string) (Model, []page.Cmd) {
	t.Helper()
	m, _ := after(closed(t), queryline.FilterTyped{Text: filter})
	m, _ = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 10}})
	return after(m, queryline.Matched{Seq: m.Seq, Reply: &wire.MatchReply{Returned: 2}}, plan.WhyToggled{})
}

func TestTree_AskedOnlyWhileWhyIsOpen(t *testing.T) {
	const filter = "PartitionKey eq 'a' and (Rating gt 1.0 or Seen)"
	m, _ := after(closed(t), queryline.FilterTyped{Text: filter})
	m, _ = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 10}})
	m, cmds := after(m, queryline.Matched{Seq: m.Seq, Reply: &wire.MatchReply{}})
	if _, asked := find[plan.CountNodes](cmds); asked || m.Tree != nil {
		t.Fatal("a tree nobody sees was asked for")
	}
	m, cmds = after(m, plan.WhyToggled{})
	ask, asked := find[plan.CountNodes](cmds)
	if !asked || ask.Req.Filter != filter || len(m.Tree.Nodes) != 5 {
		t.Fatalf("asked %+v of %d nodes", ask, len(m.Tree.Nodes))
	}
	m, cmds = after(m, queryline.FilterTyped{Text: filter + " and A eq 1"})
	if _, asked := find[plan.CountNodes](cmds); asked {
		t.Fatal("the tree was asked for before the plan")
	}
	m, cmds = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{Entities: 10}})
	if _, asked := find[plan.CountNodes](cmds); asked || len(m.Tree.Nodes) != 6 || m.Tree.Reply != nil {
		t.Fatal("the tree was asked for before the matches, or is an old one")
	}
	m, cmds = after(m, plan.NodesCounted{Seq: ask.Seq, Reply: &wire.NodesReply{Matches: make([]int, 5)}}, queryline.Matched{Seq: m.Seq, Reply: &wire.MatchReply{}})
	if _, asked := find[plan.CountNodes](cmds); !asked {
		t.Fatal("the tree was not asked for")
	}
	_, cmds = after(m, plan.WhyToggled{})
	if !has(cmds, page.Stop{Slot: plan.NodesSlot}) {
		t.Fatal("the count goes on unseen")
	}
}

func TestTree_SwitchedOff(t *testing.T) {
	m, _ := why(t, "PartitionKey eq 'a' and (Rating gt 1.0 or Seen)")
	m, cmds := after(m, plan.NodeToggled{Node: 1}, plan.NodeToggled{Node: 4})
	ask, _ := find[plan.CountNodes](cmds)
	if !slices.Equal(ask.Req.Off, []int{1, 4}) || m.Tree.Text != "Rating gt 1.0" || m.Tree.Left.Class != filterlang.FullScan || m.Query.Filter == m.Tree.Text {
		t.Fatalf("asked %+v; text %q, class %v, editor %q", ask, m.Tree.Text, m.Tree.Left.Class, m.Query.Filter)
	}
	m, _ = after(m, plan.NodesCounted{Seq: ask.Seq - 1, Reply: &wire.NodesReply{}})
	if m.Tree.Reply != nil {
		t.Fatal("an answer to an older question was shown")
	}
	// The table changes: what is off stays off.
	m, _ = after(m, page.TableChanged{Table: "Movies"}, queryline.Explained{Seq: m.Seq + 1, Reply: &wire.ExplainReply{}})
	if !slices.Equal(m.Tree.Off, []int{1, 4}) {
		t.Fatalf("off %v after a change of the table", m.Tree.Off)
	}
	on, _ := after(m, plan.NodesOn{})
	if len(on.Tree.Off) != 0 || on.Tree.Text != "PartitionKey eq 'a' and (Rating gt 1.0 or Seen)" {
		t.Fatalf("all on: %+v", on.Tree)
	}
	m, cmds = after(m, plan.NodesApplied{})
	if set, _ := find[editor.SetEditor](cmds); set.Text != "Rating gt 1.0" || m.Query.Filter != "Rating gt 1.0" {
		t.Fatalf("applied %q", set.Text)
	}
	m, _ = after(m, queryline.Explained{Seq: m.Seq, Reply: &wire.ExplainReply{}})
	if len(m.Tree.Off) != 0 || len(m.Tree.Nodes) != 1 {
		t.Fatalf("the tree of the new text: %+v", m.Tree)
	}
	m, _ = after(m, plan.NodeToggled{Node: 0})
	if m.Tree.Text != "" || m.Tree.Left.Filter != nil {
		t.Fatalf("nothing on: %q", m.Tree.Text)
	}
	after(m, plan.NodeToggled{Node: -1}, plan.NodeToggled{Node: 99}, plan.NodeStepped{Node: -5}, plan.NodesCounted{})
}

func TestTree_Facts(t *testing.T) {
	m, _ := why(t, "PartitionKey eq 'a' and PartitionKey ge 'A' and (Rating gt 1.0 or not (Seen)) and A eq 1")
	p := *m.Plan
	p.Explain = &wire.ExplainReply{Findings: []wire.Finding{{Finding: filterlang.Finding{Kind: filterlang.UnknownProperty, Message: "No entity has A.", Span: p.Plan.Conjuncts[3].Expr.(*filterlang.Comparison).PropertyAt}}}}
	tree := *m.Tree
	tree.Reply = &wire.NodesReply{Class: tree.Left.Class, Examined: 5, Matches: []int{1, 5, 5, 5, 3, 2, 0, 0}}
	facts := tree.Facts(&p)
	var got []string
	for _, f := range facts {
		text := f.Role.String()
		if f.Joins {
			text = "joins"
		}
		got = append(got, strings.TrimSpace(text+" "+f.Word))
	}
	want := []string{"joins", "sets the range", "removes nothing", "checked on each entity everything", "checked on each entity", "checked on each entity", "checked on each entity nothing", "checked on each entity no such property"}
	if !slices.Equal(got, want) {
		t.Errorf("facts %q, want %q", got, want)
	}
	tree.Off = []int{1}
	tree.Left = filterlang.NewPlan(filterlang.Keep(tree.Nodes, 0, tree.IsOff))
	if facts = tree.Facts(&p); facts[2].Role != filterlang.SetsRange {
		t.Errorf("the bound that is left %v", facts[2].Role)
	}
}

// Ensure that the tree says of each part of a filter with Boolean constants what the plan does with it.
func TestTree_Facts_Constants(t *testing.T) {
	for filter, want := range map[string][]string{
		"true and PartitionKey eq 'a'":            {"joins", "removes nothing", "sets the range"},
		"(true and PartitionKey eq 'a') or false": {"joins", "joins", "removes nothing", "sets the range", "removes nothing"},
		"false":                    {"contradiction"},
		"not (true and not (A))":   {"checked on each entity", "checked on each entity", "checked on each entity", "checked on each entity", "checked on each entity"},
		"A or true":                {"removes nothing", "removes nothing", "removes nothing"},
		"PartitionKey eq 'a' or A": {"checked on each entity", "checked on each entity", "checked on each entity"},
	} {
		m, _ := why(t, filter)
		var got []string
		for _, f := range m.Tree.Facts(m.Plan) {
			text := f.Role.String()
			if f.Joins {
				text = "joins"
			}
			got = append(got, text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", filter, got, want)
		}
	}
}
