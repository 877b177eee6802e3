//go:build js && wasm

package browser

import (
	"maps"
	"slices"
	"syscall/js"
)

// overscan is how many lines beyond the visible ones have elements, on each side: what the compositor may show before the
// next frame is drawn.
const overscan = 6

// farViews is how many views away a place is that is not scrolled to line by line.
const farViews = 4

// measure reads the root's inside, which a resize of the window or of a pane changes.
func (g *grid) measure() {
	width, height := g.root.Get("clientWidth").Int(), g.root.Get("clientHeight").Int()
	if width == 0 || width == g.width && height == g.height { // one that is hidden, as between two results, comes back as it was
		return
	}
	g.catchUp()
	first, last := g.scroll.Visible()
	typing := g.field != nil && g.field.line >= first && g.field.line < last // into a field that is in view, and stays there
	inSight := height < g.height && g.line >= first && g.line < last
	wide := width != g.width
	was, column := g.width, -1 // which stays in view, since it has the keyboard
	if typing {
		column = g.field.column
	} else if wide && g.column < g.columns.Len() && g.columns.Sees(g.column, g.left, g.width) {
		column = g.column
	}
	if wide {
		g.width = width
		g.forgetRows() // another width needs another number of cells
		g.placeColumns()
	}
	g.height = height
	property(g.edge, "right", px(g.root.Get("offsetWidth").Int()-width)) // beside the scroll bars
	property(g.edge, "bottom", px(g.root.Get("offsetHeight").Int()-height))
	property(g.behind, "bottom", px(g.root.Get("offsetHeight").Int()-height))
	g.resize()
	if wide || typing {
		g.setLeft(g.push.Left(g.columns, g.left, was, g.width, column))
	}
	if typing {
		g.ScrollTo(g.field.line)
	} else if inSight { // what opens below the grid must not take the current line out of view
		g.ScrollTo(g.line)
	}
	if wide {
		g.draw() // this frame would show no rows, and what is typed before the next one would be lost
	}
}

// catchUp takes the browser's position, if it has moved.
func (g *grid) catchUp() {
	if !g.scrolled {
		return
	}
	g.scrolled = false
	if left := g.root.Get("scrollLeft").Int(); left != g.left {
		if (left > 0) != (g.left > 0) {
			g.root.Get("classList").Call("toggle", "rf-aside", left > 0)
		}
		g.left = left
	}
	if top, change := g.scroll.Moved(g.root.Get("scrollTop").Float()); change {
		g.setTop(top)
	}
}

// frame draws. Where scrolling has jumped to lines of which none has been read it only asks for them, once: most answers are here before
// the next frame, see answered, and to lay out blank rows first takes this thread longer than the answer does.
func (g *grid) frame() {
	if g.destroyed {
		return
	}
	blank := false
	if g.scrolled {
		g.look()
		blank = g.blank()
	}
	if blank && !g.patient {
		g.patient = true
		g.ask()
		g.changed(false)
		return
	}
	g.patient = blank // under a thumb that is being dragged each place is new: there blank rows say that something comes
	g.draw()
}

// draw brings the elements in line with position, rows and current cell.
func (g *grid) draw() {
	if g.destroyed {
		return
	}
	g.quietly(g.place)
	g.ask()
}

// answered draws lines in view that were blank as soon as they are read, and no others: what lies beyond the view follows in the next
// frame. In that frame all of it would make the frame late.
func (g *grid) answered() {
	g.patient = false
	from, to := g.from, g.to
	g.hurried = true
	g.from, g.to = g.scroll.Visible()
	g.quietly(g.place)
	g.hurried = false
	g.from, g.to = from, to
	g.changed(false)
}

// ask asks for what the lines with elements show.
func (g *grid) ask() {
	for _, r := range g.cache.Need(g.from, g.to, g.lines, g.direction) {
		if g.events.OnNeed != nil {
			g.events.OnNeed(r.First, r.Count)
		}
	}
}

// look reads which lines are in view, and so which have elements after the next draw.
func (g *grid) look() {
	g.catchUp()
	first, last := g.scroll.Visible()
	g.from, g.to = max(first-overscan, 0), min(last+overscan, g.lines)
	if first != g.first {
		g.direction = first - g.first
		if max(g.direction, -g.direction) > farViews*(last-first) {
			g.direction = 0 // a jump does not go on
		}
		g.first = first
	}
}

// blank reports whether no line in view has been read.
func (g *grid) blank() bool {
	for line := g.from; line < g.to; line++ {
		if _, ok := g.cache.Row(line); ok {
			return false
		}
	}
	return g.from < g.to
}

// quietly does what may hide or remove the element with the focus: the grid keeps the focus and gives it to another.
func (g *grid) quietly(do func()) {
	was := g.rearranging
	g.rearranging = true
	do()
	g.rearranging = was
}

