package ui

import (
	"sync"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/accounts"
	"rangefinder/app/beside"
	"rangefinder/app/builder"
	"rangefinder/app/celledit"
	"rangefinder/app/course"
	"rangefinder/app/designlab"
	"rangefinder/app/edit"
	"rangefinder/app/editor"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	"rangefinder/app/intro"
	. "rangefinder/app/kit"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/partitions"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/requests"
	"rangefinder/app/result"
	"rangefinder/app/review"
	"rangefinder/app/settings"
	"rangefinder/app/shell"
	"rangefinder/app/side"
	"rangefinder/app/simulator"
	"rangefinder/app/wire"
	"rangefinder/app/workload"
	"rangefinder/filterlang"
)

// Root is the page. It owns the store and the two widgets that go-app does not draw: the editor and the grid.
type Root struct {
	app.Compo

	platform *Platform
	store    *shell.Store
	model    shell.Model
	ctx      app.Context
	editor   port.Editor
	host     *grid.Host
	grid     *grid.Binding
	live     string  // what the live region says
	told     string  // the same of the dialog's
	held     string  // and what it will when it is open
	speaking *string // the one of the two that has a text which the browser has not seen yet

	planSpeech planSpeech
	update     bool // a new version is ready
	updating   bool // it is being loaded: the browser need not ask about what is kept
	shown      int  // which of the dialogs was shown last
	drafting   bool // unsaved edits will be kept in a moment
	tabbing    bool // the open queries will be

	sim    simulator.Player
	badged string // what the document is marked with

	stopFeed func() // ends the stream of requests; nil when there is none

	early     []page.Cmd  // effects that wait for the editor and the grid
	mount     sync.Mutex  // what is told of below is also asked on the goroutines of answers
	waiting   []func()    // answers that came before the page was mounted
	diagnosed bool        // the editor shows diagnostics
	marks     []port.Mark // that were shown last

	pane  string    // that F6 went to last
	paned time.Time // when

	covered int // sheets that the browser's history knows of
	typing  int // changes of the editor that the state has not heard of
	address addressBar
	tops    map[string]int // how far down screens were left, in px
}

// OnInit starts the store: a browser's first render is the page and not what stood there before it, and the worker opens the first
// table while the page is being built. Effects wait until what they act on is there.
func (r *Root) OnInit() {
	if r.platform == nil {
		return
	}
	page := r.platform.Page
	r.address = addressBar{page: page, later: r.Later, remember: func(f string) { _ = page.SetSetting(lastView, f) }, entry: func() string { return r.model.Tabs.Entry() }}
	r.store = shell.NewStore(r.platform.Client, r)
	r.store.WaitsWith(page.AtRest)
	r.sim = r.simPlayer()
	r.host = r.newHost()
	r.store.Resume(page.Kept(shell.UnwrittenSlot))
	last, _ := page.Setting(lastView)
	kept, _ := page.Setting(settings.Key)
	recent, _ := page.Setting(palette.Setting)
	lessons, _ := page.Setting(course.ProgressSetting)
	answers, _ := page.Setting(course.AnswersSetting)
	class, _ := page.Setting(course.ClassSetting)
	retry, _ := page.Setting(accounts.RetrySetting)
	if views, ok := page.Setting(grid.ViewsKey); ok {
		defer r.store.Send(grid.ViewsRead{Text: views})
	}
	past, _ := page.Setting(history.Setting)
	r.store.Send(shell.Started{Fragment: page.Fragment(), Window: page.Window(), Tabs: page.Kept(querytabs.KeptAs), Entry: page.Entry(), Theme: settings.Theme(page.Theme()), Base: base(), Last: last, Draft: page.KeptText(), Embed: r.platform.Embed, Feed: page.HasFeed(), Settings: kept, Recent: recent, Retry: retry, History: past, Lessons: lessons, Answers: answers, Class: class, Own: page.Kept(course.OwnSlot), Attempt: page.Kept(course.AttemptSlot)})
	// The page hears keys from its first picture on, before the editor and the grid are there.
	app.Window().Call("addEventListener", "keydown", app.FuncOf(func(_ app.Value, args []app.Value) any {
		r.Key(app.Event{Value: args[0]})
		return nil
	})) // for as long as the page lives
}

