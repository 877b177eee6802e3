package state

import (
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/filterlang"
)

// KeyOffersOf are those of a text, nil while the plan is of another.
func (m *Model) KeyOffersOf(text string) map[filterlang.Span]page.KeyOffer {
	if m.PlanOf(text) == nil {
		return nil
	}
	return plan.KeyOffers(m.Plan)
}

func takeKey(m Model, msg page.KeyTaken) (Model, []Cmd, bool) {
	before := m.Query.Filter
	next, cmds, ok := takeRewrite(m, plan.RewriteTaken{Finding: msg.Finding})
	if next.Query.Filter != before && msg.Focus != "" {
		cmds = append(cmds, Focus{Target: msg.Focus}) // the press is gone with the offer
	}
	return next, cmds, ok
}
