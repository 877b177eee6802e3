package state

import (
	"rangefinder/app/page"
	"rangefinder/app/sample"
)

// Shortcuts is the sheet of keys.
const Shortcuts page.DialogKind = "shortcuts"

// updateDialog opens the sheet of keys and closes whatever dialog is open.
func updateDialog(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg.(type) {
	case ShortcutsPressed:
		m.Dialog = &page.Dialog{Kind: Shortcuts}
		return m, []Cmd{OpenDialog{}}, true
	case DialogClosed:
		m.Dialog = nil
		return m, []Cmd{CloseDialog{}}, true
	}
	return m, nil, false
}

func sampleNamed(m Model, name string) *sample.Sample {
	for i := range m.Samples {
		if m.Samples[i].Name == name {
			return &m.Samples[i]
		}
	}
	return nil
}
