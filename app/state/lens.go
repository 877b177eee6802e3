package state

import (
	"cmp"

	"rangefinder/app/edit"
	"rangefinder/filterlang/edm"
)

// Lens is another view of the entity in the inspector: as JSON, and its values decoded.
type Lens struct {
	View   LensView
	Text   string // as it is in the field
	Err    string // why it is no entity
	Decode string // property that is decoded, "" for the one of the grid's current column
}

// LensView is how the inspector shows its entity.
type LensView string

// The views.
const (
	FormView   LensView = ""
	JSONView   LensView = "json"
	DecodeView LensView = "decode"
)

// What happens in it.
type (
	LensChosen struct {
		View  LensView
		Focus bool // the keyboard goes to its tab
	}
	LensTyped    struct{ Text string }
	DecodeChosen struct{ Name string }
)

// LensField is the identity of the field with the JSON.
const LensField = "entity-json"

// updateLens is the JSON view and the decoder.
func updateLens(m Model, msg Msg) (Model, []Cmd, bool) {
	l := *m.Lens
	switch msg := msg.(type) {
	case LensChosen:
		same := l.View == msg.View
		l.View = msg.View
		m.Lens = &l
		var cmds []Cmd
		switch {
		case same || l.View != JSONView:
		case l.Err != "": // as it was typed: the form did not change since
			cmds = []Cmd{ResetFields{Values: map[string]string{LensField: l.Text}}}
		default:
			m, cmds = showJSON(m)
		}
		switch {
		case msg.Focus:
			cmds = append(cmds, Focus{Target: "lens-" + cmp.Or(string(msg.View), "form")})
		case l.View == JSONView:
			cmds = append(cmds, Focus{Target: LensField})
		}
		return m, cmds, true

	case LensTyped:
		if l.View != JSONView || m.Inspector.Mode == edit.Idle {
			return m, nil, true
		}
		l.Text, l.Err = msg.Text, ""
		in, err := edit.WithJSON(*m.Inspector, msg.Text)
		if err != nil {
			l.Err = err.Error()
			m.Lens = &l
			return m, nil, true
		}
		m.Lens, m.Inspector = &l, &in
		return m, []Cmd{in.Fields()}, true

	case DecodeChosen:
		l.Decode = msg.Name
		m.Lens = &l
		return m, nil, true
	}
	return m, nil, false
}

// followLens lets the decoder follow the grid again when another cell is chosen there, and writes the JSON anew when the form changed, unless it was the JSON that changed it. What could not be read and is out
// of sight is then no longer of this form.
func followLens(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	if r := m.Grid.Result; m.Lens.Decode != "" && r.Line >= 0 && (old.Grid.Column != m.Grid.Column || old.Grid.Result.Line != r.Line) {
		l := *m.Lens
		l.Decode = ""
		m.Lens = &l
		cmds = append(cmds, ResetFields{Values: map[string]string{"decode-name": ""}})
	}
	if _, typed := msg.(LensTyped); typed || old.Inspector == m.Inspector || m.Lens.View != JSONView && m.Lens.Err == "" {
		return m, cmds
	}
	if m.Inspector.Mode == edit.Idle || m.Lens.View != JSONView {
		l := *m.Lens
		l.Text, l.Err = "", ""
		m.Lens = &l
		return m, cmds
	}
	m, more := showJSON(m)
	return m, append(cmds, more...)
}

// showJSON puts the form into the field.
func showJSON(m Model) (Model, []Cmd) {
	l := *m.Lens
	if m.Inspector.Mode == edit.Idle {
		return m, nil
	}
	text, problem := edit.EntityJSON(m.Inspector)
	if l.Err = problem; problem == "" {
		l.Text = text
	}
	m.Lens = &l
	return m, []Cmd{ResetFields{Values: map[string]string{LensField: l.Text}}}
}

// unreadJSON is why the JSON as it is typed is no entity, while the form still holds what it was before: that is not what the
// person sees, so it is not saved. What is wrong with the form itself is told at its fields.
func (m *Model) unreadJSON() string {
	if m.Lens.View != JSONView || m.Lens.Err == "" || m.Inspector.Mode == edit.Idle {
		return ""
	}
	if _, problem := edit.EntityJSON(m.Inspector); problem != "" {
		return ""
	}
	return "Not saved: " + m.Lens.Err
}

// Decodes returns the property of that name as it is in the form, nil when there is none.
func Decodes(in *edit.Inspector, name string) *edit.PropertyRow {
	switch name {
	case "PartitionKey":
		return &edit.PropertyRow{Name: name, Type: edm.String, Text: in.PK}
	case "RowKey":
		return &edit.PropertyRow{Name: name, Type: edm.String, Text: in.RK}
	}
	for i := range in.Rows {
		if in.Rows[i].Name == name && !in.Rows[i].Gone {
			r := in.Rows[i]
			r.Text = r.Typed()
			return &r
		}
	}
	return nil
}
