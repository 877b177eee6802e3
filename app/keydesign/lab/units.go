package lab

import (
	"cmp"
	"slices"

	"rangefinder/engine/cosmos"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// ByUnits returns a report as Azure Cosmos DB for Table would charge for it: classes are of its index of values, Units and the Points
// that designs are ranked by are request units. It is a model, that of package cosmos, which the endpoint with the profile cosmos charges
// by, too. The bytes of an answer are taken to be those of its entities, and of a write those of average entities.
//
// What is said of one partition's limit and of keys that come at one end is about Azure Table storage, and left out.
func ByUnits(spec Spec, r *Report) *Report {
	if r == nil {
		return nil
	}
	next := *r
	next.Designs, next.Patterns = slices.Clone(r.Designs), slices.Clone(r.Patterns)
	each := 0.0
	if r.Entities > 0 {
		each = float64(r.Bytes) / float64(r.Entities)
	}
	for k := range next.Patterns {
		p := &next.Patterns[k]
		p.Cells = slices.Clone(p.Cells)
		for i := range p.Cells {
			p.Cells[i].byUnits(each)
		}
	}
	Rank(spec, &next)
	for k := range next.Patterns {
		for i := range next.Patterns[k].Cells {
			if c := &next.Patterns[k].Cells[i]; c.Write == nil && len(c.Ways) > 0 && c.Ways[0].Ordered && spec.Patterns[k].Top > 0 && spec.Patterns[k].Order != "" {
				c.Why = "At least: lists have no order there, so all that match have to be read and sorted."
			}
		}
	}
	return &next
}

func (c *Cell) byUnits(each float64) {
	switch {
	case c.Write != nil:
		w := *c.Write
		if w.Requests > 0 {
			c.Units = w.Requests * cosmos.WriteUnits(w.Written/w.Requests*each)
		}
		w.Hottest, w.HottestPeak, w.AtEnd = 0, 0, 0
		c.Write = &w
	case len(c.Ways) > 0:
		c.Ways = slices.Clone(c.Ways)
		for i := range c.Ways {
			w := &c.Ways[i]
			if w.Doubt != "" {
				continue
			}
			w.Class = indexClass(w.Filter)
			w.Cost.Points = w.units(float64(w.RoundTrips-w.Lookups), float64(w.Lookups), float64(w.Bytes), float64(w.Examined))
		}
		stable.Sort(c.Ways, func(x, y Way) int {
			if x.Doubt != "" || y.Doubt != "" {
				return 0 // those that do not count are the last already
			}
			return cmp.Compare(x.Cost.Points, y.Cost.Points)
		})
		c.Cost, c.Units = c.Ways[0].Cost, c.Ways[0].Cost.Points
	}
	c.Cost.Points = c.Units
}

// units is what the model charges for a way of asking.
func (w *Way) units(pages, lookups, bytes, examined float64) float64 {
	if w.Class == filterlang.Empty {
		return cosmos.QueryUnits(filterlang.OnePartition, max(pages, 1), 0, 0)
	}
	found := 0.0 // bytes of each lookup
	if w.Returned > 0 {
		found = float64(w.Bytes) / float64(w.Returned)
	}
	units := lookups * cosmos.PointUnits(found)
	if bytes = max(0, bytes-lookups*found); w.Class == filterlang.PointRead {
		return units + cosmos.PointUnits(bytes)
	}
	return units + cosmos.QueryUnits(w.Class, pages, bytes, examined-lookups)
}

// indexClass is the class of a filter for the index of values. One that cannot be read, which no report has, is as bad as can be.
func indexClass(filter string) filterlang.Class {
	if filter == "" {
		return filterlang.Cosmos.Plan(nil).Class
	}
	e, err := filterlang.Parse(filter)
	if err != nil {
		return filterlang.NoIndexHelp
	}
	return filterlang.Cosmos.Plan(e).Class
}
