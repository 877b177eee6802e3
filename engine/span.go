package engine

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// span is a stretch of a table: the sort keys from low on and before high.
type span struct{ low, high string }

// after is greater than every sort key: no byte of one is above 0xF6.
const after = "\xff"

// everything is the stretch of a whole table.
var everything = span{"", after}

// Sort keys hold no byte below 0x20 but the zero that ends the PartitionKey. So "a\x00" is where partition a begins, and
// "a\x01" where it has ended and no other has begun.
const (
	begins = "\x00"
	ended  = "\x01"
)

// spanOf returns the stretch of a contiguous range.
func spanOf(r filterlang.KeyRange) span {
	if r.Empty() {
		return span{}
	}
	if key, ok := r.Partition.Single(); ok {
		form, truncated := edm.KeyBound(key)
		if truncated {
			return span{} // no stored key holds U+0000
		}
		return rowSpan(form, r.Row)
	}
	return partitionSpan(r.Partition)
}

// partitionSpan returns the stretch of the partitions in an interval.
func partitionSpan(i filterlang.Interval) span {
	s := span{"", after}
	switch i.Low.Kind {
	case filterlang.Inclusive:
		s.low = boundary(i.Low.Value)
	case filterlang.Exclusive:
		form, _ := edm.KeyBound(i.Low.Value)
		s.low = form + ended
	}
	switch i.High.Kind {
	case filterlang.Inclusive:
		form, _ := edm.KeyBound(i.High.Value)
		s.high = form + ended
	case filterlang.Exclusive:
		s.high = boundary(i.High.Value)
	}
	return s
}

// boundary returns where the first partition with at least that key begins; the text may be any.
func boundary(partitionKey string) string {
	form, truncated := edm.KeyBound(partitionKey)
	if truncated {
		return form + ended
	}
	return form + begins
}

// rowSpan returns the stretch of the rows of an interval in one partition, given by its sort form. A RowKey ends the sort key,
// so that its bounds may hold any character.
func rowSpan(partition string, rows filterlang.Interval) span {
	head := partition + begins
	s := span{head, partition + ended}
	switch rows.Low.Kind {
	case filterlang.Inclusive:
		s.low = head + edm.SortForm(rows.Low.Value)
	case filterlang.Exclusive:
		s.low = head + edm.SortForm(rows.Low.Value) + "\x00"
	}
	switch rows.High.Kind {
	case filterlang.Inclusive:
		s.high = head + edm.SortForm(rows.High.Value) + "\x00"
	case filterlang.Exclusive:
		s.high = head + edm.SortForm(rows.High.Value)
	}
	return s
}

func (s span) empty() bool { return s.low >= s.high }

// rank returns the number of entities whose sort key is less than key.
func (t *table) rank(key string) int {
	if key == "" {
		return 0
	}
	if key == after {
		return t.entities.Len()
	}
	return t.rankBetween(key, 0, t.entities.Len())
}

// rankBetween is rank when it is known to lie from low to high.
func (t *table) rankBetween(key string, low, high int) int {
	for low < high {
		if middle := int(uint(low+high) >> 1); t.before(middle, key) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// rankNear is rankBetween that begins where the rank is thought to be, and looks twice as far from there each time.
func (t *table) rankNear(key string, low, high, guess int) int {
	guess = max(low, min(guess, high))
	if guess < high && t.before(guess, key) {
		low = guess + 1
		for step := 1; low+step < high; step *= 2 {
			if !t.before(low+step-1, key) {
				high = low + step - 1
				break
			}
			low += step
		}
	} else {
		high = guess
		for step := 1; high-step > low; step *= 2 {
			if t.before(high-step, key) {
				low = high - step + 1
				break
			}
			high -= step
		}
	}
	return t.rankBetween(key, low, high)
}

// before tells whether the entity of a rank has a sort form less than key.
func (t *table) before(rank int, key string) bool {
	p, _ := t.entities.GetAt(rank)
	return edm.PackedKey(p) < key
}

// partitionRank returns the number of partitions whose sort form is less than key.
func (t *table) partitionRank(key string) int {
	low, high := 0, t.partitions.Len()
	for low < high {
		middle := int(uint(low+high) >> 1)
		if p, _ := t.partitions.GetAt(middle); p.key < key {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// partitionsBetween returns the number of partitions from the entity of rank from to that of rank to-1.
func (t *table) partitionsBetween(from, to int) int {
	if from >= to {
		return 0
	}
	first, _ := t.entities.GetAt(from)
	last, _ := t.entities.GetAt(to - 1)
	return t.partitionsFrom(first, last)
}

// partitionsFrom returns the number of partitions from the entity first to the entity last.
func (t *table) partitionsFrom(first, last edm.Packed) int {
	a, b := edm.PackedPartition(first), edm.PackedPartition(last)
	if a == b {
		return 1
	}
	return t.partitionRank(b) - t.partitionRank(a) + 1
}

// stretch returns the ranks of a span.
func (t *table) stretch(s span) Stretch {
	if s.empty() {
		return Stretch{}
	}
	from := t.rank(s.low)
	return Stretch{from, max(from, t.rank(s.high))}
}
