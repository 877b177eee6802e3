package shell

import (
	"rangefinder/app/designlab"
	"rangefinder/app/page"
)

// whyToggled opens or closes the parts of the plan.
func whyToggled(m Model) (Model, []page.Cmd) {
	p := *m.Plan
	p.Why = !p.Why
	m.Plan = &p
	cmds := []page.Cmd{page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false}}
	if p.Why && m.Lab.Price == "" {
		cmds = append(cmds, designlab.ReadPrice{})
	}
	return m, cmds
}

// planFilled gives the plan the window, or takes it back. It opens Why, too: a line of plan needs no window.
func planFilled(m Model) (Model, []page.Cmd) {
	target := "plan-full" // which stands elsewhere then
	if m.PlanFull = !m.PlanFull; !m.PlanFull {
		if m.Plan.Plan == nil || !m.Plan.Why {
			target = "editor"
		}
		return m, []page.Cmd{page.Focus{Target: target}, page.Announce{Text: "The plan is above the entities again"}}
	}
	cmds := []page.Cmd{page.Focus{Target: target}, page.Announce{Text: "The plan has the whole window"}}
	if m.Plan.Why {
		return m, cmds
	}
	p := *m.Plan
	p.Why = true
	m.Plan = &p
	return m, append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
}

// followPlan makes room again for what is asked for beside the plan: a result, an entity, another screen, a lesson.
func followPlan(old, m Model, msg page.Msg) Model {
	_, ran := msg.(page.RunPressed)
	opened := m.Inspector.Open && !old.Inspector.Open
	if ran || opened || m.Screen != old.Screen || (m.Course.Lesson == nil) != (old.Course.Lesson == nil) {
		m.PlanFull = false
	}
	return m
}
