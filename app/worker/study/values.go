package study

import (
	"cmp"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// maxDistinct is how many values of a property are told apart.
const maxDistinct = 20_000

// values answers the values of a property. Those of PartitionKey need no scan.
func values(j *worker.Job, req wire.ValuesRequest) (*wire.ValuesReply, error) {
	s, err := valuesOf(j, req)
	if err != nil {
		return nil, err
	}
	g := &valueGathering{prefix: strings.ToLower(req.Prefix), counts: map[edm.Value]int{}, reply: &wire.ValuesReply{Values: []wire.ValueCount{}}}
	if s != nil {
		if err := g.gather(j, s, req); err != nil {
			return nil, err
		}
	}
	g.list()
	g.reply.Micros = j.Micros()
	return g.reply, nil
}

func valuesOf(j *worker.Job, req wire.ValuesRequest) (*engine.Snapshot, error) {
	if req.Source != "" {
		return j.Remembered(req.Source, req.Table)
	}
	return j.DB().Snapshot(req.Table)
}

// valueGathering counts values.
type valueGathering struct {
	prefix string // in small letters
	counts map[edm.Value]int
	reply  *wire.ValuesReply
}

func (g *valueGathering) gather(j *worker.Job, s *engine.Snapshot, req wire.ValuesRequest) error {
	from, to := 0, s.Len()
	if req.Partition != nil {
		p, ok := s.Partition(*req.Partition)
		if !ok {
			return nil
		}
		from = s.PartitionStart(s.PartitionRank(*req.Partition))
		to = from + p.Count
	} else if req.Property == filterlang.PartitionKey {
		g.reply.Entities = s.Len()
		for i := 0; i < s.Partitions(); i++ {
			p := s.PartitionAt(i)
			g.add(edm.NewString(p.Key), p.Count)
			if i%stride == stride-1 {
				if err := j.Pause(i, s.Partitions(), 0); err != nil {
					return err
				}
			}
		}
		return nil
	}
	g.reply.Entities = to - from
	const window = 512
	for rank := from; rank < to; rank += window {
		for _, e := range s.Window(rank, min(window, to-rank)) {
			if v, ok := e.Value(req.Property); ok {
				g.add(v, 1)
			}
		}
		if err := j.Pause(min(rank+window, to)-from, to-from, len(g.counts)); err != nil {
			return err
		}
	}
	return nil
}

func (g *valueGathering) add(v edm.Value, n int) {
	g.reply.Have += n
	if g.prefix != "" && !strings.HasPrefix(strings.ToLower(g.sought(v)), g.prefix) {
		return
	}
	if known, ok := g.counts[v]; ok || len(g.counts) < maxDistinct {
		g.counts[v] = known + n
		return
	}
	g.reply.Many = true
}

// sought is the text of a value in which a beginning is looked for: cut, unless the beginning is longer.
func (g *valueGathering) sought(v edm.Value) string {
	if v.Type() == edm.String && len(g.prefix) > wire.CellLimit {
		return v.Text()
	}
	return textOf(v)
}

// textOf is a value as it is shown, cut.
func textOf(v edm.Value) string { return worker.CellFor(v).V }

// list keeps the most frequent values.
func (g *valueGathering) list() {
	type counted struct {
		value edm.Value
		n     int
	}
	all := make([]counted, 0, len(g.counts))
	for v, n := range g.counts {
		all = append(all, counted{v, n})
	}
	g.reply.Distinct = len(all)
	stable.Sort(all, func(a, b counted) int {
		if a.n != b.n {
			return b.n - a.n
		}
		if a.value.Type() == b.value.Type() {
			if order, ok := edm.Compare(a.value, b.value); ok && order != edm.Unordered {
				return order
			}
		}
		return cmp.Or(int(a.value.Type())-int(b.value.Type()), cmp.Compare(a.value.Display(), b.value.Display()))
	})
	room := wire.MaxLiterals
	for _, c := range all {
		if len(g.reply.Values) == wire.MaxValues {
			break
		}
		if c.value.Type() == edm.String && len(c.value.Text()) > wire.MaxLiteral || c.value.Type() == edm.Binary && len(c.value.Text()) > wire.MaxLiteral/2 {
			continue
		}
		if literal := c.value.Literal(); len(literal) <= min(wire.MaxLiteral, room) {
			room -= len(literal)
			g.reply.Values = append(g.reply.Values, wire.ValueCount{Type: c.value.Type(), Text: textOf(c.value), Literal: literal, Count: c.n})
		}
	}
}
