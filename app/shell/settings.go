package shell

import (
	"maps"
	"slices"

	"rangefinder/app/accounts"
	"rangefinder/app/code"
	"rangefinder/app/edit"
	"rangefinder/app/files"
	"rangefinder/app/intro"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/queryline"
	"rangefinder/app/settings"
)

func init() {
	page.AllSettings = slices.Concat(settings.OfPage(), querySettings(), edit.Settings(), files.Settings(), code.Settings())
}

func querySettings() []page.Setting {
	return []page.Setting{
		queryline.Profiles,
		{ID: "top", Title: "Open tables with $top", Note: "The most entities that the service returns in one page. It does not limit the result: the other pages follow. A number that you type as the page size of a query counts instead.", Choices: page.Choices("", "Not set: 1,000", "100", "100", "1000", "1,000")},
		accounts.Retries(),
	}
}

// changeSettings takes settings on and remembers them; in their dialog the change can be undone.
func changeSettings(m Model, next page.Settings) (Model, []page.Cmd) {
	if maps.Equal(next, m.Settings) {
		return m, nil
	}
	m.Dialog = settings.Changed(m.Dialog, m.Settings)
	if next.Value("intro") != m.Settings.Value("intro") { // as somebody chose
		m.Intro = &intro.Model{Arrival: m.Intro.Arrival}
	}
	m, cmds := applySettings(m, next)
	return m, append(cmds, page.KeepSetting{Key: settings.Key, Value: m.Intro.Kept(next).Encode()})
}

// applySettings takes settings on and tells the page of those that are others.
func applySettings(m Model, next page.Settings) (Model, []page.Cmd) {
	old := m.Settings
	m.Settings = next
	var cmds []page.Cmd
	for _, s := range page.AllSettings {
		if value := next.Value(s.ID); s.Apply != nil && value != old.Value(s.ID) {
			var more []page.Cmd
			m, more = answer(m, s.Apply(value))
			cmds = append(cmds, more...)
		}
	}
	return m, cmds
}

// startSettings takes on what the browser kept. Versions before kept the colours and the retries each on their own.
func startSettings(m Model, msg Started) (Model, []page.Cmd) {
	next, problem := page.ParseSettings(msg.Settings)
	if msg.Settings == "" {
		next = next.With("theme", string(msg.Theme)).With("retry", msg.Retry)
	}
	m.Palette = palette.Parse(msg.Recent)
	m, cmds := applySettings(m, next)
	if problem != "" {
		var more []page.Cmd
		m, more = tell(m, page.Notice{Text: problem, Bad: true})
		cmds = append(cmds, more...)
	}
	return m, cmds
}
