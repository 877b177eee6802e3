package virtual

import "rangefinder/app/port"

// A jump needs few lines soon, and scrolling many in one answer: windows are small, and those that follow each other are asked for together.
const (
	windowRows   = 20
	cacheWindows = 100                          // kept
	openWindows  = 2 * aheadWindows             // without an answer, when more are asked for
	aheadWindows = port.WindowRows / windowRows // that are read ahead of the view
)

// Cache keeps the rows of the last used windows of windowRows lines. The zero Cache is empty and ready.
type Cache struct {
	windows map[int]*window
	open    map[int]asked // windows without an answer
	clock   int
}

// asked is what was asked of a window.
type asked struct {
	rows  int
	first int // line that the request begins at
}

type window struct {
	rows  []port.Row
	want  int  // rows that were asked for: an answer that is short says there are no more
	stale bool // shown until a new answer is there
	used  int
}

// Row is a line's row, if it is there.
func (c *Cache) Row(line int) (port.Row, bool) {
	w := c.windows[line/windowRows]
	if line < 0 || w == nil || line%windowRows >= len(w.rows) {
		return port.Row{}, false
	}
	return w.rows[line%windowRows], true
}

// Put takes an answer that begins at line first. Rows that do not continue what is there are dropped.
func (c *Cache) Put(first int, rows []port.Row) {
	if first < 0 {
		return
	}
	end := first + max(len(rows), 1)
	for index, asked := range c.open { // an answer that is short is one for every window of its request
		if asked.first == first {
			end = max(end, index*windowRows+asked.rows)
		}
	}
	for first < end {
		at := first % windowRows
		n := min(end-first, windowRows-at)
		here := min(n, len(rows))
		c.put(first/windowRows, at, rows[:here])
		first, rows = first+n, rows[here:]
	}
}

func (c *Cache) put(index, at int, rows []port.Row) {
	w := &window{rows: rows, want: c.open[index].rows, used: c.tick()}
	delete(c.open, index)
	if c.windows == nil {
		c.windows = make(map[int]*window)
	}
	old := c.windows[index]
	if at > 0 {
		if old == nil || len(old.rows) < at {
			return
		}
		w.rows = append(append(make([]port.Row, 0, at+len(rows)), old.rows[:at]...), rows...)
	}
	c.windows[index] = w
	if len(c.windows) > cacheWindows {
		c.evict()
	}
}

func (c *Cache) tick() int { c.clock++; return c.clock }

func (c *Cache) evict() {
	oldest, index := c.clock+1, -1
	for i, w := range c.windows {
		if w.used < oldest {
			oldest, index = w.used, i
		}
	}
	delete(c.windows, index)
}

// Clear forgets rows and open requests.
func (c *Cache) Clear() {
	clear(c.windows)
	clear(c.open)
}

// Stale keeps the rows for showing and asks for all of them anew.
func (c *Cache) Stale() {
	for _, w := range c.windows {
		w.stale = true
	}
	clear(c.open)
}

// Need says what to ask for so that lines [first, last) of total can be shown, and when they are there what lies further in the
// direction of the movement (negative for up, 0 for none). It counts what it says as asked for, and asks for nothing while openWindows
// have no answer: while rows fly past, windows that nobody will see are never asked for.
func (c *Cache) Need(first, last, total, direction int) []Request {
	if last <= first {
		return nil
	}
	if c.open == nil {
		c.open = make(map[int]asked)
	}
	from, to := first/windowRows, (last-1)/windowRows
	requests, here := c.ask(from, to, total)
	if !here { // what is in view comes first
		return requests
	}
	switch far := (total - 1) / windowRows; {
	case direction > 0:
		if next := min(to+aheadWindows, far); next > to && c.lacks(next, total) {
			for next > to+1 && c.lacks(next-1, total) {
				next--
			}
			requests, _ = c.ask(next, min(next+aheadWindows-1, far), total)
		}
	case direction < 0:
		if next := max(from-aheadWindows, 0); next < from && c.lacks(next, total) {
			for next < from-1 && c.lacks(next+1, total) {
				next++
			}
			requests, _ = c.ask(max(next-aheadWindows+1, 0), next, total)
		}
	}
	return requests
}

// has reports whether a window is there, and counts it as used.
func (c *Cache) has(index, total int) bool {
	w := c.windows[index]
	if w == nil {
		return false
	}
	w.used = c.tick()
	return !w.stale && max(len(w.rows), w.want) >= min(windowRows, total-index*windowRows)
}

// lacks reports whether a window is neither there nor asked for.
func (c *Cache) lacks(index, total int) bool {
	return c.open[index].rows == 0 && !c.has(index, total)
}

// ask asks for what is lacking of windows [from, to], and reports whether all are there.
func (c *Cache) ask(from, to, total int) (requests []Request, here bool) {
	here = true
	full := len(c.open) >= openWindows
	for index := from; index <= to; index++ {
		count := min(windowRows, total-index*windowRows)
		if count <= 0 || c.has(index, total) {
			continue
		}
		here = false
		if full || c.open[index].rows != 0 {
			continue
		}
		first := index * windowRows
		if n := len(requests) - 1; n >= 0 && requests[n].First+requests[n].Count == first && requests[n].Count+count <= port.WindowRows {
			requests[n].Count += count
			first = requests[n].First
		} else {
			requests = append(requests, Request{first, count})
		}
		c.open[index] = asked{count, first}
	}
	return requests, here
}

// Request is lines [First, First+Count).
type Request struct{ First, Count int }
