package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/grid"
	"rangefinder/app/port"
	"rangefinder/app/state"
	"rangefinder/filterlang/edm"
)

// editCell tells of a cell that the person wants to edit, and whether it gets a field at once.
func (r *Root) editCell(line, column int, cell port.Cell, typed bool) bool {
	m := r.store.Model()
	names := m.Grid.Names()
	if column >= len(names) {
		return false
	}
	msg := state.CellPressed{Line: line, Column: names[column], Text: cell.Text, Typed: typed}
	if cell.Copy != "" {
		msg.Text = cell.Copy
	}
	for _, t := range edm.Types {
		if cell.Kind != port.CellMissing && t.String() == cell.TypeMark {
			msg.Type = t
		}
	}
	msg.Whole = !cell.Cut && !strings.ContainsAny(msg.Text, "\r\n")
	r.Later(func() {
		r.store.Send(msg)
		if m := r.store.Model(); m.Cell == nil {
			r.grid.Grid.EndEdit()
		}
	})
	return state.EditsInCell(&m, msg)
}

// editEnds are the ways out of a field, in the words of the state.
var editEnds = map[port.EditEnd]state.CellEnd{port.EditKept: state.CellKept, port.EditNext: state.CellNext, port.EditBack: state.CellBack, port.EditDropped: state.CellDropped, port.EditLeft: state.CellLeft}

// syncEdit brings the field in line with what is known of it.
func (r *Root) syncEdit(was, now *state.CellEdit) {
	switch e := now; {
	case e == was:
	case e == nil:
		r.grid.Grid.EndEdit()
	default:
		text, wrong := e.Note()
		if e.Type != edm.NoType && !e.Waits() {
			r.grid.Grid.EditNote(e.Column+", "+e.Type.String(), text, wrong)
		}
	}
}

// doGrid carries out what concerns the grid; false when the command is another.
func (r *Root) doGrid(cmd state.Cmd) bool {
	switch cmd := cmd.(type) {
	case grid.ShowLine:
		r.grid.Show(r.model.Grid, cmd)
	case state.EditCell:
		r.ctx.Defer(func(app.Context) { r.grid.Grid.Edit() }) // the menu or the palette is closed by then
	case grid.PlaceMenu:
		r.host.PlaceMenu(cmd)
	default:
		return false
	}
	return true
}

// newHost is what the grid needs of the page.
func (r *Root) newHost() *grid.Host {
	return &grid.Host{
		Page: r.platform.Page, Client: r.platform.Client,
		Now:     func() *grid.Model { return r.store.Model().Grid },
		Send:    r.store.Send,
		Later:   r.Later,
		Defer:   func(f func()) { r.ctx.Defer(func(app.Context) { f() }) },
		Marks:   func() bool { return r.store.Model().Settings.Value("marks") != "" },
		Overlay: r.overlay,
		Refused: r.copied,
	}
}

// cellEvents are what happens to the field of a cell.
func (r *Root) cellEvents() port.GridEvents {
	send := func(msg state.Msg) { r.Later(func() { r.store.Send(msg) }) }
	return port.GridEvents{
		OnEdit:     r.editCell,
		OnEditText: func(text string) { send(state.CellTyped{Text: text}) },
		OnEditEnd:  func(text string, how port.EditEnd) { send(state.CellEnded{Text: text, How: editEnds[how]}) },
	}
}
