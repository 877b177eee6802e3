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
	var out []LayoutCount
	for number, n := range s.t.census.layouts {
		if n > 0 {
			out = append(out, LayoutCount{s.t.schema.layouts[number].Layout, n})
		}
	}
	return out
}

// Layout returns the entity's property set. Entities of one table that have the same share one.
func (e Entity) Layout() *Layout { return e.layout.Layout }

// PartitionSizes calls visit with the number of entities and the bytes, by the formula of section 1.3, of each partition from
// number from on, in key order, until it answers false.
func (s *Snapshot) PartitionSizes(from int, visit func(entities int, bytes int64) bool) {
	first, ok := s.t.partitions.GetAt(from)
	if !ok {
		return
	}
	s.t.partitions.Ascend(first, func(p partition) bool { return visit(p.count, p.bytes) })
}
