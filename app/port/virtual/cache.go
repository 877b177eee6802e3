package virtual

import "rangefinder/app/port"

const (
	cacheWindows = 20 // windows kept
	openRequests = 2  // requests without an answer
)

// Cache keeps the rows of the last used windows of port.WindowRows lines. The zero Cache is empty and ready.
type Cache struct {
	windows map[int]*window
	open    map[int]int // windows asked for, not yet answered → rows asked for
	clock   int
}

type window struct {
	rows  []port.Row
	want  int  // rows that were asked for: an answer that is short says there are no more
	stale bool // shown until a new answer is there
	used  int
}

// Row is a line's row, if it is there.
func (c *Cache) Row(line int) (port.Row, bool) {
	w := c.windows[line/port.WindowRows]
	if line < 0 || w == nil || line%port.WindowRows >= len(w.rows) {
		return port.Row{}, false
	}
	return w.rows[line%port.WindowRows], true
}

// Put takes an answer that begins at line first. Rows that do not continue what is there are dropped.
func (c *Cache) Put(first int, rows []port.Row) {
	if first < 0 {
		return
	}
	if len(rows) == 0 {
		c.put(first/port.WindowRows, first%port.WindowRows, nil)
	}
	for len(rows) > 0 {
		at := first % port.WindowRows
		n := min(len(rows), port.WindowRows-at)
		c.put(first/port.WindowRows, at, rows[:n])
		first, rows = first+n, rows[n:]
	}
}

func (c *Cache) put(index, at int, rows []port.Row) {
	w := &window{rows: rows, want: c.open[index], used: c.tick()}
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

// Need says what to ask for so that lines [first, last) of total can be shown, and when they are there one window further in the
// direction of the movement (negative for up). It counts what it says as asked for, and has no more than two requests open: while rows fly
// past, windows that nobody will see are never asked for.
func (c *Cache) Need(first, last, total, direction int) []Request {
	if c.open == nil {
		c.open = make(map[int]int)
	}
	var requests []Request
	ask := func(index int) (here bool) {
		count := min(port.WindowRows, total-index*port.WindowRows)
		if index < 0 || count <= 0 {
			return true
		}
		if w := c.windows[index]; w != nil {
			w.used = c.tick()
			if !w.stale && max(len(w.rows), w.want) >= count {
				return true
			}
		}
		if c.open[index] == 0 && len(c.open) < openRequests {
			c.open[index] = count
			requests = append(requests, Request{First: index * port.WindowRows, Count: count})
		}
		return false
	}
	if last <= first {
		return nil
	}
	from, to, here := first/port.WindowRows, (last-1)/port.WindowRows, true
	for index := from; index <= to; index++ {
		here = ask(index) && here
	}
	switch {
	case !here: // what is in view comes first
	case direction > 0:
		ask(to + 1)
	case direction < 0:
		ask(from - 1)
	}
	return requests
}

// Request is lines [First, First+Count).
type Request struct{ First, Count int }
