package state

import (
	"rangefinder/filterlang"
)

// worstByIndex is Worst for an engine with an index of values.
func worstByIndex(p *filterlang.Plan) string {
	text := "Asks every physical partition, page by page, and each page is charged in request units. "
	if p.Class == filterlang.NoIndexHelp {
		text += "The index does not narrow it, so the charge grows with the table. "
	} else {
		text += "The index narrows it, so the charge grows with what it matches. "
	}
	return text + "How many units that are is known when the service has answered."
}

// unknownCost says why nobody knows what a plan reads before it ran.
func unknownCost(c filterlang.Class) string {
	if c.ByIndex() {
		return "its request units are known when it has run"
	}
	return "how many entities it reads is not known before reading"
}
