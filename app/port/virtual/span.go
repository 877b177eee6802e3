package virtual

// Span is the cells between an anchor and the current cell, chosen together. The zero Span is none: only the current cell is chosen.
type Span struct {
	line, column int // the anchor
	on           bool
}

// Begin anchors a span that is none yet.
func (s *Span) Begin(line, column int) {
	if !s.on {
		*s = Span{line, column, true}
	}
}

// End leaves only the current cell, and tells whether there was more.
func (s *Span) End() (changed bool) {
	changed = s.on
	*s = Span{}
	return changed
}

// On reports whether more than the current cell is chosen.
func (s *Span) On() bool { return s.on }

// Bounds are the first and the last line and column, given the current cell.
func (s *Span) Bounds(line, column int) (first, last, left, right int) {
	if !s.on {
		return line, line, column, column
	}
	return min(s.line, line), max(s.line, line), min(s.column, column), max(s.column, column)
}

// Has reports whether a cell is one of several that are chosen, given the current cell.
func (s *Span) Has(line, column, atLine, atColumn int) bool {
	first, last, left, right := s.Bounds(atLine, atColumn)
	return s.on && first <= line && line <= last && left <= column && column <= right
}

// Said tells how much is selected of a grid of so many lines, "" for no more than the current cell.
func Said(lines *Selection, cells *Span, line, column, of int) string {
	switch first, last := lines.Lines(line); {
	case lines.Many() && last-first+1 == of:
		return "all " + Number(of) + " entities selected"
	case lines.Many():
		return Number(last-first+1) + " entities selected"
	}
	if !cells.On() {
		return ""
	}
	first, last, left, right := cells.Bounds(line, column)
	return Number((last-first+1)*(right-left+1)) + " cells selected"
}
