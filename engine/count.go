package engine

import (
	"sync"
	"weak"

	"github.com/tidwall/btree"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// skipLimit is the number of partitions that a count of a skip scan looks into; with more of them it looks into some, evenly
// spread, and estimates. It keeps the work for a keystroke under a millisecond in the browser.
const skipLimit = 256

// Count returns how many entities and partitions lie in a range. For a contiguous range it takes O(log² n) and is exact; for
// a skip scan it is exact up to some hundred partitions.
func (s *Snapshot) Count(r filterlang.KeyRange) Counts { return s.CountWithin(r, skipLimit) }

// CountWithin is Count that looks into at most so many partitions, at least 1, of a skip scan.
func (s *Snapshot) CountWithin(r filterlang.KeyRange, partitions int) Counts {
	c, _ := s.count(r, max(1, partitions))
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
func (s *Snapshot) Stretch(r filterlang.KeyRange) Stretch {
	return s.counted.of(s, question{keys: r}, func() answer { return answer{at: s.t.stretch(spanOf(r))} }).at
}

// count returns the counts of a range and the number of queries that read it: one, or one for each PartitionKey of a skip scan.
func (s *Snapshot) count(r filterlang.KeyRange, limit int) (Counts, int) {
	if r.Empty() {
		return Counts{Exact: true}, 0
	}
	a := s.counted.of(s, question{r, limit}, func() (a answer) {
		if !r.Contiguous() {
			a.counts, a.queries = s.countSkip(r, limit)
			return a
		}
		at := s.Stretch(r)
		return answer{Counts{at.Len(), s.t.partitionsBetween(at.From, at.To), true}, 1, at}
	})
	return a.counts, a.queries
}

// counted remembers what ranges over one version of one table hold, as most keys in the query line leave the ranges as they are,
// one plan asks for a range several times, its rewrites ask again, and a skip scan looks into hundreds of partitions. A nil
// counted remembers nothing.
type counted struct {
	mutex   sync.Mutex
	version weak.Pointer[btree.BTreeG[edm.Packed]] // its entities
	answers map[question]answer
}

// question is a range and the limit of CountWithin; 0 asks for its ranks only.
type question struct {
	keys  filterlang.KeyRange
	limit int
}

type answer struct {
	counts  Counts
	queries int
	at      Stretch // of a contiguous range
}

// maxCounted are remembered.
const maxCounted = 64

func (k *counted) of(s *Snapshot, q question, find func() answer) answer {
	if k == nil {
		return find()
	}
	version := weak.Make(s.t.entities)
	k.mutex.Lock()
	if k.version != version {
		k.version, k.answers = version, map[question]answer{}
	}
	a, known := k.answers[q]
	k.mutex.Unlock()
	if known {
		return a
	}
	a = find()
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.version == version {
		if len(k.answers) == maxCounted {
			clear(k.answers)
		}
		k.answers[q] = a
	}
	return a
}

func (s *Snapshot) countSkip(r filterlang.KeyRange, limit int) (Counts, int) {
	where := s.t.stretch(partitionSpan(r.Partition))
	if where.Len() == 0 {
		return Counts{Exact: true}, 0
	}
	first, _ := s.t.entities.GetAt(where.From)
	n := s.t.partitionsBetween(where.From, where.To)
	from := s.t.partitionRank(edm.PackedPartition(first))
	if n > limit {
		return s.sampleSkip(r.Row, where, from, n, limit), n
	}
	var seen within
	c, start := Counts{Exact: true}, where.From
	s.t.partitions.Ascend(partition{key: edm.PackedPartition(first)}, func(p partition) bool {
		c.add(s.countRows(p, start, r.Row, &seen))
		start += p.count
		return start < where.To
	})
	return c, n
}

// sampleSkip estimates a skip scan over the n partitions of a stretch, the first of which is partition number from, by some of them.
func (s *Snapshot) sampleSkip(rows filterlang.Interval, where Stretch, from, n, looked int) Counts {
	_, single := rows.Single()
	if !single {
		looked = max(1, looked/4) // each takes three searches by rank, and one key takes one by key
	}
	var c Counts
	var seen within
	for i, start, last := 0, where.From, 0; i < looked; i++ {
		k := int(int64(i) * int64(n) / int64(looked))
		p, _ := s.t.partitions.GetAt(from + k)
		if !single {
			start = s.t.rankNear(p.key+begins, start, where.To, start+(k-last)*p.count)
		}
		last = k
		c.add(s.countRows(p, start, rows, &seen))
	}
	scale := func(k int) int { return int(int64(k) * int64(n) / int64(looked)) }
	return Counts{scale(c.Entities), scale(c.Partitions), false}
}

// add counts the entities of one partition.
func (c *Counts) add(entities int) {
	if entities > 0 {
		c.Entities += entities
		c.Partitions++
	}
}

// within is where an interval of RowKeys lay in the partition before, in entities from its first: partitions are often alike, and a
// search that begins there then looks at two entities in place of ten.
type within struct{ low, high int }

// countRows returns the number of entities of a partition, whose first entity has the rank start, in an interval of RowKeys. For
// a single RowKey start is not looked at.
func (s *Snapshot) countRows(p partition, start int, rows filterlang.Interval, seen *within) int {
	at := rowSpan(p.key, rows)
	if at.empty() {
		return 0
	}
	if _, single := rows.Single(); single {
		if _, ok := s.t.entities.Get(probe(at.low)); ok {
			return 1
		}
		return 0
	}
	end := start + p.count
	low := s.t.rankNear(at.low, start, end, start+seen.low)
	high := s.t.rankNear(at.high, low, end, start+seen.high)
	*seen = within{low - start, high - start}
	return high - low
}
