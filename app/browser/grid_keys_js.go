//go:build js && wasm

package browser

import (
	"math"
	"strconv"
	"syscall/js"
	"time"

	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
)

// slowPress is how long after a press on a line another at the same place is taken for one on that line.
const slowPress = 1500 * time.Millisecond

// twicePress is how long after a press, in ms, a second one can make a double click of it. So long the pane that a press opens moves no
// cell: it lies over the grid, see app.css. A key, and the field that opens, end that.
const twicePress = 500

func (g *grid) listen() {
	g.listenScroll()
	g.listenResize()
	g.listenMove()
	again := false   // the button went down on the line that was the current one
	forMenu := false // the right button went down on a cell, and its menu is to come
	pulls := false   // the button went down on a cell: with it the pointer chooses cells together
	pressX, pressY, pressedAt := 0.0, 0.0, time.Time{}
	settle := g.callbacks.add(func(js.Value) { g.settle() })
	// A press opens a pane at the right, which may come to lie below the pointer. A second press at the same place is meant for the cell, and
	// one that somebody makes slowly for its line.
	for _, event := range []string{"pointerdown", "mousedown", "click", "dblclick"} {
		g.removers = append(g.removers, listenWith(document, event, js.ValueOf(true), func(e js.Value) {
			if time.Since(pressedAt) < slowPress && math.Abs(e.Get("clientX").Float()-pressX) < dragFrom && math.Abs(e.Get("clientY").Float()-pressY) < dragFrom && e.Get("target").Get("closest").Type() == js.TypeFunction && e.Get("target").Call("closest", "aside").Truthy() {
				if event != "pointerdown" { // else no mousedown would come
					e.Call("preventDefault")
				}
				e.Call("stopImmediatePropagation")
				if event == "mousedown" && e.Get("detail").Int() == 2 {
					g.edit(false)
				}
			}
		}))
	}
	g.removers = append(g.removers,
		listen(g.root, "keydown", func(e js.Value) {
			g.pointed = false
			g.settle()
			if !g.inField(e) && g.pressed(e) {
				e.Call("preventDefault")
			}
		}),
		// Not pointerdown, which also begins the scrolling of a touch screen; a tap still comes as mousedown.
		listen(g.root, "mousedown", func(e js.Value) {
			line, column, ok := g.at(e.Get("target"))
			if !ok || e.Get("button").Int() == 1 || g.inField(e) {
				return
			}
			forMenu, pulls = e.Get("button").Int() == 2, e.Get("button").Int() == 0 && line >= 0
			again, g.pointed = line >= 0 && line == g.line, true
			property(g.root, "user-select", "")
			pressX, pressY, pressedAt = e.Get("clientX").Float(), e.Get("clientY").Float(), time.Now()
			if g.settle(); pulls {
				document.Get("documentElement").Call("toggleAttribute", "data-pressed", true)
				g.settling = global.Call("setTimeout", settle, twicePress).Int()
			}
			g.still = true
			switch {
			case e.Get("shiftKey").Bool() && line >= 0 && g.line >= 0:
				e.Call("preventDefault") // it would select text
				g.extend(line, column)
			case e.Get("button").Int() == 2: // no OnSelect: what it opens would cover the cell and move it away. OnMenu follows
				if g.span.End(); !g.selection.Has(line) && g.selection.Collapse() { // else the menu is for all of them
					g.tellSelected()
				}
				g.choose(line, column)
			case again && column == g.column && e.Get("detail").Int() == 1 && g.events.OnSelect != nil:
				g.move(line, column)
				g.events.OnSelect(line, column) // its entity may have been closed
			default:
				g.move(line, column)
			}
			g.still = false
			// The browser gives the focus to the cell now, so that must be the current one already.
			g.focused = true
			g.draw()
		}),
		listen(g.root, "mousemove", func(e js.Value) {
			if pulls = pulls && e.Get("buttons").Int() == 1; !pulls {
				return
			}
			if line, column, ok := g.at(e.Get("target")); ok && line >= 0 && (line != g.line || column != g.column) {
				global.Call("getSelection").Call("removeAllRanges") // inside the cell where it began, the browser selects text
				property(g.root, "user-select", "none")
				g.stretch(line, column)
			}
		}),
		// A finger has no Enter: where the inspector covers the grid its tap opens the entity, and elsewhere a tap on the line that it
		// chose before. Of a double tap it is only the first.
		listen(g.root, "click", func(e js.Value) {
			if line, _, ok := g.at(e.Get("target")); (again || ok && line >= 0 && matches(smallQuery)) && e.Get("pointerType").Equal(js.ValueOf("touch")) && e.Get("detail").Int() == 1 && !g.inField(e) {
				g.open(g.line)
			}
		}),
		listen(g.root, "dblclick", func(e js.Value) {
			if line, _, ok := g.at(e.Get("target")); ok && line >= 0 && !g.inField(e) {
				g.edit(false)
			}
		}),
		listen(g.root, "contextmenu", func(e js.Value) {
			line, column, ok := g.at(e.Get("target"))
			if forMenu { // the pointer may have gone on meanwhile
				line, column, ok, forMenu = g.line, g.column, true, false
			}
			if ok && g.events.OnMenu != nil && !g.inField(e) {
				e.Call("preventDefault")
				g.events.OnMenu(line, column, e.Get("clientX").Int(), e.Get("clientY").Int())
			}
		}),
		listen(g.root, "focusin", func(js.Value) {
			if !g.focused {
				g.focused = true
				g.changed(false)
			}
		}),
		listen(g.root, "focusout", func(e js.Value) {
			// What the grid itself removes or hides gives the focus to nothing. Whatever runs meanwhile may give it to something else.
			to := e.Get("relatedTarget")
			if to.Truthy() && !g.root.Call("contains", to).Bool() || !to.Truthy() && !g.rearranging {
				g.focused = false
			}
		}),
		// Where no text is selected, Chromium has it begin at the focused element, Firefox and Safari at the body.
		listen(document, "copy", func(e js.Value) {
			if !g.inField(e) {
				g.copy(e)
			}
		}),
	)
}

