package plan

import (
	"rangefinder/app/anatomy/drawn"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// TableOf is what the picture of a table under a plan is made of. match is nil while what matches is counted; top is $top.
func TableOf(p *filterlang.Plan, m *Map, match *wire.MatchReply, top string) drawn.Table {
	if m == nil {
		return drawn.Table{Plan: p}
	}
	size, _ := query.TopNumber(top)
	return drawn.Table{Plan: p, Map: m.Reply, Reads: m.Reads, Part: m.Zoom.To > 0, Page: max(0, size), Match: match}
}
