package queryline

import (
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// MapSegments is the most segments the key map draws: more would smear on a small screen.
const MapSegments = 96

// updateMap is the key map.
func (l Line) updateMap(v *page.View, msg page.Msg) (Line, []page.Cmd, bool) {
	mp := *l.Map
	switch msg := msg.(type) {
	case Mapped:
		if msg.Table != l.Query.Table {
			return l, nil, true
		}
		if f := wire.FailureOf(msg.Err); f != nil {
			if f.Code != wire.Canceled && mp.Reply == nil {
				mp.Failed = f.Message
				l.Map = &mp
			}
			return l, nil, true
		}
		mp.Failed, mp.Reply, mp.Hover, mp.Drag = "", msg.Reply, -1, nil
		l.Map = &mp
		return l, nil, true

	case plan.MapHovered:
		if mp.Hover == msg.Segment {
			return l, nil, true
		}
		mp.Hover = msg.Segment
		l.Map = &mp
		return l, nil, true

	case plan.MapDragged:
		if mp.Reply == nil || !inside(msg.From, mp.Reply) || !inside(msg.To, mp.Reply) {
			return l, nil, true
		}
		mp.Drag = &wire.Stretch{From: min(msg.From, msg.To), To: max(msg.From, msg.To)}
		mp.Hover = msg.To
		l.Map = &mp
		return l, nil, true

	case plan.MapDragCanceled:
		mp.Drag = nil
		l.Map = &mp
		return l, nil, true

	case plan.MapReleased:
		drag := mp.Drag
		mp.Drag = nil
		l.Map = &mp
		if drag == nil || mp.Reply == nil || !inside(drag.To, mp.Reply) {
			return l, nil, true
		}
		before := l.Query.Filter
		l, cmds := l.edited(v, l.keysReplaced(StretchFilter(mp.Reply, *drag)))
		wrote := *l.Map
		wrote.Wrote = &plan.Wrote{Filter: l.Query.Filter, Before: before}
		l.Map = &wrote
		return l, cmds, true

	case plan.MapUndone:
		if mp.Wrote == nil || mp.Wrote.Filter != l.Query.Filter {
			return l, nil, true
		}
		l, cmds := l.Write(v, mp.Wrote.Before)
		return l, append(cmds, page.FocusOn{From: "map-undo", To: "map"}, page.Announce{Text: "The filter is again as it was."}), true

	case plan.MapZoomed:
		if mp.Reply == nil || !inside(msg.Segment, mp.Reply) {
			return l, nil, true
		}
		s := mp.Reply.Segments[msg.Segment]
		if s.To-s.From < 2 {
			return l, nil, true
		}
		return l.zoom(v, wire.Stretch{From: s.From, To: s.To})

	case plan.MapZoomedOut:
		return l.zoom(v, wire.Stretch{})
	}
	return l, nil, false
}

func inside(i int, r *wire.MapReply) bool { return i >= 0 && i < len(r.Segments) }

func (l Line) zoom(v *page.View, view wire.Stretch) (Line, []page.Cmd, bool) {
	mp := *l.Map
	mp.Zoom, mp.Ticks, mp.Drag, mp.Hover = view, nil, nil, -1
	l.Map = &mp
	cmds := []page.Cmd{DrawMap{wire.MapRequest{Table: l.Query.Table, View: view, Buckets: MapSegments}}}
	if l.Plan.Plan != nil && !l.Plan.Asked {
		cmds = append(cmds, Match{l.Seq, l.matchRequest(v)})
	}
	return l, cmds, true
}

// outside reports whether something is read, and nothing of it within a view that is not the whole table.
func outside(reads []wire.Stretch, view wire.Stretch) bool {
	return view.To > 0 && len(reads) > 0 && !slices.ContainsFunc(reads, func(s wire.Stretch) bool { return s.From < view.To && s.To > view.From })
}

// keysReplaced is the filter on screen with other clauses about the keys: those about other properties stay.
func (l Line) keysReplaced(keys string) string {
	was, err := l.Query.Parsed()
	if err != nil || was == nil {
		return keys
	}
	now, err := filterlang.Parse(keys)
	if err != nil {
		return keys
	}
	all := &filterlang.And{}
	for _, c := range filterlang.NewPlan(now).Conjuncts {
		all.Operands = append(all.Operands, c.Expr)
	}
	for _, c := range filterlang.NewPlan(was).Conjuncts {
		if slices.ContainsFunc(filterlang.Properties(c.Expr), func(name string) bool { return name != filterlang.PartitionKey && name != filterlang.RowKey }) {
			all.Operands = append(all.Operands, c.Expr)
		}
	}
	return all.String()
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
