package plan

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Map is the key map.
type Map struct {
	Reply  *wire.MapReply // nil until it came
	Failed string         // why it did not come
	Reads  []wire.Stretch // ranks the plan reads; of the text before while the plan's own are on their way
	Ticks  []int          // matches by bucket of the view
	Zoom   wire.Stretch   // the view; zero: the whole table
	Hover  int            // segment under the pointer or the keyboard, -1 for none
	Drag   *wire.Stretch  // segments being dragged over, by index, To inclusive
	Wrote  *Wrote         // the filter that the map wrote last, nil for none
	Class  filterlang.Class
}

// Wrote is a filter that the map wrote, and the one before.
type Wrote struct{ Filter, Before string }

// longestExample is how long a key may be that stands in the example of a filter, whose lines are as many with any key.
const longestExample = 10

// Example is a PartitionKey of the table as a filter has it between quotes, "…" while none is known that can be shown there.
func (m *Map) Example() string {
	if m == nil || m.Reply == nil || m.Reply.Inside {
		return "…"
	}
	for _, s := range m.Reply.Segments {
		if key := strings.ReplaceAll(s.FirstKey, "'", "''"); key != "" && utf8.RuneCountInString(key) <= longestExample && page.KeyWhole(key) == key {
			return key
		}
	}
	return "…"
}

// What a person does to the key map.
type (
	MapHovered      struct{ Segment int }  // -1: left
	MapDragged      struct{ From, To int } // segments, in any order
	MapReleased     struct{}
	MapDragCanceled struct{}
	MapZoomed       struct{ Segment int }
	MapZoomedOut    struct{}
	MapUndone       struct{} // the filter that the map wrote gives way to the one before
)

// SegmentLabel names a segment and what is in it.
func SegmentLabel(r *wire.MapReply, s wire.Segment) string {
	name := page.KeyText(s.FirstKey)
	if s.FirstKey != s.LastKey {
		name += " … " + page.KeyText(s.LastKey)
	}
	text := name + " · " + words.Count(s.To-s.From, "entity", "entities")
	if !r.Inside && s.Partitions > 1 {
		text += " in " + words.Count(s.Partitions, "partition", "partitions")
	}
	return text
}

// Parts of the bar, in per cent: from which a segment is labelled, what a letter takes of a phone's bar, what the label of a narrow
// segment takes at most that is read, and what that of one that is pointed at may take.
const (
	labelWidth   = 4.0
	letterWidth  = 2.2
	calledWidth  = 16.0
	pointedWidth = 40.0
)

// tick is the place of a bucket with matches along the bar. They are in what is read, so of a bucket that is read in part it is that part.
func (m *Map) tick(i int) (x, width float64) {
	width = 100 / float64(len(m.Ticks))
	x = width * float64(i)
	for _, s := range m.Reads {
		if lo, hi := max(x, place(m.Reply, s.From)), min(x+width, place(m.Reply, s.To)); lo < hi {
			return lo, hi - lo
		}
	}
	return x, width
}

// label is the name of a segment below the bar, and its room there in per cent.
type label struct {
	x, w          float64
	text          string
	read, at, end bool // at: pointed at; end: it ends where its segment does, for the bar has no room after it
}

// roomy gives a label more room than its segment has.
func (l label) roomy(room float64) label {
	if l.x+room > 100 {
		l.x, l.end = max(l.x+l.w-room, 0), true
	}
	l.w = room
	return l
}

// clear reports whether nothing stands in the room of a label.
func (l label) clear(of []label) bool {
	const touch = 1e-6 // what sums of parts are off by
	return !slices.ContainsFunc(of, func(c label) bool { return l.x+touch < c.x+c.w && l.x+l.w > c.x+touch })
}

// labels names the segments that have room for it, of those that have none the first and the last that the plan reads, and in full
// what is pointed at, or has the keyboard.
func (m *Map) labels() []label {
	r := m.Reply
	named := func(s wire.Segment) label {
		return label{x: place(r, s.From), w: place(r, s.To) - place(r, s.From), text: words.Clip(page.KeyText(s.FirstKey), 40), read: covers(m.Reads, s)}
	}
	first, last := -1, -1
	for i, s := range r.Segments {
		if covers(m.Reads, s) {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	if 2*(last-first) > len(r.Segments) { // most of the bar is read: nothing needs to be called out
		first, last = -1, -1
	}
	var called, list, at, shown []label
	for i, s := range r.Segments {
		l := named(s)
		if (i == first || i == last) && l.w < labelWidth {
			if l = l.roomy(min(calledWidth, letterWidth*float64(len(l.text)+1))); l.clear(called) {
				called = append(called, l)
			}
		} else if l.w >= labelWidth {
			list = append(list, l)
		}
	}
	if h := m.Hover; h >= 0 && h < len(r.Segments) {
		at = append(at, named(r.Segments[h]).roomy(calledWidth))
	}
	for _, l := range called {
		if l.clear(at) {
			shown = append(shown, l)
		}
	}
	for _, l := range list {
		for _, c := range called {
			if c.x > l.x {
				l.w = min(l.w, c.x-l.x) // it begins under its segment, and has what is left
			}
		}
		if l.clear(called) && l.clear(at) {
			shown = append(shown, l)
		}
	}
	for _, l := range at { // over the room of its neighbours
		if l.end {
			l.x += l.w - pointedWidth
		}
		l.w, l.at = pointedWidth, true
		shown = append(shown, l)
	}
	return shown
}
