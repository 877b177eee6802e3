package state

import (
	"context"
	"rangefinder/app/plan"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
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
		e := m.begun()
		if e == nil {
			return m, cmds
		}
		m.Plan = &plan.Plan{Table: m.Plan.Table, Filter: m.Plan.Filter, Why: old.Why, Of: m.Plan.Of, Err: e, Begun: true, Was: old.Room(), Last: old.Standing()}
		cmds = []Cmd{Stop{Slot: matchSlot}, ShowMarks{Marks: marksOf(m.Plan)}, AnnouncePlan{}}
		m = unread(m)
	}
	p := *m.Plan
	p.Rested = false
	m.Plan = &p
	if p.Last != nil {
		m.Map = before
	}
	for i, cmd := range cmds {
		if show, ok := cmd.(ShowMarks); ok {
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
	return unread(m), []Cmd{ShowMarks{Marks: marksOf(&p)}, AnnouncePlan{}}
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

// begun says what is missing of a filter whose text ends in the middle of a name, as in "PartitionKey eq 'Action' and Ra": to the
// service that is a Boolean property, and to somebody who types it the beginning of Rating. It is nil for any other text.
func (m *Model) begun() *filterlang.SyntaxError {
	if m.Plan.Plan == nil || m.Query.Census == nil {
		return nil
	}
	text := filterlang.Uncomment(m.Query.Filter)
	last, end := lastName(m.Plan.Plan.Filter), len(strings.TrimRight(text, " \t\r\n"))
	if last == nil || last.At.End != end {
		return nil
	}
	e := &filterlang.SyntaxError{Code: filterlang.InvalidInput, Span: filterlang.Span{Start: end, End: end}}
	known := plan.KeyNames
	for _, p := range m.Query.Census.Properties {
		if p.Name == last.Property {
			if slices.ContainsFunc(p.Types, func(t filterlang.TypeCount) bool { return t.Type == edm.Boolean }) {
				return nil
			}
			known = append(slices.Clip(known), p.Name)
		}
	}
	if slices.Contains(known, last.Property) {
		e.Detail = "The filter is unfinished after `" + last.Property + "`: an operator and a value are missing."
		return e
	}
	var meant []string
	for _, name := range append(append(slices.Clip(plan.KeyNames), m.Query.Census.Names()...), "not") {
		if len(name) > len(last.Property) && strings.EqualFold(name[:len(last.Property)], last.Property) {
			meant = append(meant, name)
		}
	}
	if len(meant) == 0 || end < len(text) {
		return nil
	}
	e.Detail = "The filter is unfinished after `" + last.Property + "`, which begins " + filterlang.OneOf(meant[:min(len(meant), 3)]) + "."
	return e
}

// lastName returns the property at the end of a filter that stands there without an operator, nil for none.
func lastName(e filterlang.Expr) *filterlang.BoolProperty {
	switch e := e.(type) {
	case *filterlang.BoolProperty:
		return e
	case *filterlang.And:
		return lastName(e.Operands[len(e.Operands)-1])
	case *filterlang.Or:
		return lastName(e.Operands[len(e.Operands)-1])
	case *filterlang.Not:
		return lastName(e.Operand)
	}
	return nil
}

// Told reports whether the sentence of a plan is whole: the numbers that will come have come.
func (m *Model) Told() bool {
	p := m.Plan
	return p.Err != nil || p.Explain != nil && (p.Match != nil || p.Failed != "" || m.Query.Source != "")
}
