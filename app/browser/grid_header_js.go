//go:build js && wasm

package browser

import (
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
	class   string
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
		name := document.Call("createElement", "span")
		name.Set("textContent", virtual.Text(port.Cell{Text: c.Name}, false))
		e.Call("append", name)
		if c.Type != "" {
			small := document.Call("createElement", "small")
			small.Set("textContent", c.Type)
			e.Call("append", small)
		}
		if c.Mixed {
			flag := element("small", "rf-mixed")
			flag.Set("textContent", "mixed")
			flag.Set("title", "Entities hold this property with more than one type")
			e.Call("append", flag)
		}
		handle := element("div", "rf-resize")
		attr(handle, "aria-hidden", "true")
		e.Call("append", handle)
		g.header.Call("append", e)
		g.headers[i].element = e
	}
	g.markHeader()
}

// markHeader gives the header cells their classes.
func (g *grid) markHeader() {
	for i := range g.headers {
		class := "rf-th"
		if c := g.columns.At(i); c.Key && i < g.columns.Pinned() {
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
	g.widths[g.columns.At(column).Name] = g.columns.SetWidth(column, width)
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
		if data, ok := g.cache.Row(line); ok && column < len(data.Cells) {
			longest = max(longest, utf8.RuneCountInString(virtual.Text(data.Cells[column], about.Key)))
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
			if _, c, ok := g.at(e.Get("target")); ok && !isHandle(e) && g.events.OnHeader != nil {
				g.events.OnHeader(c)
			}
		}),
	)
}
