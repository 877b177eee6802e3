package page

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
	// Apply is what the page is told of another choice; nil when the setting is only looked at where it matters.
	Apply func(value string) []Cmd
}

// Choice is a value of a setting, as it is stored and as it is shown.
type Choice struct{ Value, Title string }

// Choices are choices by value and title in turns.
func Choices(pairs ...string) []Choice {
	var list []Choice
	for i := 0; i+1 < len(pairs); i += 2 {
		list = append(list, Choice{pairs[i], pairs[i+1]})
	}
	return list
}

// AllSettings are the settings there are, in the order of the dialog. The page puts them together once; nobody changes them.
var AllSettings []Setting

// settingNamed returns the setting of that ID, nil when there is none.
func settingNamed(id string) *Setting {
	for i := range AllSettings {
		if AllSettings[i].ID == id {
			return &AllSettings[i]
		}
	}
	return nil
}

// Takes reports whether the setting has such a choice.
func (s *Setting) Takes(value string) bool {
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
	if def == nil || !def.Takes(value) {
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
		return s, "The settings that this browser kept cannot be read, so all have their defaults again."
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
		case !ok || !def.Takes(v):
			bad = append(bad, def.Title)
		default:
			s = s.With(id, v)
		}
	}
	if len(bad) > 0 {
		slices.Sort(bad)
		return s, "The saved choice cannot be used, so the default applies, for: " + strings.Join(bad, ", ") + "."
	}
	return s, ""
}

// maxForeign bounds how many settings are carried that this version does not know.
const maxForeign = 50
