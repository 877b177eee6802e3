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
	for n := len(cmd.Of.Texts); req.Line <= cmd.Of.Last && (n < 2 || len(read.Entities) < n); req.Line++ {
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
	why, done := "", "cleared"
	wide, long := 0, of.Last-of.First+1
	for _, row := range of.Texts {
		done, wide = "pasted over", max(wide, len(row))
	}
	if len(of.Texts) > 1 {
		long = len(of.Texts)
	}
	switch {
	case v.Rows.Reply == nil || len(of.Columns) == 0:
		return nil
	case v.ReadOnly != "":
		return v.TellReadOnly()
	case d.Committing():
		why = "A commit is under way. Press the key again when it is over."
	case wide > 1 && wide > len(of.Columns):
		why = "What you paste has " + words.Number(wide) + " columns, and from " + of.Columns[0] + " on there " + words.Plural(len(of.Columns), "is ", "are ") + words.Number(len(of.Columns)) + "."
	case slices.ContainsFunc(of.Columns, grid.IsKey):
		why = "A key names its entity and cannot be " + done + ". Choose only cells of other columns."
	case slices.Contains(of.Columns, filterlang.Timestamp):
		why = "Timestamp is set by the store at each write. It cannot be " + done + "."
	case long > wire.MaxCollected:
		why = "At most " + words.Number(wire.MaxCollected) + " entities are changed so at once. Change entities… above the grid takes more."
	}
	if why != "" {
		return []page.Cmd{refused(of, why)}
	}
	return []page.Cmd{readCells{of, edit.LineOf(v, of.First), d.Pending}}
}

// refused tells why cells keep their values; rows that were pasted can be imported instead.
func refused(of grid.CellsSet, why string) page.Cmd {
	n := page.Notice{Text: why, Bad: of.Texts != nil}
	if of.Rows != "" {
		n.Action, n.Undo = "Import them as entities…", grid.RowsTaken{Text: of.Rows}
	}
	return page.Notify{Notice: n}
}

// set makes the values pending, all of them or none, as one step.
func (m cellsRead) set(v *page.View, d edit.Desk) (edit.Desk, []page.Cmd) {
	if m.Err != nil {
		return d, []page.Cmd{page.Fail{What: "The entities could not be read", Err: m.Err}}
	}
	if m.At.Table != v.Rows.Table || m.At.Source != v.Rows.Source {
		return d, nil
	}
	if n := len(m.Of.Texts); n > 1 && len(m.Entities) < n {
		return d, []page.Cmd{refused(m.Of, "What you paste has "+words.Number(n)+" lines, and from this one on there "+words.Plural(len(m.Entities), "is ", "are ")+words.Count(len(m.Entities), "entity", "entities")+".")}
	}
	all, cells, last := map[edit.EntityKey]*edit.Change{}, 0, ""
	for i, e := range m.Entities {
		in, n, problem := m.form(v, d, i, *e)
		if n == 0 && problem == "" {
			continue
		}
		changes := map[edit.EntityKey]*edit.Change(nil)
		if problem == "" {
			changes, _, _, problem = d.Pending.ChangesOf(&in)
		}
		if problem != "" {
			return d, []page.Cmd{refused(m.Of, "Nothing was changed. "+in.Key().Name()+": "+problem)}
		}
		for k, c := range changes {
			all[k] = c
		}
		cells, last = cells+n, in.Key().Name()
	}
	text, none := "Cleared ", "There is no value to clear."
	if m.Of.Texts != nil {
		text, none = "Pasted ", "The cells hold what you paste already."
	}
	if cells > 1 {
		text += words.Number(cells) + " cells"
	} else {
		text += m.Of.Columns[0] + " of " + last
	}
	next := d.Pending.Step(text, all)
	if next == d.Pending {
		return d, []page.Cmd{page.Notify{Notice: page.Notice{Text: none}}}
	}
	d, cmds := d.Pend(next)
	if edit.AtOnce(v.Settings) {
		return d, append(cmds, page.Send{Msg: edit.CommitWanted{Changes: all}})
	}
	return d, append(cmds, page.Announce{Text: text + ". " + words.Count(len(next.Changes), "change is", "changes are") + " pending."})
}

// text is the value for a column of an entity, "" for none; ok is false where that stays as it is.
func (m cellsRead) text(entity, column int) (text string, ok bool) {
	switch t := m.Of.Texts; {
	case t == nil:
		return "", true
	case len(t) == 1 && len(t[0]) == 1:
		return t[0][0], true
	case entity < len(t) && column < len(t[entity]):
		return t[entity][column], true
	}
	return "", false
}

// form is an entity with the other values in n of its cells.
func (m cellsRead) form(v *page.View, d edit.Desk, i int, e wire.EntityReply) (in edit.Inspector, n int, problem string) {
	in = edit.FormOf(m.At.Source, m.At.Table, e)
	c := d.Pending.At(in.Key())
	switch {
	case d.Form.Dirty() && d.Form.Key() == in.Key():
		return in, 0, "the inspector has edits of it that are not committed."
	case c == nil:
	case c.Kind == edit.DeleteKind:
		return in, 0, "the next commit deletes it. Ctrl+Z takes that back."
	case c.Base == nil:
		return in, 0, "a pending change writes over it, whatever it holds. Review… shows that."
	default:
		in = edit.PendingForm(c)
	}
	for j, column := range m.Of.Columns {
		text, ok := m.text(i, j)
		if !ok {
			continue
		}
		if text != "" {
			var id int
			in, id = edit.FormField(in, column, usualType(v, column))
			in.Rows = edit.ChangeRow(in.Rows, id, func(r *edit.PropertyRow) { r.Text, r.Form = text, edit.AnyBytes })
			n++
			continue
		}
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
