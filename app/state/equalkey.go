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
