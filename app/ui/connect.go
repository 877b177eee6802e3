package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/port"
	"rangefinder/app/state"
)

// connect is the dialog of a new account. What is typed is read when it is sent, and nothing here keeps it.
func (p *DialogPanel) connect(d *state.Dialog) []app.UI {
	if p.Sources.Known && !p.Sources.Has {
		return []app.UI{
			el("p").Text("An account is reached through Rangefinder's server, which signs for it so that no key comes into the page. This page was loaded from a place without one."),
			el("p").Body(app.Text("Start the server on your machine with "), el("code").Text("rangefinder serve"), app.Text(" and open the address that it prints. Everything there works as it does here, and accounts can be connected.")),
			el("div").Class("row end").Body(p.cancel()),
		}
	}
	value := func(id string) string { return app.Window().GetElementByID(id).Get("value").String() }
	secret, kind, hint := "Connection string", "password", "AccountName=…;AccountKey=…, or one with a SAS, or UseDevelopmentStorage=true"
	if d.Shown {
		kind = "text"
	}
	if d.Entra {
		secret, kind, hint = "Address of its tables", "text", "https://NAME.table.core.windows.net"
	}
	input := func(id, label, kind, hint string) app.UI {
		in := void("input").ID(id).Attr("type", kind).Attr("autocomplete", "off").Spellcheck(false).Attr("placeholder", hint)
		if d.ErrField == id {
			in = in.Aria("invalid", "true").Aria("describedby", "dialog-err")
		}
		return el("div").Class("prop keyprop").Body(el("label").Attr("for", id).Text(label), in)
	}
	return []app.UI{el("form").Attr("autocomplete", "off").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.Send(state.ConnectSent{Connection: port.Connection{Name: value("connect-name"), Label: value("connect-label"), String: value("connect-string"), Entra: p.Dialog.Entra}})
	}).Body(
		el("p").Text("The key stays in the memory of the server; this page never sees it again, and it is gone when the server stops."),
		el("fieldset").Class("row").Body(
			el("legend").Class("sr").Text("How the server signs in"),
			p.connectWay(d, false, "With a connection string"),
			p.connectWay(d, true, "With Entra ID, as the server's machine"),
		),
		input("connect-string", secret, kind, hint),
		slot(!d.Entra, func() app.UI {
			return check("connect-shown", "Show it", d.Shown, func(on bool) { p.Store.Send(state.ConnectChosen{Entra: d.Entra, Shown: on}) })
		}),
		slot(d.Entra, func() app.UI {
			return el("p").Class("dim").Text("The server uses the credentials of its machine: its environment, a managed identity, or who is signed in with az.")
		}),
		dialogErr(d),
		el("div").Class("spec").Body(
			input("connect-name", "Name (empty: the account's own)", "text", "orders-prod"),
			input("connect-label", "Environment (empty: none)", "text", "production"),
		),
		el("p").Class("dim").Text("It is read-only until you open its lock. The environment chooses its colour."),
		el("div").Class("row end").Body(
			slot(d.Busy, func() app.UI { return el("span").Class("dim").Role("status").Text("The server tries it…") }),
			p.cancel(), el("button").Attr("type", "submit").Class("btn primary").Text("Connect").Attr("disabled", d.Busy),
		),
	)}
}

func (p *DialogPanel) connectWay(d *state.Dialog, entra bool, text string) app.UI {
	id := "connect-key"
	if entra {
		id = "connect-entra"
	}
	return el("label").Class("row check").Attr("for", id).Body(
		void("input").ID(id).Attr("type", "radio").Attr("name", "connect-way").Attr("checked", d.Entra == entra).OnChange(func(ctx app.Context, e app.Event) {
			p.Store.Send(state.ConnectChosen{Entra: entra})
		}, app.EventScope(entra)),
		el("span").Text(text),
	)
}

// unlock asks before an account can be written to.
func (p *DialogPanel) unlockAccount(d *state.Dialog) []app.UI {
	a := p.Sources.Account(d.Source)
	if a == nil {
		return []app.UI{el("p").Text("The server has no account " + d.Source + " any more.")}
	}
	what := "the " + state.SourceKind(a) + " "
	return []app.UI{
		el("p").Body(sourceBadge(a), app.Text(" "), el("b").Class("wrap").Text(sourceName(a)), el("span").Class("dim wrap").Text(" "+a.Endpoint)),
		el("p").Body(app.Text("Opens "+what), el("b").Text(a.Name), slot(a.Label != "", func() app.UI { return el("span").Body(app.Text(", labelled "), el("b").Text(a.Label), app.Text(",")) }), app.Text(" for writing. What you save or delete there is changed for everybody, at once. It stays open until you close the lock or the server stops.")),
		dialogErr(d),
		el("div").Class("row end").Body(p.cancel(), button("btn danger", "Open "+a.Name+" for writing").ID("unlock").Attr("disabled", d.Busy).OnClick(send(p.Store, state.UnlockConfirmed{}))),
	}
}
