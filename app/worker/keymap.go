package worker

import (
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// maxBuckets bounds the segments and ticks one request may ask for; a screen has fewer pixels.
const maxBuckets = 4096

// keyMap answers consecutive segments that cover the view, at most Buckets of them. While they fit, every partition is one;
// otherwise a partition of more than some two buckets' size is a segment of its own and smaller neighbours are put together. A
// view inside one partition is cut into equal stretches of row keys. It takes O(buckets · log² n).
func (j *Job) keyMap(req wire.MapRequest) (*wire.MapReply, error) {
	if req.Source != "" {
		return nil, Uncounted()
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	if req.Buckets < 1 || req.Buckets > maxBuckets {
		return nil, wire.Invalid("Buckets", "the key map is drawn with 1 to 4096 segments")
	}
	r := &wire.MapReply{Entities: s.Len(), View: viewOf(req.View, s.Len()), Segments: []wire.Segment{}}
	if r.View.From == r.View.To {
		return r, nil
	}
	first := s.PartitionRank(s.At(r.View.From).PartitionKey())
	last := s.PartitionRank(s.At(r.View.To - 1).PartitionKey())
	m := &mapper{s: s, view: r.View}
	if r.Inside = first == last; r.Inside {
		r.Segments = m.inside(req.Buckets)
		return r, nil
	}
	length := r.View.To - r.View.From
	if last-first < req.Buckets {
		r.Segments = m.grouped(first, last, 0, req.Buckets)
		return r, nil
	}
	// Two neighbouring segments hold more than the size together, or they would be one: so about two buckets' size is enough,
	// and often one is.
	size := length / req.Buckets
	for r.Segments = nil; r.Segments == nil; size += max(1, length/(2*req.Buckets)) {
		r.Segments = m.grouped(first, last, size, req.Buckets)
	}
	return r, nil
}

// viewOf cuts a view to the table; the zero view is the whole of it.
func viewOf(v wire.Stretch, entities int) wire.Stretch {
	if v.To <= 0 {
		return wire.Stretch{From: 0, To: entities}
	}
	to := min(v.To, entities)
	return wire.Stretch{From: min(max(v.From, 0), to), To: to}
}

// mapper cuts a view of a table into segments.
type mapper struct {
	s    *engine.Snapshot
	view wire.Stretch
}

// inside cuts a view of one partition into at most n equal stretches.
func (m *mapper) inside(n int) []wire.Segment {
	length := m.view.To - m.view.From
	n = min(n, length)
	segments := make([]wire.Segment, n)
	for i := range segments {
		from, to := m.view.From+i*length/n, m.view.From+(i+1)*length/n
		first := m.s.At(from)
		segments[i] = wire.Segment{
			From: from, To: to, Partitions: 1,
			FirstKey: first.RowKey(), LastKey: m.s.At(to - 1).RowKey(), PartitionKey: first.PartitionKey(),
		}
	}
	return segments
}

// grouped puts the partitions first to last into segments: each alone, or with neighbours as long as they hold at most size
// entities together. It answers nil when that would take more than limit.
func (m *mapper) grouped(first, last, size, limit int) []wire.Segment {
	segments := make([]wire.Segment, 0, min(limit, last-first+1))
	start := m.view.From
	for i := first; i <= last; {
		if len(segments) == limit {
			return nil
		}
		next := i + 1
		if size > 0 {
			next = max(next, m.partitionOf(start+size))
		}
		next = min(next, last+1)
		end := m.s.PartitionStart(next)
		segment := wire.Segment{
			From: start, To: min(end, m.view.To), Partitions: next - i,
			FirstKey: m.s.PartitionAt(i).Key, LastKey: m.s.PartitionAt(next - 1).Key,
		}
		segments = append(segments, segment)
		i, start = next, end
	}
	return segments
}

// partitionOf returns the index of the partition that holds a rank, the number of partitions past the end.
func (m *mapper) partitionOf(rank int) int {
	if rank >= m.s.Len() {
		return m.s.Partitions()
	}
	return m.s.PartitionRank(m.s.At(rank).PartitionKey())
}
