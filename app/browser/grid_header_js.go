//go:build js && wasm

package browser

import (
	"math"
	"strconv"
	"strings"
	"syscall/js"
	"unicode/utf8"

	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
)

// keyResizeStep is what one key press changes a width, in px.
const keyResizeStep = 16

// headerCell is a column's head: name, type, flag of mixed types, and the handle that resizes.
type headerCell struct {
	element js.Value
	arrow   js.Value // of the order
	class   string
	sort    port.Sort
}

func (g *grid) buildHeader() {
	g.header.Call("replaceChildren")
	g.headers = make([]headerCell, g.columns.Len())
	g.header.Set("hidden", len(g.headers) == 0)
	for i := range g.headers {
		c := g.columns.At(i)
		e := element("div", "rf-th")
		attr(e, "role", "columnheader")
		attr(e, "aria-colindex", strconv.Itoa(i+1))
		attr(e, "tabindex", "-1")
		property(e, "grid-column", strconv.Itoa(i+1))
		called := virtual.Text(port.Cell{Text: c.Name}, false)
		title := "Sort by " + called + ", in this browser"
		switch {
		case c.Mix != "":
			title = called + ": " + c.Mix + "\n" + title
		case c.Type != "":
			title = called + ": " + c.Type + "\n" + title // a narrow head has no room for it
		}
		attr(e, "title", title)
		name := document.Call("createElement", "span")
		name.Set("textContent", called)
		e.Call("append", name)
		arrow := element("span", "rf-arrow")
		attr(arrow, "aria-hidden", "true")
		e.Call("append", arrow)
		if c.Type != "" {
			small := document.Call("createElement", "small")
			small.Set("textContent", " "+c.Type) // apart from the name also for who hears it
			if c.Mix != "" {
				small.Set("className", "rf-mixed")
				attr(e, "aria-description", c.Mix)
			}
			e.Call("append", small)
		}
		more := element("span", "rf-more")
		attr(more, "aria-hidden", "true") // the keyboard has Alt with the down arrow
		attr(more, "title", "Menu of the column (Alt+↓)")
		e.Call("append", more)
		handle := element("div", "rf-resize")
		attr(handle, "aria-hidden", "true")
		e.Call("append", handle)
		g.header.Call("append", e)
		g.headers[i] = headerCell{element: e, arrow: arrow}
		g.headers[i].setSort(c.Sort)
	}
	g.markHeader()
}

// setSort shows that the lines are in the column's order.
func (h *headerCell) setSort(s port.Sort) {
	if s == h.sort {
		return
	}
	h.sort = s
	if s == port.Unsorted {
		h.element.Call("removeAttribute", "aria-sort")
	} else {
		attr(h.element, "aria-sort", string(s))
	}
	h.arrow.Set("textContent", map[port.Sort]string{port.Ascending: "▲ ", port.Descending: "▼ "}[s])
}

// markHeader gives the header cells their classes.
func (g *grid) markHeader() {
	for i := range g.headers {
		class := "rf-th"
		if i < g.columns.Pinned() {
			class += " rf-pin" + strconv.Itoa(i)
		}
		if g.columns.At(i).AlignRight {
			class += " rf-right"
		}
		if g.line < 0 && g.column == i {
			class += " rf-current"
		}
		if h := &g.headers[i]; class != h.class {
			h.class = class
			h.element.Set("className", class)
		}
	}
}

func (g *grid) resizeColumn(column, width int) {
	g.columns.SetWidth(column, width)
	g.placeColumns()
	g.changed(false)
}

func (g *grid) resized(column int) {
	if g.events.OnColumnResize != nil {
		g.events.OnColumnResize(column, g.columns.Width(column))
	}
}

// fitColumn makes a column as wide as the widest value in view.
func (g *grid) fitColumn(column int) {
	about := g.columns.At(column)
	longest := utf8.RuneCountInString(about.Name) + utf8.RuneCountInString(about.Type) + 2
	for line := range g.rows {
		if data, ok := g.cache.Row(line); ok && about.Cell < len(data.Cells) {
			longest = max(longest, utf8.RuneCountInString(virtual.Text(data.Cells[about.Cell], about.Key)))
		}
	}
	g.resizeColumn(column, min(longest*8+32, 800))
	g.resized(column)
}

// listenResize lets the handles be dragged; a capture keeps a drag that leaves the handle.
func (g *grid) listenResize() {
	column, startAt, startWidth := -1, 0.0, 0
	end := func(js.Value) {
		if column >= 0 {
			g.resized(column)
			column = -1
		}
	}
	isHandle := func(e js.Value) bool {
		return strings.Contains(e.Get("target").Get("className").String(), "rf-resize")
	}
	g.removers = append(g.removers,
		listen(g.header, "pointerdown", func(e js.Value) {
			if !isHandle(e) || e.Get("button").Int() != 0 {
				return
			}
			e.Call("preventDefault")
			e.Get("target").Call("setPointerCapture", e.Get("pointerId"))
			_, column, _ = g.at(e.Get("target"))
			startAt, startWidth = e.Get("clientX").Float(), g.columns.Width(column)
		}),
		listen(g.header, "mousedown", func(e js.Value) {
			if isHandle(e) {
				e.Call("stopPropagation")
			}
		}),
		listen(g.header, "pointermove", func(e js.Value) {
			if column >= 0 {
				g.resizeColumn(column, startWidth+int(e.Get("clientX").Float()-startAt))
			}
		}),
		listen(g.header, "pointerup", end),
		listen(g.header, "pointercancel", end),
		listen(g.header, "dblclick", func(e js.Value) {
			if _, c, ok := g.at(e.Get("target")); ok && isHandle(e) {
				g.fitColumn(c)
			}
		}),
		listen(g.header, "click", func(e js.Value) {
			if _, c, ok := g.at(e.Get("target")); ok && !isHandle(e) && !g.dragged {
				if e.Get("target").Get("className").Equal(js.ValueOf("rf-more")) {
					g.openHead(c)
				} else {
					g.pressHeader(c)
				}
			}
		}),
	)
}

