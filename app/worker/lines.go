package worker

import "sort"

// pages tells which line of the grid is which entity of a result. Line numbers run over the entities and, before the first
// entity of each page after the first, a marker; a page without entities has its marker too.
type pages struct {
	entities int
	count    int                // of pages, at least 1: a result without entities is one empty page
	first    func(page int) int // index of the first entity of page 0 <= page < count; ascending, equal after an empty page
}

// lines returns how many lines there are.
func (p pages) lines() int { return p.entities + p.count - 1 }

// at returns what is on a line, 0 <= line < lines: the index of an entity, or with marker set the index of the page that
// begins there, from 1.
func (p pages) at(line int) (index int, marker bool) {
	// The marker of page k is on line first(k)+k-1, which grows with k.
	begun := 1 + sort.Search(p.count-1, func(i int) bool { return p.first(i+1)+i > line })
	if k := begun - 1; k > 0 && p.first(k)+k-1 == line {
		return k, true
	}
	return line - (begun - 1), false
}
