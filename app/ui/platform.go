package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/port"
	"rangefinder/app/shell"
	"rangefinder/app/wire"
)

// Platform is the browser as the page uses it.
type Platform struct {
	Page     port.Page
	Client   shell.Client
	OnChange func(func(wire.Changed))  // calls for every change in the worker
	OnFault  func(func(error))         // calls when the worker is lost
	OnCrash  func(func(report string)) // calls when a request made the engine panic
	// OnMoved calls when another tab's worker answers from here on, OnStorage when the place of the workspace changed.
	OnMoved   func(func())
	OnStorage func(func(wire.StorageInfo))
	// Accounts are those behind the server, OnExchange calls after each request to one. Either may be nil: there are none.
	Accounts   port.Accounts
	OnExchange func(func([]wire.Exchanged))
	// Embed shows one query without chrome, and keeps nothing.
	Embed bool
}

// Start tells go-app the one page there is, as it lives in a browser.
func Start(p *Platform) {
	app.Route("/", func() app.Composer { return NewRoot(p) })
}

// NewRoot is the page on a platform; nil draws the shell.
func NewRoot(p *Platform) *Root {
	if p != nil && p.Embed {
		sealed := *p
		sealed.Page, sealed.Accounts = embedPage{p.Page}, nil
		p = &sealed
	}
	return &Root{platform: p}
}

// Routes tells go-app the one page there is, for a server: it only draws the shell.
func Routes() { Start(nil) }
