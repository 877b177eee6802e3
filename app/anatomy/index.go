package anatomy

import "slices"

// MaxPage is the most entities that a request returns.
const MaxPage = 1000

// shares is how many servers a table is shown on when nobody says where it is cut.
const shares = 3

// Index is a table as one list in key order.
type Index struct {
	Parts  []Part   // consecutive, in key order
	Page   int      // the most entities that a request returns; 0: MaxPage
	Starts []string // PartitionKeys at which a server's share begins; nil: the list is shared out evenly; empty: one server has it all
}

// Part is a partition, or several small ones side by side.
type Part struct {
	First, Last string // PartitionKeys
	Partitions  int
	Entities    int
}

// Stretch is consecutive entities of the list, by their places from 0; To is not one of them.
type Stretch struct{ From, To int }

// len is how many entities it has.
func (s Stretch) len() int { return s.To - s.From }

// and returns what both have.
func (s Stretch) and(t Stretch) Stretch {
	both := Stretch{max(s.From, t.From), min(s.To, t.To)}
	if both.To < both.From {
		both.To = both.From
	}
	return both
}

// Entities is how many there are.
func (x *Index) Entities() int {
	n := 0
	for _, p := range x.Parts {
		n += p.Entities
	}
	return n
}

// cuts returns the shares of the servers. A share holds whole parts, and none is empty.
func (x *Index) cuts() []Stretch {
	total, at := x.Entities(), 0
	var begins []int
	for i, p := range x.Parts {
		switch {
		case i == 0:
			begins = append(begins, 0)
		case x.Starts != nil:
			if slices.ContainsFunc(x.Starts, func(key string) bool { return key > x.Parts[i-1].Last && key <= p.First }) {
				begins = append(begins, at)
			}
		case len(begins) < shares && 2*at+p.Entities > 2*total*len(begins)/shares: // the nearer end of the part
			begins = append(begins, at)
		}
		at += p.Entities
	}
	list := make([]Stretch, 0, len(begins))
	for i, from := range begins {
		to := total
		if i+1 < len(begins) {
			to = begins[i+1]
		}
		if to > from {
			list = append(list, Stretch{from, to})
		}
	}
	return list
}
