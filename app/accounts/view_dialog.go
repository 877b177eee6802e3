package accounts

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/port"
)

// panel draws a dialog about an account.
type panel struct {
	s Sender
	m *Model
	d *page.Dialog
	f *Form
}

// Dialog draws the dialog that is open; false when it is not about an account.
func Dialog(m *Model, d *page.Dialog) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		p := &panel{s, m, d, page.Held[Form](d)}
		switch {
		case p.f == nil:
			return Drawn{}, false
		case d.Kind == UnlockAccount:
			return Drawn{Label: "Open " + d.Source + " for writing", Body: p.unlockAccount()}, true
		case d.Kind == ForgetDialog:
			return Drawn{Label: "Forget " + d.Source, Body: []app.UI{
				H("p", "The server drops the account and its key. Nothing in the account changes; to see it here again, connect it again with its key."),
				DialogErr(d.Err),
				H("div.row.end", Cancel(s), Press(s, ".btn.danger#forget", "Forget "+d.Source, ForgetConfirmed{}, Off(d.Busy))),
			}}, true
		}
		return Drawn{Label: "Connect an account", Body: p.connect()}, true
	}
}

// connect is the dialog of a new account. What is typed is read when it is sent, and nothing here keeps it.
func (p *panel) connect() []app.UI {
	if p.m.Known && !p.m.Has {
		return []app.UI{
			H("p", "Rangefinder's server talks to an account and signs each request, so no key enters the page. This page was loaded from a host without that server."),
			H("p", "Start the server on your machine with ", H("code", "rangefinder serve"), " and open the address it prints. Everything works there as it does here, and you can connect accounts."),
			H("div.row.end", Cancel(p.s)),
		}
	}
	secret, kind, hint := "Connection string", "password", "AccountName=…;AccountKey=…, or one with a SAS, or UseDevelopmentStorage=true"
	if p.f.Shown {
		kind = "text"
	}
	if p.f.Entra {
		secret, kind, hint = "Address of its tables", "text", "https://NAME.table.core.windows.net"
	}
	input := func(id, label, kind, hint string) app.UI {
		in := Void("input").ID(id).Attr("type", kind).Attr("autocomplete", "off").Spellcheck(false).Attr("placeholder", hint)
		if p.d.ErrField == id {
			in = in.Aria("invalid", "true").Aria("describedby", "dialog-err")
		}
		return H("div.prop.keyprop", H("label for="+id, label), in)
	}
	return []app.UI{El("form").Attr("autocomplete", "off").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.s.Send(ConnectSent{Connection: port.Connection{Name: Entered(e, "connect-name"), Label: Entered(e, "connect-label"), String: Entered(e, "connect-string"), Entra: p.f.Entra}})
	}).Body(
		H("p", "The key stays in the memory of the server that runs this page. Whoever can open the page can use the account."),
		H("fieldset.row",
			H("legend.sr", "How the server signs in"),
			p.connectWay(false, "With a connection string"),
			p.connectWay(true, "With the server's own Entra ID sign-in"),
		),
		input("connect-string", secret, kind, hint),
		Slot(!p.f.Entra, func() app.UI {
			return Check("connect-shown", "Show it", p.f.Shown, func(on bool) { p.s.Send(ConnectChosen{Entra: p.f.Entra, Shown: on}) })
		}),
		Slot(p.f.Entra, func() app.UI {
			return H("p.dim", "The server uses the credentials of its machine: its environment, a managed identity, or who is signed in with az.")
		}),
		DialogErr(p.d.Err),
		H("div.spec",
			input("connect-name", "Name (the account's name if empty)", "text", "orders-prod"),
			input("connect-label", "Environment (empty: none)", "text", "production"),
		),
		H("p.dim", "It is read-only until you open its lock. The colour follows the environment."),
		H("div.row.end",
			Slot(p.d.Busy, func() app.UI { return H("span.dim role=status", "The server tries it…") }),
			Cancel(p.s), H("button.btn.primary type=submit", Off(p.d.Busy), "Connect"),
		),
	)}
}

func (p *panel) connectWay(entra bool, text string) app.UI {
	id := "connect-key"
	if entra {
		id = "connect-entra"
	}
	return El("label").Class("row check").Attr("for", id).Body(
		Void("input").ID(id).Attr("type", "radio").Attr("name", "connect-way").Attr("checked", p.f.Entra == entra).OnChange(func(ctx app.Context, e app.Event) {
			p.s.Send(ConnectChosen{Entra: entra})
		}, app.EventScope(entra)),
		El("span").Text(text),
	)
}

// unlockAccount asks before an account can be written to.
func (p *panel) unlockAccount() []app.UI {
	a := p.m.Account(p.d.Source)
	if a == nil {
		return []app.UI{H("p", "The server has no account "+p.d.Source+" any more.")}
	}
	label := any(nil)
	if a.Label != "" {
		label = H("span", ", labelled ", H("b", a.Label), ",")
	}
	return []app.UI{
		H("p", badge(a), " ", H("b.wrap", Named(a)), H("span.dim.wrap", " "+a.Endpoint)),
		H("p", "Opens the "+Kind(a)+" ", H("b", a.Name), label, " for writing. What you commit or delete there is changed for everybody, at once. It stays open until you close the lock or the server stops; other browsers that use this server can then write to it too."),
		DialogErr(p.d.Err),
		H("div.row.end", Cancel(p.s), Press(p.s, ".btn.danger#unlock", "Open "+a.Name+" for writing", UnlockConfirmed{}, Off(p.d.Busy))),
	}
}
