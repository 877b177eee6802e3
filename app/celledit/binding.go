package celledit

import (
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/filterlang/edm"
)

// Host is what the field of the grid needs of the page.
type Host struct {
	View  func() *page.View
	Names func() []string // of the columns on screen
	Now   func() *Edit
	Send  func(page.Msg)
	Later func(func())
	End   func() // takes the field off the grid
}

// ends are the ways out of a field.
var ends = map[port.EditEnd]CellEnd{port.EditKept: CellKept, port.EditNext: CellNext, port.EditBack: CellBack, port.EditDropped: CellDropped, port.EditLeft: CellLeft}

// Events are what happens to the field.
func (h *Host) Events() port.GridEvents {
	send := func(msg page.Msg) { h.Later(func() { h.Send(msg) }) }
	return port.GridEvents{
		OnEdit:     h.edit,
		OnEditText: func(text string) { send(CellTyped{Text: text}) },
		OnEditEnd:  func(text string, how port.EditEnd) { send(CellEnded{Text: text, How: ends[how]}) },
	}
}

// edit tells of a cell that the person wants to edit, and whether it gets a field at once.
func (h *Host) edit(line, column int, cell port.Cell, typed bool) bool {
	names := h.Names()
	if column >= len(names) {
		return false
	}
	msg := CellPressed{Line: line, Column: names[column], Text: cell.Text, Typed: typed}
	if cell.Copy != "" {
		msg.Text = cell.Copy
	}
	for _, t := range edm.Types {
		if cell.Kind != port.CellMissing && t.String() == cell.TypeMark {
			msg.Type = t
		}
	}
	msg.Whole = !cell.Cut && !strings.ContainsAny(msg.Text, "\r\n")
	here := Here(h.View(), msg)
	h.Later(func() {
		h.Send(msg)
		if h.Now() == nil {
			h.End()
		}
	})
	return here
}

// Sync brings the field in line with what is known of it.
func Sync(g port.Grid, was, now *Edit) {
	switch e := now; {
	case e == was:
	case e == nil, e.Waits() && e.ended.How == CellLeft:
		g.EndEdit()
	default:
		text, wrong := e.Note()
		if e.Type != edm.NoType && !e.Waits() {
			g.EditNote(e.Column+", "+e.Type.String(), text, wrong)
		}
	}
}
