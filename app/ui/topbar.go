package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

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
	return el("header").Class("top").Body(
		button("skip", "Go to the filter").OnClick(send(t.Store, state.EditorWanted{})),
		button("icon only-phone", "☰").Aria("label", "Tables").OnClick(send(t.Store, state.DrawerToggled{Open: true})),
		logo(),
		t.pill(),
		el("span").Class("grow"),
		press(t.Store, ".search#search", "", state.PalettePressed{}, title("Search tables, queries, samples and commands (Ctrl+K or F1)"), h("span.words", "Search tables and commands"), h("kbd", "Ctrl K"), h("span.sr", "Search commands and tables"), h("span.only-phone aria-hidden=true", "⌕")),
		el("span").Class("grow"),
		slot(t.Update, func() app.UI {
			return button("btn", "New version ready · reload").ID("update").OnClick(func(ctx app.Context, e app.Event) { t.Apply() })
		}),
		slot(t.Feed, func() app.UI {
			return button("btn", "Requests").ID("requests").Attr("title", "What applications ask of the Table endpoint and this page of accounts, and what it costs").OnClick(send(t.Store, state.RequestsPressed{}))
		}),
		press(t.Store, ".btn.not-phone#guide", "Guide", state.GuideOpened{}, title("How everything here works, also without a network")),
		button("btn", "Snapshots").ID("snapshots").Attr("title", "Keep everything under a name, go back to it, undo").OnClick(func(ctx app.Context, e app.Event) {
			t.Store.Send(state.SnapshotsPressed{Name: state.SnapshotName(time.Now())})
		}),
		button("btn", "Share").ID("share").Attr("title", "Make a link to this table and query").OnClick(send(t.Store, state.SharePressed{})),
		button("icon not-phone", theme).Aria("label", "Colours: "+string(t.Theme)+". Press to change.").Attr("title", "Colours: "+string(t.Theme)).OnClick(send(t.Store, state.ThemePressed{})),
		button("icon", "⚙").ID("settings").Aria("label", "Settings").Attr("title", "Settings (Ctrl+,)").OnClick(send(t.Store, state.SettingsPressed{})),
		button("icon not-phone", "?").Aria("label", "Keyboard shortcuts").Attr("title", "Keyboard shortcuts").OnClick(send(t.Store, state.ShortcutsPressed{})),
	)
}

// pill says which source is on screen.
func (t *TopBar) pill() app.UI {
	switch a := t.Account; {
	case a != nil:
		return el("span").Class("pill"+toneOf(a)).Attr("title", state.SourceKind(a)+" "+a.Endpoint).Body(padlock(a.Writes), el("span").Text(sourceName(a)))
	case t.Live != nil:
		return el("span").Class("pill").Text(t.Live.Source)
	}
	return el("span").Class("pill").Attr("title", "Everything is kept in this browser. Nothing is sent anywhere.").Body(
		el("span").Class("dot").Aria("hidden", true), el("span").Text("Playground · this browser"),
	)
}

func logo() app.UI {
	return el("div").Class("logo").Body(
		app.Raw(`<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><rect x="1.5" y="7" width="17" height="6" rx="2"/><path d="M7 4v12M13 4v12"/></svg>`),
		el("span").Text("Rangefinder"),
	)
}