// settle lets what a press has opened take its room.
func (g *grid) settle() {
	if g.settling != 0 {
		global.Call("clearTimeout", g.settling)
		g.settling = 0
		document.Get("documentElement").Call("toggleAttribute", "data-pressed", false)
	}
}

// at finds line and column of an element inside a cell.
func (g *grid) at(target js.Value) (line, column int, ok bool) {
	if target.Get("closest").Type() != js.TypeFunction {
		return 0, 0, false
	}
	rowElement := target.Call("closest", "[role=row]")
	if !rowElement.Truthy() {
		return 0, 0, false
	}
	index, err := strconv.Atoi(rowElement.Call("getAttribute", "aria-rowindex").String())
	if err != nil {
		return 0, 0, false
	}
	column = g.column // a page marker is as wide as the grid
	if e := target.Call("closest", "[aria-colindex]"); e.Truthy() {
		if i, err := strconv.Atoi(e.Call("getAttribute", "aria-colindex").String()); err == nil {
			column = i - 1
		}
	}
	return index - 2, column, column < g.columns.Len()
}

// move makes a cell the current one on the user's behalf, and its line the only one selected.
func (g *grid) move(line, column int) {
	changed := g.selection.Collapse()
	if g.span.End() {
		g.changed(true)
	}
	g.moveWithin(line, column)
	if changed {
		g.tellSelected()
	}
}

// moveWithin is move with the selection left as it is.
func (g *grid) moveWithin(line, column int) {
	was, wasColumn := g.line, g.column
	g.choose(line, column)
	if (g.line != was || g.column != wasColumn) && g.events.OnSelect != nil {
		g.events.OnSelect(g.line, g.column)
	}
}

