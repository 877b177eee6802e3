package shell

import (
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/queryline"
)

// Ensure that the plan has the window, with Why, until something is asked for that stands beside it.
func TestPlanFull(t *testing.T) {
	m, _ := after(ready(t), plan.PlanFilled{})
	if !m.PlanFull || !m.Plan.Why {
		t.Fatalf("full %v, Why %v", m.PlanFull, m.Plan.Why)
	}
	if m, _ = after(m, queryline.FilterTyped{Text: "PartitionKey eq 'a'"}); !m.PlanFull {
		t.Fatal("typing takes the plan away")
	}
	for name, msgs := range map[string][]page.Msg{
		"the button again": {plan.PlanFilled{}},
		"a run":            {page.RunPressed{}},
		"a new entity":     {page.NewEntityPressed{}},
		"another screen":   {page.ScreenChosen{Screen: page.PartitionsScreen}},
		"the grid":         {PaneWanted{"grid"}},
	} {
		if left, _ := after(m, msgs...); left.PlanFull {
			t.Errorf("after %s the plan still covers what was asked for", name)
		}
	}
}
