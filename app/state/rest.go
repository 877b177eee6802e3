package state

import (
	"context"
	"slices"
	"strings"
	"time"

	"rangefinder/app/page"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Most texts that stand in the editor while somebody types are no filter yet. Until nothing was typed for restTime, or Run is pressed,
// the plan of the last filter stays where it was, and nothing is called refused.

// restTime is how long nothing is typed before a text that is no filter is called so.
const restTime = 800 * time.Millisecond

const restSlot Slot = "rest"

// Rest waits for a pause in typing; a newer one cancels it. Answer: Rested.
type Rest struct{ Seq int }

// Rested tells that nothing was typed since the text of Seq.
type Rested struct{ Seq int }

func (Rest) Slot() Slot { return restSlot }

// Run implements Runner.
func (cmd Rest) Run(ctx context.Context, _ Outside) Msg {
	if !page.Paused(ctx, restTime) {
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
		m.Plan = &Plan{Table: m.Plan.Table, Filter: m.Plan.Filter, Why: old.Why, of: m.Plan.of, Err: e, Begun: true, Was: old.room(), Last: old.standing()}
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

// Shown is the plan that the strip draws, and whether it is of an earlier text, because what is being typed is no filter yet.
func (p *Plan) Shown() (shown *Plan, earlier bool) {
	if p.Err != nil && !p.Rested && p.Last != nil {
		return p.Last, true
	}
	return p, false
}

// standing is the plan that stays on screen while the next text is no filter; nil for none.
func (p *Plan) standing() *Plan {
	if p.Err != nil {
		return p.Last
	}
	if p.Plan == nil {
		return nil
	}
	last := *p
	last.Last, last.Asked = nil, false
	return &last
}

// Unfinished reports whether a refused text is the beginning of a filter: something is missing at its end, and nothing before is wrong.
func (p *Plan) Unfinished() bool {
	e := p.Err
	if e == nil || e.Code != filterlang.InvalidInput || p.Pressed {
		return false
	}
	end := len(strings.TrimRight(filterlang.Uncomment(p.Filter), " \t\r\n"))
	switch {
	case e.Span.End < end:
		return false
	case e.Span.Start >= end || slices.Contains(e.Expected, "'"):
		return true
	case slices.Contains(keyNames, e.Text) && slices.Contains(e.Expected, "eq"): // a key, and what it is compared with comes yet
		return true
	}
	return slices.ContainsFunc(e.Expected, func(word string) bool { return strings.HasPrefix(word, e.Text) })
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

// keyNames are the properties that every entity has.
var keyNames = []string{filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp}

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
	known := keyNames
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
	for _, name := range append(append(slices.Clip(keyNames), m.Query.Census.Names()...), "not") {
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
