package ui

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/code"
	"rangefinder/app/editor"
	"rangefinder/app/files"
	"rangefinder/app/guide"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/requests"
	"rangefinder/app/settings"
	"rangefinder/app/shell"
	"rangefinder/app/side"
	"rangefinder/app/wire"
)

// Do implements shell.Screen.
func (r *Root) Do(cmd page.Cmd) {
	if crash, ok := cmd.(shell.ShowCrash); ok {
		r.platform.Page.ShowCrash(crash.Report, crash.Lost)
		return
	}
	if mark, ok := cmd.(settings.MarkPage); ok {
		r.platform.Page.Mark(mark.Name, mark.Value) // at once: nothing may shift later
		r.gridLooks()
		return
	}
	if r.grid == nil {
		r.early = append(r.early, cmd)
		return
	}
	browser := r.platform.Page
	switch cmd := cmd.(type) {
	case page.SetAddress:
		r.address.set(cmd)
		if cmd.Push && r.covered > 0 { // what covers the view stays, and the new view took its step
			r.setSheets(r.covered)
		}
	case editor.SetEditor:
		if r.typing == 0 && r.editor.Text() != cmd.Text { // what was typed meanwhile stays, and the state is about to hear of it
			r.editor.Replace(cmd.Text)
			r.editor.SetMarks(r.marks) // those of this text may have come first, and the replacement took them away
		}
	case editor.ShowMarks:
		r.marks = cmd.Marks.Marks
		r.editor.SetMarks(r.marks)
		if !cmd.Found {
			r.diagnose(cmd.Marks.Diagnostics)
		}
	case editor.ShowFindings:
		r.diagnose(cmd.Diagnostics)
	case code.CopyMarkdown:
		browser.CopyLater(r.store.Markdown, r.copied)
	case editor.TellSelection:
		r.Later(func() { r.store.Send(queryline.SelectionRun{Text: r.editor.Selected()}) })
	case editor.ToggleComment:
		r.Later(func() { r.editor.Comment(); r.editor.Focus() })
	case editor.Suggest:
		r.editor.Suggest()
	case settings.SetTheme:
		theme := string(cmd.Theme)
		if cmd.Theme == settings.System {
			theme = "" // forgets the choice
		}
		browser.SetTheme(theme)
	case page.Focus:
		r.ctx.Defer(func(app.Context) { r.focus(cmd.Target) })
	case page.FocusOn:
		if browser.Focused() == cmd.From {
			r.ctx.Defer(func(app.Context) {
				r.focus(cmd.To)
				browser.ScrollIntoView(cmd.Show)
			})
		}
	case page.Copy:
		browser.CopyText(cmd.Text, r.copied)
	case page.ChooseFiles:
		browser.ChooseFiles(importable, r.given)
	case page.KeepInTab:
		browser.Keep(cmd.Name, cmd.Text)
	case page.ForgetFile:
		browser.ForgetFile(cmd.Token)
	case files.SaveFile:
		browser.Save(cmd.URL, cmd.Name)
	case files.LoadAnew:
		r.applyUpdate()
	case shell.AskPersist:
		browser.Persist(func(granted bool) {
			r.Later(func() { r.store.Send(files.PersistAnswered{Granted: granted}) })
		})
	case page.Announce:
		r.say(cmd.Text)
	case queryline.AnnouncePlan:
		r.planSpeech.wait(r.Later, func() { r.planSpeech.speak(r) })
	case page.OpenDialog:
		r.ctx.Defer(func(app.Context) {
			if r.model.Dialog != nil { // it may have been closed in between
				r.shown = r.model.Dialogs
				browser.OpenDialog("dialog")
				r.sayHeld()
			}
		})
	case page.CloseDialog:
		browser.CloseDialog("dialog")
	case guide.Fetch:
		r.readGuide()
	case page.Reveal:
		r.ctx.Defer(func(app.Context) { browser.ScrollIntoView(cmd.ID) })
	case page.InsertText:
		r.ctx.Defer(func(app.Context) {
			if cmd.Past != "" {
				browser.StepOver(cmd.Target, cmd.Past)
			}
			browser.InsertText(cmd.Target, cmd.From, cmd.To, cmd.Text, cmd.Back)
		})
	case page.Point:
		r.ctx.Defer(func(app.Context) { browser.Point(cmd.ID) })
	case page.ResetFields:
		r.ctx.Defer(func(app.Context) {
			for id, value := range cmd.Values {
				browser.SetInputValue(id, value)
			}
		})
	default:
		if r.doOutside(cmd) {
			return
		}
		if r.doGrid(cmd) {
			return
		}
		r.doRequests(cmd)
	}
}

