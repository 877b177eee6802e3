package settings

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
)

// Draw draws the dialog of settings; it is false for another. Each takes effect at once.
func (m *Model) Draw(s Sender, v *page.View) (Drawn, bool) {
	held := page.Held[Changes](v.Dialog)
	if held == nil {
		return Drawn{}, false
	}
	var rows []app.UI
	for _, set := range page.AllSettings {
		if set.Own {
			continue
		}
		held := v.Settings.Value(set.ID)
		note, choose := any(nil), "select#set-"+set.ID
		if set.Note != "" {
			note, choose = H("p.dim#note-"+set.ID, set.Note), choose+" aria-describedby=note-"+set.ID
		}
		rows = append(rows,
			H("div", H("label for=set-"+set.ID, set.Title), note),
			H(choose, Typed(s, "change", set.ID, func(value string) page.Msg { return page.SettingChosen{ID: set.ID, Value: value} }),
				Each(len(set.Choices), func(i int) app.UI {
					c := set.Choices[i]
					return H("option", Value(c.Value), On(c.Value == held), c.Title)
				})),
		)
	}
	return Drawn{Label: "Settings", Body: []app.UI{
		H("div.settings", rows),
		H("p", keptNote(m.Unkept)),
		H("div.row.end",
			Press(s, ".btn#settings-undo", "Undo", UndoPressed{}, Off(len(held.Before) == 0)),
			Press(s, ".btn#settings-reset", "Reset all", ResetAll{}, Off(len(v.Settings) == 0)),
		),
	}}, true
}

// keptNote says for how long the settings hold.
func keptNote(refused bool) app.UI {
	if refused {
		return H("span.err", Unkept)
	}
	return H("span.dim", "Kept in this browser, for every tab.")
}
