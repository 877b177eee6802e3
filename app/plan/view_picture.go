package plan

import (
	"rangefinder/app/anatomy/drawn"
	"rangefinder/filterlang"
)

// TableOf is what the picture of a table under a plan is made of.
func TableOf(p *filterlang.Plan, m *Map) drawn.Table {
	if m == nil {
		return drawn.Table{Plan: p}
	}
	return drawn.Table{Plan: p, Map: m.Reply, Reads: m.Reads, Part: m.Zoom.To > 0}
}
