package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/grid"
	. "rangefinder/app/kit"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/result"
	"rangefinder/app/shell"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// embedded reports whether the page is shown without chrome.
func (r *Root) embedded() bool { return r != nil && r.platform.Embed }

// renderEmbed draws one live example without chrome: query, plan and result.
func (r *Root) renderEmbed() app.UI {
	m := &r.model
	problem := ""
	if m.Dialog != nil {
		problem = m.Dialog.Err // of a link whose data could not be taken in
	}
	return El("div").Class("embed").Body(
		El("main").Class("main").Body(
			Slot(m.Fatal != "", func() app.UI { return fatal(m.Fatal) }),
			Slot(problem != "", func() app.UI { return El("p").Class("err").Role("alert").Text(problem) }),
			&EmbedLine{Store: r.store, Table: m.Query.Table, Select: m.Query.Select, Top: m.Query.Top, Running: m.Grid.Result.Running, Address: shell.FullAddress(m)},
			&plan.Strip{Store: r.store, Plan: m.Plan, Map: m.Map, Tree: m.Tree, Table: m.Query.Table, Missing: m.Missing != nil, Embed: true},
			&result.Panel{Store: r.store, Result: m.Grid.Result, Tables: m.Tables.List, Loading: m.Tables.Loading, Table: m.Query.Table, Missing: m.Missing, Top: m.Query.Top, Older: !filterlang.SameFilter(m.Grid.Result.Filter, m.Query.Filter), Refused: m.Plan.Err != nil, Ready: m.Ready, Grid: m.Grid, Host: r.host, Embedded: r.embedded()},
		),
		&grid.MenuPanel{Store: r.store, Grid: m.Grid, Embedded: true, Host: r.host},
		&notices.Panel{Store: r.store, Notice: m.Notice},
		El("div").Class("live").Role("status").Aria("live", "polite").Text(r.live),
	)
}

// EmbedLine is the query line of an embedded page. $select and $top are told, not edited.
type EmbedLine struct {
	app.Compo
	Store   *shell.Store
	Table   string
	Select  string
	Top     string
	Running bool
	Address string // of the full page with the same view
}

func (e *EmbedLine) Render() app.UI {
	options := ""
	if e.Select != "" {
		options = "$select " + e.Select
	}
	if e.Top != "" {
		if options != "" {
			options += " · "
		}
		options += "$top " + e.Top
	}
	title := e.Table
	if title == "" {
		title = "Rangefinder"
	}
	return El("section").Class("query").Aria("label", "Query").Body(
		El("div").Class("crumb").Body(
			El("h1").Text(title),
			El("span").Class("dim wrap").Text(words.Clip(options, 80)),
			El("span").Class("grow"),
			El("a").ID("open-full").Attr("href", e.Address).Attr("target", "_blank").Attr("rel", "noopener").Body(
				app.Text("Open in Rangefinder "), El("span").Aria("hidden", true).Text("↗"), El("span").Class("sr").Text(" (new tab)"),
			),
		),
		El("div").Class("row embed-row").Body(
			El("div").ID("editor").Class("editor"),
			Slot(e.Running, func() app.UI { return Button("btn", "Stop").OnClick(Send(e.Store, result.StopPressed{})) }),
			El("button").Attr("type", "button").ID("run").Class("btn primary").OnClick(Send(e.Store, page.RunPressed{})).Text("Run"),
		),
	)
}

// embedPage is the page of an embedded view: it neither reads nor keeps what the person has in this browser, leaves the
// address, and with it the history of the page around it, as they are, and takes no files.
type embedPage struct{ port.Page }

func (embedPage) Setting(string) (string, bool)   { return "", false }
func (embedPage) SetSetting(string, string) error { return nil }
func (embedPage) RemoveSetting(string)            {}
func (embedPage) Mark(string, string)             {}
func (embedPage) Theme() string                   { return "" }
func (embedPage) SetTheme(string)                 {}
func (embedPage) KeptText() string                { return "" }
func (embedPage) KeepText(string) error           { return nil }
func (embedPage) Kept(string) string              { return "" }
func (embedPage) Keep(string, string)             {}
func (embedPage) PushFragment(string)             {}
func (embedPage) ReplaceFragment(string)          {}
func (embedPage) SetEntry(string)                 {}
func (embedPage) Entry() string                   { return "" }
func (embedPage) Window() string                  { return "" }
func (embedPage) KeepWindow(string, string)       {}
func (embedPage) OnUpdate(func())                 {}

func (embedPage) LeftBehind(string, func([]string, func())) {}

func (embedPage) Persist(done func(granted bool)) {
	if done != nil {
		done(false)
	}
}

func (embedPage) OnDrop(func(bool), func([]port.FileRef)) (remove func()) { return func() {} }

func (embedPage) OnSetting(func(key, value string)) (remove func()) { return func() {} }

func (embedPage) OnPaste(func(plain, html string), func([]port.FileRef)) (remove func()) {
	return func() {}
}
