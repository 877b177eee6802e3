package state

import (
	"slices"
	"strings"

	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// CellEdit is a value that is being edited in its cell. It is a form of one field: what is typed goes through the same rows,
// and becomes the same pending change, as in the inspector.
type CellEdit struct {
	Line   int
	Column string
	Type   edm.Type
	Text   string
	Said   string // what was understood
	Err    string // why it is no value of the type
	New    bool   // the entity has no such property yet

	was   string          // the text when the field was opened
	over  bool            // a character opened it in place of a value
	begun bool            // and was in it: from then on an empty text is one
	form  *edit.Inspector // of its entity; nil until that was read
	id    int             // of its row in the form
	ended *CellEnded      // what was pressed before the entity was read
}

// Note is what stands below the field.
func (e *CellEdit) Note() (text string, wrong bool) {
	switch {
	case e.Err != "":
		return e.Err, true
	case e.New:
		text = "new property · "
	}
	if text += e.Type.String(); e.Said != "" {
		text += " · " + e.Said
	}
	return text, false
}

// changed reports whether something was typed that is to be kept.
func (e *CellEdit) changed() bool { return e.Text != e.was || e.begun }

// Waits reports whether the field takes no text: it was left, and its entity is not read yet.
func (e *CellEdit) Waits() bool { return e.ended != nil }

// CellEnd is how the editing of a cell ends.
type CellEnd int

const (
	CellKept    CellEnd = iota // Enter
	CellNext                   // Tab, and to the next cell
	CellBack                   // Shift+Tab, and to the one before
	CellDropped                // Escape
	CellLeft                   // the focus went elsewhere, and the field is gone
)

// What happened to a cell.
type (
	// CellPressed asks to edit a cell: by F2 or a double click, or by a character that begins another value.
	CellPressed struct {
		Line   int
		Column string
		Type   edm.Type // NoType where the entity has no such property
		Text   string
		Whole  bool // Text is the whole value, on one line
		Typed  bool
	}
	CellTyped struct{ Text string }
	CellEnded struct {
		Text string
		How  CellEnd
	}
)

// EditCell opens the field of the grid's current cell.
type EditCell struct{}

// EditsInCell reports whether a cell gets a field. Other values are changed in the inspector, or not at all: see updateCell.
func EditsInCell(m *Model, msg CellPressed) bool {
	return m.Embed == nil && m.Grid.Result.Reply != nil && m.ReadOnly() == "" && m.cellRefused(msg) == "" && !msg.inInspector()
}

// inInspector reports whether the value is no text of one line that is there whole.
func (c CellPressed) inInspector() bool {
	return !c.Typed && (grid.IsKey(c.Column) || !c.Whole || c.Type == edm.Binary)
}

// cellRefused says why a cell cannot be edited at all.
func (m *Model) cellRefused(c CellPressed) string {
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

// updateCell is editing in the grid. What is typed is kept as a pending change when the field is left; a mistake keeps it open,
// or goes to the inspector with its text.
func updateCell(m Model, msg Msg) (Model, []Cmd, bool) {
	e := m.Cell
	switch msg := msg.(type) {
	case page.CellWanted:
		if m.Grid.Menu != nil {
			m.Grid = m.Grid.WithoutMenu()
		}
		return m, []Cmd{EditCell{}}, true

	case CellPressed:
		if m.Grid.Result.Reply == nil || e != nil {
			return m, nil, true
		}
		if m.ReadOnly() != "" {
			return refuseWrite(m)
		}
		if why := m.cellRefused(msg); why != "" {
			m, cmds := notify(m, Notice{Text: why})
			return m, cmds, true
		}
		read := m.readLine(msg.Line)
		if msg.inInspector() {
			read.Focus, read.Field, read.Type = true, msg.Column, m.columnType(msg)
			return m, []Cmd{read}, true
		}
		read.Cell = true
		n := CellEdit{Line: msg.Line, Column: msg.Column, Type: m.columnType(msg), New: msg.Type == edm.NoType, Text: msg.Text, was: msg.Text}
		if msg.Typed {
			n.was, n.over = "", !n.New
		}
		return withEdit(m, n.understood()), []Cmd{read}, true

	case CellTyped:
		if e == nil || e.ended != nil {
			return m, nil, true
		}
		n := *e
		n.Text = msg.Text
		n.begun = n.begun || n.over && n.Text != ""
		return withEdit(m, n.understood()), nil, true

	case CellEnded:
		if e == nil || e.ended != nil && msg.How != CellLeft {
			return m, nil, true
		}
		n := *e
		n.Text = msg.Text
		if msg.How == CellDropped {
			return withoutEdit(m), nil, true
		}
		n = n.understood()
		switch {
		case n.form != nil:
			m, cmds := endCell(m, n, msg)
			return m, cmds, true
		case n.changed() && n.Err != "" && msg.How != CellLeft:
			return withEdit(m, n), []Cmd{Announce{Text: n.Err}}, true // whatever the entity is, this is no value
		}
		n.ended = &msg
		return withEdit(m, n), nil, true

	case EntityRead:
		if !msg.Cell {
			return m, nil, false
		}
		if e == nil || e.form != nil {
			return m, nil, true
		}
		m, cmds := cellRead(m, *e, msg)
		return m, cmds, true
	}
	return m, nil, false
}

// columnType is the type of a cell's value, or the usual one of its column.
func (m *Model) columnType(c CellPressed) edm.Type {
	if c.Type != edm.NoType {
		return c.Type
	}
	for _, about := range m.Grid.Columns() {
		if about.Name == c.Column && about.Type != edm.NoType {
			return about.Type
		}
	}
	return edm.String
}

// understood reads the text as a value of the type.
func (e CellEdit) understood() CellEdit {
	e.Err, e.Said = "", ""
	if e.New && e.Text == "" {
		e.Said = "left empty it stays missing"
		if e.Type == edm.String {
			e.Said += `; "" is made in the inspector`
		}
		return e
	}
	v, err := edm.ParseText(e.Type, e.Text)
	switch {
	case err != nil && strings.TrimSpace(e.Text) == "":
		e.Err = "An empty text is no " + e.Type.String() + ". To remove the property, press its ✕ in the inspector."
	case err != nil:
		e.Err = words.Sentence(err.Error())
	default:
		e.Err = page.Detail(engine.CheckValue(engine.Property{Name: e.Column, Value: v}))
	}
	if e.Err != "" {
		return e
	}
	e.Said = edit.SaidOf(&edit.PropertyRow{Name: e.Column, Type: e.Type, Text: e.Text}, v)
	return e
}

// cellForm is what was typed into a cell's field as a form of its entity, nil where there is nothing or the entity is not read yet.
func (m *Model) cellForm() *edit.Inspector {
	e := m.Cell
	if e == nil || e.form == nil || !e.changed() {
		return nil
	}
	in := e.typedInto(*e.form)
	return &in
}

// typedInto puts the text of the field into the form of its entity.
func (e *CellEdit) typedInto(in edit.Inspector) edit.Inspector {
	in.Rows = edit.ChangeRow(in.Rows, e.id, func(r *edit.PropertyRow) { r.Type, r.Text, r.Form = e.Type, e.Text, edit.AnyBytes })
	return edit.Measured(in)
}

func withEdit(m Model, e CellEdit) Model {
	m.Cell = &e
	return m
}

func withoutEdit(m Model) Model {
	m.Cell = nil
	return m
}

// cellRead takes in the entity of the field.
func cellRead(m Model, e CellEdit, msg EntityRead) (Model, []Cmd) {
	if msg.Err != nil {
		return fail(withoutEdit(m), "The entity could not be read", msg.Err)
	}
	if msg.Table != m.Grid.Result.Table || msg.Source != m.Grid.Result.Source || msg.Entity.Marker {
		return withoutEdit(m), nil
	}
	form := edit.FormOf(msg.Source, msg.Table, *msg.Entity)
	form.Replace = false // only what changed is sent
	if c := m.Pending.At(form.Key()); c != nil && c.Base != nil {
		if c.Kind == edit.DeleteKind {
			return notify(withoutEdit(m), Notice{Text: "The next commit deletes " + c.Name() + ". Ctrl+Z takes that back."})
		}
		form = edit.PendingForm(c)
	}
	if in := m.Inspector; in.Dirty() && in.Key() == form.Key() {
		return cellToForm(m, e, *in, "The inspector has edits of this entity that are not saved, so it is edited there.")
	}
	form, e.id = edit.FormField(form, e.Column, e.Type)
	e.form = &form
	if e.ended == nil {
		return withEdit(m, e), nil
	}
	return endCell(m, e, *e.ended)
}

// endCell makes what was typed a pending change, or keeps the field where it is no value.
func endCell(m Model, e CellEdit, msg CellEnded) (Model, []Cmd) {
	var cmds []Cmd
	if e.changed() {
		in := e.typedInto(*e.form)
		changes, text, _, problem := m.Pending.ChangesOf(&in)
		switch {
		case m.ReadOnly() != "":
			problem = m.ReadOnly()
		case m.desk().Committing():
			problem = "A commit is under way. Press Enter again when it is over."
		case e.Err != "":
			problem = e.Err
		}
		switch {
		case problem != "" && msg.How == CellLeft:
			e.Err = problem
			return cellToForm(m, e, in, "")
		case problem != "":
			e.Err, e.ended = problem, nil
			return withEdit(m, e), []Cmd{Announce{Text: problem}}
		}
		m, cmds = update(m, edit.Collected{Text: text, Changes: changes})
		if m.AtOnce() {
			var more []Cmd
			m, more = update(m, edit.CommitWanted{Changes: changes})
			cmds = append(cmds, more...)
		} else {
			cmds = append(cmds, Announce{Text: text + ". " + words.Count(len(m.Pending.Changes), "change is", "changes are") + " pending."})
		}
	}
	m = withoutEdit(m)
	if msg.How == CellNext || msg.How == CellBack {
		var more []Cmd
		m, more = besideCell(m, e, msg.How)
		cmds = append(cmds, more...)
	}
	return m, cmds
}

// besideCell goes to the next cell of the line or the one before; past the ends to the entities above and below.
func besideCell(m Model, e CellEdit, how CellEnd) (Model, []Cmd) {
	names, line := m.Grid.Names(), e.Line
	at := slices.Index(names, e.Column) + 1
	if how == CellBack {
		at -= 2
	}
	switch {
	case at >= len(names) && line+1 < m.Grid.Lines():
		at, line = 0, line+1
	case at < 0 && line > 0:
		at, line = len(names)-1, line-1
	}
	at = min(max(at, 0), len(names)-1)
	m, cmds, _ := updateGrid(m, grid.CellSelected{Line: line, Column: at})
	return m, append(cmds, grid.ShowLine{Line: line, Column: names[at]})
}

// cellToForm hands what was typed over to the inspector, where it stays until it is saved or thrown away. What the inspector
// holds of another entity is not pushed aside for it: then the text is told.
func cellToForm(m Model, e CellEdit, in edit.Inspector, why string) (Model, []Cmd) {
	m = withoutEdit(m)
	if m.Inspector.Dirty() && m.Inspector.Key() != in.Key() || in.Source != m.Query.Source || in.Table != m.Query.Table {
		return notify(m, Notice{Bad: true, Text: "Not kept: " + words.Quote(words.Clip(e.Text, 100)) + " for " + e.Column + " of " + in.Key().Name() + ". " + e.Err})
	}
	in, e.id = edit.FormField(in, e.Column, e.Type)
	if e.changed() {
		in = e.typedInto(in)
	}
	in.Open = m.Inspector.Open
	m.Inspector = &in
	cmds := []Cmd{in.Fields()}
	if why == "" {
		m, more := notify(m, Notice{Text: "What was typed for " + e.Column + " of " + in.Key().Name() + " is in the inspector. It is not kept yet: " + e.Err})
		return m, append(cmds, more...)
	}
	in.Open = true
	return m, append(cmds, Focus{Target: "prop-text-" + words.Number(e.id)}, Announce{Text: why})
}

// followCell ends the editing of a cell of a result that is not on screen any more.
func followCell(old, m Model, cmds []Cmd) (Model, []Cmd) {
	e := m.Cell
	if e == nil || old.Grid.Of == m.Grid.Of {
		return m, cmds
	}
	if e.form == nil {
		return withoutEdit(m), cmds
	}
	m, more := endCell(m, *e, CellEnded{e.Text, CellLeft})
	return m, append(cmds, more...)
}
