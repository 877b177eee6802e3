package celledit

import (
	"strings"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Edit is a value that is being edited in its cell. It is a form of one field: what is typed goes through the same rows,
// and becomes the same pending change, as in the inspector.
type Edit struct {
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
func (e *Edit) Note() (text string, wrong bool) {
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
func (e *Edit) changed() bool { return e.Text != e.was || e.begun }

// Waits reports whether the field takes no text: it was left, and its entity is not read yet.
func (e *Edit) Waits() bool { return e.ended != nil }

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

// understood reads the text as a value of the type.
func (e Edit) understood() Edit {
	e.Err, e.Said = "", ""
	if e.New && e.Text == "" {
		e.Said = "not stored while it is empty"
		if e.Type == edm.String {
			e.Said += `; an empty text is stored from the inspector`
		}
		return e
	}
	v, err := edm.ParseText(e.Type, e.Text)
	switch {
	case err != nil && strings.TrimSpace(e.Text) == "":
		e.Err = "An empty text is not a value of type " + e.Type.String() + ". To remove the property, press Escape, then Delete."
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

// Form is what was typed into the field as a form of its entity, nil where there is nothing or the entity is not read yet.
func (e *Edit) Form() *edit.Inspector {
	if e == nil || e.form == nil || !e.changed() {
		return nil
	}
	in := e.typedInto(*e.form)
	return &in
}

// Perishable reports whether something was typed that no form holds yet: the entity is being read.
func (e *Edit) Perishable() bool { return e != nil && e.form == nil && e.changed() }

// typedInto puts the text of the field into the form of its entity.
func (e *Edit) typedInto(in edit.Inspector) edit.Inspector {
	in.Rows = edit.ChangeRow(in.Rows, e.id, func(r *edit.PropertyRow) { r.Type, r.Text, r.Form = e.Type, e.Text, edit.AnyBytes })
	return edit.Measured(in)
}