// pressHeader tells of a press on a column's head.
func (g *grid) pressHeader(column int) {
	if g.events.OnSort != nil {
		g.events.OnSort(column)
	}
}

// explainHead says below a head that the keyboard has come to why its column is of several types; the pointer has its title for that.
func (g *grid) explainHead() {
	text := ""
	if g.focused && !g.pointed && g.line < 0 && g.columns.Len() > 0 {
		text = g.columns.At(g.column).Mix
	}
	if g.hint.Truthy() {
		if text != "" && g.hinted == g.column {
			return
		}
		g.hint.Call("remove")
		g.hint = js.Null()
	}
	if text == "" {
		return
	}
	g.hint, g.hinted = element("div", "rf-note"), g.column
	attr(g.hint, "aria-hidden", "true") // it is the head's description
	g.hint.Set("textContent", text)
	box, around := g.headers[g.column].element.Call("getBoundingClientRect"), g.root.Call("getBoundingClientRect")
	property(g.hint, "left", px(int(max(min(box.Get("left").Float()-around.Get("left").Float(), around.Get("width").Float()-264), 0))))
	property(g.hint, "top", px(headerHeight+2))
	g.root.Get("parentElement").Call("append", g.hint)
}

// openHead asks for the menu of a column, and tells where it goes.
func (g *grid) openHead(column int) {
	if g.events.OnHeader != nil {
		box := g.headers[column].element.Call("getBoundingClientRect")
		g.events.OnHeader(column, box.Get("left").Int(), box.Get("bottom").Int())
	}
}

// dragFrom is how far, in px, a head is pulled before that is a drag and no click.
const dragFrom = 6

// listenMove lets heads be dragged to another place; Escape leaves them where they are. Keys stay where they are anyway.
func (g *grid) listenMove() {
	from, to, startAt := -1, -1, 0.0
	mark := func(class string, column int, on bool) {
		if column >= 0 && column < len(g.headers) {
			g.headers[column].element.Get("classList").Call("toggle", class, on)
		}
	}
	end := func(drop bool) {
		mark("rf-drag", from, false)
		mark("rf-drop", to, false)
		if drop && g.dragged && to >= 0 && to != from && g.events.OnColumnMove != nil {
			g.events.OnColumnMove(from, to)
		}
		from, to = -1, -1
	}
	g.removers = append(g.removers,
		listen(g.header, "pointerdown", func(e js.Value) {
			g.dragged = false
			_, c, ok := g.at(e.Get("target"))
			handle := strings.Contains(e.Get("target").Get("className").String(), "rf-resize")
			if ok && !handle && e.Get("button").Int() == 0 && e.Get("pointerType").String() != "touch" && !g.columns.At(c).Key && !g.columns.At(c).Pinned {
				from, startAt = c, e.Get("clientX").Float()
			}
		}),
		listen(global, "pointermove", func(e js.Value) {
			if from < 0 || from >= g.columns.Len() {
				return
			}
			x := e.Get("clientX").Float()
			if !g.dragged && math.Abs(x-startAt) < dragFrom {
				return
			}
			if !g.dragged {
				g.dragged = true
				mark("rf-drag", from, true)
			}
			at := g.columnAt(int(x - g.root.Call("getBoundingClientRect").Get("left").Float()))
			if at >= 0 && (g.columns.At(at).Key || g.columns.At(at).Pinned) {
				at = -1
			}
			if at != to {
				mark("rf-drop", to, false)
				to = at
				mark("rf-drop", to, to != from)
			}
		}),
		listen(global, "pointerup", func(js.Value) { end(true) }),
		listen(global, "pointercancel", func(js.Value) { end(false) }),
		listen(global, "keydown", func(e js.Value) {
			if from >= 0 && e.Get("key").String() == "Escape" {
				end(false)
			}
		}),
	)
}

// columnAt is the column at a place in the grid's view, -1 for none.
func (g *grid) columnAt(x int) int {
	slide := g.columns.Slide(g.left)
	if g.columns.Pinned() == 0 || x >= g.columns.Left(g.columns.Pinned())-slide {
		x += g.left
	} else {
		x += slide
	}
	for i := range g.columns.Len() {
		if x >= g.columns.Left(i) && x < g.columns.Left(i)+g.columns.Width(i) {
			return i
		}
	}
	return -1
}
