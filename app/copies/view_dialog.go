package copies

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
)

// panel draws a dialog about copies.
type panel struct {
	s Sender
	m *Model
	v *page.View
	d *page.Dialog
	f *Form

	connect page.Msg
}

// Dialog draws the dialog that is open; false when it is not about copies. connect opens the dialog that connects an account.
func Dialog(m *Model, v *page.View, connect page.Msg) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		p := &panel{s, m, v, v.Dialog, page.Held[Form](v.Dialog), connect}
		if p.f == nil {
			return Drawn{}, false
		}
		return p.dialog(), true
	}
}

// dialog is the dialog by its kind.
func (p *panel) dialog() Drawn {
	switch p.d.Kind {
	case PullTable:
		return Drawn{Label: "Pull " + p.f.Pull.Remote, Body: p.pullTable()}
	case CompareTables:
		return Drawn{Label: "Compare", Class: "wide", Body: p.compareTables()}
	case PushChanges:
		return Drawn{Label: "Push " + p.d.Table, Class: "wide", Body: p.pushChanges()}
	case ResolveConflicts:
		return Drawn{Label: "Conflicts of " + p.d.Table, Class: "wide", Body: p.resolveConflicts()}
	}
	return Drawn{Label: "⇄ " + p.d.Table, Body: p.copyInfo()}
}

// working shows how far what the dialog started is. The dialog can be closed meanwhile: the list of tables shows it too.
func (p *panel) working() app.UI {
	l := p.v.Loading
	if l == nil {
		return H("p.dim", "Ending…")
	}
	bar, text := Progress(l)
	return H("div.working role=group", Label(l.Title), H("b", l.Title), bar,
		H("div.row", H("span.num.dim", text), H("span.grow"), Press(p.s, ".btn#work-stop", "Stop", page.LoadStopPressed{})),
		H("p.dim", "You can close this: the work goes on, and the list of tables shows its progress. What is done is kept, even if it stops."),
	)
}