// OnMount lets in what has come meanwhile.
func (r *Root) OnMount(ctx app.Context) {
	if r.store == nil {
		return
	}
	r.mount.Lock()
	waiting := r.waiting
	r.ctx, r.waiting = ctx, nil
	r.mount.Unlock()
	for _, f := range waiting {
		r.Later(f)
	}
	ctx.Defer(r.start)
}

func (r *Root) mounted() bool { return r.ctx.Context != nil }

// start runs after the first render, when the places of the editor and the grid exist.
func (r *Root) start(ctx app.Context) {
	browser := r.platform.Page
	editor, err := browser.NewEditor("editor", port.EditorOptions{Label: "Filter: an OData $filter. Tab inserts the suggestion while a list is open, and leaves the editor otherwise. Escape closes the list. Ctrl+Enter runs.", Placeholder: placeholder(&r.model)}, port.EditorEvents{
		OnChange: func(text string) {
			r.typing++
			r.Later(func() {
				r.typing--
				r.store.Send(queryline.FilterTyped{Text: text})
				// A replacement that waited for the typing to end came after it: what was typed is put back.
				if filter := r.store.Model().Query.Filter; r.typing == 0 && r.editor.Text() != filter {
					r.editor.Replace(filter)
				}
			})
		},
		OnRun: func() { r.Later(func() { r.store.Send(page.RunPressed{}) }) },
		Complete: func(text string, offset int, explicit bool) (int, int, []port.CompletionItem) {
			m := r.store.Model()
			from, to, items, wanted := m.Offers.Complete(m.Query.Query, m.Query.Census, text, offset, explicit)
			if wanted != nil {
				r.Later(func() { r.store.Send(editor.OffersWanted{Req: *wanted}) })
			}
			return from, to, items
		},
	})
	if err != nil {
		r.store.Send(shell.WorkerLost{Reason: "The editor could not be started: " + err.Error()})
		return
	}
	r.editor = editor
	if r.grid, err = grid.NewBinding(r.host, r.cellHost().Events()); err != nil {
		r.store.Send(shell.WorkerLost{Reason: "The grid could not be started: " + err.Error()})
		return
	}
	app.Window().Call("addEventListener", "beforeunload", app.FuncOf(func(_ app.Value, args []app.Value) any {
		if r.Leave() {
			args[0].Call("preventDefault") // the browser asks
		}
		return nil
	}))
	browser.OnFragment(func(f string) {
		r.address.drop()
		entry := browser.Entry()
		r.Later(func() {
			if entry != "" {
				r.store.Send(shell.Returned{Fragment: f, Tab: entry})
				return
			}
			r.store.Send(shell.Navigated{Fragment: f})
		})
	}, func(sheets int) { r.Later(func() { r.closeSheets(sheets) }) })
	r.setSheets(len(r.sheets())) // the page before a reload may have had some
	browser.OnUpdate(func() {
		r.Later(func() {
			r.update = true
			r.ctx.Update()
		})
	})
	browser.OnDrop(func(inside bool) { r.Later(func() { r.store.Send(files.DragHovered{Inside: inside}) }) }, r.given)
	browser.OnPaste(func(text, html string) { r.Later(func() { r.pasted(text, html) }) }, r.given)
	browser.Splitter("split-side", port.Splitter{Property: "--side", Min: 180, Max: 480, Size: 248})
	browser.Splitter("split-insp", port.Splitter{Property: "--insp", Reverse: true, Min: 260, Max: 640, Size: 316})
	browser.Splitter("split-dock", port.Splitter{Property: "--dock", Vertical: true, Reverse: true, Min: 120, Max: 640, Size: 210})
	r.platform.OnChange(func(c wire.Changed) { r.Later(func() { r.store.Send(page.TableChanged{Table: c.Table}) }) })
	r.platform.OnFault(func(err error) { r.Later(func() { r.store.Send(shell.WorkerLost{Reason: err.Error()}) }) })
	r.platform.OnCrash(func(report string) { r.Later(func() { r.store.Send(shell.EngineCrashed{Report: report}) }) })
	r.platform.OnMoved(func() { r.Later(func() { r.store.Send(page.Moved{}) }) })
	r.platform.OnStorage(func(info wire.StorageInfo) { r.Later(func() { r.store.Send(files.StorageTold{Info: info}) }) })
	if r.platform.OnExchange != nil {
		r.platform.OnExchange(func(x []wire.Exchanged) { r.Later(func() { r.store.Send(requests.ExchangesTold{Exchanged: x}) }) })
	}
	browser.OnSetting(func(key, value string) {
		if key == grid.ViewsKey {
			r.Later(func() { r.store.Send(grid.ViewsTold{Text: value}) })
		}
		if key == settings.Key {
			r.Later(func() { r.store.Send(settings.Told{Text: value}) })
		}
		if key == course.ProgressSetting {
			r.Later(func() { r.store.Send(course.ProgressTold{Text: value}) })
		}
	})
	browser.LeftBehind(querytabs.KeptAs, func(texts []string, forget func()) {
		r.Later(func() {
			r.store.Send(querytabs.Found{Texts: texts})
			r.writeTabs()
			forget()
		})
	})
	r.gridLooks()
	celledit.Sync(r.grid.Grid, nil, r.model.Cell)
	r.grid.Sync(&grid.Model{}, r.model.Grid)
	for _, cmd := range r.early {
		r.Do(cmd)
	}
	r.early = nil
}

