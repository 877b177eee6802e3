package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/edit"
	. "rangefinder/app/kit"
	"rangefinder/app/port"
	"rangefinder/app/state"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// PendingBar says what is pending and leads to what can be done with it.
type PendingBar struct {
	app.Compo
	Store   *state.Store
	Pending *edit.Pending
	Unkept  bool // the browser keeps no drafts
}

func (b *PendingBar) Render() app.UI {
	p := b.Pending
	if c := p.Commit; c != nil && c.Running {
		return H("section.pendings#pending aria-label=Pending", H("span.facts role=status", edit.CommitText(c)), H("span.grow"), Press(b.Store, ".btn.small", "Stop", state.CommitStopped{}, Off(c.Stopped)))
	}
	var heavy any // why a reload loses them
	if b.Unkept {
		heavy = H("span.tag.odd", "would not outlive a reload: commit soon")
	} else if p.Heavy {
		heavy = H("span.tag.odd", "too large to outlive a reload: commit soon")
	}
	facts := H("span.facts", H("b", words.Count(len(p.Changes), "change", "changes")), edit.PendingText(p))
	if len(p.Changes) == 0 { // it is here for Undo and Redo
		facts, heavy = H("span.facts", "Nothing is pending."), nil
	}
	return H("section.pendings#pending aria-label=Pending",
		facts, heavy, H("span.grow"),
		Press(b.Store, ".btn.small#pending-review", "Review…", state.ReviewPressed{}),
		Press(b.Store, ".btn.small#pending-undo", "Undo", state.PendingUndone{}, Off(len(p.Done) == 0), Title("Ctrl+Z")),
		Press(b.Store, ".btn.small#pending-redo", "Redo", state.PendingRedone{}, Off(len(p.Undone) == 0), Title("Ctrl+Y")),
		Press(b.Store, ".btn.small#pending-discard", "Discard", state.PendingDiscarded{}, Off(len(p.Changes) == 0)),
		Press(b.Store, ".btn.small.primary#pending-commit", "Commit", state.CommitPressed{}, Off(len(p.Changes) == 0)))
}

// overlay draws pending changes over the lines of a window.
type overlay struct {
	grid    *gridBinding
	pending *edit.Pending
	at      edit.EntityKey // the table
	pk, rk  int            // cells of the keys, -1 where there are none
	names   []string       // of the cells
}

// newOverlay returns nil where nothing is pending.
func newOverlay(b *gridBinding, m *state.Model) *overlay {
	if len(m.Pending.Changes) == 0 {
		return nil
	}
	o := &overlay{grid: b, pending: m.Pending, at: edit.EntityKey{Source: m.Grid.Result.Source, Table: m.Grid.Result.Table}}
	if b.cells == nil {
		for _, c := range b.columns {
			o.names = append(o.names, c.Name)
		}
	}
	for _, i := range b.cells {
		o.names = append(o.names, b.columns[i].Name)
	}
	o.pk, o.rk = slices.Index(o.names, "PartitionKey"), slices.Index(o.names, "RowKey")
	return o
}

// mark shows a line as the change of its entity will leave it.
func (o *overlay) mark(row *port.Row, r wire.Row) {
	if o == nil || r.Marker != nil {
		return
	}
	k := o.at
	switch {
	case r.Key != nil:
		k.PartitionKey, k.RowKey = r.Key.PartitionKey, r.Key.RowKey
	case o.pk >= 0 && o.rk >= 0 && o.pk < len(r.Cells) && o.rk < len(r.Cells):
		k.PartitionKey, k.RowKey = r.Cells[o.pk].V, r.Cells[o.rk].V
	default:
		return
	}
	c := o.pending.At(k)
	if c == nil {
		return
	}
	if c.Kind == "delete" {
		row.Mark = port.MarkDeleted
		return
	}
	row.Mark = port.MarkPending
	for i, name := range o.names {
		if i == o.pk || i == o.rk || name == "Timestamp" || i >= len(row.Cells) {
			continue
		}
		cell := wire.Cell{}
		p := c.Wanted(name)
		if p != nil {
			cell = wire.Cell{T: p.Type, V: words.Clip(p.Text, wire.CellLimit)}
		} else if c.Base == nil {
			continue // of an upsert nobody knows what else is there
		}
		was := r.Cells[i]
		if changed := was.T != cell.T || was.V != cell.V; c.Changes(name, changed) {
			row.Cells[i] = o.grid.cell(cell)
			row.Cells[i].Changed = true
		}
	}
}
