package shell

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/page"
	"rangefinder/app/settings"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
)

// Ensure that every setting can be stored: an ID of its own, a first choice, and choices that differ.
func TestSettings_List(t *testing.T) {
	seen := map[string]bool{"v": true}
	for _, s := range page.AllSettings {
		if s.ID == "" || seen[s.ID] || s.Title == "" || len(s.Choices) < 2 {
			t.Errorf("%q %q: %d choices", s.ID, s.Title, len(s.Choices))
		}
		seen[s.ID] = true
		values := map[string]bool{}
		for _, c := range s.Choices {
			if values[c.Value] || c.Title == "" {
				t.Errorf("%s: %+v", s.ID, c)
			}
			values[c.Value] = true
			if got, problem := page.ParseSettings((page.Settings{}).With(s.ID, c.Value).Encode()); got.Value(s.ID) != c.Value || problem != "" {
				t.Errorf("%s: %q comes back as %q, %q", s.ID, c.Value, got.Value(s.ID), problem)
			}
		}
	}
}

// Ensure that what cannot be used falls back to the first choice and is told, and that the rest holds.
func TestParseSettings_Damage(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       page.Settings
		problem    string
	}{
		{"nothing", "", page.Settings{}, ""},
		{"first choices", `{"v":1}`, page.Settings{}, ""},
		{"some", `{"v":1,"theme":"dark","density":"compact"}`, page.Settings{"theme": "dark", "density": "compact"}, ""},
		{"first choice written out", `{"v":1,"theme":"system"}`, page.Settings{}, ""},
		{"of a newer version", `{"v":2,"theme":"dark","wings":"two"}`, page.Settings{"theme": "dark", "wings": "two"}, ""},
		{"another value", `{"v":1,"theme":"<script>","density":"compact"}`, page.Settings{"density": "compact"}, "for: Colours."},
		{"another type", `{"v":1,"theme":["dark"],"motion":7}`, page.Settings{}, "for: Colours, Motion."},
		{"not JSON", `{"v":1,"theme":"da`, page.Settings{}, "cannot be read"},
		{"not an object", `["dark"]`, page.Settings{}, "cannot be read"},
		{"null", `null`, page.Settings{}, "cannot be read"},
		{"something else", `{"theme":"dark"}`, page.Settings{}, "cannot be read"},
		{"huge", `{"v":1,"x":"` + strings.Repeat("a", 1<<17) + `"}`, page.Settings{}, "cannot be read"},
	} {
		got, problem := page.ParseSettings(test.text)
		if !maps.Equal(got, test.want) || (problem == "") != (test.problem == "") || !strings.Contains(problem, test.problem) {
			t.Errorf("%s: %v, %q", test.name, got, problem)
		}
	}
}

