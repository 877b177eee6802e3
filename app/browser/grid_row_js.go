//go:build js && wasm

package browser

import (
	"strconv"
	"strings"
	"syscall/js"

	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
)

// parked is a vertical position out of sight, for the current line while that is scrolled away.
const parked = -1000

// row is the element of one line, and what it shows, so that only differences cross to JavaScript.
type row struct {
	element     js.Value
	marker      js.Value // the one cell of a page marker
	markerText  js.Value
	line, epoch int
	firstColumn int
	y           float64
	class       string
	label       string
	selected    string
	isMarker    bool
	pinned      int
	cells       []cell // the pinned columns, then a ring over the others: column c lies in pinned + (c - pinned) % slots
}

type cell struct {
	element, text js.Value
	column        int
	shown         string
	class         string
	mark          string
}

// newRow makes a row; the keys among its pinned columns name the line.
func newRow(keys, pinned, slots int) *row {
	r := &row{element: element("div", "rf-row"), y: parked, class: "rf-row", pinned: pinned, cells: make([]cell, pinned+slots)}
	attr(r.element, "role", "row")
	property(r.element, "transform", translate(parked))
	for i := range r.cells {
		c := cell{element: element("div", ""), text: document.Call("createTextNode", ""), column: -1}
		role := "gridcell"
		if i < keys {
			role = "rowheader"
		}
		attr(c.element, "role", role)
		attr(c.element, "tabindex", "-1")
		span := document.Call("createElement", "span")
		span.Call("append", c.text)
		c.element.Call("append", span)
		r.element.Call("append", c.element)
		r.cells[i] = c
	}
	r.marker = element("div", "rf-label")
	attr(r.marker, "role", "gridcell")
	attr(r.marker, "tabindex", "-1")
	r.markerText = document.Call("createTextNode", "")
	r.marker.Call("append", r.markerText)
	r.element.Call("append", r.marker)
	return r
}

func translate(y float64) string {
	return "translateY(" + strconv.FormatFloat(y, 'f', -1, 64) + "px)"
}

func (r *row) place(y float64) {
	if y != r.y {
		r.y = y
		property(r.element, "transform", translate(y))
	}
}

// hide takes a row that serves no line off the screen and out of the accessibility tree; the next fill undoes it.
func (r *row) hide() { r.setClass("rf-free") }

func (r *row) setClass(class string) {
	if class != r.class {
		r.class = class
		r.element.Set("className", class)
	}
}

// fill makes the row show its line.
func (r *row) fill(g *grid, firstColumn int, away bool) {
	if away {
		r.place(parked)
	} else {
		r.place(g.scroll.LineTop(r.line))
	}
	if r.epoch == g.epoch && r.firstColumn == firstColumn {
		return
	}
	if r.epoch == -1 {
		attr(r.element, "aria-rowindex", strconv.Itoa(r.line+2))
	}
	r.epoch, r.firstColumn = g.epoch, firstColumn
	data, ok := g.cache.Row(r.line)
	if !ok {
		data = port.Row{Kind: port.RowLoading}
	}
	r.isMarker = data.Kind == port.RowPageMarker
	selected := g.isSelected(r.line, data)
	r.setClass(virtual.RowClass(data, g.cache.StartsBand(r.line), selected))
	r.setSelected(selected)
	if r.isMarker {
		r.fillMarker(g, data)
		return
	}
	for i := range r.cells {
		column := i
		if i >= r.pinned {
			slots := len(r.cells) - r.pinned
			column = firstColumn + mod(i-r.pinned-(firstColumn-r.pinned), slots)
		}
		r.cells[i].fill(g, data, column, r.line == g.line && column == g.column, g.span.Has(r.line, column, g.line, g.column))
	}
}

func mod(a, n int) int { return (a%n + n) % n }

// isSelected leaves out page markers, which a selection passes over; one is selected only as the current line.
func (g *grid) isSelected(line int, data port.Row) bool {
	return line == g.line && !g.span.On() && !g.apart || g.selection.Has(line) && data.Kind != port.RowPageMarker
}

func (r *row) setSelected(selected bool) {
	if s := strconv.FormatBool(selected); s != r.selected {
		r.selected = s
		attr(r.element, "aria-selected", s)
	}
}

func (r *row) fillMarker(g *grid, data port.Row) {
	if data.Label != r.label {
		r.label = data.Label
		r.markerText.Set("data", data.Label)
	}
	attr(r.marker, "aria-colspan", strconv.Itoa(g.columns.Len()))
	class := "rf-label"
	if r.line == g.line {
		class += " rf-current"
	}
	r.marker.Set("className", class)
}

// cell is the element for a column, or null while that is scrolled out of the row.
func (r *row) cell(column int) js.Value {
	if r.isMarker {
		return r.marker
	}
	i := column
	if column >= r.pinned {
		i = r.pinned + (column-r.pinned)%max(len(r.cells)-r.pinned, 1)
	}
	if i < len(r.cells) && r.cells[i].column == column {
		return r.cells[i].element
	}
	return js.Null()
}

func (c *cell) fill(g *grid, data port.Row, column int, current, chosen bool) {
	if column != c.column {
		c.column = column
		attr(c.element, "aria-colindex", strconv.Itoa(column+1))
		property(c.element, "grid-column", strconv.Itoa(column+1))
	}
	about := g.columns.At(column)
	value := port.Cell{Kind: port.CellMissing}
	if about.Cell < len(data.Cells) {
		value = data.Cells[about.Cell]
	}
	class, text, mark := "rf-cell", "", ""
	if about.Key {
		class += " rf-key"
	}
	if column < g.columns.Pinned() {
		class += " rf-pin" + strconv.Itoa(column)
	}
	if about.AlignRight {
		class += " rf-right"
	}
	if current {
		class += " rf-current"
		if g.field != nil {
			class += " rf-editing"
		}
	}
	if chosen {
		class += " rf-chosen"
	}
	if data.Kind == port.RowLoading {
		if column == 0 || about.Key {
			text = "…"
		}
	} else {
		text = virtual.Text(value, about.Key)
		switch value.Kind {
		case port.CellMissing:
			class += " rf-missing"
		case port.CellNull:
			class += " rf-null"
		case port.CellEmpty:
			class += " rf-empty"
		}
		if value.Match {
			class += " rf-match"
		}
		if value.Changed {
			class += " rf-changed"
		}
		if g.allTypes || about.Mix != "" && value.TypeMark != about.Usual {
			mark = value.TypeMark
		}
	}
	if class != c.class {
		if empty := strings.Contains(class, "rf-empty"); empty != strings.Contains(c.class, "rf-empty") {
			if empty { // two quotes are not read out
				attr(c.element, "aria-label", "empty string")
			} else {
				c.element.Call("removeAttribute", "aria-label")
			}
		}
		if chosen {
			attr(c.element, "aria-selected", "true")
		} else if strings.Contains(c.class, "rf-chosen") {
			c.element.Call("removeAttribute", "aria-selected")
		}
		c.class = class
		c.element.Set("className", class)
	}
	if text != c.shown {
		c.shown = text
		c.text.Set("data", text)
	}
	if mark != c.mark {
		c.mark = mark
		if mark == "" {
			c.element.Call("removeAttribute", "data-type")
		} else {
			attr(c.element, "data-type", mark)
		}
	}
}
