package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/port"
	"rangefinder/app/state"
)

// TopBar is the name, the source and the few things that concern the whole page.
type TopBar struct {
	app.Compo
	Store   *state.Store
	Theme   state.Theme
	Update  bool
	Feed    bool // there are requests to tell of
	Live    *state.Live
	Account *port.Account // on screen
	root    *Root
}

// Apply takes the new version. What is being typed is there again afterwards; about anything else the browser asks.
func (t *TopBar) Apply() {
	if t.root != nil {
		t.root.applyUpdate()
	}
}

func (t *TopBar) Render() app.UI {
	theme := map[state.Theme]string{state.System: "◐", state.Light: "☀", state.Dark: "☾"}[t.Theme]
	return El("header").Class("top").Body(
		Button("skip", "Go to the filter").OnClick(Send(t.Store, state.EditorWanted{})),
		Button("icon only-phone", "☰").Aria("label", "Tables").OnClick(Send(t.Store, state.DrawerToggled{Open: true})),
		logo(),
		t.pill(),
		El("span").Class("grow"),
		Press(t.Store, ".search#search", "", state.PalettePressed{}, Title("Search tables, queries, samples and commands (Ctrl+K or F1)"), H("span.words", "Search tables and commands"), H("kbd", "Ctrl K"), H("span.sr", "Search commands and tables"), H("span.only-phone aria-hidden=true", "⌕")),
		El("span").Class("grow"),
		Slot(t.Update, func() app.UI {
			return Button("btn", "New version ready · reload").ID("update").OnClick(func(ctx app.Context, e app.Event) { t.Apply() })
		}),
		Slot(t.Feed, func() app.UI {
			return Button("btn", "Requests").ID("requests").Attr("title", "What applications ask of the Table endpoint and this page of accounts, and what it costs").OnClick(Send(t.Store, state.RequestsPressed{}))
		}),
		Press(t.Store, ".btn.not-phone#guide", "Guide", state.GuideOpened{}, Title("How everything here works, also without a network")),
		Button("btn", "Snapshots").ID("snapshots").Attr("title", "Keep everything under a name, go back to it, undo").OnClick(func(ctx app.Context, e app.Event) {
			t.Store.Send(state.SnapshotsPressed{Name: state.SnapshotName(time.Now())})
		}),
		Button("btn", "Share").ID("share").Attr("title", "Make a link to this table and query").OnClick(Send(t.Store, state.SharePressed{})),
		Button("icon not-phone", theme).Aria("label", "Colours: "+string(t.Theme)+". Press to change.").Attr("title", "Colours: "+string(t.Theme)).OnClick(Send(t.Store, state.ThemePressed{})),
		Button("icon", "⚙").ID("settings").Aria("label", "Settings").Attr("title", "Settings (Ctrl+,)").OnClick(Send(t.Store, state.SettingsPressed{})),
		Button("icon not-phone", "?").Aria("label", "Keyboard shortcuts").Attr("title", "Keyboard shortcuts").OnClick(Send(t.Store, state.ShortcutsPressed{})),
	)
}

// pill says which source is on screen.
func (t *TopBar) pill() app.UI {
	switch a := t.Account; {
	case a != nil:
		return El("span").Class("pill"+toneOf(a)).Attr("title", state.SourceKind(a)+" "+a.Endpoint).Body(padlock(a.Writes), El("span").Text(sourceName(a)))
	case t.Live != nil:
		return El("span").Class("pill").Text(t.Live.Source)
	}
	return El("span").Class("pill").Attr("title", "Everything is kept in this browser. Nothing is sent anywhere.").Body(
		El("span").Class("dot").Aria("hidden", true), El("span").Text("Playground · this browser"),
	)
}

func logo() app.UI {
	return El("div").Class("logo").Body(
		app.Raw(`<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><rect x="1.5" y="7" width="17" height="6" rx="2"/><path d="M7 4v12M13 4v12"/></svg>`),
		El("span").Text("Rangefinder"),
	)
}
