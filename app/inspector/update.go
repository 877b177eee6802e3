package inspector

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
)

// Model is how the inspector shows its entity: another view than the form's, and what is typed there.
type Model struct {
	View   LensView
	Text   string // as it is in the field of the JSON
	Err    string // why it is no entity
	Decode string // property that is decoded, "" for the one of the grid's current column
}

// Update takes a message about the entity in the inspector; ok is false for any other.
func (m *Model) Update(v *page.View, d edit.Desk, msg page.Msg) (next *Model, desk edit.Desk, cmds []page.Cmd, ok bool) {
	if next, d, cmds, ok := m.updateLens(d, msg); ok {
		return next, d, cmds, true
	}
	for _, part := range []func(*page.View, edit.Desk, page.Msg) (edit.Desk, []page.Cmd, bool){updateShown, updateTyped, updatePaste, m.updateSave} {
		if d, cmds, ok := part(v, d, msg); ok {
			return m, d, cmds, true
		}
	}
	return m, d, nil, false
}

// with puts another form on the desk.
func with(d edit.Desk, in edit.Inspector) edit.Desk {
	d.Form = &in
	return d
}
