package state

import (
	"slices"

	"rangefinder/app/plan"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// MapSegments is the most segments the key map draws: more would smear on a small screen.
const MapSegments = 96

// updateMap is the key map.
func updateMap(m Model, msg Msg) (Model, []Cmd, bool) {
	mp := *m.Map
	switch msg := msg.(type) {
	case Mapped:
		if msg.Table != m.Query.Table {
			return m, nil, true
		}
		if f := wire.FailureOf(msg.Err); f != nil {
			if f.Code != wire.Canceled && mp.Reply == nil {
				mp.Failed = f.Message
				m.Map = &mp
			}
			return m, nil, true
		}
		mp.Failed, mp.Reply, mp.Hover, mp.Drag = "", msg.Reply, -1, nil
		m.Map = &mp
		return m, nil, true

	case plan.MapHovered:
		if mp.Hover == msg.Segment {
			return m, nil, true
		}
		mp.Hover = msg.Segment
		m.Map = &mp
		return m, nil, true

	case plan.MapDragged:
		if mp.Reply == nil || !inside(msg.From, mp.Reply) || !inside(msg.To, mp.Reply) {
			return m, nil, true
		}
		mp.Drag = &wire.Stretch{From: min(msg.From, msg.To), To: max(msg.From, msg.To)}
		mp.Hover = msg.To
		m.Map = &mp
		return m, nil, true

	case plan.MapDragCanceled:
		mp.Drag = nil
		m.Map = &mp
		return m, nil, true

	case plan.MapReleased:
		drag := mp.Drag
		mp.Drag = nil
		m.Map = &mp
		if drag == nil || mp.Reply == nil || !inside(drag.To, mp.Reply) {
			return m, nil, true
		}
		m, cmds := edited(m, StretchFilter(mp.Reply, *drag))
		return m, cmds, true

	case plan.MapZoomed:
		if mp.Reply == nil || !inside(msg.Segment, mp.Reply) {
			return m, nil, true
		}
		s := mp.Reply.Segments[msg.Segment]
		if s.To-s.From < 2 {
			return m, nil, true
		}
		return zoom(m, wire.Stretch{From: s.From, To: s.To})

	case plan.MapZoomedOut:
		return zoom(m, wire.Stretch{})
	}
	return m, nil, false
}

func inside(i int, r *wire.MapReply) bool { return i >= 0 && i < len(r.Segments) }

func zoom(m Model, view wire.Stretch) (Model, []Cmd, bool) {
	mp := *m.Map
	mp.Zoom, mp.Ticks, mp.Drag, mp.Hover = view, nil, nil, -1
	m.Map = &mp
	cmds := []Cmd{DrawMap{wire.MapRequest{Table: m.Query.Table, View: view, Buckets: MapSegments}}}
	if m.Plan.Plan != nil && !m.Plan.Asked {
		cmds = append(cmds, Match{m.Seq, matchRequest(m)})
	}
	return m, cmds, true
}

// outside reports whether something is read, and nothing of it within a view that is not the whole table.
func outside(reads []wire.Stretch, view wire.Stretch) bool {
	return view.To > 0 && len(reads) > 0 && !slices.ContainsFunc(reads, func(s wire.Stretch) bool { return s.From < view.To && s.To > view.From })
}

// StretchFilter writes the filter that reads exactly the segments from drag.From to drag.To, both inclusive.
func StretchFilter(r *wire.MapReply, drag wire.Stretch) string {
	first, last := r.Segments[drag.From], r.Segments[drag.To]
	if r.Inside {
		pk := compare(filterlang.PartitionKey, filterlang.Eq, first.PartitionKey)
		return pk + " and " + between(filterlang.RowKey, first.FirstKey, last.LastKey)
	}
	return between(filterlang.PartitionKey, first.FirstKey, last.LastKey)
}

func between(key, low, high string) string {
	if low == high {
		return compare(key, filterlang.Eq, low)
	}
	return compare(key, filterlang.Ge, low) + " and " + compare(key, filterlang.Le, high)
}

func compare(key string, op filterlang.Op, value string) string {
	return (&filterlang.Comparison{Property: key, Op: op, Literal: edm.NewString(value)}).String()
}
