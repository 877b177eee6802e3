package virtual

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"rangefinder/app/port"
)

// Bounds of a column's width in px.
const (
	MinWidth = 56
	MaxWidth = 1600
)

// Columns places columns side by side. Leading columns that are keys or Pinned, three at most, stay at the left
// edge where there is room.
type Columns struct {
	columns []port.Column
	wanted  []int // widths where there is room
	held    bool  // a person sized a column here: the others keep their widths
	widths  []int
	lefts   []int // len(widths)+1: where each begins, and the end
	pinned  int
	slide   int // by how much of them the pinned columns go out of the view before they stay
}

// NewColumns gives each column its width, or one by its name and type.
func NewColumns(columns []port.Column) *Columns {
	c := &Columns{columns: slices.Clone(columns), wanted: make([]int, len(columns)), lefts: make([]int, len(columns)+1)}
	for i, column := range columns {
		c.wanted[i] = clampWidth(column.Width)
		if column.Width <= 0 {
			c.wanted[i] = naturalWidth(column)
		}
	}
	c.widths = slices.Clone(c.wanted)
	c.place()
	c.Pin(math.MaxInt)
	return c
}

// Of a view narrower than leastForBoth the PartitionKey slides out, and the RowKey stays, which tells the entities of a partition apart; a
// key that is narrowed keeps leastKey, and as long as it can the RowKey leastRowKey and the PartitionKey its name. What stays leaves the
// widest of the others its room, up to leastBeside, a DateTime's width, and the first two of them theirs: in a view of leastForTwo from what
// the RowKey has beyond leastRowKey, in a narrower one, as beside the inspector, from all that a key can give.
const (
	leastForBoth = 480
	leastForTwo  = 800
	leastKey     = 110
	leastNamed   = 126
	leastRowKey  = 180
	leastAlone   = 150
	leastBeside  = 240
)

// narrowed is in which order keys give room, and how wide each stays.
var narrowed = []struct{ key, least int }{{1, leastRowKey}, {0, leastNamed}, {1, 140}, {0, leastKey}, {1, leastKey}}

// forKeys is how many px of a view the columns that stay may take: three fifths, less where that leaves the widest of the others no room.
// The Timestamp, which nobody wrote, may be cut.
func (c *Columns) forKeys(view int) int {
	widest := 0
	for i, column := range c.columns {
		if !column.Key && column.Name != "Timestamp" {
			widest = max(widest, c.widths[i])
		}
	}
	if widest == 0 {
		widest = leastBeside
	}
	return min(view/5*3, view-min(widest, leastBeside))
}

// besideTwo is what a view has left beside the two columns that follow the keys, all of it where the narrowest keys leave those no room.
func (c *Columns) besideTwo(view int) int {
	room := view
	for i := 2; i < min(len(c.columns), 4); i++ {
		room -= min(c.widths[i], leastBeside)
	}
	if room < min(c.widths[0], leastKey)+min(c.widths[1], leastKey) {
		return view
	}
	return room
}

// Pin decides how many columns stay at the left: the leading keys, in what forKeys says, and a Pinned one, in four fifths. Keys
// that need more are narrowed, unless a person chose their width. It tells whether the number has changed.
func (c *Columns) Pin(view int) (changed bool) {
	copy(c.widths, c.wanted)
	c.tighten(view)
	c.place()
	c.slide = 0
	both := len(c.columns) > 1 && c.columns[0].Key && c.columns[1].Key
	if both && view < leastForBoth {
		return c.pinRowKey(view)
	}
	if both {
		for _, give := range narrowed {
			room := c.forKeys(view)
			if give.least == leastRowKey || view < leastForTwo {
				room = min(room, c.besideTwo(view))
			}
			if over := c.lefts[2] - room; over > 0 && !c.columns[give.key].Sized {
				c.widths[give.key] = min(c.widths[give.key], max(c.widths[give.key]-over, give.least))
				c.place()
			}
		}
	}
	n := 0
	for n < len(c.columns) && n < 3 {
		room := view / 5 * 3
		if view >= leastForBoth {
			room = c.forKeys(view)
		}
		if c.columns[n].Pinned || c.columns[n].Sized { // somebody asked for it
			room = view / 5 * 4
		}
		if !c.columns[n].Key && !c.columns[n].Pinned || c.lefts[n+1] > room {
			break
		}
		n++
	}
	changed = n != c.pinned
	c.pinned = n
	c.spread(view)
	return changed
}

