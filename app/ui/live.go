package ui

import (
	"context"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/course"
	. "rangefinder/app/kit"
	"rangefinder/app/port"
	"rangefinder/app/state"
)

// toneColours are the colours of the document's icon, by state.Tone; the style sheet has those of the page.
var toneColours = map[string]string{"own": "#0f7b3f", "production": "#b3261e", "test": "#8a5a00", "blue": "#0b5cad", "violet": "#6b3fa0", "teal": "#00696b"}

// toneOf is the style class of a source's colour, "" for this browser.
func toneOf(a *port.Account) string {
	if a == nil {
		return ""
	}
	return " tone tone-" + state.Tone(a)
}

// sourceName names an account with its environment.
func sourceName(a *port.Account) string {
	if a.Label == "" {
		return a.Name
	}
	return a.Name + " · " + a.Label
}

// padlock draws whether writes are open.
func padlock(open bool) app.UI {
	bow := "M5 7V5a3 3 0 0 1 6 0v2"
	if open {
		bow = "M5 7V4a3 3 0 0 1 5.8-1"
	}
	return app.Raw(`<svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="` + bow + `"/></svg>`)
}

// sourceBadge is what an account is: shape, word and colour.
func sourceBadge(a *port.Account) app.UI {
	return El("span").Class("badge source"+toneOf(a)).Body(H("span.shape aria-hidden=true", state.SourceMark(a)), H("span", state.SourceKind(a)))
}

// SourceBar says which account is on screen and holds its lock.
type SourceBar struct {
	app.Compo
	Store   *state.Store
	Name    string
	Sources *state.Sources
}

func (b *SourceBar) Render() app.UI {
	a := b.Sources.Account(b.Name)
	var body []app.UI
	switch {
	case a != nil:
		body = []app.UI{
			sourceBadge(a), H("b.wrap", a.Name),
			Slot(a.Label != "", func() app.UI { return H("span.tag", a.Label) }),
			H("span.dim.endpoint", Title(a.Endpoint), a.Endpoint),
			H("span.row", H("label.dim.not-narrow for=retry", "Retries"), b.policies()),
			b.lock(a),
		}
	case b.Sources.Asked:
		body = []app.UI{H("span", "Asking the server for the account "+b.Name)}
	default:
		body = []app.UI{H("span", b.Sources.Problem), Press(b.Store, ".btn.small", "Try again", state.SourcesWanted{})}
	}
	return El("section").Class("sourcebar row"+toneOf(a)).Aria("label", "Account").Body(body...)
}

func (b *SourceBar) policies() app.UI {
	return H("select.btn.small#retry", Title("How a request that failed is tried again"), Typed(b.Store, "change", "retry", func(v string) state.Msg { return state.RetryChosen{Name: v} }),
		Each(len(state.Policies), func(i int) app.UI {
			p := state.Policies[i]
			return H("option", Value(p.Name), On(p.Name == b.Sources.Retry), p.Text)
		}))
}

func (b *SourceBar) lock(a *port.Account) app.UI {
	text, about := "Read-only · unlock…", "Nothing is written before you open the lock"
	switch {
	case a.Locked:
		text, about = "Read-only", "The server was started so that this account cannot be written to"
	case a.Writes:
		text, about = "Writable · Lock", "Make it read-only again"
	}
	return Press(b.Store, ".btn.small.lock#lock", " "+text, state.LockPressed{}, Title(about), Off(a.Locked), padlock(a.Writes))
}

// ScanQuestion asks before a query reads an account from end to end. It takes the focus itself, and not its first button: the
// Enter that ran the query must not answer, too.
type ScanQuestion struct {
	app.Compo
	Store *state.Store
	Text  string
}

func (q *ScanQuestion) Render() app.UI {
	return El("section").ID("scan").Class("scan").TabIndex(-1).Aria("label", "This query scans").OnKeyDown(OnKey(q.Store, "Escape", state.ScanCanceled{})).Body(
		H("p", H("b", "This query scans. "), q.Text),
		H("div.row",
			Press(q.Store, ".btn.primary#scan-page", "Read one page", state.ScanChosen{}),
			Press(q.Store, ".btn#scan-all", "Read all", state.ScanChosen{All: true}),
			Press(q.Store, ".btn.quiet", "Cancel", state.ScanCanceled{}),
		),
	)
}

// badge keeps the document's title and icon in step with the source on screen.
func (r *Root) badge(old, now *state.Model) {
	if old.Sources == now.Sources && old.Query.Source == now.Query.Source {
		return
	}
	label, colour := now.Query.Source, toneColours["test"]
	if a := now.Account(); a != nil {
		label, colour = sourceName(a), toneColours[state.Tone(a)]
	}
	if label != r.badged {
		r.badged = label
		r.platform.Page.SetBadge(label, colour)
	}
}

// doLive carries out what concerns accounts; false when the command is another.
func (r *Root) doLive(cmd state.Cmd) bool {
	ctx, page, server := context.Background(), r.platform.Page, r.platform.Accounts
	tell := func(msg state.Msg) { r.Later(func() { r.store.Send(msg) }) }
	switch cmd := cmd.(type) {
	case state.ListAccounts:
		go func() {
			if server == nil {
				tell(state.AccountsListed{})
				return
			}
			list, ok, err := server.Accounts(ctx)
			tell(state.AccountsListed{List: list, Has: ok, Err: err})
		}()
	case state.ConnectAccount:
		go func() {
			a, err := server.Connect(ctx, cmd.Connection)
			tell(state.Connected{Account: a, Err: err})
		}()
	case state.ForgetAccount:
		go func() { tell(state.AccountForgotten{Name: cmd.Name, Err: server.Forget(ctx, cmd.Name)}) }()
	case state.AllowWrites:
		go func() {
			a, err := server.AllowWrites(ctx, cmd.Name, cmd.Writes)
			tell(state.WritesAllowed{Name: cmd.Name, Account: a, Err: err})
		}()
	case state.KeepSetting:
		if refused := page.SetSetting(cmd.Key, cmd.Value) != nil; refused != r.model.Unkept {
			tell(state.SettingsRefused{Refused: refused})
		}
	case course.NoteEffort:
		cmd.Keep(r.platform.Page, time.Now())
	case course.RecallEfforts:
		cmd.Keep(r.platform.Page)
	case course.SaveReport:
		cmd.Offer(r.platform.Page, time.Now())
	case state.Download:
		page.Download(cmd.Name, cmd.Mime, cmd.Data)
	default:
		return false
	}
	return true
}