// pressed acts on a key and tells whether it was one of the grid's.
func (g *grid) pressed(e js.Value) bool {
	control, shift, meta := e.Get("ctrlKey").Bool(), e.Get("shiftKey").Bool(), e.Get("metaKey").Bool()
	key := e.Get("key").String()
	if g.columns.Len() > 0 && g.line < 0 && key == "ArrowDown" && e.Get("altKey").Bool() {
		g.openHead(g.column)
		return true
	}
	if e.Get("altKey").Bool() || g.columns.Len() == 0 {
		return false
	}
	// By the place of the key, which Caps Lock and another layout leave alone. In the search itself the browser gets it.
	if (control || meta) && !shift && e.Get("code").String() == "KeyF" && g.events.OnFind != nil {
		g.events.OnFind()
		return true
	}
	if (control || meta) && !shift && e.Get("code").String() == "KeyD" && g.isEntity(g.line) && g.events.OnDuplicate != nil {
		g.events.OnDuplicate(g.line)
		return true
	}
	if (control || meta || shift) && g.line >= 0 && g.selects(key, control || meta, shift) {
		return true
	}
	if meta {
		return false
	}
	if !control && g.line >= 0 && virtual.Begins(key) {
		return !g.edit(true)
	}
	if control && g.line < 0 && (key == "ArrowLeft" || key == "ArrowRight") {
		to := g.column - 1
		if key == "ArrowRight" {
			to = g.column + 1
		}
		if g.events.OnColumnMove != nil && to >= 0 && to < g.columns.Len() {
			g.events.OnColumnMove(g.column, to)
		}
		return true
	}
	if control {
		switch key {
		case "Home":
			g.move(min(0, g.lines-1), 0)
			g.setLeft(0)
		case "End":
			g.move(g.lines-1, g.columns.Len()-1)
		default:
			return false
		}
		return true
	}
	if shift {
		return g.line < 0 && g.resizeByKey(key)
	}
	switch key {
	case "Escape":
		if !g.selection.Many() && !g.span.On() {
			return false
		}
		g.move(g.line, g.column)
	case "ArrowUp":
		g.move(g.line-1, g.column)
	case "ArrowDown":
		g.move(g.line+1, g.column)
	case "ArrowLeft":
		g.move(g.line, g.column-1)
	case "ArrowRight":
		g.move(g.line, g.column+1)
	case "Home":
		g.move(g.line, 0)
		g.setLeft(0)
	case "End":
		g.move(g.line, g.columns.Len()-1)
	case "PageUp":
		g.move(max(g.line-g.scroll.Page(), min(g.line, 0)), g.column)
	case "PageDown":
		g.move(g.line+g.scroll.Page(), g.column)
	case "Enter":
		if g.line >= 0 {
			g.open(g.line)
		} else {
			g.pressHeader(g.column)
		}
	case "F2":
		g.edit(false)
	case "Delete", "Backspace": // which is the Delete of a Mac
		if g.isEntity(g.line) && g.events.OnDelete != nil {
			g.events.OnDelete(g.span.Bounds(g.line, g.column))
		}
	default:
		return false
	}
	return true
}

func (g *grid) resizeByKey(key string) bool {
	step := keyResizeStep
	switch key {
	case "ArrowLeft":
		step = -keyResizeStep
	case "ArrowRight":
	default:
		return false
	}
	g.resizeColumn(g.column, g.columns.Width(g.column)+step)
	g.resized(g.column)
	return true
}

func (g *grid) isEntity(line int) bool {
	r, ok := g.cache.Row(line)
	return ok && r.Kind == port.RowEntity
}

// read reports whether the current line is there. One that is not, because it was scrolled away or is still awaited, is brought
// into view, and what was asked of it is done when it comes, unless the person has gone elsewhere by then.
func (g *grid) read(do func()) bool {
	if _, ok := g.cache.Row(g.line); ok || g.line < 0 {
		return true
	}
	g.Select(g.line, g.column)
	g.waiting = do
	return false
}

// open tells of the entity on the current line.
func (g *grid) open(line int) {
	if !g.read(func() { g.open(line) }) {
		return
	}
	if g.isEntity(line) && g.events.OnOpen != nil {
		g.events.OnOpen(line)
	}
}
