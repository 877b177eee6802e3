package engine

import (
	"rangefinder/filterlang"
)

// Explanation is what a plan costs on a table, found without reading it. The numbers are exact unless a Cost says otherwise.
type Explanation struct {
	Plan       *filterlang.Plan
	Entities   int // in the table
	Partitions int
	Service    Cost // what the service does
	Ideal      Cost // what parallel queries over the plan's ideal ranges would do

	Reads      []Stretch // what the service reads, as ranks
	IdealReads []Stretch // the contiguous ideal ranges, as ranks; a skip scan shows as the stretch it hops over

	// Keys goes with the plan's conjuncts: the number of entities the service would read with this key bound and those before
	// it alone, or -1 for a conjunct that is no key bound.
	Keys []int
}

// Cost is what one way of asking costs.
type Cost struct {
	Class      filterlang.Class
	Examined   int
	Partitions int
	Queries    int // begun: 1, or one for each range and for each PartitionKey of a skip scan
	Exact      bool
}

// Explain returns what a plan costs.
func (s *Snapshot) Explain(plan *filterlang.Plan) Explanation {
	x := Explanation{
		Plan:       plan,
		Entities:   s.Len(),
		Partitions: s.Partitions(),
		Service:    s.ServiceCost(plan),
		Ideal:      Cost{Class: plan.IdealClass, Exact: true},
		Keys:       s.conjunctKeys(plan),
	}
	if plan.Class != filterlang.Empty {
		x.Reads = append(x.Reads, s.Stretch(plan.Range))
	}
	for _, r := range plan.Ideal {
		c, queries := s.count(r, skipLimit)
		x.Ideal.Examined += c.Entities
		x.Ideal.Partitions += c.Partitions
		x.Ideal.Queries += queries
		x.Ideal.Exact = x.Ideal.Exact && c.Exact
		if !r.Contiguous() {
			r.Row = filterlang.Interval{}
		}
		x.IdealReads = append(x.IdealReads, s.Stretch(r))
	}
	return x
}

// ServiceCost returns what a plan costs the service's way only: the ideal one may look into hundreds of partitions.
func (s *Snapshot) ServiceCost(plan *filterlang.Plan) Cost {
	cost := Cost{Class: plan.Class, Queries: 1, Exact: true}
	if plan.Class != filterlang.Empty {
		c, _ := s.count(plan.Range, skipLimit)
		cost.Examined, cost.Partitions = c.Entities, c.Partitions
	}
	return cost
}

// conjunctKeys counts what each key bound of a plan leaves to read, by the service's rule: RowKey bounds count once the
// PartitionKey is a single value.
func (s *Snapshot) conjunctKeys(plan *filterlang.Plan) []int {
	keys := make([]int, len(plan.Conjuncts))
	r := filterlang.Everything()
	for i, c := range plan.Conjuncts {
		keys[i] = -1
		if c.Role == filterlang.Checked {
			continue
		}
		bound, ok := keyBound(c.Expr)
		if !ok {
			continue
		}
		r = r.Intersect(bound)
		reads := r
		if !reads.Contiguous() {
			reads.Row = filterlang.Interval{}
		}
		keys[i] = s.Stretch(reads).Len()
	}
	return keys
}

// keyBound returns the range of "PartitionKey op 'text'" or "RowKey op 'text'".
func keyBound(e filterlang.Expr) (filterlang.KeyRange, bool) {
	c, ok := e.(*filterlang.Comparison)
	if !ok || c.Op == filterlang.Ne || c.Property != filterlang.PartitionKey && c.Property != filterlang.RowKey {
		return filterlang.KeyRange{}, false
	}
	var i filterlang.Interval
	switch v := c.Literal.Text(); c.Op {
	case filterlang.Eq:
		i = filterlang.Exactly(v)
	case filterlang.Gt:
		i.Low = filterlang.Bound{Kind: filterlang.Exclusive, Value: v}
	case filterlang.Ge:
		i.Low = filterlang.Bound{Kind: filterlang.Inclusive, Value: v}
	case filterlang.Lt:
		i.High = filterlang.Bound{Kind: filterlang.Exclusive, Value: v}
	case filterlang.Le:
		i.High = filterlang.Bound{Kind: filterlang.Inclusive, Value: v}
	}
	if c.Property == filterlang.PartitionKey {
		return filterlang.KeyRange{Partition: i}, true
	}
	return filterlang.KeyRange{Row: i}, true
}
