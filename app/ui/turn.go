package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/shell"
)

// turn keeps how far the screen that is left was scrolled, and scrolls the next one to where it was left with the same table.
func (r *Root) turn(old, m *shell.Model) {
	place := func(m *shell.Model) string { return m.Screen.PanelID() + " " + m.Query.Source + " " + m.Query.Table }
	if r.tops == nil {
		r.tops = map[string]int{}
	}
	r.tops[place(old)] = r.platform.Page.ScrollTop(old.Screen.PanelID())
	id, top := m.Screen.PanelID(), r.tops[place(m)]
	r.ctx.Defer(func(app.Context) { r.platform.Page.ScrollTo(id, top) }) // also to its top: in a narrow window all screens scroll in one place
}
