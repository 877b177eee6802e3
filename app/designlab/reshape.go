package designlab

import (
	"slices"

	"rangefinder/app/keydesign/lab"
)

// reshaped returns a report as it goes with a comparison that has changed: designs and patterns that are the same keep their
// numbers, others have none until they are measured.
func reshaped(r *lab.Report, old, spec lab.Spec) *lab.Report {
	if r == nil {
		return nil
	}
	from := func(at, n, oldN int, same func(i, j int) bool) int {
		if n == oldN { // nothing was added or removed: what is at a place is an edit of what was there
			return at
		}
		for j := range oldN {
			if same(at, j) {
				return j
			}
		}
		return -1
	}
	next := *r
	next.Designs, next.Patterns = make([]lab.DesignReport, len(spec.Designs)), make([]lab.PatternReport, len(spec.Patterns))
	designs := make([]int, len(spec.Designs))
	for i := range designs {
		designs[i] = from(i, len(spec.Designs), len(old.Designs), func(i, j int) bool {
			return spec.Designs[i].Name == old.Designs[j].Name && sameKeys(&spec.Designs[i], &old.Designs[j])
		})
		if d := designs[i]; d >= 0 && len(spec.Designs[i].Indexes) != len(old.Designs[d].Indexes) {
			designs[i] = -1 // its numbers are about indexes that are gone, or miss new ones
		}
		if designs[i] >= 0 {
			next.Designs[i] = r.Designs[designs[i]]
		}
		next.Designs[i].Name = spec.Designs[i].Name
	}
	for k := range next.Patterns {
		was := from(k, len(spec.Patterns), len(old.Patterns), func(i, j int) bool {
			a, b := &spec.Patterns[i], &old.Patterns[j]
			return a.Name == b.Name && a.Filter == b.Filter && a.Kind == b.Kind && a.Top == b.Top && a.Order == b.Order
		})
		p := &next.Patterns[k]
		p.Name, p.Cells = spec.Patterns[k].Name, make([]lab.Cell, len(spec.Designs))
		if was < 0 || spec.Patterns[k].Kind != old.Patterns[was].Kind {
			continue
		}
		p.Refused = r.Patterns[was].Refused
		for i, d := range designs {
			if d >= 0 {
				p.Cells[i] = r.Patterns[was].Cells[d]
			}
		}
	}
	lab.Rank(spec, &next)
	return &next
}

// sameShape reports whether a report of one comparison can be shown with another: names, weights and texts may differ.
func sameShape(a, b lab.Spec) bool {
	return slices.EqualFunc(a.Designs, b.Designs, func(x, y lab.Design) bool { return len(x.Indexes) == len(y.Indexes) }) &&
		slices.EqualFunc(a.Patterns, b.Patterns, func(x, y lab.Pattern) bool { return x.Kind == y.Kind })
}

func sameKeys(a, b *lab.Design) bool {
	return a.Partition == b.Partition && a.Row == b.Row && len(a.Indexes) == len(b.Indexes)
}

// valid reports whether at is a place in a list of n.
func valid(at, n int) bool { return at >= 0 && at < n }
