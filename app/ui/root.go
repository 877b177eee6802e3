package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/port"
	"rangefinder/app/state"
	"rangefinder/app/worker"
)

// Root is the page. It owns the store and the two widgets that go-app does not draw: the editor and the grid.
type Root struct {
	app.Compo

	platform *Platform
	store    *state.Store
	model    state.Model
	ctx      app.Context
	editor   port.Editor
	grid     *gridBinding
	live     string // what the live region says
	update   bool   // a new version is ready
}

// OnInit makes the store, so that a browser's first render is the page and not the shell again.
func (r *Root) OnInit() {
	if r.platform == nil {
		return
	}
	r.store = state.NewStore(r.platform.Client, r)
	r.model = r.store.Model()
}

// OnMount starts the store as soon as the first render is in the document.
func (r *Root) OnMount(ctx app.Context) {
	if r.store == nil {
		return
	}
	r.ctx = ctx
	ctx.Defer(r.start)
}

// start runs after the first render, when the places of the editor and the grid exist.
func (r *Root) start(ctx app.Context) {
	page := r.platform.Page
	editor, err := page.NewEditor("editor", port.EditorOptions{Label: "Filter: an OData $filter. Tab leaves the editor, Ctrl+Enter runs.", Placeholder: "Type a filter, for example  PartitionKey eq 'Action'  — empty reads the whole table"}, port.EditorEvents{
		OnChange: func(text string) { r.Later(func() { r.store.Send(state.FilterTyped{Text: text}) }) },
		OnRun:    func() { r.Later(func() { r.store.Send(state.RunPressed{}) }) },
		Complete: func(text string, offset int, explicit bool) (int, int, []port.CompletionItem) {
			return state.Complete(r.store.Model(), text, offset)
		},
	})
	if err != nil {
		r.store.Send(state.WorkerLost{Reason: "The editor could not be started: " + err.Error()})
		return
	}
	r.editor = editor
	if r.grid, err = newGridBinding(page, r); err != nil {
		r.store.Send(state.WorkerLost{Reason: "The grid could not be started: " + err.Error()})
		return
	}
	app.Window().Call("addEventListener", "keydown", app.FuncOf(func(_ app.Value, args []app.Value) any {
		r.onKey(app.Event{Value: args[0]})
		return nil
	})) // for as long as the page lives
	page.OnFragment(func(f string) { r.Later(func() { r.store.Send(state.Navigated{Fragment: f}) }) })
	page.Splitter("split-side", port.Splitter{Property: "--side", Min: 180, Max: 480, Size: 248})
	page.Splitter("split-insp", port.Splitter{Property: "--insp", Reverse: true, Min: 260, Max: 640, Size: 340})
	r.platform.OnChange(func(c worker.Changed) { r.Later(func() { r.store.Send(state.TableChanged{Table: c.Table}) }) })
	r.platform.OnFault(func(err error) { r.Later(func() { r.store.Send(state.WorkerLost{Reason: err.Error()}) }) })
	r.store.Send(state.Started{Fragment: page.Fragment(), Theme: state.Theme(page.Theme())})
}

// OnAppUpdate tells that a new version has been fetched; it is used at the next reload, never by itself.
// The first version that a browser fetches is no update, though go-app tells of it too.
func (r *Root) OnAppUpdate(ctx app.Context) {
	r.update = ctx.AppUpdateAvailable() && app.Window().Get("rangefinderControlled").Truthy()
}

// Later implements state.Screen.
func (r *Root) Later(f func()) { r.ctx.Dispatch(func(app.Context) { f() }) }

// Draw implements state.Screen.
func (r *Root) Draw(m state.Model) {
	old := r.model
	r.model = m
	if r.grid != nil && old.Result != m.Result {
		r.grid.sync(old.Result, m.Result)
	}
	r.ctx.Update()
}

// Do implements state.Screen.
func (r *Root) Do(cmd state.Cmd) {
	page := r.platform.Page
	switch cmd := cmd.(type) {
	case state.SetAddress:
		if page.Fragment() == cmd.Fragment {
			return
		}
		if cmd.Push {
			page.PushFragment(cmd.Fragment)
		} else {
			page.ReplaceFragment(cmd.Fragment)
		}
	case state.SetEditor:
		if r.editor.Text() != cmd.Text {
			r.editor.Replace(cmd.Text)
		}
	case state.ShowMarks:
		r.editor.SetMarks(cmd.Marks.Marks)
		r.editor.SetDiagnostics(cmd.Marks.Diagnostics)
	case state.SetTheme:
		theme := string(cmd.Theme)
		if cmd.Theme == state.System {
			theme = "" // forgets the choice
		}
		page.SetTheme(theme)
	case state.Focus:
		r.ctx.Defer(func(app.Context) { r.focus(cmd.Target) })
	case state.Copy:
		page.CopyText(cmd.Text, r.copied)
	case state.CopyLink:
		page.CopyText(app.Window().Get("location").Get("href").String(), r.copied)
	case state.Announce:
		r.live = cmd.Text
		r.ctx.Update()
	case state.OpenDialog:
		r.ctx.Defer(func(app.Context) { page.OpenDialog("dialog") })
	case state.CloseDialog:
		page.CloseDialog("dialog")
	case state.ResetFields:
		r.ctx.Defer(func(app.Context) {
			for id, value := range cmd.Values {
				page.SetInputValue(id, value)
			}
		})
	}
}

