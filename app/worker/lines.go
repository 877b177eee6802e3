package worker

import (
	"sort"
	"sync"

	"rangefinder/engine"
)

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

// orders are the display orders of a result, and the last search in it.
type orders struct {
	mu    sync.Mutex
	last  int // number of the newest
	kept  []ordered
	found *found
}

// ordered is one display order: the entity on each line.
type ordered struct {
	number int
	lines  []uint32
}

// keptOrders is how many orders of a result are kept: the one on screen, and the one that is about to take its place.
const keptOrders = 2

// Lines are the lines of a result in one of its orders.
type Lines struct {
	r     *Result
	order []uint32 // nil for the service's
}

// LinesIn returns the lines in an order.
func (r *Result) LinesIn(order int) (Lines, error) {
	if order == 0 {
		return Lines{r: r}, nil
	}
	r.orders.mu.Lock()
	defer r.orders.mu.Unlock()
	for _, o := range r.orders.kept {
		if o.number == order {
			return Lines{r, o.lines}, nil
		}
	}
	return Lines{}, gone(r.number)
}

func (l Lines) Len() int {
	if l.order != nil {
		return len(l.order)
	}
	return l.r.pages.lines()
}

// At returns what is on a line: the index of an entity, or with marker set that of the page which begins there.
func (l Lines) At(line int) (index int, marker bool) {
	if l.order != nil {
		return int(l.order[line]), false
	}
	return l.r.pages.at(line)
}

// Scan calls visit with the entities of the lines in turn, without the page markers, and lets messages in on its way.
func (l Lines) Scan(j *Job, visit func(line int, e *engine.Entity)) error {
	const window = 256
	n := l.r.Len()
	if l.order != nil {
		for line, i := range l.order {
			e := l.r.At(int(i))
			visit(line, &e)
			if line%window == window-1 {
				if err := j.Pause(line+1, len(l.order), 0); err != nil {
					return err
				}
			}
		}
		return nil
	}
	page, next := 0, 0 // the line of entity i is i + its page
	if l.r.pages.count > 1 {
		next = l.r.pages.first(1)
	} else {
		next = n
	}
	for from := 0; from < n; from += window {
		entities := l.r.Window(from, window)
		for k := range entities {
			for i := from + k; i >= next && page+1 < l.r.pages.count; {
				page++
				if next = n; page+1 < l.r.pages.count {
					next = l.r.pages.first(page + 1)
				}
			}
			visit(from+k+page, &entities[k])
		}
		if err := j.Pause(min(from+window, n), n, 0); err != nil {
			return err
		}
	}
	return nil
}
