package plan

import (
	"rangefinder/app/page"
	"rangefinder/filterlang"
)

// Rename is the name that a property probably should have which no entity has.
type Rename struct {
	Name    string // as it stands in the filter
	Title   string // of the press
	Finding int    // among those of the plan
}

// RenameOf is the first of a plan whose numbers are here, nil for none.
func RenameOf(p *Plan) *Rename {
	if p.Explain == nil || p.Err != nil {
		return nil
	}
	for i, f := range p.Explain.Findings {
		if f.Kind == filterlang.UnknownProperty && len(f.Rewrites) > 0 && len(f.Rewrites[0].Filters) == 1 && f.Span.End <= len(p.Filter) {
			return &Rename{Name: p.Filter[f.Span.Start:f.Span.End], Title: f.Rewrites[0].Title, Finding: i}
		}
	}
	return nil
}

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
