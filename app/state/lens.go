package state

import "rangefinder/filterlang/edm"

// Lens is another view of the entity in the inspector: as JSON, and its values decoded.
type Lens struct {
	JSON   bool   // the JSON is shown
	Text   string // as it is in the field
	Err    string // why it is no entity
	Decode string // property that is decoded, "" for the one of the grid's current column
	Open   bool   // the decoder is shown
}

// What happens in it.
type (
	LensToggled   struct{}
	LensTyped     struct{ Text string }
	DecodeToggled struct{}
	DecodeChosen  struct{ Name string }
)

// LensField is the identity of the field with the JSON.
const LensField = "entity-json"

// updateLens is the JSON view and the decoder.
func updateLens(m Model, msg Msg) (Model, []Cmd, bool) {
	l := *m.Lens
	switch msg := msg.(type) {
	case LensToggled:
		l.JSON = !l.JSON
		m.Lens = &l
		if l.JSON && l.Err != "" { // as it was typed: the form did not change since
			return m, []Cmd{ResetFields{Values: map[string]string{LensField: l.Text}}, Focus{Target: LensField}}, true
		}
		if l.JSON {
			m, cmds := showJSON(m)
			return m, append(cmds, Focus{Target: LensField}), true
		}
		return m, nil, true

	case LensTyped:
		if !l.JSON || m.Inspector.Mode == Idle {
			return m, nil, true
		}
		l.Text, l.Err = msg.Text, ""
		in, err := withJSON(*m.Inspector, msg.Text)
		if err != nil {
			l.Err = err.Error()
			m.Lens = &l
			return m, nil, true
		}
		m.Lens, m.Inspector = &l, &in
		return m, []Cmd{resetInspector(&in)}, true

	case DecodeToggled:
		l.Open = !l.Open
		m.Lens = &l
		return m, nil, true

	case DecodeChosen:
		l.Decode = msg.Name
		m.Lens = &l
		return m, nil, true

	case CellSelected:
		if l.Decode != "" { // follows the grid again
			l.Decode = ""
			m.Lens = &l
		}
	}
	return m, nil, false
}

// followLens writes the JSON anew when the form changed, unless it was the JSON that changed it. What could not be read and is out
// of sight is then no longer of this form.
func followLens(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	if _, typed := msg.(LensTyped); typed || old.Inspector == m.Inspector || !m.Lens.JSON && m.Lens.Err == "" {
		return m, cmds
	}
	if m.Inspector.Mode == Idle || !m.Lens.JSON {
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
	if m.Inspector.Mode == Idle {
		return m, nil
	}
	text, problem := EntityJSON(m.Inspector)
	if l.Err = problem; problem == "" {
		l.Text = text
	}
	m.Lens = &l
	return m, []Cmd{ResetFields{Values: map[string]string{LensField: l.Text}}}
}

// unreadJSON is why the JSON as it is typed is no entity, while the form still holds what it was before: that is not what the
// person sees, so it is not saved. What is wrong with the form itself is told at its fields.
func (m *Model) unreadJSON() string {
	if !m.Lens.JSON || m.Lens.Err == "" || m.Inspector.Mode == Idle {
		return ""
	}
	if _, problem := EntityJSON(m.Inspector); problem != "" {
		return ""
	}
	return "Not saved: " + m.Lens.Err
}

// Decodes returns the property of that name as it is in the form, nil when there is none.
func Decodes(in *Inspector, name string) *PropertyRow {
	switch name {
	case "PartitionKey":
		return &PropertyRow{Name: name, Type: edm.String, Text: in.PK}
	case "RowKey":
		return &PropertyRow{Name: name, Type: edm.String, Text: in.RK}
	}
	for i := range in.Rows {
		if in.Rows[i].Name == name && !in.Rows[i].Gone {
			r := in.Rows[i]
			r.Text = r.text()
			return &r
		}
	}
	return nil
}
