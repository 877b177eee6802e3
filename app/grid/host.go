package grid

import (
	"context"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
)

// Host is what the grid needs of the page around it.
type Host struct {
	Page   port.Page
	Client wire.Caller
	Now    func() *Model
	Send   func(page.Msg)
	Later  func(func()) // runs a function on the goroutine that owns the page
	Aside  func(func()) // and draws no panel anew for it
	Defer  func(func()) // and when what was changed is drawn
	Marks  func() bool  // cells are marked with their types
	// Overlay returns what draws pending changes over a row whose cells have those names, nil when nothing is pending.
	Overlay func(names []string) func(*port.Row, wire.Row)
	Refused func(error) // tells that the browser refused the clipboard, nil that it did not
}

// window fetches lines of the current result; got is called on the page's goroutine, with nil when the result is gone.
func (h *Host) window(req wire.WindowRequest, got func(*wire.WindowReply)) {
	go func() {
		reply, err := wire.Call(context.Background(), h.Client, wire.Window, req, nil)
		if err != nil {
			reply = nil
		}
		h.Aside(func() { got(reply) })
	}()
}

// PlaceMenu puts the menu where it was asked for, and keeps it inside the window.
func (h *Host) PlaceMenu(cmd PlaceMenu) {
	h.Page.SetProperty("--menu-x", strconv.Itoa(cmd.X)+"px")
	h.Page.SetProperty("--menu-y", strconv.Itoa(cmd.Y)+"px")
	h.Defer(func() { h.fitMenu(cmd.Y) }) // it is drawn by then
}

// fitMenu moves the menu up until all of it fits; one that is taller than the window scrolls.
func (h *Host) fitMenu(y int) {
	menu := app.Window().Get("document").Call("getElementById", MenuFocus)
	if !menu.Truthy() {
		return
	}
	window, height := app.Window().Get("innerHeight").Int(), menu.Get("scrollHeight").Int()+2
	y = max(min(y, window-8-height), 8)
	h.Page.SetProperty("--menu-y", strconv.Itoa(y)+"px")
}
