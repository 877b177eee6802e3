package lesson

import "rangefinder/filterlang"

// Clauses returns the parts of the filter that the Reason speaks of, in order: those that a screen lights beside it. It is nil when
// the reason is about the whole filter, or about something that no part of it says.
func (p *Prediction) Clauses() []filterlang.Span {
	if p.Simulated != nil {
		return nil
	}
	e, err := filterlang.Parse(p.Query.Filter)
	if p.Query.Filter == "" || err != nil || p.Measure == Values || p.Measure == Examined && p.Query.Top > 0 {
		return nil
	}
	plan := filterlang.NewPlan(e)
	switch {
	case p.Measure == Requests && plan.Class != filterlang.Point:
		return nil
	case p.Measure == Returned && plan.Class != filterlang.Point:
		return clausesOf(plan, func(c *filterlang.Conjunct) bool { return c.Role == filterlang.Checked })
	case p.Measure == Partitions && plan.Class != filterlang.FullScan:
		return clausesOf(plan, func(c *filterlang.Conjunct) bool { return useOf(c).partition })
	case plan.Class == filterlang.Empty:
		return clausesOf(plan, func(c *filterlang.Conjunct) bool { return c.Role == filterlang.Contradictory })
	case plan.Class == filterlang.FullScan: // what names a key, and does not help
		return clausesOf(plan, func(c *filterlang.Conjunct) bool { return useOf(c).partition || useOf(c).row })
	}
	return clausesOf(plan, func(c *filterlang.Conjunct) bool { return c.Role == filterlang.SetsRange })
}

func useOf(c *filterlang.Conjunct) keyUse {
	use := keyUse{}
	use.look(c.Expr)
	return use
}

// clausesOf returns where the conjuncts stand that are meant.
func clausesOf(plan *filterlang.Plan, meant func(*filterlang.Conjunct) bool) []filterlang.Span {
	var list []filterlang.Span
	for i := range plan.Conjuncts {
		if c := &plan.Conjuncts[i]; meant(c) && c.Expr.Span().End > c.Expr.Span().Start {
			list = append(list, c.Expr.Span())
		}
	}
	return list
}
