package ui

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/state"
	"rangefinder/filterlang/edm"
)

// edit tells of a cell that the person wants to edit, and whether it gets a field at once.
func (b *gridBinding) edit(line, column int, cell port.Cell, typed bool) bool {
	m := b.root.store.Model()
	names := m.Grid.Names()
	if column >= len(names) {
		return false
	}
	msg := state.CellPressed{Line: line, Column: names[column], Text: cell.Text, Typed: typed}
	if cell.Copy != "" {
		msg.Text = cell.Copy
	}
	for t, mark := range page.TypeMarks {
		if cell.Kind != port.CellMissing && mark == cell.TypeMark {
			msg.Type = t
		}
	}
	msg.Whole = !cell.Cut && !strings.ContainsAny(msg.Text, "\r\n")
	b.root.Later(func() {
		b.root.store.Send(msg)
		if m := b.root.store.Model(); m.Cell == nil {
			b.grid.EndEdit()
		}
	})
	return state.EditsInCell(&m, msg)
}

// editEnds are the ways out of a field, in the words of the state.
var editEnds = map[port.EditEnd]state.CellEnd{port.EditKept: state.CellKept, port.EditNext: state.CellNext, port.EditBack: state.CellBack, port.EditDropped: state.CellDropped, port.EditLeft: state.CellLeft}

// syncEdit brings the field in line with what is known of it.
func (b *gridBinding) syncEdit(was, now *state.CellEdit) {
	switch e := now; {
	case e == was:
	case e == nil:
		b.grid.EndEdit()
	default:
		text, wrong := e.Note()
		if e.Type != edm.NoType && !e.Waits() {
			b.grid.EditNote(e.Column+", "+e.Type.String(), text, wrong)
		}
	}
}
