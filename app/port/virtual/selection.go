package virtual

// Selection is a run of lines that was chosen together, from an anchor to a head, either of which may be the upper one. The
// zero Selection is collapsed: only the current line is chosen.
type Selection struct {
	anchor, head int
	on           bool
	all          bool // not from an anchor
}

// Extend moves the head to a line. A selection that is collapsed, or of all lines, is anchored at from, the current line,
// first.
func (s *Selection) Extend(from, to int) {
	if !s.on || s.all {
		s.anchor, s.all = from, false
	}
	s.head = to
	s.on = s.head != s.anchor
}

// All chooses every one of so many lines.
func (s *Selection) All(lines int) {
	*s = Selection{anchor: 0, head: lines - 1, on: lines > 1, all: true}
}

// Collapse leaves only the current line, and tells whether there was more.
func (s *Selection) Collapse() (changed bool) {
	changed = s.on
	*s = Selection{}
	return changed
}

// Cut lets go of lines that are not there any more.
func (s *Selection) Cut(lines int) {
	s.anchor, s.head = min(s.anchor, max(lines-1, 0)), min(s.head, max(lines-1, 0))
	s.on = s.on && s.anchor != s.head
}

// Has reports whether a line is one of several that are chosen.
func (s *Selection) Has(line int) bool {
	return s.on && min(s.anchor, s.head) <= line && line <= max(s.anchor, s.head)
}

// Many reports whether more than one line is chosen.
func (s *Selection) Many() bool { return s.on }

// Lines is the first and the last line that is chosen, both the current one of a collapsed selection.
func (s *Selection) Lines(current int) (first, last int) {
	if !s.on {
		return current, current
	}
	return min(s.anchor, s.head), max(s.anchor, s.head)
}
