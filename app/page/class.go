package page

import "rangefinder/filterlang"

// Mark is the shape of a plan class; with the word and the colour it is the same on every screen.
func Mark(c filterlang.Class) string {
	return map[filterlang.Class]string{filterlang.Point: "•", filterlang.RowRange: "▬", filterlang.PartitionRange: "▤", filterlang.FullScan: "▓", filterlang.Empty: "∅"}[c]
}