// tighten leaves the types in the headers out, from the last column to the first, where they would push columns out of the view.
func (c *Columns) tighten(view int) {
	over := -view
	for _, w := range c.widths {
		over += w
	}
	for i := len(c.columns) - 1; i >= 0 && over > 0 && !c.held; i-- {
		if least := c.columns[i].Least; least > 0 && !c.columns[i].Sized {
			give := min(over, max(c.widths[i]-max(least, MinWidth), 0))
			c.widths[i] -= give
			over -= give
		}
	}
}

// pinRowKey keeps the RowKey in three fifths of a narrow view, and nothing when a person made it wider than that.
func (c *Columns) pinRowKey(view int) (changed bool) {
	room, n := view/5*3, 0
	if !c.columns[1].Sized {
		c.widths[1] = min(c.widths[1], max(min(room, leastAlone), c.forKeys(view)))
		c.place()
	}
	if c.widths[1] <= room {
		n, c.slide = 2, c.widths[0] // for spread, which may widen it
	}
	changed = n != c.pinned
	c.pinned = n
	c.spread(view)
	if n > 0 {
		c.slide = c.widths[0]
	}
	return changed
}

// Slide is how many px of the columns that stay have gone out of the view at a sideways position: their edge there is Left(Pinned())
// less that.
func (c *Columns) Slide(left int) int { return min(left, c.slide) }

// leastSeen is how much of a column that is cut at the edge of the view, in px, is worth showing.
const leastSeen = 72

// spread ends the view with the end of a column, where it would end in a stray letter or within a value of which a part reads as another
// one. The room goes to keys that were narrowed, then to the columns before the edge. Widths that a person chose stay.
func (c *Columns) spread(view int) {
	cut := 0
	for cut < len(c.columns) && c.lefts[cut+1] <= view {
		cut++
	}
	if c.held || cut == 0 || cut == len(c.columns) || cut < c.pinned {
		return
	}
	room := view - c.lefts[cut]
	if room <= 0 || room >= leastSeen && !c.columns[cut].Whole {
		return
	}
	for i := range cut {
		if c.columns[i].Key && c.slide == 0 {
			give := min(room, c.wanted[i]-c.widths[i])
			c.widths[i] += give
			room -= give
		}
	}
	var take, keys []int
	for i := range cut {
		switch {
		case c.columns[i].Sized, i == 1 && c.slide > 0: // the RowKey that stays leaves the others their room
		case c.columns[i].Key:
			keys = append(keys, i)
		default:
			take = append(take, i)
		}
	}
	if len(take) == 0 || room >= leastSeen {
		take = append(keys, take...)
	}
	for n, i := range take {
		c.widths[i] += room*(n+1)/len(take) - room*n/len(take)
	}
	c.place()
}

func clampWidth(w int) int { return min(max(w, MinWidth), MaxWidth) }

var typeWidths = map[string]int{
	"Boolean": 96, "Int32": 104, "Int64": 150, "Double": 120, "DateTime": 226, "Guid": 290, "Binary": 180,
}

func naturalWidth(c port.Column) int {
	w := typeWidths[c.Type]
	if w == 0 {
		w = 170
	}
	header := 28 + 8*len(c.Name) + 7*len(c.Type)
	if c.Mix != "" {
		header += 52
	}
	return min(max(w, header), 360)
}

func (c *Columns) place() {
	for i, w := range c.widths {
		c.lefts[i+1] = c.lefts[i] + w
	}
}

// Len is the number of columns.
func (c *Columns) Len() int { return len(c.columns) }

// At is column i.
func (c *Columns) At(i int) port.Column { return c.columns[i] }

// Pinned is the number of columns that do not scroll sideways.
func (c *Columns) Pinned() int { return c.pinned }

// Keys is the number of keys among the columns that do not scroll sideways.
func (c *Columns) Keys() int {
	n := 0
	for n < c.pinned && c.columns[n].Key {
		n++
	}
	return n
}

// Width is that of column i, in px.
func (c *Columns) Width(i int) int { return c.widths[i] }

// Total is the width of all columns, in px.
func (c *Columns) Total() int { return c.lefts[len(c.widths)] }

// Left is where column i begins, in px.
func (c *Columns) Left(i int) int { return c.lefts[i] }

