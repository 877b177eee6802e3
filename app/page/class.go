package page

import "rangefinder/filterlang"

// Mark is the shape of a plan class; with the word and the colour it is the same on every screen.
func Mark(c filterlang.Class) string {
	return map[filterlang.Class]string{filterlang.Point: "•", filterlang.RowRange: "▬", filterlang.PartitionRange: "▤", filterlang.FullScan: "▓", filterlang.Empty: "∅",
		filterlang.PointRead: "•", filterlang.OnePartition: "▬", filterlang.AllPartitions: "▤", filterlang.NoIndexHelp: "▓"}[c]
}

// Classes are the classes of a plan that reads something, cheapest first.
var Classes = []filterlang.Class{filterlang.Point, filterlang.RowRange, filterlang.PartitionRange, filterlang.FullScan}

// IndexClasses are those of an engine with an index of values, cheapest first.
var IndexClasses = []filterlang.Class{filterlang.PointRead, filterlang.OnePartition, filterlang.AllPartitions, filterlang.NoIndexHelp}

// ClassesOf are the classes that a class is one of.
func ClassesOf(c filterlang.Class) []filterlang.Class {
	if c.ByIndex() {
		return IndexClasses
	}
	return Classes
}

// Meaning is what a plan of a class reads.
func Meaning(c filterlang.Class) string {
	if c.ByIndex() {
		return indexMeaning(c)
	}
	return map[filterlang.Class]string{
		filterlang.Point: "One entity, by its full key.", filterlang.RowRange: "One partition, or part of it.",
		filterlang.PartitionRange: "Several partitions in a row.", filterlang.FullScan: "Every entity of the table.",
		filterlang.Empty: "Nothing: no key fits the filter.",
	}[c]
}

// MeaningOf is Meaning for one plan, which may be nil: a row range without bounds on RowKey is a whole partition.
func MeaningOf(c filterlang.Class, p *filterlang.Plan) string {
	switch {
	case c != filterlang.RowRange || p == nil || p.Class != c:
		return Meaning(c)
	case p.WholePartition:
		return "A whole partition."
	}
	return "Part of one partition."
}

// Brief is Meaning in few words.
func Brief(c filterlang.Class) string {
	return map[filterlang.Class]string{filterlang.Point: "one entity", filterlang.RowRange: "in one partition", filterlang.PartitionRange: "several partitions", filterlang.FullScan: "everything", filterlang.Empty: "nothing"}[c]
}

// Price is what decides the cost of a plan of a class.
func Price(c filterlang.Class) string {
	if c.ByIndex() {
		return indexPrice(c)
	}
	return map[filterlang.Class]string{
		filterlang.Point:          "It costs the same however large the table is.",
		filterlang.RowRange:       "Its cost grows with the range that PartitionKey and RowKey leave, not with the table.",
		filterlang.PartitionRange: "It reads every entity from the first partition of the range to the last, on as many servers as hold them.",
		filterlang.FullScan:       "It reads the whole table, so its cost grows with every entity that is added.",
		filterlang.Empty:          "The conditions on the keys exclude each other.",
	}[c]
}
