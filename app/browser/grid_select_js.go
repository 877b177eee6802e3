//go:build js && wasm

package browser

import (
	"syscall/js"

	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
)

// selects acts on a key that selects or copies lines, while the current cell is in one, and tells whether it was such a key.
func (g *grid) selects(key string, control, shift bool) bool {
	switch {
	case control && !shift && (key == "a" || key == "A"):
		g.span.End() // else those cells would be copied
		g.selection.All(g.lines)
		g.tellSelected()
	case control && shift && (key == "c" || key == "C"):
		if g.events.OnCopyLines == nil {
			return false
		}
		g.events.OnCopyLines(g.SelectedLines())
	case control && shift && key == "Home":
		g.extend(0, g.column)
	case control && shift && key == "End":
		g.extend(g.lines-1, g.column)
	case control || !shift:
		return false
	default:
		return g.reaches(key)
	}
	return true
}

// reaches acts on an arrow or page key with Shift, which chooses up to another cell, and tells whether it was one.
func (g *grid) reaches(key string) bool {
	by := 0
	switch key {
	case "ArrowLeft":
		g.stretch(g.line, g.column-1)
		return true
	case "ArrowRight":
		g.stretch(g.line, g.column+1)
		return true
	case "ArrowUp":
		by = -1
	case "ArrowDown":
		by = 1
	case "PageUp":
		by = -g.scroll.Page()
	case "PageDown":
		by = g.scroll.Page()
	default:
		return false
	}
	if g.span.On() {
		g.stretch(g.line+by, g.column)
	} else {
		g.extend(g.line+by, g.column)
	}
	return true
}

// stretch selects the cells from the anchor, the current cell of a span that begins, to another, and goes there. Of lines that are selected
// it leaves those cells that are in the columns.
func (g *grid) stretch(line, column int) {
	anchor := g.line
	if first, last := g.SelectedLines(); g.line == last {
		anchor = first
	} else if g.selection.Many() {
		anchor = last
	}
	g.span.Begin(anchor, g.column)
	if g.selection.Collapse() {
		g.tellSelected()
	}
	g.moveWithin(max(min(line, g.lines-1), 0), column)
	if first, last, left, right := g.span.Bounds(g.line, g.column); first == last && left == right {
		g.span.End()
	}
	g.changed(true)
}

// extend selects the lines from the anchor, the current line of a selection that begins, to another, and goes there.
func (g *grid) extend(line, column int) {
	line = min(max(line, 0), g.lines-1)
	was, ended := g.selection, g.span.End()
	g.selection.Extend(g.line, line)
	g.moveWithin(line, column)
	if ended || g.selection != was {
		g.tellSelected()
	}
}

func (g *grid) tellSelected() {
	g.changed(true)
	if g.events.OnSelectLines != nil {
		g.events.OnSelectLines(g.SelectedLines())
	}
}

// saySelected tells a screen reader how many lines are selected, once a frame.
func (g *grid) saySelected() {
	if text := virtual.Said(&g.selection, &g.span, g.line, g.column, g.lines); text != g.said {
		g.said = text
		g.status.Set("textContent", text)
	}
}

func (g *grid) Chosen() (first, last, left, right int, ok bool) {
	first, last, left, right = g.span.Bounds(g.line, g.column)
	return first, last, left, right, g.focused && g.line >= 0 && !g.selection.Many()
}

func (g *grid) Place() port.Place {
	g.catchUp()
	p := port.Place{Top: g.scroll.Y() / float64(rowHeights[g.density]), Left: g.left, Line: g.line, Column: g.column}
	p.First, p.Last = g.SelectedLines()
	return p
}

func (g *grid) Restore(p port.Place) {
	g.leaveField()
	g.catchUp()
	g.selection.Collapse()
	g.span.End()
	if p.Last > p.First {
		anchor, head := p.First, p.Last
		if p.Line == p.First {
			anchor, head = head, anchor
		}
		g.selection.Extend(anchor, head)
		g.selection.Cut(g.lines)
	}
	g.line, g.column = min(p.Line, g.lines-1), min(max(p.Column, 0), max(g.columns.Len()-1, 0))
	g.setTop(g.scroll.To(p.Top * float64(rowHeights[g.density])))
	g.setLeft(p.Left)
	g.markHeader()
	g.changed(true)
}

// copy puts the current cell's text on the clipboard, unless the user has selected text.
func (g *grid) copy(e js.Value) {
	if !g.focused || !global.Call("getSelection").Get("isCollapsed").Bool() {
		return
	}
	if g.span.On() && g.events.OnCopyCells != nil {
		e.Call("preventDefault")
		g.events.OnCopyCells(g.span.Bounds(g.line, g.column))
		return
	}
	if g.selection.Many() && g.events.OnCopyLines != nil {
		e.Call("preventDefault")
		g.events.OnCopyLines(g.SelectedLines())
		return
	}
	if c, ok := g.cellOfCurrent(); ok && c.Cut && g.events.OnCopyWhole != nil {
		e.Call("preventDefault")
		g.events.OnCopyWhole(g.line, g.column)
		return
	}
	text, ok := g.textOfCurrent()
	if !ok {
		return
	}
	e.Get("clipboardData").Call("setData", "text/plain", text)
	e.Call("preventDefault")
}

func (g *grid) textOfCurrent() (string, bool) {
	if g.line < 0 {
		if g.column < g.columns.Len() {
			return g.columns.At(g.column).Name, true
		}
		return "", false
	}
	data, ok := g.cache.Row(g.line)
	switch {
	case !ok:
		return "", false
	case data.Kind == port.RowPageMarker:
		return data.Label, true
	case g.events.OnCopy != nil:
		return g.events.OnCopy(g.line, g.column), true
	}
	c, ok := g.cellOfCurrent()
	switch {
	case ok && c.Kind == port.CellValue && c.Copy != "":
		return c.Copy, true
	case ok && c.Kind == port.CellValue:
		return c.Text, true
	case ok && c.Kind == port.CellNull:
		return virtual.Text(c, false), true
	}
	return "", true
}

// cellOfCurrent is the cell that is the current one, when that is a value's and is there.
func (g *grid) cellOfCurrent() (port.Cell, bool) {
	data, ok := g.cache.Row(g.line)
	if !ok || data.Kind != port.RowEntity || g.column >= g.columns.Len() {
		return port.Cell{}, false
	}
	if i := g.columns.At(g.column).Cell; i < len(data.Cells) {
		return data.Cells[i], true
	}
	return port.Cell{}, false
}
