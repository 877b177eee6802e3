package plan

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Mend is what a clause should probably be that can never be true.
type Mend struct {
	Says    string // what is wrong: "No entity has “rating”"
	Title   string // of the press, "" for none
	Finding int    // among those of the plan
}

// longClause is how much of a filter is said again beside its numbers, in bytes.
const longClause = 24

// MendOf is the first of a plan whose numbers are here, nil for none.
func MendOf(p *Plan) *Mend {
	if p.Explain == nil || p.Err != nil {
		return nil
	}
	for i, f := range p.Explain.Findings {
		m := &Mend{Finding: i}
		switch {
		case f.Span.End > len(p.Filter):
			continue
		case f.Kind == filterlang.UnknownProperty && len(f.Rewrites) > 1: // nobody knows which is meant
		case len(f.Rewrites) > 0 && len(f.Rewrites[0].Filters) == 1:
			m.Title = words.Clip(f.Rewrites[0].Title, 60)
		case f.Kind != filterlang.UnknownProperty && f.Kind != filterlang.LiteralType:
			continue
		}
		text := words.Clip(p.Filter[f.Span.Start:f.Span.End], 40)
		if !strings.HasPrefix(text, "'") {
			text = words.Quote(text)
		}
		switch f.Kind {
		case filterlang.UnknownProperty:
			m.Says = "No entity has " + text
		case filterlang.LiteralType:
			m.Says = "No stored value has the type of " + text
		case filterlang.AlwaysFalse:
			m.Says = text + " is never true"
			if len(text) > longClause { // it is marked in the editor, and the numbers want the room
				m.Says = "A clause is never true"
			}
		default:
			continue
		}
		return m
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
