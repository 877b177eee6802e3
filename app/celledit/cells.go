package celledit

import (
	"context"
	"slices"

	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// readCells fetches the entities of cells that get other values. Answer: cellsRead.
type readCells struct {
	Of      grid.CellsSet
	At      edit.ReadLine // the first line
	Pending *edit.Pending
}

// cellsRead answers readCells. Entities are in the order of their lines, without markers.
type cellsRead struct {
	readCells
	Entities []*wire.EntityReply
	Err      error
}

// Run implements page.Runner.
func (cmd readCells) Run(ctx context.Context, out page.Outside) page.Msg {
	read, req := cellsRead{readCells: cmd}, cmd.At.Req
	for ; req.Line <= cmd.Of.Last; req.Line++ {
		e, err := wire.Call(ctx, out.Client, wire.EntityAt, req, nil)
		if err == nil && !e.Marker {
			k := edit.EntityKey{Source: cmd.At.Source, Table: cmd.At.Table, PartitionKey: e.PartitionKey, RowKey: e.RowKey}
			if cmd.Pending.At(k) == nil && cmd.Pending.Written.At(req.Result, k) != nil { // see edit.Pending.Again
				e, err = wire.Call(ctx, out.Client, wire.Entity, wire.KeyRequest{Source: k.Source, Table: k.Table, PartitionKey: k.PartitionKey, RowKey: k.RowKey}, nil)
			}
			read.Entities = append(read.Entities, e)
		}
		if err != nil {
			read.Err = err
			break
		}
	}
	return read
}

// setCells reads the entities of cells, unless those cannot have other values.
func setCells(v *page.View, d edit.Desk, of grid.CellsSet) []page.Cmd {
	why := ""
	switch {
	case v.Rows.Reply == nil || len(of.Columns) == 0:
		return nil
	case v.ReadOnly != "":
		return v.TellReadOnly()
	case d.Committing():
		why = "A commit is under way. Press the key again when it is over."
	case slices.ContainsFunc(of.Columns, grid.IsKey):
		why = "A key names its entity and cannot be cleared. Select only cells of other columns, or whole entities."
	case slices.Contains(of.Columns, filterlang.Timestamp):
		why = "Timestamp is set by the store at each write. It cannot be cleared."
	case of.Last-of.First >= wire.MaxCollected:
		why = "At most " + words.Number(wire.MaxCollected) + " entities are changed so at once. Change… above the grid takes more."
	}
	if why != "" {
		return []page.Cmd{page.Notify{Notice: page.Notice{Text: why}}}
	}
	return []page.Cmd{readCells{of, edit.LineOf(v, of.First), d.Pending}}
}

// set makes the values pending, all of them or none, as one step.
func (m cellsRead) set(v *page.View, d edit.Desk) (edit.Desk, []page.Cmd) {
	if m.Err != nil {
		return d, []page.Cmd{page.Fail{What: "The entities could not be read", Err: m.Err}}
	}
	if m.At.Table != v.Rows.Table || m.At.Source != v.Rows.Source {
		return d, nil
	}
	tell := func(text string, bad bool) (edit.Desk, []page.Cmd) {
		return d, []page.Cmd{page.Notify{Notice: page.Notice{Text: text, Bad: bad}}}
	}
	all, cells, last := map[edit.EntityKey]*edit.Change{}, 0, ""
	for _, e := range m.Entities {
		in, n, problem := m.form(d, *e)
		if n == 0 && problem == "" {
			continue
		}
		changes := map[edit.EntityKey]*edit.Change(nil)
		if problem == "" {
			changes, _, _, problem = d.Pending.ChangesOf(&in)
		}
		if problem != "" {
			return tell("Nothing was changed. "+in.Key().Name()+": "+problem, true)
		}
		for k, c := range changes {
			all[k] = c
		}
		cells, last = cells+n, in.Key().Name()
	}
	text := "Cleared " + m.Of.Columns[0] + " of " + last
	if cells > 1 {
		text = "Cleared " + words.Number(cells) + " cells"
	}
	next := d.Pending.Step(text, all)
	if next == d.Pending {
		return tell("There is no value to clear.", false)
	}
	d, cmds := d.Pend(next)
	if edit.AtOnce(v.Settings) {
		return d, append(cmds, page.Send{Msg: edit.CommitWanted{Changes: all}})
	}
	return d, append(cmds, page.Announce{Text: text + ". " + words.Count(len(next.Changes), "change is", "changes are") + " pending."})
}

// form is an entity with the other values in n of its cells.
func (m cellsRead) form(d edit.Desk, e wire.EntityReply) (in edit.Inspector, n int, problem string) {
	in = edit.FormOf(m.At.Source, m.At.Table, e)
	in.Replace = false // only what changed is sent
	c := d.Pending.At(in.Key())
	switch {
	case d.Form.Dirty() && d.Form.Key() == in.Key():
		return in, 0, "the inspector has edits of it that are not saved."
	case c == nil:
	case c.Kind == edit.DeleteKind:
		return in, 0, "the next commit deletes it. Ctrl+Z takes that back."
	case c.Base == nil:
		return in, 0, "a pending change writes over it, whatever it holds. Review… shows that."
	default:
		in = edit.PendingForm(c)
	}
	for _, column := range m.Of.Columns {
		at := slices.IndexFunc(in.Rows, func(r edit.PropertyRow) bool { return r.Name == column })
		if at < 0 {
			continue
		}
		if in.Partial() {
			return in, 0, "only the properties of $select are known, so none can be removed. Run the query without it."
		}
		n++
		in.Replace = true // a merge takes nothing away
		in.Rows[at].Gone = true
	}
	return edit.Measured(in), n, ""
}
