package state

import (
	"maps"
	"slices"

	"rangefinder/app/accounts"
	"rangefinder/app/code"
	"rangefinder/app/edit"
	"rangefinder/app/files"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
)

func init() {
	page.AllSettings = slices.Concat(pageSettings(), querySettings(), edit.Settings(), files.Settings(), code.Settings())
}

// Theme is the person's choice of colours.
func (m *Model) Theme() Theme { return Theme(m.Settings.Value("theme")) }

// SettingsKey is where the settings are kept.
const SettingsKey = "settings"

func pageSettings() []page.Setting {
	return []page.Setting{
		{ID: "theme", Title: "Colours", Choices: page.Choices(string(System), "As the system", string(Light), "Light", string(Dark), "Dark"),
			Apply: func(value string) []Cmd { return []Cmd{SetTheme{Theme(value)}} }},
		{ID: "density", Title: "Density", Note: "Height of the lines of grids and lists.", Choices: page.Choices("", "Comfortable", "compact", "Compact"),
			Apply: markPage("density")},
		{ID: "marks", Title: "Type marks", Note: "The type of a value before it in the grid, such as Int64.", Choices: page.Choices("", "Where it is another than usual in its column", "all", "In every cell"),
			Apply: markPage("marks")},
		{ID: "intro", Title: "Introduction", Note: "The strip above the query that says what a plan is.", Choices: page.Choices("", "Shown", "hidden", "Hidden")},
		{ID: "motion", Title: "Motion", Choices: page.Choices("", "As the system", "reduced", "Reduced"),
			Apply: markPage("motion")},
	}
}

// markPage lets style sheets know a setting, as an attribute of the document.
func markPage(name string) func(string) []Cmd {
	return func(value string) []Cmd { return []Cmd{MarkPage{name, value}} }
}

func querySettings() []page.Setting {
	return []page.Setting{
		queryline.Profiles,
		{ID: "top", Title: "Open tables with $top", Note: "How many entities a page holds. All pages are still read here; of an account, one after the other. What is typed in its field wins.", Choices: page.Choices("", "Not set: 1,000", "100", "100", "1000", "1,000")},
		accounts.Retries(),
	}
}

// What happened to settings.
type (
	SettingsPressed struct{}
	SettingsUndone  struct{} // the last change
	SettingsReset   struct{}
	// SettingsTold tells that another tab changed them.
	SettingsTold struct{ Text string }
	// SettingsRefused tells that the browser keeps nothing, or that it does again.
	SettingsRefused struct{ Refused bool }
)

// SettingsUnkept is what a person is told when settings are not kept.
const SettingsUnkept = "This browser keeps no settings: its storage for them is full, or forbidden. Settings, columns, history and the progress of lessons hold until the page is closed."

// MarkPage sets data-NAME of the document, for style sheets; "" takes it away.
type MarkPage struct{ Name, Value string }

func updateSettings(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case SettingsPressed:
		m.Dialog = &Dialog{Kind: SettingsDialog}
		return m, []Cmd{OpenDialog{}}, true

	case page.SettingChosen:
		m, cmds := changeSettings(m, m.Settings.With(msg.ID, msg.Value))
		return m, cmds, true

	case SettingsReset:
		m, cmds := changeSettings(m, nil)
		return m, append(cmds, Announce{Text: "Every setting has its first choice."}), true

	case SettingsUndone:
		if m.Dialog == nil || len(m.Dialog.Before) == 0 {
			return m, nil, true
		}
		last := len(m.Dialog.Before) - 1
		before := m.Dialog.Before[last]
		rest := m.Dialog.Before[:last:last]
		m, cmds := changeSettings(m, before)
		d := *m.Dialog
		d.Before = rest
		m.Dialog = &d
		return m, append(cmds, Announce{Text: "Undone."}), true

	case SettingsRefused:
		m.Unkept = msg.Refused
		if !msg.Refused {
			return m, nil, true
		}
		m, cmds := notify(m, Notice{Bad: true, Text: SettingsUnkept})
		return m, cmds, true

	case SettingsTold:
		next, problem := page.ParseSettings(msg.Text)
		if problem != "" {
			return m, nil, true // the tab that wrote it tells its own person
		}
		m, cmds := applySettings(m, next)
		return m, cmds, true
	}
	return m, nil, false
}

// changeSettings takes settings on and remembers them; in their dialog the change can be undone.
func changeSettings(m Model, next page.Settings) (Model, []Cmd) {
	if maps.Equal(next, m.Settings) {
		return m, nil
	}
	if m.Dialog != nil && m.Dialog.Kind == SettingsDialog {
		d := *m.Dialog
		d.Before = append(d.Before[:len(d.Before):len(d.Before)], m.Settings)
		m.Dialog = &d
	}
	m, cmds := applySettings(m, next)
	return m, append(cmds, KeepSetting{Key: SettingsKey, Value: next.Encode()})
}

// applySettings takes settings on and tells the page of those that are others.
func applySettings(m Model, next page.Settings) (Model, []Cmd) {
	old := m.Settings
	m.Settings = next
	var cmds []Cmd
	for _, s := range page.AllSettings {
		if value := next.Value(s.ID); s.Apply != nil && value != old.Value(s.ID) {
			var more []Cmd
			m, more = answer(m, s.Apply(value))
			cmds = append(cmds, more...)
		}
	}
	return m, cmds
}

// startSettings takes on what the browser kept. Versions before kept the colours and the retries each on their own.
func startSettings(m Model, msg Started) (Model, []Cmd) {
	next, problem := page.ParseSettings(msg.Settings)
	if msg.Settings == "" {
		next = next.With("theme", string(msg.Theme)).With("retry", msg.Retry)
	}
	m.Recent = parseRecent(msg.Recent)
	m, cmds := applySettings(m, next)
	if problem != "" {
		var more []Cmd
		m, more = tell(m, Notice{Text: problem, Bad: true})
		cmds = append(cmds, more...)
	}
	return m, cmds
}
