package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/celledit"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
)

// doGrid carries out what concerns the grid; false when the command is another.
func (r *Root) doGrid(cmd page.Cmd) bool {
	switch cmd := cmd.(type) {
	case grid.ShowLine:
		r.grid.Show(r.model.Grid, cmd)
	case celledit.EditCell:
		r.ctx.Defer(func(app.Context) { r.grid.Grid.Edit() }) // the menu or the palette is closed by then
	case grid.TakeRows:
		r.takeRows("pasted.tsv", cmd.Text)
	case grid.PlaceMenu:
		r.host.PlaceMenu(cmd)
	default:
		return false
	}
	return true
}

// newHost is what the grid needs of the page.
func (r *Root) newHost() *grid.Host {
	return &grid.Host{
		Page: r.platform.Page, Client: r.platform.Client,
		Now:   func() *grid.Model { return r.store.Model().Grid },
		Send:  r.store.Send,
		Later: r.Later,
		Aside: func(f func()) {
			r.ctx.Dispatch(func(ctx app.Context) {
				ctx.PreventUpdate() // what is sent to the store has them drawn all the same
				f()
			})
		},
		Defer: func(f func()) { r.ctx.Defer(func(app.Context) { f() }) },
		Marks: func() bool { return r.store.Model().Settings.Value("marks") != "" },
		Overlay: func(names []string) func(*port.Row, wire.Row) {
			m := r.store.Model()
			return celledit.Overlay(r.grid, m.Grid.Result, m.Pending, names)
		},
		Refused: r.copied,
	}
}

// cellHost is what the field of a cell needs of the page.
func (r *Root) cellHost() *celledit.Host {
	return &celledit.Host{
		View: func() *page.View {
			m := r.store.Model()
			return m.View()
		},
		Names: func() []string { return r.store.Model().Grid.Names() },
		Now:   func() *celledit.Edit { return r.store.Model().Cell },
		Send:  r.store.Send,
		Later: r.Later,
		End:   func() { r.grid.Grid.EndEdit() },
	}
}