// base is the address of the page without its fragment.
func base() string {
	location := app.Window().Get("location")
	return location.Get("origin").String() + location.Get("pathname").String()
}

// Later implements shell.Screen.
func (r *Root) Later(f func()) {
	r.mount.Lock()
	mounted := r.mounted()
	if !mounted {
		r.waiting = append(r.waiting, f)
	}
	r.mount.Unlock()
	if mounted {
		r.ctx.Dispatch(func(app.Context) { f() })
	}
}

// Draw implements shell.Screen.
func (r *Root) Draw(m shell.Model) {
	old := r.model
	if r.model = m; m.Dialog == nil || m.Dialogs != old.Dialogs {
		r.told = ""
	}
	if r.grid != nil {
		if old.Map.Reply != m.Map.Reply && old.Map.Example() != m.Map.Example() {
			r.editor.SetPlaceholder(placeholder(&m))
		}
		celledit.Sync(r.grid.Grid, old.Cell, m.Cell)
		r.grid.Sync(old.Grid, m.Grid)
	}
	if old.Screen != m.Screen && r.grid != nil {
		r.turn(&old, &m)
	}
	r.sim.Sync(m.Sim)
	if settings.ThemeOf(old.Settings) != settings.ThemeOf(m.Settings) {
		r.sim.Recolour()
	}
	if r.grid != nil && old.Pending != m.Pending && m.Grid.Result.Reply != nil {
		r.grid.Grid.Invalidate() // its lines carry the marks of what is pending
	}
	if old.Sources != nil {
		r.badge(&old, &m)
	}
	if (old.Inspector != m.Inspector || old.Pending != m.Pending || old.Cell != m.Cell) && r.mounted() {
		r.keepDraft()
	}
	if old.Tabs != m.Tabs && r.mounted() {
		r.keepTabs()
	}
	if n := len(r.sheets()); n != r.covered {
		r.setSheets(n)
	}
	if r.mounted() {
		r.ctx.Update()
	}
}

// placeholder is what the editor shows while its text is empty, with a key of the table on screen.
func placeholder(m *shell.Model) string {
	return "Type a filter, for example  PartitionKey eq '" + m.Map.Example() + "'  — empty reads everything"
}