// diagnose underlines what is wrong or odd in the editor. Taking away what is not there costs the editor as much as the rest of a key.
func (r *Root) diagnose(list []port.Diagnostic) {
	if len(list) > 0 || r.diagnosed {
		r.editor.SetDiagnostics(list)
	}
	r.diagnosed = len(list) > 0
}

// dialogClosed takes the event of a dialog that was closed: by the browser, for the Escape key, or by an effect. It comes a while
// later, when the next dialog may have been asked for, or be on screen.
func (r *Root) dialogClosed() {
	if r.model.Dialog != nil && !r.platform.Page.DialogOpen("dialog") {
		r.store.Send(page.DialogClosed{Nth: r.shown})
	}
}

// settleDialog closes the dialog that the browser has closed already: its event comes a while later, and a key that is pressed in
// between would be taken for one in the dialog.
func (r *Root) settleDialog() {
	if r.model.Dialog != nil && r.shown == r.model.Dialogs && !r.platform.Page.DialogOpen("dialog") {
		nth := r.shown
		r.Later(func() { r.store.Send(page.DialogClosed{Nth: nth}) })
	}
}

// gridLooks gives the grid the height of its lines and the type marks of the settings.
func (r *Root) gridLooks() {
	if r.grid != nil {
		set, d := r.store.Model().Settings, port.Comfortable
		if set.Value("density") != "" {
			d = port.Compact
		}
		r.grid.Grid.SetDensity(d)
		r.grid.Grid.SetTypeMarks(set.Value("marks") != "")
		r.grid.Redraw()
	}
}

func (r *Root) copied(err error) {
	if err != nil {
		r.Later(func() {
			r.say("The browser refused the clipboard: " + err.Error())
		})
	}
}

func (r *Root) focus(target string) {
	if r.grid == nil { // and maybe no editor
		r.early = append(r.early, page.Focus{Target: target})
		return
	}
	switch target {
	case page.Filter:
		if r.platform.Page.Coarse() {
			r.platform.Page.Focus("run")
			return
		}
		r.editor.Focus()
	case "editor":
		r.editor.Focus()
	case "grid":
		r.grid.Grid.Focus()
	default:
		r.platform.Page.Focus(target)
	}
}

// lastView is the setting that holds the view which this browser showed last.
const lastView = "last"

// importable are the files that the chooser offers; others can be dropped.
const importable = ".json,.ndjson,.jsonl,.csv,.tsv,.txt,.lesson,.log,.har,.gz,application/json,text/csv,text/plain"

// given takes in files that the person chose, dropped or pasted.
func (r *Root) given(files []port.FileRef) {
	r.Later(func() { r.store.Send(page.FilesGiven{Files: files}) })
}

// pasted takes in text that was pasted outside of every field, when it can be values of cells or rows. Rows that were
// copied here come with their types.
func (r *Root) pasted(text, html string) {
	if typed := wire.Pasted(html); typed != "" {
		r.takeRows("pasted.ndjson", typed)
		return
	}
	name, t := "pasted.tsv", strings.TrimSpace(text)
	if strings.HasPrefix(t, "{") || strings.HasPrefix(t, "[") {
		name = "pasted.json"
	} else if first, last, left, right, ok := r.grid.Grid.Chosen(); ok {
		if msg := r.model.Grid.Pasted(text, first, last, left, right); msg != nil {
			r.store.Send(msg)
			return
		}
	}
	if !strings.ContainsAny(t, "\n\t") && !strings.HasPrefix(t, "{") {
		return
	}
	r.takeRows(name, text)
}

func (r *Root) takeRows(name, text string) {
	r.store.Send(page.FilesGiven{Files: []port.FileRef{r.platform.Page.TextFile(name, text)}, Pasted: true})
}

