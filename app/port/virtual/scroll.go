package virtual

import "math"

// MaxHeight is the tallest element that the grid makes, in px. Firefox stops at 17.8 million, and positions are drawn with
// 32-bit floats, which are whole only up to 2^24.
const MaxHeight = 15_000_000

// edgeViews is how many views at each end of a scaled table move with the bar one to one, so that the wheel always finds room
// there.
const edgeViews = 4

// Scroll maps the browser's scrollTop to the table's own vertical position Y, both in px. Up to MaxHeight they are the same.
// Above it a small movement still moves the rows by as many pixels, and only a large one, such as a drag of the scroll bar's
// thumb, moves in proportion; what this drifts is taken back by Rest when scrolling pauses.
type Scroll struct {
	lines, rowHeight, view int
	top                    float64 // scrollTop as last reported or set
	offset                 float64 // Y - top; whole, so that text stays sharp
}

// Resize sets the number of lines, their height and that of the visible part, in px, and keeps the first visible line. The
// result is the scrollTop to set.
func (s *Scroll) Resize(lines, rowHeight, view int) (top float64) {
	line := 0.0
	if s.rowHeight > 0 {
		line = s.Y() / float64(s.rowHeight)
	}
	s.lines, s.rowHeight, s.view = max(lines, 0), max(rowHeight, 1), max(view, 0)
	return s.To(line * float64(s.rowHeight))
}

func (s *Scroll) real() float64 { return float64(s.lines) * float64(s.rowHeight) }

// Height is that of the element that holds the lines.
func (s *Scroll) Height() float64 { return min(s.real(), MaxHeight) }

func (s *Scroll) maxY() float64   { return max(s.real()-float64(s.view), 0) }
func (s *Scroll) maxTop() float64 { return max(s.Height()-float64(s.view), 0) }

func (s *Scroll) scaled() bool { return s.real() > MaxHeight && s.maxTop() > 0 }

// stretch is how many px of the table one px of the bar stands for between the edges, which are one to one.
func (s *Scroll) stretch() (edge, ratio float64) {
	edge = min(float64(edgeViews*s.view), s.maxTop()/2)
	if between := s.maxTop() - 2*edge; between > 0 {
		ratio = (s.maxY() - 2*edge) / between
	}
	return edge, ratio
}

// topFor is where the bar belongs for position y, and yFor the reverse.
func (s *Scroll) topFor(y float64) float64 {
	edge, ratio := s.stretch()
	switch {
	case !s.scaled() || y <= edge:
		return y
	case y >= s.maxY()-edge:
		return s.maxTop() - (s.maxY() - y)
	}
	return edge + (y-edge)/ratio
}

func (s *Scroll) yFor(top float64) float64 {
	edge, ratio := s.stretch()
	switch {
	case !s.scaled() || top <= edge:
		return top
	case top >= s.maxTop()-edge:
		return s.maxY() - (s.maxTop() - top)
	}
	return edge + (top-edge)*ratio
}

// Y is the table's position: line n begins at n × row height − Y below the header.
func (s *Scroll) Y() float64 { return min(max(s.top+s.offset, 0), s.maxY()) }

// LineTop is where a line lies in the element that holds the lines, in px.
func (s *Scroll) LineTop(line int) float64 {
	return float64(line)*float64(s.rowHeight) - s.Y() + s.top
}

// Moved takes the browser's scrollTop. When change is true the browser must be set to the result, because the scroll bar is
// about to end before the table does.
func (s *Scroll) Moved(top float64) (result float64, change bool) {
	delta := top - s.top
	if !s.scaled() {
		s.top, s.offset = top, 0
		return top, false
	}
	if math.Abs(delta) > float64(2*s.view) {
		s.top, s.offset = top, math.Round(s.yFor(top)-top)
		return top, false
	}
	y := s.Y() + delta
	s.top = top
	s.place(y)
	room, rest := top, s.Y()
	if delta > 0 {
		room, rest = s.maxTop()-top, s.maxY()-s.Y()
	}
	if delta != 0 && room < float64(s.view) && rest > room {
		return s.Rest()
	}
	return top, false
}

// place sets offset so that Y is y, cut to the table.
func (s *Scroll) place(y float64) {
	s.offset = math.Round(min(max(y, 0), s.maxY()) - s.top)
}

// Rest brings the scroll bar to where it belongs for Y, without moving the rows. When change is true the browser must be set
// to the result.
func (s *Scroll) Rest() (result float64, change bool) {
	if !s.scaled() {
		return s.top, false
	}
	y := s.Y()
	offset := math.Round(y - s.topFor(y))
	if offset == s.offset {
		return s.top, false
	}
	s.top, s.offset = y-offset, offset
	return s.top, true
}

// To goes to position y, cut to the table; the result is the scrollTop to set.
func (s *Scroll) To(y float64) (top float64) {
	y = min(max(math.Round(y), 0), s.maxY())
	s.offset = math.Round(y - s.topFor(y))
	s.top = y - s.offset
	return s.top
}

// Reveal is To with the least movement that shows the whole line; change is false when it is shown already.
func (s *Scroll) Reveal(line int) (top float64, change bool) {
	at, y := float64(line)*float64(s.rowHeight), s.Y()
	switch {
	case at < y:
		return s.To(at), true
	case at+float64(s.rowHeight) > y+float64(s.view):
		return s.To(at + float64(s.rowHeight) - float64(s.view)), true
	}
	return s.top, false
}

// Visible is the range [first, last) of lines that are at least partly in view, cut to the table.
func (s *Scroll) Visible() (first, last int) {
	y := s.Y()
	first = int(y) / s.height()
	last = int(math.Ceil((y + float64(s.view)) / float64(s.height())))
	return min(first, s.lines), min(last, s.lines)
}

// Page is how many lines Page Up and Page Down move.
func (s *Scroll) Page() int { return max(s.view/s.height()-1, 1) }

// height is the row height, never 0: the zero Scroll is an empty table.
func (s *Scroll) height() int { return max(s.rowHeight, 1) }