func (r *Root) copied(err error) {
	if err != nil {
		r.Later(func() {
			r.live = "The browser refused the clipboard: " + err.Error()
			r.ctx.Update()
		})
	}
}

func (r *Root) focus(target string) {
	switch target {
	case "editor":
		r.editor.Focus()
	case "grid":
		r.grid.grid.Focus()
	default:
		r.platform.Page.Focus(target)
	}
}

// onKey is the keys that work everywhere but in text: F6 goes round the panes, ? shows the keys. It runs on the browser's
// event loop, where alone a key can be kept from the browser.
func (r *Root) onKey(e app.Event) {
	key := e.Get("key").String()
	switch {
	case key == "F6":
		e.PreventDefault()
		back := e.Get("shiftKey").Bool()
		r.Later(func() { r.focus(r.nextPane(back)) })
	case e.Get("altKey").Bool() && !e.Get("ctrlKey").Bool() && len(key) == 1 && key >= "1" && key <= "4":
		e.PreventDefault()
		r.Later(func() { r.focus(map[string]string{"1": "editor", "2": "grid", "3": "why", "4": "inspector"}[key]) })
	case key == "?" && !inText(e):
		e.PreventDefault()
		r.Later(func() { r.store.Send(state.ShortcutsPressed{}) })
	}
}

func inText(e app.Event) bool {
	t := e.Get("target")
	switch strings.ToUpper(t.Get("tagName").String()) {
	case "INPUT", "TEXTAREA", "SELECT":
		return true
	}
	return t.Get("isContentEditable").Truthy()
}

var panes = []string{"side", "editor", "why", "grid", "inspector"}

// nextPane finds the pane that holds the focus and names the one after it.
func (r *Root) nextPane(back bool) string {
	at := -1
	active := app.Window().Get("document").Get("activeElement")
	for i, pane := range []string{"#side", "#editor", "#planstrip", "#grid", "#inspector"} {
		if active.Truthy() && active.Call("closest", pane).Truthy() {
			at = i
		}
	}
	step := 1
	if back {
		step = len(panes) - 1
	}
	if at < 0 {
		return panes[1]
	}
	return panes[(at+step)%len(panes)]
}

// Render draws the panels, or the shell before anything runs.
func (r *Root) Render() app.UI {
	if r.store == nil {
		return shell()
	}
	m := &r.model
	class := "app"
	if m.Inspector.Open {
		class += " insp-open"
	}
	if m.Tables.Open {
		class += " side-open"
	}
	return el("div").Class(class).Body(
		&TopBar{Store: r.store, Theme: m.Theme, Update: r.update},
		&Side{Store: r.store, Tables: m.Tables, Samples: m.Samples},
		el("main").Class("main").Body(
			slot(m.Fatal != "", func() app.UI { return fatal(m.Fatal) }),
			&QueryLine{Store: r.store, Query: m.Query, Tables: m.Tables, Running: m.Result.Running},
			&PlanStrip{Store: r.store, Plan: m.Plan, Map: m.Map, Table: m.Query.Table, Next: m.Next != nil},
			&ResultPanel{Store: r.store, Result: m.Result, Tables: m.Tables, Query: m.Query, Ready: m.Ready},
		),
		&InspectorPanel{Store: r.store, In: m.Inspector, Table: m.Query.Table, Census: m.Query.Census},
		&StatusBar{Tables: m.Tables},
		&DialogPanel{Store: r.store, Dialog: m.Dialog, Samples: m.Samples},
		&NoticePanel{Store: r.store, Notice: m.Notice},
		el("div").Class("live").Role("status").Aria("live", "polite").Text(r.live),
	)
}

func fatal(reason string) app.UI {
	return el("div").Class("fatal").Role("alert").Body(
		el("b").Text("Rangefinder has to be reloaded. "),
		app.Text(reason),
	)
}
