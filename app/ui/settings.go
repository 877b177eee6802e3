package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/state"
)

// settings is the dialog of settings. Each takes effect at once.
func (p *DialogPanel) settings(d *state.Dialog) []app.UI {
	var rows []app.UI
	for _, s := range page.AllSettings {
		if s.Own {
			continue
		}
		held := p.Settings.Value(s.ID)
		note, choose := any(nil), "select#set-"+s.ID
		if s.Note != "" {
			note, choose = H("p.dim#note-"+s.ID, s.Note), choose+" aria-describedby=note-"+s.ID
		}
		rows = append(rows,
			H("div", H("label for=set-"+s.ID, s.Title), note),
			H(choose, Typed(p.Store, "change", s.ID, func(v string) state.Msg { return page.SettingChosen{ID: s.ID, Value: v} }),
				Each(len(s.Choices), func(i int) app.UI {
					c := s.Choices[i]
					return H("option", Value(c.Value), On(c.Value == held), c.Title)
				})),
		)
	}
	return []app.UI{
		H("div.settings", rows),
		H("p", keptNote(p.Unkept)),
		H("div.row.end",
			Press(p.Store, ".btn#settings-undo", "Undo", state.SettingsUndone{}, Off(len(d.Before) == 0)),
			Press(p.Store, ".btn#settings-reset", "Reset all", state.SettingsReset{}, Off(len(p.Settings) == 0)),
		),
	}
}

// keptNote says for how long the settings hold.
func keptNote(refused bool) app.UI {
	if refused {
		return H("span.err", state.SettingsUnkept)
	}
	return H("span.dim", "Kept in this browser, for every tab.")
}