// SetWidth changes a width on a person's behalf, within bounds, and returns what it became. The other columns stay as they are, so that
// an edge that is dragged stays under the pointer.
func (c *Columns) SetWidth(i, width int) int {
	if !c.held {
		c.held = true
		for j, w := range c.widths {
			if c.wanted[j] = max(c.wanted[j], w); c.columns[j].Least > 0 {
				c.wanted[j] = w
			}
		}
	}
	c.wanted[i], c.columns[i].Sized = clampWidth(width), true
	c.widths[i] = c.wanted[i]
	c.place()
	return c.widths[i]
}

// Suit gives a column a width that nobody chose.
func (c *Columns) Suit(i, width, least int) {
	c.wanted[i], c.columns[i].Sized, c.columns[i].Least = clampWidth(width), false, least
}

// SetTail changes a column's Tail.
func (c *Columns) SetTail(i, tail int) { c.columns[i].Tail = tail }

// Tail reports whether column i is so narrow that it shows the ends of its values.
func (c *Columns) Tail(i int) bool {
	return i < len(c.columns) && c.widths[i] < c.columns[i].Tail
}

// Template is the value of grid-template-columns.
func (c *Columns) Template() string {
	var b strings.Builder
	for i, w := range c.widths {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%dpx", w)
	}
	return b.String()
}

// Slots is how many unpinned columns need cells in a view of that width; it does not change while scrolling.
func (c *Columns) Slots(view int) int {
	return min(len(c.columns)-c.pinned, max(view, 0)/MinWidth+2)
}

// First is the first of slots unpinned columns to draw at a sideways position.
func (c *Columns) First(left, slots int) int {
	first := c.pinned
	edge := left + c.lefts[c.pinned] - c.Slide(left)
	for first < len(c.columns)-slots && c.lefts[first+1] <= edge {
		first++
	}
	return first
}

// mostSettled is about a column's width, in px.
const mostSettled = 160

// Settle is where a view that a person scrolled sideways, from one position to another, comes to rest: at the next place on the way, no
// further than mostSettled, at which the fewest numbers and dates are cut at its edges, where a part of one reads as another. At the left a
// number loses its first digits, which is worse than its last.
func (c *Columns) Settle(from, left, view int) int {
	last := c.Total() - view
	if left <= c.slide || left >= last || c.pinned >= len(c.columns) {
		return left
	}
	stays := c.lefts[c.pinned] - c.slide // the edge beside which the others begin
	cut := func(edge int) int {          // the column that is cut there, -1 for none
		for i := c.pinned; i < len(c.columns); i++ {
			if c.lefts[i] < edge && edge < c.lefts[i+1] {
				return i
			}
		}
		return -1
	}
	cuts := func(left int) (n int) {
		if i := cut(left + stays); i >= 0 && c.columns[i].Whole {
			n = 2
		}
		if i := cut(left + view); i >= 0 && c.columns[i].Whole {
			n++
		}
		return n
	}
	places := []int{0, last}
	if i := cut(left + stays); i >= 0 {
		places = append(places, c.lefts[i]-stays, c.lefts[i+1]-stays)
	}
	if i := cut(left + view); i >= 0 {
		places = append(places, c.lefts[i]-view, c.lefts[i+1]-view)
	}
	best := left
	for _, at := range places {
		if at > 0 && at < c.slide || at > last || (at < left) != (left < from) || max(at-left, left-at) > mostSettled {
			continue
		}
		if n, least := cuts(at), cuts(best); n < least || n == least && max(at-left, left-at) < max(best-left, left-best) {
			best = at
		}
	}
	return best
}

// Sees reports whether any of column i is in a view that is scrolled to left.
func (c *Columns) Sees(i, left, view int) bool {
	return i < c.pinned || c.lefts[i] < left+view && c.lefts[i+1]-left > c.lefts[c.pinned]-c.Slide(left)
}

// Reveal is the sideways position with the least movement that shows column i, and when it goes to the right, no end of a column that is
// half below those that stay.
func (c *Columns) Reveal(i, left, view int) int {
	if i >= len(c.columns) {
		return left
	}
	if i < c.pinned {
		if c.lefts[i] < c.Slide(left) {
			return 0
		}
		return left
	}
	if c.lefts[i+1]-left > view {
		left = c.lefts[i+1] - view
		for k := c.pinned; k <= i; k++ {
			if at := c.lefts[k] - c.lefts[c.pinned] + c.slide; at >= left {
				left = min(at, c.Total()-view)
				break
			}
		}
	}
	if c.lefts[i]-left < c.lefts[c.pinned]-c.Slide(left) {
		left = c.lefts[i] - c.lefts[c.pinned] + c.slide
	}
	return left
}