func FuzzParseSettings(f *testing.F) {
	f.Add(`{"v":1,"theme":"dark"}`)
	f.Add(`{"v":1,"theme":{},"":"","retry":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, _ := page.ParseSettings(text)
		for _, def := range page.AllSettings {
			if !def.Takes(s.Value(def.ID)) {
				t.Fatalf("%s is %q", def.ID, s.Value(def.ID))
			}
		}
		again, problem := page.ParseSettings(s.Encode())
		if !maps.Equal(s, again) || problem != "" {
			t.Fatalf("%v comes back as %v, %q", s, again, problem)
		}
	})
}

// Ensure that a choice takes effect at once, is kept, can be undone step by step and reset, and that a choice there is not
// changes nothing.
func TestSettings_ChosenUndoneReset(t *testing.T) {
	m, _ := after(New(), settings.Pressed{})
	m, cmds := after(m, page.SettingChosen{ID: "theme", Value: "dark"})
	if settings.ThemeOf(m.Settings) != settings.Dark || !reflect.DeepEqual(cmds, []page.Cmd{settings.SetTheme{Theme: settings.Dark}, page.KeepSetting{Key: settings.Key, Value: `{"theme":"dark","v":1}`}}) {
		t.Errorf("%s %+v", settings.ThemeOf(m.Settings), cmds)
	}
	m, cmds = after(m, page.SettingChosen{ID: "density", Value: "compact"})
	if !slices.Contains(cmds, page.Cmd(settings.MarkPage{Name: "density", Value: "compact"})) {
		t.Errorf("%+v", cmds)
	}
	if m, cmds = after(m, page.SettingChosen{ID: "theme", Value: "plaid"}, page.SettingChosen{ID: "wings", Value: "two"}); cmds != nil || settings.ThemeOf(m.Settings) != settings.Dark {
		t.Errorf("%s %+v", settings.ThemeOf(m.Settings), cmds)
	}
	m, cmds = after(m, settings.ResetAll{})
	if settings.ThemeOf(m.Settings) != settings.System || len(m.Settings) != 0 || !slices.Contains(cmds, page.Cmd(settings.MarkPage{Name: "density", Value: ""})) || !slices.Contains(cmds, page.Cmd(page.KeepSetting{Key: settings.Key, Value: `{"v":1}`})) {
		t.Errorf("%s %v %+v", settings.ThemeOf(m.Settings), m.Settings, cmds)
	}
	if m, _ = after(m, settings.UndoPressed{}); !maps.Equal(m.Settings, page.Settings{"theme": "dark", "density": "compact"}) {
		t.Errorf("after one undo: %v", m.Settings)
	}
	if m, _ = after(m, settings.UndoPressed{}, settings.UndoPressed{}, settings.UndoPressed{}); len(m.Settings) != 0 || len(page.Held[settings.Changes](m.Dialog).Before) != 0 {
		t.Errorf("after all: %v", m.Settings)
	}
}

// Ensure that a start takes on what was kept, by this version or by one before, and says what it could not use.
func TestSettings_Started(t *testing.T) {
	m, cmds := after(New(), Started{Settings: `{"v":1,"theme":"light","density":"compact"}`, Theme: settings.Dark, Retry: "none"})
	if settings.ThemeOf(m.Settings) != settings.Light || m.Sources.Retry != "short" || !slices.Contains(cmds, page.Cmd(settings.MarkPage{Name: "density", Value: "compact"})) {
		t.Errorf("%s %s %+v", settings.ThemeOf(m.Settings), m.Sources.Retry, cmds)
	}
	if m, _ = after(New(), Started{Theme: settings.Dark, Retry: "none"}); settings.ThemeOf(m.Settings) != settings.Dark || m.Sources.Retry != "none" {
		t.Errorf("of a version before: %s %s", settings.ThemeOf(m.Settings), m.Sources.Retry)
	}
	if m, _ = after(New(), Started{Settings: "damaged"}); m.Notice == nil || !strings.Contains(m.Notice.Text, "cannot be read") || !m.Notice.Bad {
		t.Errorf("%+v", m.Notice)
	}
	if m, _ = after(m, settings.Told{Text: `{"v":1,"theme":"dark"}`}, settings.Told{Text: "damaged"}); settings.ThemeOf(m.Settings) != settings.Dark {
		t.Errorf("of another tab: %s", settings.ThemeOf(m.Settings))
	}
}

// Ensure that a table is opened with the $top of the settings, also a sample that is loaded for that, and a table just made.
func TestSettings_Top(t *testing.T) {
	for _, open := range [][]page.Msg{
		{page.TableChosen{Table: "Logs"}},
		{page.SampleOpened{Name: "Flights"}, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Flights"}}, Select: "Flights", Filter: "RowKey eq 'x'"}},
		{tables.TableMade{Table: "Fresh"}},
	} {
		m, _ := after(ready(t), page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Logs"}, {Name: "Movies"}}}}, page.SettingChosen{ID: "top", Value: "100"})
		m, cmds := after(m, open...)
		if fields, _ := find[page.ResetFields](cmds); m.Query.Top != "100" || fields.Values["top"] != "100" {
			t.Errorf("%+v: $top is %q, its field %q", open, m.Query.Top, fields.Values["top"])
		}
	}
}
