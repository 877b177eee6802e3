package state

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Setting is a choice about the page that this browser remembers. Each area keeps a list of its own beside what it concerns.
type Setting struct {
	ID      string // never changes: what is stored
	Title   string
	Note    string   // what it does, "" when the title says it all
	Choices []Choice // the first holds until another is chosen
	Own     bool     // is chosen where it is needed, in a dialog of its own: the list of settings and the palette leave it out
	// Apply tells the rest of the page; nil when it is only looked at where it matters.
	Apply func(m Model, value string) (Model, []Cmd)
}

// Choice is a value of a setting, as it is stored and as it is shown.
type Choice struct{ Value, Title string }

// AllSettings are the settings there are, in the order of the dialog; nobody changes it.
var AllSettings []Setting

func init() {
	AllSettings = slices.Concat(pageSettings(), querySettings(), editSettings(), exportSettings(), codeSettings())
} // what they do may lead back here

// settingNamed returns the setting of that ID, nil when there is none.
func settingNamed(id string) *Setting {
	for i := range AllSettings {
		if AllSettings[i].ID == id {
			return &AllSettings[i]
		}
	}
	return nil
}

func (s *Setting) takes(value string) bool {
	return slices.ContainsFunc(s.Choices, func(c Choice) bool { return c.Value == value })
}

// Settings are what a person chose, by the ID of the setting. What is not there has its first choice. The map is never changed.
type Settings map[string]string

// Value returns what holds for a setting, "" when there is no such setting.
func (s Settings) Value(id string) string {
	if v, ok := s[id]; ok {
		return v
	}
	if def := settingNamed(id); def != nil {
		return def.Choices[0].Value
	}
	return ""
}

// With returns the settings with one changed. A setting or a value that there is not changes nothing.
func (s Settings) With(id, value string) Settings {
	def := settingNamed(id)
	if def == nil || !def.takes(value) {
		return s
	}
	next := maps.Clone(s)
	if next == nil {
		next = Settings{}
	}
	if next[id] = value; value == def.Choices[0].Value {
		delete(next, id)
	}
	return next
}

// settingsVersion is of the stored form: a JSON object of strings, with this number as "v".
const settingsVersion = 1

// Encode returns the settings as they are stored.
func (s Settings) Encode() string {
	stored := map[string]any{"v": settingsVersion}
	for id, value := range s {
		stored[id] = value
	}
	text, _ := json.Marshal(stored) // cannot fail: strings and a number
	return string(text)
}

// ParseSettings reads what is stored. It never fails: what cannot be used is left at its first choice, and problem then says
// what that was.
func ParseSettings(text string) (s Settings, problem string) {
	s = Settings{}
	if text == "" {
		return s, ""
	}
	var stored map[string]any
	if len(text) > 1<<16 || json.Unmarshal([]byte(text), &stored) != nil || stored["v"] == nil {
		return s, "The settings that this browser kept cannot be read, so each has its first choice again."
	}
	var bad []string
	for id, value := range stored {
		def := settingNamed(id)
		switch v, ok := value.(string); {
		case id == "v":
		case def == nil:
			if ok && len(s) < maxForeign && len(id)+len(v) < 200 {
				s[id] = v // of a newer version, which finds it again
			}
		case !ok || !def.takes(v):
			bad = append(bad, def.Title)
		default:
			s = s.With(id, v)
		}
	}
	if len(bad) > 0 {
		slices.Sort(bad)
		return s, "The kept choice cannot be used, and the first one holds, for: " + strings.Join(bad, ", ") + "."
	}
	return s, ""
}

// maxForeign bounds how many settings are carried that this version does not know.
const maxForeign = 50

// SettingsKey is where the settings are kept.
const SettingsKey = "settings"

func pageSettings() []Setting {
	return []Setting{
		{ID: "theme", Title: "Colours", Choices: []Choice{{string(System), "As the system"}, {string(Light), "Light"}, {string(Dark), "Dark"}},
			Apply: func(m Model, value string) (Model, []Cmd) {
				m.Theme = Theme(value)
				return m, []Cmd{SetTheme{m.Theme}}
			}},
		{ID: "density", Title: "Density", Note: "Height of the lines of grids and lists.", Choices: []Choice{{"", "Comfortable"}, {"compact", "Compact"}},
			Apply: markPage("density")},
		{ID: "marks", Title: "Type marks", Note: "The short name of its type before a value of the grid, such as i64 or guid.", Choices: []Choice{{"", "Where a column mixes types"}, {"all", "In every cell"}},
			Apply: markPage("marks")},
		{ID: "intro", Title: "Introduction", Note: "The strip above the query that says what a plan is.", Choices: []Choice{{"", "Shown"}, {"hidden", "Hidden"}}},
		{ID: "motion", Title: "Motion", Choices: []Choice{{"", "As the system"}, {"reduced", "Reduced"}},
			Apply: markPage("motion")},
	}
}

// markPage lets style sheets know a setting, as an attribute of the document.
func markPage(name string) func(Model, string) (Model, []Cmd) {
	return func(m Model, value string) (Model, []Cmd) { return m, []Cmd{MarkPage{name, value}} }
}

func querySettings() []Setting {
	return []Setting{
		profileSetting,
		{ID: "top", Title: "Open tables with $top", Note: "How many entities a page holds. All pages are still read here; of an account, one after the other. What is typed in its field wins.", Choices: []Choice{{"", "Not set: 1,000"}, {"100", "100"}, {"1000", "1,000"}}},
		{ID: "retry", Title: "Retries", Note: "How a request to an account is tried again when it failed.", Choices: retryChoices(),
			Apply: func(m Model, value string) (Model, []Cmd) {
				s := *m.Sources
				s.Retry = value
				m.Sources = &s
				return m, []Cmd{SetRetry{PolicyNamed(value).Policy}}
			}},
	}
}

func retryChoices() []Choice {
	var list []Choice
	for _, p := range Policies {
		list = append(list, Choice{p.Name, p.Text})
	}
	return list
}

// What happened to settings.
type (
	SettingsPressed struct{}
	SettingChosen   struct{ ID, Value string }
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

	case SettingChosen:
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
		next, problem := ParseSettings(msg.Text)
		if problem != "" {
			return m, nil, true // the tab that wrote it tells its own person
		}
		m, cmds := applySettings(m, next)
		return m, cmds, true
	}
	return m, nil, false
}

// changeSettings takes settings on and remembers them; in their dialog the change can be undone.
func changeSettings(m Model, next Settings) (Model, []Cmd) {
	if maps.Equal(next, m.Settings) {
		return m, nil
	}
	if m.Dialog != nil && m.Dialog.Kind == SettingsDialog {
		d := *m.Dialog
		d.Before = append(d.Before[:len(d.Before):len(d.Before)], m.Settings)
		m.Dialog = &d
	}
	m, cmds := applySettings(m, next)
	return m, append(cmds, KeepSetting{SettingsKey, next.Encode()})
}

// applySettings takes settings on and tells the page of those that are others.
func applySettings(m Model, next Settings) (Model, []Cmd) {
	old := m.Settings
	m.Settings = next
	var cmds []Cmd
	for _, s := range AllSettings {
		if value := next.Value(s.ID); s.Apply != nil && value != old.Value(s.ID) {
			var more []Cmd
			m, more = s.Apply(m, value)
			cmds = append(cmds, more...)
		}
	}
	return m, cmds
}

// startSettings takes on what the browser kept. Versions before kept the colours and the retries each on their own.
func startSettings(m Model, msg Started) (Model, []Cmd) {
	next, problem := ParseSettings(msg.Settings)
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
