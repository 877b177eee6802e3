package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/accounts"
	"rangefinder/app/files"
	"rangefinder/app/intro"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/port"
	"rangefinder/app/requests"
	"rangefinder/app/settings"
	"rangefinder/app/shell"
	"rangefinder/app/side"
	"rangefinder/app/words"
)

// TopBar is the name, the source and the few things that concern the whole page.
type TopBar struct {
	app.Compo
	Store  *shell.Store
	Theme  settings.Theme
	Update bool
	Feed   bool // there are requests to tell of
	Made   int  // requests of this page to accounts
	// Requests is set while their panel is open.
	Requests bool
	Minute   string // that it is now: the name of a snapshot
	Live     *accounts.Live
	Account  *port.Account // on screen
	root     *Root
}

// Apply takes the new version. What is being typed is there again afterwards; about anything else the browser asks.
func (t *TopBar) Apply() {
	if t.root != nil {
		t.root.applyUpdate()
	}
}

func (t *TopBar) Render() app.UI {
	asked := FoldItem{ID: "requests-more", Text: "Requests", Title: requestsTitle, Msg: requests.Pressed{}}
	more := []FoldItem{
		{ID: "snapshots", Text: "Snapshots", Title: "Keep everything under a name, go back to it, undo", Msg: files.SnapshotsPressed{Name: t.Minute}},
		{ID: "theme", Text: "Colours: " + string(t.Theme), Title: "Press to change: as the system, light, dark", Msg: shell.ThemePressed{}},
		{ID: "settings", Text: "Settings", Title: "Settings (Ctrl+,)", Msg: settings.Pressed{}},
		{ID: "shortcuts", Text: "Keyboard shortcuts", Title: "Every key (?)", Msg: shell.ShortcutsPressed{}},
		{ID: "intro-more", Text: "Introduction", Title: "What a plan is, in one strip", Msg: intro.Shown{}},
	}
	phone := []FoldItem{{ID: "guide-more", Text: "Guide", Title: guideTitle, Msg: page.GuideOpened{}}, {ID: "share-more", Text: "Share…", Title: shareTitle, Msg: page.SharePressed{}}}
	if t.Feed {
		phone = append(phone, asked)
	}
	return El("header").Class("top").Body(
		H("div.ends",
			Button("skip", "Go to the filter").OnClick(Send(t.Store, shell.EditorWanted{})),
			Button("icon only-phone", "☰").ID("drawer").Aria("label", "Tables").OnClick(Send(t.Store, side.DrawerToggled{Open: true})),
			logo(),
			t.pill()),
		Press(t.Store, ".search#search", "", palette.Pressed{}, Title("Search tables, queries, samples and commands (Ctrl+K or F1)"), H("span.words", "Search", H("span", " tables and commands")), H("kbd", "Ctrl K"), H("span.sr", "Search commands and tables"), H("span.only-phone aria-hidden=true", "⌕")),
		H("div.ends",
			Slot(t.Update, func() app.UI {
				return Button("btn", "New version ready · reload").ID("update").OnClick(func(ctx app.Context, e app.Event) { t.Apply() })
			}),
			Slot(t.Feed, func() app.UI {
				return Press(t.Store, ".btn.quiet.not-phone#requests", words.Plural(t.Made, "Request", "Requests"), requests.Pressed{}, Expanded(t.Requests), Title(requestsTitle), Slot(t.Made > 0, func() app.UI {
					return H("b.count", Title("All that this page sent to accounts since it was loaded"), words.Number(t.Made)+"\u00a0")
				}))
			}),
			Press(t.Store, ".btn.quiet.not-phone#guide", "Guide", page.GuideOpened{}, Title(guideTitle)),
			Press(t.Store, ".btn.not-phone#share", "Share", page.SharePressed{}, Title(shareTitle)),
			H("span.not-phone", &Fold{Store: t.Store, ID: "page-more", Class: "quiet", Label: "More: snapshots, colours, settings, shortcuts", Items: more}),
			H("span.only-phone", &Fold{Store: t.Store, ID: "phone-more", Class: "quiet", Label: "More: guide, share, snapshots, settings", Items: append(phone, phoneItems(more)...)})),
	)
}

const (
	requestsTitle = "Requests from apps and from this page, with their cost"
	guideTitle    = "How everything here works, also without a network"
	shareTitle    = "Make a link to this table and query"
)

// phoneItems are the same commands under other ids.
func phoneItems(items []FoldItem) []FoldItem {
	list := slices.Clone(items)
	for i := range list {
		list[i].ID += "-phone"
	}
	return list
}

// pill says which source is on screen.
func (t *TopBar) pill() app.UI {
	switch a := t.Account; {
	case a != nil:
		return El("span").Class("pill"+accounts.ToneClass(a)).Attr("title", accounts.Kind(a)+" "+a.Endpoint).Body(accounts.Padlock(a.Writes), El("span").Text(accounts.Named(a)))
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
