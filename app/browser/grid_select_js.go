//go:build js && wasm

package browser

import (
	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
)

// selects acts on a key that selects or copies lines, while the current cell is in one, and tells whether it was such a key.
func (g *grid) selects(key string, control, shift bool) bool {
	switch {
	case control && !shift && (key == "a" || key == "A"):
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
	case key == "ArrowUp":
		g.extend(g.line-1, g.column)
	case key == "ArrowDown":
		g.extend(g.line+1, g.column)
	case key == "PageUp":
		g.extend(g.line-g.scroll.Page(), g.column)
	case key == "PageDown":
		g.extend(g.line+g.scroll.Page(), g.column)
	default:
		return false
	}
	return true
}

// extend selects the lines from the anchor, the current line of a selection that begins, to another, and goes there.
func (g *grid) extend(line, column int) {
	line = min(max(line, 0), g.lines-1)
	was := g.selection
	g.selection.Extend(g.line, line)
	g.moveWithin(line, column)
	if g.selection != was {
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
	text := ""
	if first, last := g.SelectedLines(); g.selection.Many() {
		text = virtual.Number(last-first+1) + " entities selected"
		if last-first+1 == g.lines {
			text = "all " + text
		}
	}
	if text != g.said {
		g.said = text
		g.status.Set("textContent", text)
	}
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
