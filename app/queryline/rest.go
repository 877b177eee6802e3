package queryline

import (
	"context"

	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/plan"
)

// Most texts that stand in the editor while somebody types are no filter yet. Until nothing was typed for plan.RestTime, or Run is pressed,
// the plan of the last filter stays where it was, and nothing is called refused.

const restSlot page.Slot = "rest"

// Rest waits for a pause in typing; a newer one cancels it. Answer: Rested.
type Rest struct{ Seq int }

// Rested tells that nothing was typed since the text of Seq.
type Rested struct{ Seq int }

func (Rest) Slot() page.Slot { return restSlot }

// Run implements Runner.
func (cmd Rest) Run(ctx context.Context, _ page.Outside) page.Msg {
	if !page.Paused(ctx, plan.RestTime) {
		return nil
	}
	return Rested(cmd)
}

// typed plans the text that was just typed.
func (l Line) typed(v *page.View) (Line, []page.Cmd) {
	before, old := l.Map, l.Plan
	l, cmds := l.Ask(v)
	if l.Plan.Err == nil {
		e := editor.Begun(l.Plan, l.Query.Census)
		if e == nil {
			return l, cmds
		}
		l.Plan = &plan.Plan{Table: l.Plan.Table, Filter: l.Plan.Filter, Why: old.Why, Of: l.Plan.Of, Err: e, Begun: true, Was: old.Room(), Last: old.Standing()}
		cmds = []page.Cmd{page.Stop{Slot: MatchSlot}, editor.ShowMarks{Marks: editor.MarksOf(l.Plan)}, AnnouncePlan{}}
		l = l.unread()
	}
	p := *l.Plan
	p.Rested = false
	l.Plan = &p
	if p.Last != nil {
		l.Map = before
	}
	for i, cmd := range cmds {
		if show, ok := cmd.(editor.ShowMarks); ok {
			show.Marks.Diagnostics = nil
			cmds[i] = show
		}
	}
	return l, append(cmds, Rest{l.Seq})
}

// Pressed says what is wrong with the text on screen, because somebody wants to run it.
func (l Line) Pressed(v *page.View) (Line, []page.Cmd) { return l.rest(v, true) }

// rest says what is wrong with the text on screen. pressed: somebody wants to run it.
func (l Line) rest(v *page.View, pressed bool) (Line, []page.Cmd) {
	if l.Plan.Begun && pressed { // it is a filter all the same
		return l.Ask(v)
	}
	if l.Plan.Err == nil || l.Plan.Rested && (l.Plan.Pressed || !pressed) {
		return l, nil
	}
	p := *l.Plan
	p.Rested, p.Pressed = true, p.Pressed || pressed
	l.Plan = &p
	return l.unread(), []page.Cmd{editor.ShowMarks{Marks: editor.MarksOf(&p)}, AnnouncePlan{}}
}
