package engine

import (
	"github.com/tidwall/btree"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// skipLimit is the number of partitions a count of a skip scan looks into; with more of them it looks into every n-th and
// estimates. It keeps the work for a keystroke bounded.
const skipLimit = 256

// Count returns how many entities and partitions lie in a range. For a contiguous range it takes O(log² n) and is exact; for
// a skip scan it is exact up to some hundred partitions.
func (s *Snapshot) Count(r filterlang.KeyRange) Counts {
	c, _ := s.count(r)
	return c
}

// CountAll returns how many entities and partitions lie in disjoint ranges. A partition in several of them counts in each.
func (s *Snapshot) CountAll(ranges []filterlang.KeyRange) Counts {
	sum := Counts{Exact: true}
	for _, r := range ranges {
		c := s.Count(r)
		sum.Entities += c.Entities
		sum.Partitions += c.Partitions
		sum.Exact = sum.Exact && c.Exact
	}
	return sum
}

// Stretch returns the ranks of a contiguous range.
func (s *Snapshot) Stretch(r filterlang.KeyRange) Stretch { return s.t.stretch(spanOf(r)) }

// count returns the counts of a range and the number of queries that read it: one, or one for each PartitionKey of a skip scan.
func (s *Snapshot) count(r filterlang.KeyRange) (Counts, int) {
	if r.Empty() {
		return Counts{Exact: true}, 0
	}
	if !r.Contiguous() {
		return s.countSkip(r)
	}
	at := s.t.stretch(spanOf(r))
	return Counts{at.Len(), s.t.partitionsBetween(at.From, at.To), true}, 1
}

func (s *Snapshot) countSkip(r filterlang.KeyRange) (Counts, int) {
	where := s.t.stretch(partitionSpan(r.Partition))
	if where.Len() == 0 {
		return Counts{Exact: true}, 0
	}
	first, _ := s.t.entities.GetAt(where.From)
	last, _ := s.t.entities.GetAt(where.To - 1)
	from := s.t.partitionRank(edm.PackedPartition(first))
	to := s.t.partitionRank(edm.PackedPartition(last)) + 1
	n := to - from
	looked, c := min(n, skipLimit), Counts{Exact: true}
	var hint btree.PathHint
	for i := range looked {
		p, _ := s.t.partitions.GetAt(from + i*n/looked)
		if k := s.countRows(p, r.Row, &hint); k > 0 {
			c.Entities += k
			c.Partitions++
		}
	}
	if looked < n {
		c = Counts{c.Entities * n / looked, c.Partitions * n / looked, false}
	}
	return c, n
}

// countRows returns the number of entities of a partition in an interval of RowKeys.
func (s *Snapshot) countRows(p partition, rows filterlang.Interval, hint *btree.PathHint) int {
	at := rowSpan(p.key, rows)
	if at.empty() {
		return 0
	}
	if _, single := rows.Single(); single {
		if _, ok := s.t.entities.GetHint(probe(at.low), hint); ok {
			return 1
		}
		return 0
	}
	const few = 32 // up to so many are faster counted than ranked
	n := 0
	s.t.entities.AscendHint(probe(at.low), func(e edm.Packed) bool {
		if edm.PackedKey(e) >= at.high {
			return false
		}
		n++
		return n < few
	}, hint)
	if n < few {
		return n
	}
	return s.t.stretch(at).Len()
}