// Leave keeps what outlives the page, which is about to end, and reports whether something else would be lost.
func (r *Root) Leave() (ask bool) {
	r.address.flush() // a reload comes back to what was typed last
	kept := r.writeDraft()
	r.writeTabs()
	r.store.KeepUnwritten()
	m := &r.model
	ask = m.Perishable() || m.Unsaved() && !(r.updating && kept)
	r.updating = false // whoever stays is asked the next time
	return ask
}

// Render draws the panels, or what stands there before anything runs.
func (r *Root) Render() app.UI {
	if r.store == nil {
		return boot()
	}
	if r.platform.Embed {
		return r.renderEmbed()
	}
	m := &r.model
	class := "app"
	if m.Inspector.Open {
		class += " insp-open"
	}
	if m.Inspector.Open || m.Inspector.Mode != edit.Idle {
		class += " insp-full"
	}
	if m.Screen != page.QueryScreen {
		class += " wide"
	}
	if m.PlanFull && m.Screen == page.QueryScreen {
		class += " plan-full"
	}
	if m.Tables.Open {
		class += " side-open"
	}
	lesson := ""
	if m.Course.Lesson != nil {
		class, lesson = class+" teaching", m.Course.Lesson.Name
		if m.Course.Lesson.Projector {
			class += " projecting"
		}
	}
	hidden, introduced, asked := m.Hides(), m.IntroOf(), m.Query.Table
	missing := ""
	if m.Missing != nil {
		missing = m.Missing.Table
		asked = missing
	}
	live, account, readOnly := m.Shown(), m.Account(), m.ReadOnly()
	if live != nil {
		class += " framed" + accounts.ToneClass(account)
	}
	return El("div").Class(class).Body(
		&TopBar{Store: r.store, Theme: settings.ThemeOf(m.Settings), Update: r.update, Feed: m.Requests.Feed || m.Sources.Has, Made: m.Requests.Exchanges.Made, Requests: m.Requests.Shown != nil, Minute: files.SnapshotName(time.Now()), Live: live, Account: account, root: r},
		&side.Panel{Store: r.store, Tables: m.Tables, Samples: m.Samples, Queries: m.Saved.List, Copies: m.Copies, Sources: m.Sources, Storage: m.Files.Storage, Live: live, Table: m.Query.Table, Ready: m.Ready, ReadOnly: readOnly, Course: m.Course, Picture: lessonPicture(m), Refused: m.Plan.Err != nil && !m.Plan.Unfinished()},
		El("main").Class(crowding(m, introduced != intro.None)).Body(
			Slot(m.Fatal != "", func() app.UI { return fatal(m.Fatal) }),
			Slot(live != nil, func() app.UI { return &accounts.Bar{Store: r.store, Name: m.Query.Source, Sources: m.Sources} }),
			Slot(m.ShowsTabs(), func() app.UI { return &querytabs.Bar{Store: r.store, Tabs: m.Tabs, Screen: m.Screen} }),
			&TabBar{Store: r.store, Screen: m.Screen, Add: !m.ShowsTabs() && m.Course.Lesson == nil},
			screen(page.QueryScreen, m.Screen,
				Slot(introduced != intro.None, func() app.UI {
					return &intro.Strip{Store: r.store, Kind: introduced, Table: asked, Begun: m.Course.Begun(page.FirstLesson) > 0, Connect: accounts.ConnectPressed{}}
				}),
				&queryline.Panel{Store: r.store, Table: m.Query.Table, Select: m.Query.Select, Top: m.Query.Top, Limit: m.Query.Limit, Names: m.Query.Census.Names(), Problems: queryline.Problems{Select: m.Query.SelectErr, Top: m.Query.TopErr, Note: queryline.SelectNote(m.Query), Then: m.Query.ThenErr}, Then: m.Query.Then != "" || m.Query.ThenOpen, Examples: m.Query.Examples, Tables: m.Tables.List, Loading: m.Tables.Loading != nil, Running: m.Grid.Result.Running, Copies: m.Copies, Source: m.Query.Source, ReadOnly: readOnly, Builder: m.Builder != nil, Missing: missing, Profile: m.Profile(), Lesson: lesson, Why: m.Plan.Why, Answered: introduced == intro.First && (m.Grid.Result.Reply == nil && m.Grid.Result.Failed == nil || filterlang.SameFilter(m.Grid.Result.Filter, m.Query.Filter))},
				Slot(m.Builder != nil, func() app.UI { return r.builder(m) }),
				&plan.Strip{Store: r.store, Plan: m.Plan, Map: m.Map, Tree: m.Tree, Table: m.Query.Table, Live: live != nil, Vacant: m.Vacant(), Price: m.Lab.PriceOf(), Charged: m.LastCharge(), Hidden: hidden, Full: m.PlanFull, Starts: m.Course.Lesson.Starts(), Lit: m.Lit(), Missing: m.Missing != nil, Near: m.Near.Beside(m.Plan), Beside: m.Line().SQLBeside(m.Tables.List), Then: m.Query.Then, ThenText: shell.ThenPlan(m), ThenErr: m.Query.ThenErr},
				Slot(m.Beside.Kept() && !hidden, func() app.UI {
					return &beside.Panel{Store: r.store, Kept: m.Beside, Plan: m.Plan, Tables: m.Tables.List, Accounts: &m.Sources.Accounts, Price: m.Lab.PriceOf()}
				}),
				Slot(live != nil && live.Ask, func() app.UI {
					return &result.ScanQuestion{Store: r.store, Text: m.Worst(), Asks: m.Profile() == filterlang.Cosmos}
				}),
				&result.Panel{Store: r.store, Step: m.Course.Begun(page.FirstLesson), Result: m.Grid.Result, Tables: m.Tables.List, Loading: m.Tables.Loading, Live: live, Connection: m.Connection(), ReadOnly: m.ReadOnly(), Openable: page.Openable(m.Account()), Vacant: m.Vacant(), Table: m.Query.Table, Missing: m.Missing, Top: m.Query.Top, Older: !filterlang.SameFilter(m.Grid.Result.Filter, m.Query.Filter), Refused: m.Plan.Err != nil, Ready: m.Ready, Hidden: hidden, Lost: live != nil && m.Account() == nil, Misses: m.Misses, Grid: m.Grid, ThenText: result.ThenText(m.Grid, m.Then()), ByIndex: m.Profile() == filterlang.Cosmos, Host: r.host, Embedded: r.embedded()},
			),
			screen(page.LabScreen, m.Screen, Slot(m.Screen == page.LabScreen, func() app.UI {
				return &designlab.Panel{Store: r.store, Step: m.Course.Begun(page.FirstLesson), Lab: m.Lab, Table: m.Query.Table, Source: m.Query.Source, ByIndex: m.Profile() == filterlang.Cosmos}
			})),
			screen(page.WorkloadScreen, m.Screen, Slot(m.Screen == page.WorkloadScreen, func() app.UI {
				return &workload.Panel{Store: r.store, Workload: m.Workload}
			})),
			screen(page.PartitionsScreen, m.Screen, Slot(m.Screen == page.PartitionsScreen, func() app.UI {
				return &partitions.Panel{Store: r.store, Step: m.Course.Begun(page.FirstLesson), Parts: m.Partitions, Census: m.Query.Census, Exact: m.Recount, Table: m.Query.Table, Source: m.Query.Source}
			})),
			screen(page.SimulatorScreen, m.Screen, Slot(m.Screen == page.SimulatorScreen, func() app.UI {
				return &simulator.Panel{Store: r.store, Census: m.Query.Census, Sim: m.Sim, Table: m.Query.Table, Source: m.Query.Source, Design: m.Sim.DesignOf(m.Designs()), Player: &r.sim}
			})),
			H("div.split.split-dock#split-dock role=separator tabindex=0 aria-orientation=horizontal", Label("Height of the requests"), Hidden(m.Requests.Shown == nil)),
			Slot(m.Requests.Shown != nil, func() app.UI {
				return &requests.Panel{Store: r.store, Requests: m.Requests, Accounts: &m.Sources.Accounts}
			}),
			H("div.notice-place", &notices.Panel{Store: r.store, Notice: m.Notice}),
			Slot(m.Screen == page.QueryScreen && len(review.NewOf(m.Pending, m.Query.Source, m.Query.Table)) > 0, func() app.UI {
				return &review.NewBar{Store: r.store, New: review.NewOf(m.Pending, m.Query.Source, m.Query.Table)}
			}),
			Slot(m.Pending.Any(), func() app.UI {
				return &review.PendingBar{Store: r.store, Pending: m.Pending, Unkept: m.Undrafted, Source: m.Query.Source, Table: m.Query.Table}
			}),
		),
		&inspector.Panel{Store: r.store, In: m.Inspector, Lens: m.Lens, Column: m.Grid.Column, Table: m.Query.Table, Census: m.Query.Census, ReadOnly: readOnly, AtOnce: m.AtOnce(), Entities: m.EntitiesOf(), Away: m.Away()},
		&StatusBar{Store: r.store, Tables: m.Tables, Storage: m.Files.Storage, Ready: m.Ready, Lesson: m.Course.Lesson != nil, Account: m.Query.Source, Told: m.Messages},
		&DialogPanel{Store: r.store, Dialog: m.Dialog, Told: r.told, Features: featureDialogs(m, r.platform.Page), root: r},
		&grid.MenuPanel{Store: r.store, Grid: m.Grid, Host: r.host},
		Slot(m.Files.Dragged, func() app.UI {
			return El("div").Class("drop").Role("status").Body(El("p").Text("Drop files to import them"), El("p").Class("dim").Text("CSV, TSV, JSON, NDJSON, Storage Explorer and Azurite files, workspace files, lessons; logs of a Table service go to Workload"))
		}),
		El("div").Class("live").Role("status").Aria("live", "polite").Text(r.live),
	)
}

