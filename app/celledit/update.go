package celledit

import (
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Here reports whether a cell gets a field. Other values are changed in the inspector, or not at all: see Update.
func Here(v *page.View, msg CellPressed) bool {
	return !v.Embedded && v.Rows.Reply != nil && v.ReadOnly == "" && msg.refused() == "" && !msg.inInspector()
}

// inInspector reports whether the value is no text of one line that is there whole.
func (c CellPressed) inInspector() bool {
	return !c.Typed && (grid.IsKey(c.Column) || !c.Whole || c.Type == edm.Binary)
}

// refused says why a cell cannot be edited at all.
func (c CellPressed) refused() string {
	switch {
	case c.Column == filterlang.Timestamp:
		return "Timestamp is set by the store at each write. It cannot be edited."
	case c.Typed && grid.IsKey(c.Column):
		return "A key names the entity: F2 changes it in the inspector, as a move."
	case c.Typed && c.Type == edm.Binary:
		return "Bytes are edited in the inspector: F2 goes there."
	}
	return ""
}

// Update is editing in the grid, of no cell where e is nil. What is typed is kept as a pending change when the field is left; a
// mistake keeps it open, or goes to the inspector with its text.
func (e *Edit) Update(v *page.View, d edit.Desk, msg page.Msg) (next *Edit, desk edit.Desk, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case page.CellWanted:
		return e, d, []page.Cmd{page.CloseMenu{}, EditCell{}}, true

	case CellPressed:
		if v.Rows.Reply == nil || e != nil {
			return e, d, nil, true
		}
		next, cmds := begin(v, msg)
		return next, d, cmds, true

	case CellTyped:
		if e == nil || e.ended != nil {
			return e, d, nil, true
		}
		n := *e
		n.Text = msg.Text
		n.begun = n.begun || n.over && n.Text != ""
		n = n.understood()
		return &n, d, nil, true

	case CellEnded:
		if e == nil || e.ended != nil && msg.How != CellLeft {
			return e, d, nil, true
		}
		n := *e
		n.Text = msg.Text
		if msg.How == CellDropped {
			return nil, d, nil, true
		}
		n = n.understood()
		switch {
		case n.form != nil:
			next, d, cmds := n.end(v, d, msg)
			return next, d, cmds, true
		case n.changed() && n.Err != "" && msg.How != CellLeft:
			return &n, d, []page.Cmd{page.Announce{Text: n.Err}}, true // whatever the entity is, this is no value
		}
		n.ended = &msg
		return &n, d, nil, true

	case grid.CellsSet:
		return e, d, setCells(v, d, msg), true

	case cellsRead:
		d, cmds := msg.set(v, d)
		return e, d, cmds, true

	case edit.EntityRead:
		if !msg.Cell {
			return e, d, nil, false
		}
		if e == nil || e.form != nil {
			return e, d, nil, true
		}
		next, d, cmds := e.read(v, d, msg)
		return next, d, cmds, true
	}
	return e, d, nil, false
}

// begin opens the field of a cell, or goes to the inspector with it.
func begin(v *page.View, msg CellPressed) (*Edit, []page.Cmd) {
	tell := func(n page.Notice) []page.Cmd { return []page.Cmd{page.Notify{Notice: n}} }
	if v.ReadOnly != "" {
		return nil, v.TellReadOnly()
	}
	if why := msg.refused(); why != "" {
		return nil, tell(page.Notice{Text: why})
	}
	read := edit.LineOf(v, msg.Line)
	if msg.inInspector() {
		read.Focus, read.Field, read.Type = true, msg.Column, msg.usualType(v)
		return nil, []page.Cmd{read}
	}
	read.Cell = true
	n := Edit{Line: msg.Line, Column: msg.Column, Type: msg.usualType(v), New: msg.Type == edm.NoType, Text: msg.Text, was: msg.Text}
	if msg.Typed {
		n.was, n.over = "", !n.New
	}
	n = n.understood()
	return &n, []page.Cmd{read}
}

// usualType is the type of a cell's value, or the usual one of its column.
func (c CellPressed) usualType(v *page.View) edm.Type {
	if c.Type != edm.NoType {
		return c.Type
	}
	return usualType(v, c.Column)
}

// usualType is the usual type of a column, of strings where there is none.
func usualType(v *page.View, column string) edm.Type {
	for _, about := range v.Rows.Reply.Columns {
		if about.Name == column && about.Type != edm.NoType {
			return about.Type
		}
	}
	return edm.String
}

