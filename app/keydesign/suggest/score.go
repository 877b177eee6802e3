package suggest

import "rangefinder/app/keydesign/lab"

// Scores are what designs are compared by. Less is better in each.
type Scores struct {
	Reads   float64 `json:"reads"`   // points of all read patterns of a day, see lab.Cost
	Writes  float64 `json:"writes"`  // points of all write patterns of a day
	Bytes   float64 `json:"bytes"`   // stored, copies and lists included
	Hottest float64 `json:"hottest"` // entities a second that the hottest partition takes, at the highest rate of a pattern
}

// Total is what the patterns of a day cost.
func (s Scores) Total() float64 { return s.Reads + s.Writes }

// rounding is how much of a number comes from adding up in another order.
const rounding = 1e-9

func noMore(a, b float64) bool { return a <= b+rounding*max(a, b) }

// NoWorse reports whether s is as good as other in every number, or better.
func (s Scores) NoWorse(other Scores) bool {
	return noMore(s.Reads, other.Reads) && noMore(s.Writes, other.Writes) && noMore(s.Bytes, other.Bytes) && noMore(s.Hottest, other.Hottest)
}

// scored adds up the cells of one design. spread is how many partitions the reads of a day cross, which no number of Scores
// holds, and fits is false when the design cannot hold the data or a pattern is impossible under it. weight is that of points.
func scored(spec *lab.Spec, r *lab.Report, design int, weight float64) (s Scores, spread float64, fits bool) {
	d := &r.Designs[design]
	fits = d.Refused == nil && !d.Impossible
	s.Bytes = float64(d.Bytes)
	for k := range r.Patterns {
		cell := &r.Patterns[k].Cells[design]
		if !cell.Known {
			continue
		}
		calls := spec.Patterns[k].PerDay
		if w := cell.Write; w != nil {
			s.Writes += calls * cell.Cost.Points
			s.Hottest = max(s.Hottest, w.Hottest)
			continue
		}
		s.Reads += calls * points(cell, weight)
		spread += calls * float64(cell.Ways[0].Partitions)
	}
	return s, spread, fits
}

// points are what a cell costs. Examined entities count weight times: a table that was drawn from a larger one has only a part of
// them. A read that ends with the first so many examines no more of the larger one.
func points(c *lab.Cell, weight float64) float64 {
	if len(c.Ways) == 0 || c.Ways[0].Ordered {
		return c.Cost.Points
	}
	return c.Cost.Points + (weight-1)*c.Cost.Examined/1000
}