func (g *grid) place() {
	if !g.hurried {
		g.look()
	}
	from, to := g.from, g.to
	if beyond := g.columns.Len() > 0 && g.columns.Total() > g.left+g.width; beyond != g.beyond {
		g.beyond = beyond
		g.edge.Set("hidden", !beyond)
	}
	at := 0
	if g.left > 0 && g.columns.Len() > 0 {
		at = g.columns.Left(g.columns.Pinned()) - g.columns.Slide(g.left)
	}
	if at != g.behindAt {
		g.behindAt = at
		g.behind.Set("hidden", at == 0)
		property(g.behind, "left", px(at))
	}
	slots := g.columns.Slots(g.width)
	firstColumn := g.columns.First(g.left, slots)

	for line, r := range g.rows {
		// The current line keeps its element wherever it is, because that may hold the focus.
		if (line < from || line >= to) && line != g.line {
			delete(g.rows, line)
			g.free = append(g.free, r)
		}
	}
	if g.line >= 0 && g.line < g.lines && g.columns.Len() > 0 && (g.line < from || g.line >= to) {
		g.row(g.line, slots).fill(g, firstColumn, true)
	}
	if g.columns.Len() > 0 {
		for line := from; line < to; line++ {
			g.row(line, slots).fill(g, firstColumn, false)
		}
	}
	if !g.hurried { // the next frame needs them again
		for _, r := range g.free {
			r.hide()
		}
	}
	if g.mixed && g.restTimer == 0 {
		g.awaitRest()
	}
	g.holdField()
	g.moveStop()
	g.saySelected()
	g.explainHead()
}

// row is the element of a line: the one it has, one of the pool, or a new one.
func (g *grid) row(line, slots int) *row {
	if r := g.rows[line]; r != nil {
		return r
	}
	var r *row
	if n := len(g.free); n > 0 {
		r, g.free = g.free[n-1], g.free[:n-1]
	} else {
		r = newRow(g.columns.Keys(), g.columns.Pinned(), slots)
		g.body.Call("append", r.element)
	}
	r.line, r.epoch, g.mixed = line, -1, true
	g.rows[line] = r
	return r
}

// arrange puts the rows into the order of their lines in the document too, for whoever reads that: rows that are used again stand anywhere.
// It waits until scrolling rests. What has the focus or holds a field stays where it is, and the others go before and after it.
func (g *grid) arrange() {
	g.mixed = false
	lines := slices.Sorted(maps.Keys(g.rows))
	at, _ := slices.BinarySearch(lines, g.line)
	if at == len(lines) {
		at = 0
	}
	for i := at - 1; i >= 0; i-- {
		g.putBefore(g.rows[lines[i]], g.rows[lines[i+1]].element)
	}
	for i := at + 1; i < len(lines); i++ {
		g.putBefore(g.rows[lines[i]], g.rows[lines[i-1]].element.Get("nextSibling"))
	}
}

// putBefore moves a row in the document, unless it is there already.
func (g *grid) putBefore(r *row, next js.Value) {
	if !next.Equal(r.element) && !r.element.Get("nextSibling").Equal(next) {
		g.body.Call("insertBefore", r.element, next)
	}
}

// forgetRows removes all row elements; the next draw makes new ones.
func (g *grid) forgetRows() {
	g.quietly(func() {
		for _, r := range g.rows {
			r.element.Call("remove")
		}
		for _, r := range g.free {
			r.element.Call("remove")
		}
	})
	clear(g.rows)
	g.free = nil
	g.epoch++
}

// moveStop gives tabindex 0 to the current cell, and the focus too when the grid has it.
func (g *grid) moveStop() {
	next := g.root
	switch {
	case g.columns.Len() == 0:
	case g.line < 0:
		next = g.headers[g.column].element
	default:
		if r := g.rows[g.line]; r != nil {
			if c := r.cell(g.column); c.Truthy() {
				next = c
			}
		}
	}
	if !next.Equal(g.stop) {
		if g.stop.Truthy() {
			attr(g.stop, "tabindex", "-1")
		}
		attr(next, "tabindex", "0")
		g.stop = next
	}
	if g.field == nil && g.focused && !next.Equal(document.Get("activeElement")) {
		g.focus(next)
	}
}

// awaitRest waits anew until nothing moves.
func (g *grid) awaitRest() {
	if g.restTimer != 0 {
		global.Call("clearTimeout", g.restTimer)
	}
	g.restTimer = global.Call("setTimeout", g.rest, restAfter).Int()
}

// listenScroll hears scrolling and changes of size.
func (g *grid) listenScroll() {
	g.removers = append(g.removers, listenPassive(g.root, "scroll", func(js.Value) {
		g.scrolled = true
		g.changed(false)
		g.awaitRest()
	}))
	g.rest = g.callbacks.add(func(js.Value) {
		g.restTimer = 0
		if g.mixed {
			g.arrange()
		}
		g.catchUp()
		if g.left != g.put && g.field == nil && g.columns.Len() > 0 {
			g.setLeft(g.columns.Settle(g.put, g.left, g.width))
		}
		if g.direction == 0 { // after a jump, what lies below it comes next
			g.direction = 1
			g.ask()
		}
		if top, change := g.scroll.Rest(); change {
			g.setTop(top)
			g.changed(true)
		}
	})
	observer := global.Get("ResizeObserver").New(g.callbacks.add(func(js.Value) { g.measure() }))
	observer.Call("observe", g.root)
	g.removers = append(g.removers, func() { observer.Call("disconnect") })
}
