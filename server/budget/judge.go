package budget

import "rangefinder/filterlang"

// Verdict says what becomes of a filter.
type Verdict string

// The verdicts.
const (
	Allowed Verdict = "allowed"
	Denied  Verdict = "denied"  // it reads more than is allowed
	Refused Verdict = "refused" // the service would not take it
	Worse   Verdict = "worse"   // it costs more than its cap
)

// DefaultRule is the rule for a profile where none is given: the worst class is denied.
func DefaultRule(profile filterlang.Profile) string {
	if profile == filterlang.Cosmos {
		return "no-index-help"
	}
	return "full-scan"
}

// Judge says what becomes of a filter under a profile.
func (b *Budget) Judge(f Filter, profile filterlang.Profile) Verdict {
	if f.Cost != nil && f.Cost.Class != "" { // a log knows it better than one example
		l, known := capLevels[f.Cost.Class]
		switch {
		case f.Cost.Class == string(Refused):
			return Refused
		case known && b.denies(f.Table, l, filterlang.Storage):
			return Denied
		}
		return Allowed
	}
	e, err := filterlang.Parse(f.Text)
	switch {
	case err != nil:
		return Refused
	case b.Denies(f.Table, profile.Plan(e)):
		return Denied
	}
	return Allowed
}
