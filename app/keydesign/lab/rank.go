package lab

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// Sentences of Cell.Why that a reader of reports asks for.
const (
	NotAll = "The design does not hold all entities, so that its numbers are too small." // of each cell of such a design
	Wider  = "Same cost, but it reads several partitions."
	Closer = "Same cost, and it reads only one partition."
	Cooler = "Same cost, and less load on the hottest partition."
	Hotter = "Same cost, but more load on the hottest partition."
)

// Rank compares the cells of a report with those of the first design, adds up what the patterns of a day cost, and ranks the
// designs that can hold the data and do everything. It reads names and calls a day from spec, so that it is all there is to do
// when they change.
func Rank(spec Spec, r *Report) {
	for i := range r.Designs {
		d := &r.Designs[i]
		d.Total = Cost{}
		d.Rank = 0
		d.Impossible = d.Duplicates+d.Keyless > 0
	}
	for k := range r.Patterns {
		cells := r.Patterns[k].Cells
		for i := range cells {
			cells[i].judge(&spec.Patterns[k], &cells[0])
			d := &r.Designs[i]
			if !cells[i].Known {
				continue
			}
			if (cells[i].Verdict == Better || cells[i].Why == Closer) && d.Duplicates+d.Keyless > 0 { // it reads less because it holds less
				cells[i].Verdict = Same
				cells[i].Why = NotAll
			}
			d.Impossible = d.Impossible || cells[i].Verdict == Impossible
			times := spec.Patterns[k].PerDay
			c := cells[i].Cost
			d.Total.Requests += times * c.Requests
			d.Total.Examined += times * c.Examined
			d.Total.Returned += times * c.Returned
			d.Total.Written += times * c.Written
			d.Total.Points += times * c.Points
		}
	}
	var order []int
	for i := range r.Designs {
		if d := &r.Designs[i]; d.Refused == nil && !d.Impossible && known(r, i) {
			order = append(order, i)
		}
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(r.Designs[a].Total.Points, r.Designs[b].Total.Points) })
	for at, i := range order {
		r.Designs[i].Rank = at + 1
		if at > 0 && near(r.Designs[i].Total.Points, r.Designs[order[at-1]].Total.Points) {
			r.Designs[i].Rank = r.Designs[order[at-1]].Rank
		}
	}
}

// known reports whether some pattern was measured under a design, so that there is something to rank.
func known(r *Report, design int) bool {
	return slices.ContainsFunc(r.Patterns, func(p PatternReport) bool { return p.Cells[design].Known })
}

// near reports whether two costs are the same for a person.
func near(a, b float64) bool { return math.Abs(a-b) <= 0.005*max(a, b) }

// judge compares a cell with the one of the first design and says what is particular.
func (c *Cell) judge(p *Pattern, first *Cell) {
	c.Verdict, c.Why = Same, ""
	if !c.Known {
		return
	}
	if w := c.Write; w != nil {
		switch {
		case p.Together != "" && p.Batch > 1 && w.Split > 0:
			c.Verdict = Impossible
			c.Why = "No transaction: of " + strconv.Itoa(w.Calls) + " calls " + strconv.Itoa(w.Split) + " lie in several partitions, such as " + w.Example + "."
			return
		case p.Together != "" && p.Batch > 1 && !w.Transaction:
			c.Verdict = Impossible
			c.Why = "No transaction: one holds 100 operations of one partition. A call exceeds that with the copies of its indexes or the move to a changed key."
			return
		case w.Hottest > PartitionLimit:
			c.Verdict = Impossible
			c.Why = "The hottest partition would have to take more than the limit of " + strconv.Itoa(PartitionLimit) + " entities a second."
			return
		case w.HottestPeak > PartitionLimit:
			c.Why = "In some seconds a partition would have to take more than the limit of " + strconv.Itoa(PartitionLimit) + "."
		case w.AtEnd > 0.5:
			c.Why = "Most new keys come at one end of the table, so that one server takes them."
		case w.Hottest > PartitionLimit2010:
			c.Why = "More than the target of 2010 (" + strconv.Itoa(PartitionLimit2010) + " a second), but within the limit of today."
		}
		if w.Moves {
			c.Why = "The update changes the key: a delete and an insert. " + c.Why
		}
	}
	if c == first || !first.Known {
		return
	}
	switch {
	case first.Verdict == Impossible:
		c.Verdict = Better
	case near(c.Cost.Points, first.Cost.Points) && c.Write != nil && first.Write != nil:
		// What a call costs is the same; what differs is where it goes.
		if x, y := c.Write.Hottest, first.Write.Hottest; !near(x, y) {
			c.Verdict = Verdict(cmp.Compare(y, x))
			if c.Why == "" {
				c.Why = map[bool]string{true: Cooler, false: Hotter}[x < y]
			}
		}
	case near(c.Cost.Points, first.Cost.Points):
		// The cost decides: a class alone makes no read better or worse. But what crosses partitions may lie on several servers.
		switch class, of := c.Ways[0].Class, first.Ways[0].Class; {
		case class == filterlang.Empty || of == filterlang.Empty || class.Wide() == of.Wide():
		case class.Wide():
			c.Why = Wider
		default:
			c.Why = Closer
		}
	case c.Cost.Points < first.Cost.Points:
		c.Verdict = Better
	default:
		c.Verdict = Worse
	}
}

// BreakEvens returns where the order of two designs turns: for each pattern how often a day it has to be called, the others as
// they are, for a design to cost no more than the best one. Designs that cost the same, and patterns that could turn nothing,
// are left out.
func BreakEvens(spec Spec, r *Report) []BreakEven {
	best := slices.IndexFunc(r.Designs, func(d DesignReport) bool { return d.Rank == 1 })
	if best < 0 {
		return nil
	}
	var list []BreakEven
	for i := range r.Designs {
		if r.Designs[i].Rank <= 1 {
			continue
		}
		gap := r.Designs[i].Total.Points - r.Designs[best].Total.Points
		for k := range r.Patterns {
			x, y := &r.Patterns[k].Cells[i], &r.Patterns[k].Cells[best]
			if !x.Known || !y.Known || near(x.Cost.Points, y.Cost.Points) {
				continue
			}
			// gap + (x - y)·more = 0
			at := spec.Patterns[k].PerDay - gap/(x.Cost.Points-y.Cost.Points)
			above := x.Cost.Points < y.Cost.Points
			if at < 0 || !above && at < 0.5 {
				continue // nothing is called less than never
			}
			list = append(list, BreakEven{Pattern: k, Design: i, Than: best, PerDay: at, Above: above})
		}
	}
	return list
}
