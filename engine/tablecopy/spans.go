package tablecopy

import (
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// span is a range of the source's entities by rank, from inclusive, to exclusive, whose counterparts a few requests read: it lies in one
// partition, or has whole partitions only. So its filter is a range of keys, which is all that a service is quick with.
type span struct{ from, to int }

// single reports whether a span lies in one partition.
func (s *survey) single(p span) bool {
	return s.source.At(p.from).PartitionKey() == s.source.At(p.to-1).PartitionKey()
}

// filter returns the $filter of a span.
func (s *survey) filter(p span) string {
	first, last := s.source.At(p.from), s.source.At(p.to-1)
	text := func(key string) string { return edm.NewString(key).Literal() }
	if first.PartitionKey() != last.PartitionKey() {
		return "PartitionKey ge " + text(first.PartitionKey()) + " and PartitionKey le " + text(last.PartitionKey())
	}
	if first.RowKey() == last.RowKey() {
		return "PartitionKey eq " + text(first.PartitionKey()) + " and RowKey eq " + text(first.RowKey())
	}
	return "PartitionKey eq " + text(first.PartitionKey()) + " and RowKey ge " + text(first.RowKey()) + " and RowKey le " + text(last.RowKey())
}

// end returns the rank behind the partition of an entity.
func (s *survey) end(rank int) int { return endOf(s.source, rank) }

func (c *Copy) end(rank int) int { return endOf(c.source, rank) }

func endOf(source *engine.Snapshot, rank int) int {
	key := source.At(rank).PartitionKey()
	info, _ := source.Partition(key)
	return source.Rank(key, "") + info.Count
}

// cut cuts the entities from a rank on into about so many spans.
func (s *survey) cut(p span, parts int) []span {
	size := max(1, (p.to-p.from+parts-1)/parts)
	var out []span
	for from := p.from; from < p.to; {
		end := s.end(from)
		whole := s.source.Rank(s.source.At(from).PartitionKey(), "") == from
		to := min(end, from+size)
		if whole && end-from < size {
			for to = end; to < p.to; to = end {
				if end = s.end(to); end-from > size {
					break
				}
			}
		}
		to = min(to, p.to)
		out = append(out, span{from, to})
		from = to
	}
	return out
}

// partitions returns the spans of the single partitions of a span.
func (s *survey) partitions(p span) []span {
	var out []span
	for from := p.from; from < p.to; {
		to := min(s.end(from), p.to)
		out = append(out, span{from, to})
		from = to
	}
	return out
}

// behind returns the part of a span that an ordered list has not come to yet, when it has come to a key.
func (s *survey) behind(p span, last engine.Entity) span {
	rank := s.source.Rank(last.PartitionKey(), last.RowKey())
	if rank < s.source.Len() && engine.CompareKeys(s.source.At(rank), last) == 0 {
		rank++
	}
	p.from = min(max(p.from, rank), p.to)
	return p
}
