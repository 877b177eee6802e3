package queryline

import (
	"errors"

	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// matchBuckets is how many stretches of the key map count their matches.
const matchBuckets = 240

// Ask parses and plans what the query line says and asks for its numbers. What the text alone tells is on screen at once: class,
// clauses, ranges. The numbers follow. Those of the text before are not shown for this one; where only the table changed they stay
// until the new ones are there.
func (l Line) Ask(v *page.View) (Line, []page.Cmd) {
	l.Seq++
	q, old := l.Query, l.Plan
	next := &plan.Plan{Table: q.Table, Filter: q.Filter, Why: old.Why, Bulb: old.Bulb, Applied: old.Applied, Of: plan.Question{Source: q.Source, Table: q.Table, Filter: q.Filter, Top: q.Top, Profile: v.Profile}}
	if next.Applied != nil && next.Applied.Filter != q.Filter {
		next.Applied, next.Bulb = nil, false
	}
	l.Plan = next
	if old.Filter == q.Filter && old.Plan != nil && old.Plan.Profile == next.Of.Profile {
		next.Plan = old.Plan
	} else if expr, err := q.Parsed(); err == nil {
		next.Plan = next.Of.Profile.Plan(expr)
	} else {
		next.Err, _ = errors.AsType[*filterlang.SyntaxError](err)
		next.Err = editor.Suited(next.Err, q.Query, q.Census)
		near := next.NearRefused(l.Seq)
		next.Bulb, next.Was, next.Last = false, old.Room(), old.Standing()
		next.Rested = old.Rested || old.Filter != q.Filter
		next.Pressed = old.Pressed && old.Filter == q.Filter
		return l.unread(), append([]page.Cmd{page.Stop{Slot: plan.NearSlot}, editor.ShowMarks{Marks: editor.MarksOf(next)}, AnnouncePlan{}}, near...)
	}
	if v.Hides {
		next.Plan = nil // what is not known here, nothing can tell
		return l.unread(), []page.Cmd{page.Stop{Slot: MatchSlot}, editor.ShowMarks{Marks: editor.MarksOf(next)}}
	}
	if q.Table == "" {
		return l, []page.Cmd{editor.ShowMarks{Marks: editor.MarksOf(next)}}
	}
	if v.Loading != nil && q.Source == "" && q.Table != v.Selected {
		return l, []page.Cmd{editor.ShowMarks{Marks: editor.MarksOf(next)}} // its numbers come when the table is there
	}
	next.Asked = true
	if next.Of == old.Of {
		next.Explain, next.Match = old.Explain, old.Match
	}
	if next.Was = old.Room(); next.Of.Source != old.Of.Source || next.Of.Table != old.Of.Table {
		next.Was = plan.Room{}
	}
	// One thing after the other: the counts, while the page draws, and then the scan for the matches.
	return l, []page.Cmd{page.Stop{Slot: MatchSlot}, page.Stop{Slot: plan.NearSlot}, Explain{l.Seq, l.planRequest(v)}, editor.ShowMarks{Marks: editor.MarksOf(next), Found: old.Err == nil}}
}

// marks are those of the text as far as it is known.
func (l Line) marks() editor.ShowMarks {
	show := editor.ShowMarks{Marks: editor.MarksOf(l.Plan), Found: !l.Plan.Rested}
	if e := l.Plan.Explain; e != nil {
		show.Found, show.Marks.Diagnostics = false, editor.DiagnosticsOf(l.Plan, e.Findings)
	}
	return show
}

// unread takes what the plan reads off the key map.
func (l Line) unread() Line {
	mp := *l.Map
	mp.Reads, mp.Ticks, mp.Class = nil, nil, filterlang.Empty
	l.Map = &mp
	return l
}

// planRequest is the query of the plan on screen. Comments are blanks in it: what is found is told by its place in the text, and
// everything that is asked about one text has the same text, which the worker plans once.
func (l Line) planRequest(v *page.View) wire.QueryRequest {
	req := l.Query.Request(v.Profile)
	req.Filter = filterlang.Uncomment(l.Query.Filter)
	return req
}

// matchRequest asks for the matches of the plan on screen, and where on the key map they are.
func (l Line) matchRequest(v *page.View) wire.QueryRequest {
	req := l.planRequest(v)
	req.View, req.Buckets, req.Step = l.Map.Zoom, matchBuckets, Step(l.Query)
	return req
}

func (l Line) explained(v *page.View, msg Explained) (Line, []page.Cmd, bool) {
	if msg.Seq != l.Seq || !l.Plan.Asked {
		return l, nil, true
	}
	p := *l.Plan
	p.Asked = false
	l.Plan = &p
	if f := wire.FailureOf(msg.Err); f != nil {
		if f.Code == wire.Canceled {
			return l, nil, true
		}
		p.Failed, p.Explain, p.Match, p.Was = f.Message, nil, nil, plan.Room{}
		return l.unread(), []page.Cmd{editor.ShowFindings{}}, true
	}
	if p.Explain, p.Was.Explain = msg.Reply, nil; p.Match != nil {
		p.Match, p.Was.Match = nil, p.Match
	}
	mp := *l.Map
	mp.Reads, mp.Class = msg.Reply.Reads, p.Plan.Class
	mp.Ticks = nil
	l.Map = &mp
	cmds := []page.Cmd{editor.ShowFindings{Diagnostics: editor.DiagnosticsOf(&p, msg.Reply.Findings)}}
	if outside(mp.Reads, mp.Zoom) { // of what the plan reads the map would show nothing
		mp.Zoom, mp.Drag, mp.Hover = wire.Stretch{}, nil, -1
		cmds = append(cmds, DrawMap{wire.MapRequest{Table: l.Query.Table, Buckets: MapSegments}})
	}
	if l.Query.Source == "" { // of an account only reading tells
		cmds = append(cmds, Match{l.Seq, l.matchRequest(v)})
	}
	return l, append(cmds, AnnouncePlan{}), true
}

func (l Line) matched(v *page.View, msg Matched) (Line, []page.Cmd, bool) {
	if msg.Seq != l.Seq || l.Plan.Asked {
		return l, nil, true
	}
	p := *l.Plan
	if f := wire.FailureOf(msg.Err); f != nil {
		if f.Code != wire.Canceled { // a newer question cancelled it
			p.Failed = f.Message
			l.Plan = &p
			return l, []page.Cmd{AnnouncePlan{}}, true // what is known is spoken
		}
		return l, nil, true
	}
	p.Match, p.Was.Match = msg.Reply, nil
	l.Plan = &p
	if msg.View == l.Map.Zoom {
		mp := *l.Map
		mp.Ticks = msg.Reply.Ticks
		l.Map = &mp
	}
	cmds := append([]page.Cmd{AnnouncePlan{}}, p.CountHints(l.Seq, l.planRequest(v))...)
	if !v.Embedded {
		cmds = append(cmds, p.Nearby(l.Seq)...)
	}
	return l, cmds, true
}