// read takes in the entity of the field.
func (e Edit) read(v *page.View, d edit.Desk, msg edit.EntityRead) (*Edit, edit.Desk, []page.Cmd) {
	lost := ""
	if e.changed() {
		lost = "Not kept: " + words.Quote(words.Clip(e.Text, 100)) + " for " + e.Column + ". "
	}
	switch {
	case msg.Err != nil:
		return nil, d, []page.Cmd{page.Fail{What: lost + "The entity could not be read", Err: msg.Err}}
	case lost != "" && (msg.Table != v.Rows.Table || msg.Source != v.Rows.Source):
		return nil, d, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: lost + "Another table was opened before the entity was read."}}}
	case msg.Table != v.Rows.Table || msg.Source != v.Rows.Source || msg.Entity.Marker:
		return nil, d, nil
	}
	if again, ok := d.Pending.Again(v, msg); ok {
		return &e, d, []page.Cmd{again}
	}
	form := edit.FormOf(msg.Source, msg.Table, *msg.Entity)
	if c := d.Pending.At(form.Key()); c != nil && c.Base != nil {
		if c.Kind == edit.DeleteKind {
			return nil, d, []page.Cmd{page.Notify{Notice: page.Notice{Text: c.Name() + " cannot be edited: the next commit deletes it. Ctrl+Z takes that back."}}}
		}
		form = edit.PendingForm(c)
	}
	if in := d.Form; in.Dirty() && in.Key() == form.Key() {
		d, cmds := e.toForm(v, d, *in, "The inspector has edits of this entity that are not committed, so it is edited there.")
		return nil, d, cmds
	}
	form, e.id = edit.FormField(form, e.Column, e.Type)
	e.form = &form
	if e.ended == nil {
		return &e, d, nil
	}
	return e.end(v, d, *e.ended)
}

// end makes what was typed a pending change, or keeps the field where it is no value.
func (e Edit) end(v *page.View, d edit.Desk, msg CellEnded) (*Edit, edit.Desk, []page.Cmd) {
	var cmds []page.Cmd
	if e.changed() {
		in := e.typedInto(*e.form)
		changes, text, _, problem := d.Pending.ChangesOf(&in)
		switch {
		case v.ReadOnly != "":
			problem = v.ReadOnly
		case d.Committing():
			problem = "A commit is under way. Press Enter again when it is over."
		case e.Err != "":
			problem = e.Err
		}
		switch {
		case problem != "" && msg.How == CellLeft:
			e.Err = problem
			d, cmds = e.toForm(v, d, in, "")
			return nil, d, cmds
		case problem != "":
			e.Err, e.ended = problem, nil
			return &e, d, []page.Cmd{page.Announce{Text: problem}}
		}
		d, cmds = d.Pend(d.Pending.Step(text, changes))
		if edit.AtOnce(v.Settings) {
			cmds = append(cmds, page.Send{Msg: edit.CommitWanted{Changes: changes}})
		} else {
			cmds = append(cmds, page.Announce{Text: text + ". " + words.Count(len(d.Pending.Changes), "change is", "changes are") + " pending."})
		}
	}
	if msg.How == CellNext || msg.How == CellBack {
		cmds = append(cmds, page.Send{Msg: grid.CellStepped{Line: e.Line, Column: e.Column, Back: msg.How == CellBack}})
	}
	return nil, d, cmds
}

// toForm hands what was typed over to the inspector, where it stays until it is saved or thrown away. What the inspector holds of
// another entity is not pushed aside for it: then the text is told.
func (e Edit) toForm(v *page.View, d edit.Desk, in edit.Inspector, why string) (edit.Desk, []page.Cmd) {
	if d.Form.Dirty() && d.Form.Key() != in.Key() || in.Source != v.Query.Source || in.Table != v.Query.Table {
		return d, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "Not kept: " + words.Quote(words.Clip(e.Text, 100)) + " for " + e.Column + " of " + in.Key().Name() + ". " + e.Err}}}
	}
	in, e.id = edit.FormField(in, e.Column, e.Type)
	if e.changed() {
		in = e.typedInto(in)
	}
	in.Open = d.Form.Open || why != ""
	d.Form = &in
	cmds := []page.Cmd{in.Fields()}
	if why == "" {
		return d, append(cmds, page.Notify{Notice: page.Notice{Text: "What was typed for " + e.Column + " of " + in.Key().Name() + " is in the inspector. It is not kept yet: " + e.Err}})
	}
	return d, append(cmds, page.Focus{Target: "prop-text-" + words.Number(e.id)}, page.Announce{Text: why})
}

// Leave ends the editing of a cell of a result that is not on screen any more. What was typed before its entity was read is kept when
// it is.
func (e *Edit) Leave(v *page.View, d edit.Desk) (*Edit, edit.Desk, []page.Cmd) {
	left := CellEnded{e.Text, CellLeft}
	switch {
	case e.form != nil:
		return e.end(v, d, left)
	case !e.changed():
		return nil, d, nil
	}
	n := *e
	n.ended = &left
	return &n, d, nil
}
