package accounts

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/port"
)

// colours are the colours of the document's icon, by Tone; the style sheet has those of the page.
var colours = map[string]string{"own": "#0f7b3f", "production": "#b3261e", "test": "#8a5a00", "blue": "#0b5cad", "violet": "#6b3fa0", "teal": "#00696b"}

// Colour is the colour of the document's icon while a source is on screen, nil for one that is not known.
func Colour(a *port.Account) string {
	if a == nil {
		return colours["test"]
	}
	return colours[Tone(a)]
}

// ToneClass is the style class of a source's colour, "" for this browser.
func ToneClass(a *port.Account) string {
	if a == nil {
		return ""
	}
	return " tone tone-" + Tone(a)
}

// Padlock draws whether writes are open.
func Padlock(open bool) app.UI {
	bow := "M5 7V5a3 3 0 0 1 6 0v2"
	if open {
		bow = "M5 7V4a3 3 0 0 1 5.8-1"
	}
	return app.Raw(`<svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="` + bow + `"/></svg>`)
}

// badge is what an account is: shape, word and colour.
func badge(a *port.Account) app.UI {
	return El("span").Class("badge source"+ToneClass(a)).Body(H("span.shape aria-hidden=true", Mark(a)), H("span", Kind(a)))
}

// Bar says which account is on screen and holds its lock.
type Bar struct {
	app.Compo
	Store   Sender
	Name    string
	Sources *Model
}

func (b *Bar) Render() app.UI {
	a := b.Sources.Account(b.Name)
	var body []app.UI
	switch {
	case a != nil:
		body = []app.UI{
			badge(a), H("b.wrap", a.Name),
			Slot(a.Label != "", func() app.UI { return H("span.tag", a.Label) }),
			Slot(a.Live, func() app.UI { return b.lock(a) }), // not at the end: it would lie where Commit was pressed
			H("span.row", H("label.dim.not-narrow for=retry", "Retries"), b.policies()),
			H("span.dim.endpoint", Title(a.Endpoint), a.Endpoint),
		}
	case b.Sources.Asked || b.Sources.Problem == "":
		body = []app.UI{H("span", "Asking the server for the account "+b.Name)}
	default:
		body = []app.UI{H("span", b.Sources.Problem), Press(b.Store, ".btn.small", "Try again", SourcesWanted{})}
	}
	return El("section").ID("account-bar").TabIndex(-1).Class("sourcebar row"+ToneClass(a)).Aria("label", "Account").Body(body...)
}

func (b *Bar) policies() app.UI {
	return H("select.btn.small#retry", Title("How a request that failed is tried again"), Typed(b.Store, "change", "retry", func(v string) page.Msg { return RetryChosen{Name: v} }),
		Each(len(Policies), func(i int) app.UI {
			p := Policies[i]
			return H("option", Value(p.Name), On(p.Name == b.Sources.Retry), p.Text)
		}))
}

func (b *Bar) lock(a *port.Account) app.UI {
	text, about := "Read-only · unlock…", "Nothing is written before you open the lock"
	switch {
	case a.Locked:
		text, about = "Read-only", "The server was started so that this account cannot be written to"
	case a.Writes:
		text, about = "Writable · Lock", "Make it read-only again"
	}
	return Press(b.Store, ".btn.small.lock#lock", " "+text, LockPressed{}, Title(about), Off(a.Locked), Padlock(a.Writes))
}
