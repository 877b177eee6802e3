package state

import (
	"context"
	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/filterlang"
)

// Most texts that stand in the editor while somebody types are no filter yet. Until nothing was typed for plan.RestTime, or Run is pressed,
// the plan of the last filter stays where it was, and nothing is called refused.

const restSlot Slot = "rest"

// Rest waits for a pause in typing; a newer one cancels it. Answer: Rested.
type Rest struct{ Seq int }

// Rested tells that nothing was typed since the text of Seq.
type Rested struct{ Seq int }

func (Rest) Slot() Slot { return restSlot }

// Run implements Runner.
func (cmd Rest) Run(ctx context.Context, _ Outside) Msg {
	if !page.Paused(ctx, plan.RestTime) {
		return nil
	}
	return Rested(cmd)
}

// typed plans the text that was just typed.
func typed(m Model) (Model, []Cmd) {
	before, old := m.Map, m.Plan
	m, cmds := ask(m)
	if m.Plan.Err == nil {
		e := editor.Begun(m.Plan, m.Query.Census)
		if e == nil {
			return m, cmds
		}
		m.Plan = &plan.Plan{Table: m.Plan.Table, Filter: m.Plan.Filter, Why: old.Why, Of: m.Plan.Of, Err: e, Begun: true, Was: old.Room(), Last: old.Standing()}
		cmds = []Cmd{Stop{Slot: matchSlot}, editor.ShowMarks{Marks: editor.MarksOf(m.Plan)}, AnnouncePlan{}}
		m = unread(m)
	}
	p := *m.Plan
	p.Rested = false
	m.Plan = &p
	if p.Last != nil {
		m.Map = before
	}
	for i, cmd := range cmds {
		if show, ok := cmd.(editor.ShowMarks); ok {
			show.Marks.Diagnostics = nil
			cmds[i] = show
		}
	}
	return m, append(cmds, Rest{m.Seq})
}

// rested says what is wrong with the text on screen. pressed: somebody wants to run it.
func rested(m Model, pressed bool) (Model, []Cmd) {
	if m.Plan.Begun && pressed { // it is a filter all the same
		return ask(m)
	}
	if m.Plan.Err == nil || m.Plan.Rested && (m.Plan.Pressed || !pressed) {
		return m, nil
	}
	p := *m.Plan
	p.Rested, p.Pressed = true, p.Pressed || pressed
	m.Plan = &p
	return unread(m), []Cmd{editor.ShowMarks{Marks: editor.MarksOf(&p)}, AnnouncePlan{}}
}

// planned returns the plan of the text in the editor, or why it has none.
func (m *Model) planned() (*filterlang.Plan, *filterlang.SyntaxError) {
	if m.Plan.Filter != m.Query.Filter {
		return nil, nil
	}
	return m.Plan.Plan, m.Plan.Err
}

// refused is why the text in the editor is no filter, nil when it is one.
func (m *Model) refused() error {
	if plan, _ := m.planned(); plan != nil {
		return nil
	}
	_, err := m.Query.parsed()
	return err
}

// PlanOf returns the plan of a text if it is the one in the editor, nil otherwise.
func (m *Model) PlanOf(text string) *filterlang.Plan {
	if text != m.Query.Filter {
		return nil
	}
	plan, _ := m.planned()
	return plan
}

// Told reports whether the sentence of a plan is whole: the numbers that will come have come.
func (m *Model) Told() bool {
	p := m.Plan
	return p.Err != nil || p.Explain != nil && (p.Match != nil || p.Failed != "" || m.Query.Source != "")
}
