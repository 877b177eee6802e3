package queryline

import (
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/filterlang"
)

// takeRewrite replaces the filter with a rewrite's, or with one of its parallel queries: the editor holds one filter.
func (l Line) takeRewrite(v *page.View, msg plan.RewriteTaken) (Line, []page.Cmd, bool) {
	p := l.Plan
	if p.Explain == nil || msg.Finding >= len(p.Explain.Findings) || msg.Rewrite >= len(p.Explain.Findings[msg.Finding].Rewrites) {
		return l, nil, true
	}
	f := p.Explain.Findings[msg.Finding]
	rw := f.Rewrites[msg.Rewrite]
	if msg.Filter >= len(rw.Filters) {
		return l, nil, true
	}
	text := rw.Filters[msg.Filter]
	var applied *plan.Applied
	if len(rw.Filters) == 1 && msg.Rewrite < len(f.Costs) {
		applied = &plan.Applied{Title: rw.Title, Filter: filterlang.KeepComments(l.Query.Filter, text), Before: p.Explain.Cost, After: f.Costs[msg.Rewrite]}
	}
	n := *p
	n.Bulb, n.Applied = false, applied
	l.Plan = &n
	next, cmds := l.edited(v, text)
	return next, append(cmds, page.Announce{Text: "Applied: " + rw.Title + ". Ctrl+Z undoes it."}), true
}

func (l Line) takeKey(v *page.View, msg page.KeyTaken) (Line, []page.Cmd, bool) {
	before := l.Query.Filter
	next, cmds, ok := l.takeRewrite(v, plan.RewriteTaken{Finding: msg.Finding})
	if next.Query.Filter != before && msg.Focus != "" {
		cmds = append(cmds, page.Focus{Target: msg.Focus}) // the press is gone with the offer
	}
	return next, cmds, ok
}
