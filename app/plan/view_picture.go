package plan

import (
	"rangefinder/app/anatomy/drawn"
	"rangefinder/app/query"
	"rangefinder/filterlang"
)

// TableOf is what the picture of a table under a plan is made of. top is $top.
func TableOf(p *filterlang.Plan, m *Map, top string) drawn.Table {
	if m == nil {
		return drawn.Table{Plan: p}
	}
	size, _ := query.TopNumber(top)
	return drawn.Table{Plan: p, Map: m.Reply, Reads: m.Reads, Part: m.Zoom.To > 0, Page: max(0, size)}
}
