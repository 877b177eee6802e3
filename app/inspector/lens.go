package inspector

import (
	"cmp"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/filterlang/edm"
)

// LensView is how the inspector shows its entity.
type LensView string

// The views.
const (
	FormView   LensView = ""
	JSONView   LensView = "json"
	DecodeView LensView = "decode"
)

// LensField is the identity of the field with the JSON.
const LensField = "entity-json"

// updateLens is the JSON view and the decoder.
func (m *Model) updateLens(d edit.Desk, msg page.Msg) (*Model, edit.Desk, []page.Cmd, bool) {
	l := *m
	switch msg := msg.(type) {
	case LensChosen:
		same := l.View == msg.View
		l.View = msg.View
		next := &l
		var cmds []page.Cmd
		switch {
		case same || l.View != JSONView:
		case l.Err != "": // as it was typed: the form did not change since
			cmds = []page.Cmd{page.ResetFields{Values: map[string]string{LensField: l.Text}}}
		default:
			next, cmds = l.showJSON(d.Form)
		}
		switch {
		case msg.Focus:
			cmds = append(cmds, page.Focus{Target: "lens-" + cmp.Or(string(msg.View), "form")})
		case l.View == JSONView:
			cmds = append(cmds, page.Focus{Target: LensField})
		}
		return next, d, cmds, true

	case LensTyped:
		if l.View != JSONView || d.Form.Mode == edit.Idle {
			return m, d, nil, true
		}
		l.Text, l.Err = msg.Text, ""
		in, err := edit.WithJSON(*d.Form, msg.Text)
		if err != nil {
			l.Err = err.Error()
			return &l, d, nil, true
		}
		return &l, with(d, in), []page.Cmd{in.Fields()}, true

	case DecodeChosen:
		l.Decode = msg.Name
		return &l, d, nil, true
	}
	return m, d, nil, false
}

// Seen is what the lens shows: a form, and the current cell of the grid.
type Seen struct {
	Form   *edit.Inspector
	Line   int // -1 for none
	Column string
}

// Follow lets the decoder follow the grid again when another cell is chosen there, and writes the JSON anew when the form changed,
// unless it was the JSON that changed it. What could not be read and is out of sight is then no longer of this form.
func (m *Model) Follow(was, now Seen, msg page.Msg) (*Model, []page.Cmd) {
	var cmds []page.Cmd
	if _, fresh := msg.(page.NewEntityPressed); m.View != FormView && now.Form.Mode == edit.Creating && (fresh || was.Form.Mode != edit.Creating) {
		l := *m // nothing is there to decode, and the keyboard goes to a field
		l.View = FormView
		m = &l
	}
	if m.Decode != "" && now.Line >= 0 && (was.Column != now.Column || was.Line != now.Line) {
		l := *m
		l.Decode = ""
		m = &l
		cmds = append(cmds, page.ResetFields{Values: map[string]string{"decode-name": ""}})
	}
	if _, typed := msg.(LensTyped); typed || was.Form == now.Form || m.View != JSONView && m.Err == "" {
		return m, cmds
	}
	if now.Form.Mode == edit.Idle || m.View != JSONView {
		l := *m
		l.Text, l.Err = "", ""
		return &l, cmds
	}
	m, more := m.showJSON(now.Form)
	return m, append(cmds, more...)
}

// showJSON puts the form into the field.
func (m *Model) showJSON(in *edit.Inspector) (*Model, []page.Cmd) {
	if in.Mode == edit.Idle {
		return m, nil
	}
	l := *m
	text, problem := edit.EntityJSON(in)
	if l.Err = problem; problem == "" {
		l.Text = text
	}
	return &l, []page.Cmd{page.ResetFields{Values: map[string]string{LensField: l.Text}}}
}

// unread is why the JSON as it is typed is no entity, while the form still holds what it was before: that is not what the
// person sees, so it is not saved. What is wrong with the form itself is told at its fields.
func (m *Model) unread(in *edit.Inspector) string {
	if m.View != JSONView || m.Err == "" || in.Mode == edit.Idle {
		return ""
	}
	if _, problem := edit.EntityJSON(in); problem != "" {
		return ""
	}
	return "Not committed: " + m.Err
}

// decodes returns the property of that name as it is in the form, nil when there is none.
func decodes(in *edit.Inspector, name string) *edit.PropertyRow {
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
