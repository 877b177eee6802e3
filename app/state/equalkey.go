package state

import (
	"rangefinder/app/page"
	"rangefinder/filterlang"
)

// KeyOffers are the offers of a plan by the place of their clauses.
func KeyOffers(p *Plan) map[filterlang.Span]page.KeyOffer {
	if p.Explain == nil {
		return nil
	}
	var offers map[filterlang.Span]page.KeyOffer
	for i, f := range p.Explain.Findings {
		if f.Kind != filterlang.EqualKey {
			continue
		}
		if offers == nil {
			offers = map[filterlang.Span]page.KeyOffer{}
		}
		o := page.KeyOffer{Says: "always equals " + f.Key + " here", Finding: i}
		if len(f.Rewrites) > 0 {
			o.Title = f.Rewrites[0].Title
		}
		offers[f.Span] = o
	}
	return offers
}

// KeyOffersOf are those of a text, nil while the plan is of another.
func (m *Model) KeyOffersOf(text string) map[filterlang.Span]page.KeyOffer {
	if m.PlanOf(text) == nil {
		return nil
	}
	return KeyOffers(m.Plan)
}

func takeKey(m Model, msg page.KeyTaken) (Model, []Cmd, bool) {
	before := m.Query.Filter
	next, cmds, ok := takeRewrite(m, RewriteTaken{Finding: msg.Finding})
	if next.Query.Filter != before && msg.Focus != "" {
		cmds = append(cmds, Focus{Target: msg.Focus}) // the press is gone with the offer
	}
	return next, cmds, ok
}
