package page

import (
	"strings"

	"rangefinder/filterlang"
)

// indexMeaning is Meaning for the classes of an engine with an index of values, Azure Cosmos DB for Table.
func indexMeaning(c filterlang.Class) string {
	return map[filterlang.Class]string{
		filterlang.PointRead: "One entity, by its full key.", filterlang.OnePartition: "One partition, by the index of its values.",
		filterlang.AllPartitions: "Every physical partition, each by its index.", filterlang.NoIndexHelp: "Every physical partition, without help of the index.",
	}[c]
}

// indexPrice is Price for them.
func indexPrice(c filterlang.Class) string {
	return map[filterlang.Class]string{
		filterlang.PointRead:     "It costs the fewest request units: about 1 for an entity of 1 KB.",
		filterlang.OnePartition:  "Its request units grow with what the index matches and with what is returned.",
		filterlang.AllPartitions: "Each physical partition is asked and charged, and more of them come with size and throughput.",
		filterlang.NoIndexHelp:   "The index narrows nothing, so request units grow with every entity that is added.",
	}[c]
}

// leadByIndex is Lead for an engine with an index of values.
func leadByIndex(p *filterlang.Plan) string {
	text := p.Asks()
	return strings.ToUpper(text[:1]) + text[1:]
}

// UnknownCost says what is known of what a plan reads on an account before it ran.
func UnknownCost(c filterlang.Class) string {
	switch {
	case c.ByIndex():
		return "its request units are known when it has run"
	case c == filterlang.Point:
		return "it reads one entity, if there is one with this key"
	}
	return "how many entities it reads is not known before reading"
}
