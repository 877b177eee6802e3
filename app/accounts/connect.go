package accounts

import (
	"errors"
	"maps"
	"strings"

	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
)

// The dialogs.
const (
	AccountConnection page.DialogKind = "account-connection"
	UnlockAccount     page.DialogKind = "unlock-account"
	ForgetDialog      page.DialogKind = "forget-account"
)

// Form is what the dialogs hold.
type Form struct {
	Entra bool     // AccountConnection: without a key
	Shown bool     // AccountConnection: the connection string can be read
	Then  page.Msg // UnlockAccount: is sent when the lock is open, unless it is nil
}

// dialog is a dialog about an account while it is changed.
type dialog struct {
	page.Dialog
	Form
}

// dialogOf returns the dialog that is open, nil when it is not about an account.
func dialogOf(v *page.View) *dialog {
	f := page.Held[Form](v.Dialog)
	if f == nil {
		return nil
	}
	return &dialog{*v.Dialog, *f}
}

// show makes it the one that is open.
func (d *dialog) show() page.Cmd {
	shown, form := d.Dialog, d.Form
	shown.Of = &form
	return page.ShowDialog{Dialog: &shown}
}

type (
	// ConnectPressed opens the dialog that connects an account.
	ConnectPressed struct{}
	// ConnectChosen says how the server signs in, and whether the connection string can be read.
	ConnectChosen struct{ Entra, Shown bool }
	// ConnectSent is the form as it was sent.
	ConnectSent struct{ Connection port.Connection }
	// ForgetPressed asks whether the server shall forget an account, and ForgetConfirmed has it do so.
	ForgetPressed   struct{ Name string }
	ForgetConfirmed struct{}
)

// ConnectAccount hands a connection to the server; nothing else ever holds what is in it. Answer: Connected.
type ConnectAccount struct{ Connection port.Connection }

// Connected answers ConnectAccount.
type Connected struct {
	Account port.Account
	Err     error
}

// ForgetAccount has the server drop an account. Answer: AccountForgotten.
type ForgetAccount struct{ Name string }

// AccountForgotten answers ForgetAccount.
type AccountForgotten struct {
	Name string
	Err  error
}

// connectPressed opens the dialog.
func (m *Model) connectPressed() (*Model, []page.Cmd) {
	cmds := []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: AccountConnection, Of: &Form{}}}, clearConnection(),
		page.ResetFields{Values: map[string]string{"connect-name": "", "connect-label": ""}}, page.OpenDialog{}}
	if m.Known {
		if m.Has {
			cmds = append(cmds, page.Focus{Target: "connect-string"})
		}
		return m, cmds
	}
	next, ask := m.AskServer()
	return next, append(cmds, ask...)
}

// clearConnection empties the fields that may hold a secret.
func clearConnection() page.Cmd {
	return page.ResetFields{Values: map[string]string{"connect-string": ""}}
}

// choose takes on how the server signs in.
func (d *dialog) choose(msg ConnectChosen) []page.Cmd {
	other := d.Entra != msg.Entra
	if other {
		d.Err, d.ErrField = "", ""
	}
	d.Entra, d.Shown = msg.Entra, msg.Shown
	cmds := []page.Cmd{d.show()}
	if other {
		cmds = append(cmds, clearConnection()) // what was typed is for the other way
	}
	return cmds
}

// connect hands the connection to the server. The model keeps nothing of it.
func (m *Model) connect(d *dialog, c port.Connection) []page.Cmd {
	if d.Busy {
		return nil
	}
	refuse := func(field, text string) []page.Cmd {
		d.Err, d.ErrField = text, field
		return []page.Cmd{d.show(), page.Focus{Target: field}, page.Announce{Text: text}}
	}
	c.String, c.Name, c.Label = strings.TrimSpace(c.String), strings.TrimSpace(c.Name), strings.TrimSpace(c.Label)
	switch {
	case c.String == "" && c.Entra:
		return refuse("connect-string", "Give the address of the account's tables, such as https://NAME.table.core.windows.net.")
	case c.String == "":
		return refuse("connect-string", "Paste the connection string of the account.")
	case !link.IsSource(c.Name):
		return refuse("connect-name", "A name is letters, digits, - and _, at most 64.")
	case m.Account(c.Name) != nil:
		return refuse("connect-name", "There is an account of that name already.")
	case !link.IsSource(c.Label):
		return refuse("connect-label", "A label is letters, digits, - and _, at most 64.")
	}
	d.Busy, d.Err, d.ErrField, d.Shown = true, "", "", false
	return []page.Cmd{d.show(), ConnectAccount{c}} // the field keeps what was typed until the account is connected or the dialog closes
}

// connected shows the account, or says in the dialog why there is none.
func (m *Model) connected(v *page.View, d *dialog, msg Connected) (*Model, []page.Cmd) {
	d.Busy = false
	if msg.Err == nil && msg.Account.Name == "" {
		msg.Err = errors.New("The server connected an account and did not say its name. Load the page again to see it.")
	}
	if msg.Err != nil { // the field keeps what was typed, so that one wrong character can be mended
		d.Err, d.ErrField = msg.Err.Error(), "connect-string"
		if _, taken := errors.AsType[*port.NameTaken](msg.Err); taken { // from another browser: the string is good
			d.ErrField = "connect-name"
		}
		return m, []page.Cmd{d.show(), page.Focus{Target: d.ErrField}}
	}
	n := *m
	n.changes++
	n.List = append(without(m.List, msg.Account.Name), msg.Account)
	n.Has, n.Known, n.Problem = true, true, ""
	cmds := append([]page.Cmd{page.ShowDialog{}, clearConnection()}, visit(v, query.Query{Source: msg.Account.Name})...)
	return &n, append(cmds, page.CloseDialog{}, page.Readdress{Push: true},
		page.Notify{Notice: page.Notice{Text: "Connected to " + msg.Account.Name + ". It is read-only until its lock is opened."}})
}

// forgotten takes an account off the list. When it was on screen, the tables of this browser are.
func (m *Model) forgotten(v *page.View, msg AccountForgotten) (*Model, []page.Cmd) {
	d := dialogOf(v)
	if d != nil && (d.Kind != ForgetDialog || d.Source != msg.Name) {
		d = nil
	}
	if msg.Err != nil {
		if d != nil {
			d.Busy, d.Err = false, msg.Err.Error()
			return m, []page.Cmd{d.show()}
		}
		return m, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "The server did not forget " + msg.Name + ": " + msg.Err.Error()}}}
	}
	n := *m
	n.changes++
	n.List = without(m.List, msg.Name)
	n.Open = except(m.Open, msg.Name)
	n.Lists = maps.Clone(m.Lists)
	delete(n.Lists, msg.Name)
	var cmds []page.Cmd
	if d != nil {
		cmds = []page.Cmd{page.ShowDialog{}, page.CloseDialog{}}
	}
	cmds = append(cmds, page.Notify{Notice: page.Notice{Text: "The server has forgotten " + msg.Name + "."}})
	if v.Query.Source == msg.Name {
		cmds = append(cmds, n.goHome(v)...)
	}
	return &n, append(cmds, page.Focus{Target: "connect"}) // the button that was pressed is gone
}

func without(list []port.Account, name string) []port.Account {
	out := []port.Account{}
	for _, a := range list {
		if a.Name != name {
			out = append(out, a)
		}
	}
	return out
}
