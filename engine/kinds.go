package engine

import "rangefinder/filterlang/edm"

// Layout is a property set: which properties, with which types.
type Layout = edm.Layout

// LayoutCount is how many entities of a table have a property set.
type LayoutCount struct {
	Layout *Layout
	Count  int // at least 1
}

// Layouts returns the property sets of the table's entities, exactly, in the order the table first saw them.
func (s *Snapshot) Layouts() []LayoutCount {
	return s.t.census.counts(&s.t.schema)
}

// Layout returns the entity's property set. Entities of one table that have the same share one.
func (e Entity) Layout() *Layout { return e.layout.Layout }

// PartitionRun is partitions that follow each other in key order.
type PartitionRun []partition

// Size returns the number of entities of a partition of the run, and their bytes by the formula of section 1.3.
func (r PartitionRun) Size(i int) (entities int, bytes int64) { return r[i].count, r[i].bytes }

// PartitionRuns calls visit with all partitions in key order, some tens at a time, until it answers false: for a million of them,
// a call for each would take longer than what is done with it.
func (s *Snapshot) PartitionRuns(visit func(run PartitionRun) bool) {
	s.t.partitions.Walk(func(node []partition) bool { return visit(node) })
}
