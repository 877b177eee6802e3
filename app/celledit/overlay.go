package celledit

import (
	"cmp"
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// overlay draws pending changes over the lines of a window.
type overlay struct {
	grid    *grid.Binding
	pending *edit.Pending
	at      edit.EntityKey // the table
	pk, rk  int            // cells of the keys, -1 where there are none
	names   []string       // of the cells
	read    int            // the number of the result
}

// Overlay returns what draws pending changes over a row of the result on screen whose cells have those names, nil where nothing is
// pending.
func Overlay(b *grid.Binding, r *grid.Result, p *edit.Pending, names []string) func(*port.Row, wire.Row) {
	read := 0
	if r.Reply != nil {
		read = r.Reply.Result
	}
	if len(p.Changes) == 0 && !p.Written.Any(read) {
		return nil
	}
	o := &overlay{grid: b, pending: p, read: read, at: edit.EntityKey{Source: r.Source, Table: r.Table}, names: names}
	o.pk, o.rk = slices.Index(names, "PartitionKey"), slices.Index(names, "RowKey")
	return o.mark
}

// mark shows a line as the change of its entity will leave it, or as what was written has left it.
func (o *overlay) mark(row *port.Row, r wire.Row) {
	if r.Marker != nil {
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
	c, w := o.pending.At(k), o.pending.Written.At(o.read, k)
	last := cmp.Or(c, w)
	if last == nil {
		return
	}
	if last.Kind == edit.DeleteKind {
		row.Mark = port.MarkDeleted
		return
	}
	if w != nil && w.Kind != edit.DeleteKind {
		o.draw(row, r, w, false) // what waits may be of other properties
		if at, i := o.pending.Written.Time(k), slices.Index(o.names, filterlang.Timestamp); at != "" && i >= 0 && i < len(row.Cells) {
			row.Cells[i] = o.grid.Cell(wire.Cell{T: edm.DateTime, V: at})
		}
	}
	if c != nil {
		row.Mark = port.MarkPending
		o.draw(row, r, c, true)
	}
}

// draw shows the values that a change gives.
func (o *overlay) draw(row *port.Row, r wire.Row, c *edit.Change, waits bool) {
	for i, name := range o.names {
		if i == o.pk || i == o.rk || name == filterlang.Timestamp || i >= len(row.Cells) {
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
			row.Cells[i] = o.grid.Cell(cell)
			row.Cells[i].Changed = waits
		}
	}
}
