package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
)

// settings is the dialog of settings. Each takes effect at once.
func (p *DialogPanel) settings(d *state.Dialog) []app.UI {
	var rows []app.UI
	for _, s := range state.AllSettings {
		if s.Own {
			continue
		}
		held := p.Settings.Value(s.ID)
		note, choose := any(nil), "select#set-"+s.ID
		if s.Note != "" {
			note, choose = h("p.dim#note-"+s.ID, s.Note), choose+" aria-describedby=note-"+s.ID
		}
		rows = append(rows,
			h("div", h("label for=set-"+s.ID, s.Title), note),
			h(choose, typed(p.Store, "change", s.ID, func(v string) state.Msg { return state.SettingChosen{ID: s.ID, Value: v} }),
				each(len(s.Choices), func(i int) app.UI {
					c := s.Choices[i]
					return h("option", value(c.Value), on(c.Value == held), c.Title)
				})),
		)
	}
	return []app.UI{
		h("div.settings", rows),
		h("p", keptNote(p.Unkept)),
		h("div.row.end",
			press(p.Store, ".btn#settings-undo", "Undo", state.SettingsUndone{}, off(len(d.Before) == 0)),
			press(p.Store, ".btn#settings-reset", "Reset all", state.SettingsReset{}, off(len(p.Settings) == 0)),
		),
	}
}

// keptNote says for how long the settings hold.
func keptNote(refused bool) app.UI {
	if refused {
		return h("span.err", state.SettingsUnkept)
	}
	return h("span.dim", "Kept in this browser, for every tab.")
}