// keepDraft remembers unsaved edits a moment after the last key, for a page that ends without notice.
func (r *Root) keepDraft() {
	if r.drafting {
		return
	}
	r.drafting = true
	time.AfterFunc(draftPause, func() {
		r.Later(func() {
			r.drafting = false
			r.writeDraft()
		})
	})
}

// writeDraft remembers unsaved edits, and tells the person when the browser does not; kept is false then.
func (r *Root) writeDraft() (kept bool) {
	text := shell.EncodeKept(&r.model)
	refused := r.platform.Page.KeepText(text) != nil && text != ""
	if text != "" && refused != r.model.Undrafted {
		r.Later(func() { r.store.Send(shell.DraftRefused{Refused: refused}) })
	}
	return !refused
}

const draftPause = 300 * time.Millisecond

// keepTabs remembers the open queries a moment after the last change.
func (r *Root) keepTabs() {
	if r.tabbing {
		return
	}
	r.tabbing = true
	time.AfterFunc(draftPause, func() { r.Later(r.writeTabs) })
}

// writeTabs remembers the open queries: for a reload of this window, and for when it is gone.
func (r *Root) writeTabs() {
	r.tabbing = false
	text := querytabs.Encode(r.model.Tabs)
	r.platform.Page.Keep(querytabs.KeptAs, text)
	r.platform.Page.KeepWindow(querytabs.KeptAs, text)
}

// applyUpdate loads the new version; what is being typed comes back with it. The browser asks about what does not.
func (r *Root) applyUpdate() {
	r.address.flush()
	r.writeTabs()
	r.writeDraft()
	r.store.KeepUnwritten()
	r.updating = true
	r.platform.Page.ApplyUpdate()
}

// addressBar writes the view into the address. Writing takes the browser milliseconds, so a change that typing makes waits
// until the typing pauses.
type addressBar struct {
	page     port.Address
	later    func(func())
	remember func(fragment string) // for the next visit
	entry    func() string         // what the browser's history remembers of the view
	noted    string                // that of pending
	pending  string
	waiting  bool
}

const addressPause = 200 * time.Millisecond

func (a *addressBar) set(cmd page.SetAddress) {
	if cmd.Push {
		a.flush() // Back returns to the view as it was last
		if entry := a.entry(); a.page.Fragment() != cmd.Fragment || a.page.Entry() != entry {
			a.page.SetEntry(entry)
			a.page.PushFragment(cmd.Fragment)
		}
		a.remember(cmd.Fragment)
		return
	}
	a.pending, a.noted = cmd.Fragment, a.entry()
	if !a.waiting {
		a.waiting = true
		time.AfterFunc(addressPause, func() { a.later(a.flush) })
	}
}

// sheets are what closes the dialog and the panels that cover the view of a small screen, the topmost last.
func (r *Root) sheets() (close []page.Msg) {
	m := &r.model
	if m.Requests.Shown != nil {
		close = append(close, requests.Closed{})
	}
	if m.PlanFull && m.Screen == page.QueryScreen {
		close = append(close, plan.PlanFilled{})
	}
	if m.Inspector.Open {
		close = append(close, inspector.InspectorClosed{})
	}
	if m.Tables.Open {
		close = append(close, side.DrawerToggled{})
	}
	if m.Dialog != nil {
		close = append(close, page.DialogClosed{Nth: m.Dialogs})
	}
	return close
}

// closeSheets closes what the browser's Back left.
func (r *Root) closeSheets(left int) {
	r.covered = left
	for list := r.sheets(); len(list) > left; list = list[:len(list)-1] {
		r.store.Send(list[len(list)-1])
	}
	r.setSheets(len(r.sheets())) // one that stays gets its step again
}

func (r *Root) setSheets(n int) {
	r.address.flush() // an entry of a sheet begins with the address of its view
	r.covered = n
	r.address.page.SetSheets(n)
}

// drop forgets what waits: the browser moved to another entry, which is not to be overwritten.
func (a *addressBar) drop() { a.waiting = false }

// flush writes what waits.
func (a *addressBar) flush() {
	if a.waiting && (a.page.Fragment() != a.pending || a.page.Entry() != a.noted) {
		a.page.SetEntry(a.noted)
		a.page.ReplaceFragment(a.pending)
		a.remember(a.pending)
	}
	a.waiting = false
}
