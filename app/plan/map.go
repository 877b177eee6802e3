package plan

import (
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
	Class  filterlang.Class
}

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