// crowding is the class of main: what takes room beside the result, which then gets a scroll bar of the page in place of too few rows.
// The style sheet could ask for it with :has(), but a browser then looks again at every change of the page.
func crowding(m *shell.Model, introduced bool) string {
	class, docked := "main", m.Requests.Shown != nil
	if introduced {
		class += " with-intro"
		if m.Plan.Why || m.Plan.Bulb {
			class += " brief" // the introduction gives its room to what the plan has open, until that is closed
		}
	}
	if docked {
		class += " with-dock"
	}
	if introduced || docked || m.Pending.Any() || m.Notice != nil {
		class += " crowded"
	}
	return class
}

// builder draws the builder.
func (r *Root) builder(m *shell.Model) app.UI {
	return &builder.Panel{Store: r.store, Builder: m.Builder, Plan: m.PlanOf(m.Builder.Text), Census: m.Query.Census, Source: m.Query.Source,
		Keys: m.KeyOffersOf(m.Builder.Text),
		Row:  m.Inspector.Original != nil && m.Inspector.Table == m.Query.Table && m.Inspector.Source == m.Query.Source}
}

func fatal(reason string) app.UI {
	return El("div").Class("fatal").Role("alert").Body(
		El("b").Text("Rangefinder has to be reloaded. "),
		app.Text(reason),
	)
}

// simPlayer returns the player of the simulator, on this page.
func (r *Root) simPlayer() simulator.Player {
	return simulator.Player{Page: r.platform.Page, Send: r.store.Send, Now: func() *simulator.Model { return r.store.Model().Sim }, Later: r.Later,
		Defer: func(f func()) { r.ctx.Defer(func(app.Context) { f() }) }}
}
