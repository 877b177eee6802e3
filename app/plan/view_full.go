package plan

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// shownReads is the most partitions that are listed as read.
const shownReads = 12

// filled is Why in the whole window: the clauses with the hints, which nobody has to open there, and beside them, where there is room,
// what is read.
func (s *Strip) filled(p *Plan) app.UI {
	return H("div.why.filled",
		H("div.filled-part",
			Slot(s.Tree != nil, func() app.UI { return s.tree(p) }),
			H("div.filled-hints", H("h2", "What would be cheaper"), s.cheaper()),
			s.how(p)),
		H("div.filled-part",
			s.ways(p),
			Slot(s.Map.Reply != nil && !s.Map.Reply.Inside && !s.Live && s.Table != "", func() app.UI { return s.reads(s.Map) })))
}

// cheaper is the light bulb's list, or that it has nothing to say.
func (s *Strip) cheaper() app.UI {
	switch e := hinted(s.plan()); {
	case e != nil && len(e.Findings) > 0:
		return s.advice(e)
	case e == nil:
		return H("p.dim", "Nothing is known before the filter is planned.")
	}
	return H("p.dim", "There is no hint: no other filter is known that asks for the same and reads less.")
}

// reads lists the partitions that the plan reads, and how much of each.
func (s *Strip) reads(m *Map) app.UI {
	type line struct {
		wire.Segment
		read int
	}
	var list []line
	for _, seg := range m.Reply.Segments {
		l := line{Segment: seg}
		for _, r := range m.Reads {
			l.read += max(min(r.To, seg.To)-max(r.From, seg.From), 0)
		}
		if l.read > 0 {
			list = append(list, l)
		}
	}
	shown := list[:min(len(list), shownReads)]
	return H("div.filled-reads", H("h2", "Partitions that are read"),
		Slot(len(list) == 0, func() app.UI { return H("p.dim", "None.") }),
		Slot(len(list) > 0, func() app.UI {
			return H("div.lines tabindex=0 role=region", Label("Partitions that are read"), H("table",
				H("thead", H("tr", H("th scope=col", "PartitionKey"), H("th.num scope=col", "Read"), H("th.num scope=col", "Of"), H("th.num scope=col", "Share"))),
				H("tbody", Each(len(shown), func(i int) app.UI {
					l := shown[i]
					key := page.KeyText(l.FirstKey)
					if l.Partitions > 1 {
						key += " … " + page.KeyText(l.LastKey) + ", " + words.Number(l.Partitions) + " partitions"
					}
					return H("tr", H("th.mono scope=row", key), H("td.num", words.Number(l.read)), H("td.num", words.Number(l.To-l.From)), H("td.num", words.Share(int64(l.read), int64(l.To-l.From))))
				}))))
		}),
		Slot(len(list) > len(shown), func() app.UI {
			return H("p.dim", "and "+words.Number(len(list)-len(shown))+" more, which the key map shows")
		}))
}
