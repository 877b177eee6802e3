//go:build js && wasm

package browser

import (
	"strings"
	"syscall/js"

	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
)

// cellField is the field in which a cell's value is edited. It lies in the cell, and moves along when that gets another element;
// its note lies over the grid, because cells are cut at their edges.
type cellField struct {
	input, note  js.Value
	line, column int
	removers     []func()
}

// inField reports whether an event is one of the field: the grid leaves those alone.
func (g *grid) inField(e js.Value) bool {
	return g.field != nil && g.field.input.Equal(e.Get("target"))
}

func (g *grid) Edit() {
	g.Focus()
	g.edit(false)
}

// edit asks for a field in the current cell, and tells whether that has one now. With typed it is an empty one: the browser puts
// the character there, when the key that is being handled is left to it.
func (g *grid) edit(typed bool) bool {
	if !g.read(func() { g.edit(false) }) {
		return false
	}
	if g.field != nil || !g.isEntity(g.line) || g.events.OnEdit == nil {
		return false
	}
	cell, ok := g.cellOfCurrent()
	if !ok {
		cell.Kind = port.CellMissing
	}
	if !g.events.OnEdit(g.line, g.column, cell, typed) {
		return false
	}
	text := ""
	if !typed && cell.Kind == port.CellValue {
		if text = cell.Text; cell.Copy != "" {
			text = cell.Copy
		}
	}
	g.openField(text)
	return true
}

func (g *grid) openField(text string) {
	f := &cellField{input: element("input", "rf-field"), note: element("div", "rf-note"), line: g.line, column: g.column}
	attr(f.input, "type", "text")
	attr(f.input, "spellcheck", "false")
	attr(f.input, "autocomplete", "off")
	attr(f.input, "aria-describedby", "cell-note")
	f.note.Set("id", "cell-note")
	f.input.Set("value", text)
	f.removers = append(f.removers,
		listen(f.input, "keydown", func(e js.Value) { g.pressedInField(e) }),
		listen(f.input, "input", func(js.Value) {
			if g.events.OnEditText != nil {
				g.events.OnEditText(f.input.Get("value").String())
			}
		}),
		listen(f.input, "focusout", func(js.Value) {
			if !g.rearranging && document.Call("hasFocus").Bool() { // another window has it: the field is come back to
				g.leaveField()
			}
		}),
	)
	g.root.Get("parentElement").Call("append", f.note)
	g.field = f
	g.settle()
	g.Select(f.line, f.column)
	g.draw()
	f.input.Call("setSelectionRange", len(text)*2, len(text)*2) // past the end, however its characters are counted
	if g.events.OnEditText != nil {
		g.events.OnEditText(text)
	}
}

func (g *grid) pressedInField(e js.Value) {
	if e.Get("isComposing").Bool() || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
		return
	}
	how, ok := map[string]port.EditEnd{"Enter": port.EditKept, "Tab": port.EditNext, "Escape": port.EditDropped}[e.Get("key").String()]
	if !ok {
		return
	}
	if how == port.EditNext && e.Get("shiftKey").Bool() {
		how = port.EditBack
	}
	e.Call("preventDefault")
	e.Call("stopPropagation")
	if f := g.field; f != nil && !f.input.Get("readOnly").Bool() {
		f.input.Set("readOnly", true) // until the answer: what is typed now would be lost
		g.endEdit(f.input.Get("value").String(), how)
	}
}

func (g *grid) endEdit(text string, how port.EditEnd) {
	if g.events.OnEditEnd != nil {
		g.events.OnEditEnd(text, how)
	}
}

// holdField keeps the field in the element that its cell has now; a cell that is out of view sideways has none.
func (g *grid) holdField() {
	f := g.field
	if f == nil {
		return
	}
	cell := js.Null()
	if r := g.rows[f.line]; r != nil {
		cell = r.cell(f.column)
	}
	if !cell.Truthy() {
		g.leaveField()
		return
	}
	if !cell.Equal(f.input.Get("parentElement")) {
		cell.Call("append", f.input)
		g.focus(f.input)
	}
	g.placeNote()
}

// placeNote puts the note beside the field.
func (g *grid) placeNote() {
	f := g.field
	box, around := f.input.Call("getBoundingClientRect"), g.root.Call("getBoundingClientRect")
	x, y := around.Get("left").Float(), around.Get("top").Float()
	field := virtual.Box{Left: box.Get("left").Float() - x, Top: box.Get("top").Float() - y, Right: box.Get("right").Float() - x, Bottom: box.Get("bottom").Float() - y}
	left, top := virtual.NoteAt(field, f.note.Get("offsetWidth").Float(), f.note.Get("offsetHeight").Float(), around.Get("width").Float(), around.Get("height").Float())
	property(f.note, "left", px(int(left)))
	property(f.note, "top", px(int(top)))
}

// leaveField closes the field where nobody asked for that, and hands over what is in it.
func (g *grid) leaveField() {
	if f := g.field; f != nil {
		text := f.input.Get("value").String()
		g.closeField()
		g.endEdit(text, port.EditLeft)
	}
}

func (g *grid) closeField() {
	f := g.field
	if f == nil {
		return
	}
	g.field = nil
	for _, remove := range f.removers {
		remove()
	}
	g.quietly(func() {
		f.input.Call("remove")
		f.note.Call("remove")
	})
	g.changed(true)
}

func (g *grid) EndEdit() {
	f := g.field
	if f == nil {
		return
	}
	had := f.input.Equal(document.Get("activeElement"))
	g.closeField()
	if had {
		g.focused = true
		g.Focus()
	}
}

func (g *grid) EditNote(label, text string, wrong bool) {
	f := g.field
	if f == nil {
		return
	}
	f.input.Set("readOnly", false)
	attr(f.input, "aria-label", label)
	class := "rf-note"
	if wrong {
		class += " rf-wrong"
		attr(f.input, "aria-invalid", "true")
	} else {
		f.input.Call("removeAttribute", "aria-invalid")
	}
	f.note.Set("className", class)
	f.note.Set("textContent", strings.TrimSpace(text))
	if f.input.Get("isConnected").Bool() {
		g.placeNote() // else the next draw does, which puts the field into its cell again
	}
}
