package settings

import "rangefinder/app/page"

// Model is what is known of the keeping of settings; they themselves are page.Settings.
type Model struct {
	Unkept bool // the browser refused to keep one, the last time
}

// What happened to settings.
type (
	Pressed     struct{}
	UndoPressed struct{} // the last change
	ResetAll    struct{}
	// Told tells that another tab changed them.
	Told struct{ Text string }
	// Refused tells that the browser keeps nothing, or that it does again.
	Refused struct{ Refused bool }
)

// Dialog is the dialog of settings. It holds Changes.
const Dialog page.DialogKind = "settings"

// Changes are what each change since the dialog was opened replaced.
type Changes struct{ Before []page.Settings }

// Unkept is what a person is told when settings are not kept.
const Unkept = "This browser keeps no settings: its storage for them is full, or forbidden. Settings, columns, history and the progress of lessons hold until the page is closed."

// Update takes a message about settings; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case Pressed:
		return m, []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: Dialog, Of: &Changes{}}}, page.OpenDialog{}}, true

	case page.SettingChosen:
		return m, []page.Cmd{page.ChangeSettings{Settings: v.Settings.With(msg.ID, msg.Value)}}, true

	case ResetAll:
		return m, []page.Cmd{page.ChangeSettings{}, page.Announce{Text: "All settings have their defaults."}}, true

	case UndoPressed:
		held := page.Held[Changes](v.Dialog)
		if held == nil || len(held.Before) == 0 {
			return m, nil, true
		}
		last := len(held.Before) - 1
		rest := *v.Dialog
		rest.Of = &Changes{Before: held.Before[:last:last]}
		return m, []page.Cmd{page.ChangeSettings{Settings: held.Before[last]}, page.ShowDialog{Dialog: &rest}, page.Announce{Text: "Undone."}}, true

	case Refused:
		next := &Model{Unkept: msg.Refused}
		if !msg.Refused {
			return next, nil, true
		}
		return next, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: Unkept}}}, true

	case Told:
		next, problem := page.ParseSettings(msg.Text)
		if problem != "" {
			return m, nil, true // the tab that wrote it tells its own person
		}
		return m, []page.Cmd{page.ChangeSettings{Settings: next, Kept: true}}, true
	}
	return m, nil, false
}

// Changed is the dialog on screen after a change that replaced settings: in the dialog of settings it can be undone.
func Changed(d *page.Dialog, was page.Settings) *page.Dialog {
	held := page.Held[Changes](d)
	if held == nil {
		return d
	}
	n := *d
	n.Of = &Changes{Before: append(held.Before[:len(held.Before):len(held.Before)], was)}
	return &n
}
