package state

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// updateLive is the accounts behind the server: which there are, which is on screen, its lock.
func updateLive(m Model, msg Msg) (Model, []Cmd, bool) {
	s := *m.Sources
	switch msg := msg.(type) {
	case SourcesWanted:
		if s.Asked {
			return m, nil, true
		}
		s.Asked = true
		m.Sources = &s
		return m, []Cmd{ListAccounts{}}, true

	case AccountsListed:
		return accountsListed(m, msg)

	case SourceChosen:
		if msg.Source == m.Query.Source {
			return m, nil, true
		}
		if msg.Source == "" {
			return goHome(m)
		}
		m, cmds := openLive(m, Route{Query: query.Query{Source: msg.Source}, Why: m.Plan.Why})
		return m, append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, Announce{Text: "The tables of the account " + msg.Source + "."}), true

	case SourceUnfolded:
		if s.Unfolded(msg.Source) {
			s.Open = slices.DeleteFunc(slices.Clone(s.Open), func(name string) bool { return name == msg.Source })
			m.Sources = &s
			return m, nil, true
		}
		s.Open = append(slices.Clone(s.Open), msg.Source)
		var cmds []Cmd
		if l := s.Lists[msg.Source]; msg.Source != "" && (l == nil || !l.Listing && !l.Listed) {
			s.Lists = listedAs(s.Lists, &page.AccountTables{Source: msg.Source, Listing: true})
			cmds = append(cmds, ListSource{msg.Source})
		}
		m.Sources = &s
		return m, cmds, true

	case LiveListPressed:
		m, cmds := listSource(m)
		return m, cmds, true

	case SourceListed:
		l := page.AccountTables{Source: msg.Source}
		shown := m.Live != nil && m.Live.Source == msg.Source
		if shown {
			l = m.Live.AccountTables
		} else if old := s.Lists[msg.Source]; old != nil {
			l = *old
		}
		l.Listing, l.Listed, l.Failed = false, true, wire.FailureOf(msg.Err)
		if msg.Err == nil {
			l.Tables = msg.Reply.Tables
		}
		known := l
		known.Listed = msg.Err == nil // else it is tried again
		s.Lists = listedAs(s.Lists, &known)
		m.Sources = &s
		if !shown {
			return m, []Cmd{Announce{Text: msg.Source + ": " + LiveState(&l)}}, true
		}
		live := *m.Live
		live.AccountTables = l
		m.Live = &live
		return m, []Cmd{Announce{Text: LiveState(&l)}}, true

	case ConnectPressed:
		m.Dialog = &Dialog{Kind: AccountConnection}
		cmds := []Cmd{clearConnection(), ResetFields{Values: map[string]string{"connect-name": "", "connect-label": ""}}, OpenDialog{}}
		if !s.Known && !s.Asked {
			s.Asked = true
			m.Sources = &s
			cmds = append(cmds, ListAccounts{})
		}
		return m, cmds, true

	case page.ChargeTold:
		s.Charging = maps.Clone(s.Charging)
		if s.Charging == nil {
			s.Charging = map[string]bool{}
		}
		s.Charging[msg.Source] = true
		m.Sources = &s
		return m, nil, true

	case ForgetPressed:
		return m, []Cmd{ForgetAccount{msg.Name}}, true

	case AccountForgotten:
		if msg.Err != nil {
			m, cmds := notify(m, Notice{Bad: true, Text: "The server did not forget " + msg.Name + ": " + msg.Err.Error()})
			return m, cmds, true
		}
		s.List = without(s.List, msg.Name)
		s.Open = slices.DeleteFunc(slices.Clone(s.Open), func(name string) bool { return name == msg.Name })
		s.Lists = maps.Clone(s.Lists)
		delete(s.Lists, msg.Name)
		m.Sources = &s
		m, cmds := notify(m, Notice{Text: "The server has forgotten " + msg.Name + "."})
		if m.Query.Source == msg.Name {
			var more []Cmd
			m, more, _ = goHome(m)
			cmds = append(cmds, more...)
		}
		return m, append(cmds, Focus{Target: "connect"}), true // the button that was pressed is gone

	case LockPressed:
		a := m.Account()
		if a == nil || a.Locked {
			return m, nil, true
		}
		if a.Writes {
			return m, []Cmd{AllowWrites{a.Name, false}}, true
		}
		m.Dialog = &Dialog{Kind: UnlockAccount, Source: a.Name}
		return m, []Cmd{OpenDialog{}}, true

	case page.UnlockPressed:
		m.Dialog = &Dialog{Kind: UnlockAccount, Source: msg.Source, Table: msg.Table}
		return m, []Cmd{OpenDialog{}}, true

	case WritesAllowed:
		return writesAllowed(m, msg)

	case RetryChosen:
		m, cmds := changeSettings(m, m.Settings.With("retry", msg.Name))
		return m, cmds, true
	}
	if m.Dialog == nil || m.Dialog.Kind != AccountConnection && m.Dialog.Kind != UnlockAccount {
		return m, nil, false
	}
	d := *m.Dialog
	switch msg := msg.(type) {
	case ConnectChosen:
		cmds := []Cmd{}
		if d.Entra != msg.Entra {
			d.Err, d.ErrField = "", ""
			cmds = append(cmds, clearConnection()) // what was typed is for the other way
		}
		d.Entra, d.Shown = msg.Entra, msg.Shown
		m.Dialog = &d
		return m, cmds, true

	case ConnectSent:
		return connect(m, msg.Connection)

	case Connected:
		d.Busy = false
		m.Dialog = &d
		if msg.Err == nil && msg.Account.Name == "" {
			msg.Err = errors.New("The server connected an account and did not say its name. Load the page again to see it.")
		}
		if msg.Err != nil {
			d.Err, d.ErrField = msg.Err.Error(), "connect-string"
			return m, []Cmd{Focus{Target: d.ErrField}}, true
		}
		s.List = append(without(s.List, msg.Account.Name), msg.Account)
		s.Has, s.Known, s.Problem = true, true, ""
		m.Sources, m.Dialog = &s, nil
		m, cmds := openLive(m, Route{Query: query.Query{Source: msg.Account.Name}, Why: m.Plan.Why})
		m, more := notify(m, Notice{Text: "Connected to " + msg.Account.Name + ". It is read-only until its lock is opened."})
		return m, append(append(cmds, CloseDialog{}, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}), more...), true

	case UnlockConfirmed:
		if d.Kind != UnlockAccount || d.Busy {
			return m, nil, true
		}
		d.Busy, d.Err = true, ""
		m.Dialog = &d
		return m, []Cmd{AllowWrites{d.Source, true}}, true
	}
	return m, nil, false
}

// LiveState says in few words how the list of an account's tables stands.
func LiveState(l *page.AccountTables) string {
	switch {
	case l.Listing:
		return "Reading the names of its tables"
	case l.Failed != nil:
		return "The tables could not be listed: " + l.Failed.Message
	case l.Listed && len(l.Tables) == 0:
		return "The account has no tables."
	case l.Listed:
		return words.Count(len(l.Tables), "table", "tables")
	}
	return ""
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

// clearConnection empties the fields that may hold a secret.
func clearConnection() Cmd { return ResetFields{Values: map[string]string{"connect-string": ""}} }

// accountsListed takes the server's list. A view that waited for it goes on; one of an account that is not there is left.
func accountsListed(m Model, msg AccountsListed) (Model, []Cmd, bool) {
	s := *m.Sources
	s.Asked, s.Problem = false, ""
	if msg.Err != nil {
		s.Has, s.Problem = true, "The server could not be asked for its accounts: "+strings.TrimSuffix(msg.Err.Error(), ".")+"."
		if errors.Is(msg.Err, port.ErrSilent) {
			s.Problem = "The server that this page came from does not answer. " + WhatToDo(&wire.Failure{Code: wire.ServerSilent})
		}
		m.Sources = &s
		switch {
		case m.Dialog != nil:
		case m.Live == nil:
			return m, nil, true
		default: // the bar of the account has it
			return m, []Cmd{Announce{Text: s.Problem}}, true
		}
		m, cmds := notify(m, Notice{Bad: true, Text: s.Problem})
		return m, cmds, true
	}
	first := !s.Known
	s.Has, s.Known, s.List = msg.Has, true, msg.List
	m.Sources = &s
	var cmds []Cmd
	if first && msg.Has {
		cmds = append(cmds, SetRetry{PolicyNamed(s.Retry).Policy})
	}
	if m.Live == nil {
		return m, cmds, true
	}
	if m.Account() == nil {
		m, more := unknownSource(m)
		return m, append(cmds, more...), true
	}
	if !m.Live.Listed && !m.Live.Listing {
		var more []Cmd
		m, more = listSource(m)
		cmds = append(cmds, more...)
	}
	return m, cmds, true
}

// unknownSource leaves the view of an account that the server does not have.
func unknownSource(m Model) (Model, []Cmd) {
	text := "The server of this page has no account " + words.Quote(m.Query.Source) + ". The tables of this browser are shown instead."
	if !m.Sources.Has {
		text = "The account " + words.Quote(m.Query.Source) + " is one of a Rangefinder server, and this page was not loaded from one. The tables of this browser are shown instead."
	}
	m, cmds, _ := goHome(m)
	m, more := tell(m, Notice{Bad: true, Text: text})
	return m, append(cmds, more...)
}

// openLive shows a route of an account and runs nothing there.
func openLive(m Model, route Route) (Model, []Cmd) {
	m, cmds := show(m, route)
	s := *m.Sources
	switch {
	case m.Account() != nil:
		if m.Live.Listed || m.Live.Listing {
			return m, cmds
		}
		m, more := listSource(m)
		return m, append(cmds, more...)
	case s.Known:
		m, more := unknownSource(m)
		return m, append(cmds, more...)
	case !s.Asked:
		s.Asked = true
		m.Sources = &s
		cmds = append(cmds, ListAccounts{})
	}
	return m, cmds
}

// Unfolded reports whether the tables of a source are listed below its name.
func (s *Sources) Unfolded(source string) bool { return slices.Contains(s.Open, source) }

// listedAs returns the lists with one in the place of the one before.
func listedAs(lists map[string]*page.AccountTables, l *page.AccountTables) map[string]*page.AccountTables {
	n := map[string]*page.AccountTables{}
	maps.Copy(n, lists)
	n[l.Source] = l
	return n
}

func listSource(m Model) (Model, []Cmd) {
	if m.Live == nil || m.Live.Listing {
		return m, nil
	}
	l := *m.Live
	l.Listing, l.Failed = true, nil
	m.Live = &l
	return m, []Cmd{ListSource{l.Source}}
}

// goHome shows the tables of this browser again, as they were left.
func goHome(m Model) (Model, []Cmd, bool) {
	route := m.Sources.Home
	if wire.TableNamed(m.Tables.List, route.Table) == nil {
		return leaveTable(m)
	}
	m, cmds := show(m, route)
	m, run := runQuery(m)
	return m, append(append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}), run...), true
}

// toSource moves the model between this browser and an account; show does the rest.
func toSource(m Model, source string) Model {
	if m.Query.Source == "" && m.Query.Table != "" {
		s := *m.Sources
		s.Home = routeOf(m)
		m.Sources = &s
	}
	if m.Live = nil; source != "" {
		m.Live = &Live{AccountTables: page.AccountTables{Source: source}}
		if known := m.Sources.Lists[source]; known != nil && known.Listed {
			m.Live.Tables, m.Live.Listed = known.Tables, true
		}
	}
	return m
}

// connect hands the connection to the server. Nothing of it is kept here.
func connect(m Model, c port.Connection) (Model, []Cmd, bool) {
	d := *m.Dialog
	if d.Busy {
		return m, nil, true
	}
	refuse := func(field, text string) (Model, []Cmd, bool) {
		d.Err, d.ErrField = text, field
		m.Dialog = &d
		return m, []Cmd{Focus{Target: field}, Announce{Text: text}}, true
	}
	c.String, c.Name, c.Label = strings.TrimSpace(c.String), strings.TrimSpace(c.Name), strings.TrimSpace(c.Label)
	switch {
	case c.String == "" && c.Entra:
		return refuse("connect-string", "Give the address of the account's tables, such as https://NAME.table.core.windows.net.")
	case c.String == "":
		return refuse("connect-string", "Paste the connection string of the account.")
	case !link.IsSource(c.Name):
		return refuse("connect-name", "A name is letters, digits, - and _, at most 64.")
	case m.Sources.Account(c.Name) != nil:
		return refuse("connect-name", "There is an account of that name already.")
	case !link.IsSource(c.Label):
		return refuse("connect-label", "A label is letters, digits, - and _, at most 64.")
	}
	d.Busy, d.Err, d.ErrField, d.Shown = true, "", "", false
	m.Dialog = &d
	return m, []Cmd{ConnectAccount{c}, clearConnection()}, true
}

func writesAllowed(m Model, msg WritesAllowed) (Model, []Cmd, bool) {
	asked := m.Dialog != nil && m.Dialog.Kind == UnlockAccount && m.Dialog.Source == msg.Name
	if msg.Err != nil {
		if asked {
			d := *m.Dialog
			d.Busy, d.Err = false, msg.Err.Error()
			m.Dialog = &d
			return m, nil, true
		}
		m, cmds := notify(m, Notice{Bad: true, Text: "The lock of " + msg.Name + " was not changed: " + msg.Err.Error()})
		return m, cmds, true
	}
	s := *m.Sources
	s.List = append([]port.Account(nil), s.List...)
	for i := range s.List {
		if s.List[i].Name == msg.Name {
			s.List[i] = msg.Account
		}
	}
	m.Sources = &s
	text := msg.Name + " is read-only again."
	if msg.Account.Writes {
		text = msg.Name + " can be written to, until the lock is closed or the server stops."
	}
	cmds := []Cmd{Announce{Text: text}}
	if asked {
		table := m.Dialog.Table
		m.Dialog = nil
		if cmds = append(cmds, CloseDialog{}, Focus{Target: "lock"}); table != "" {
			var push []Cmd
			m, push = update(m, page.PushPressed{Table: table})
			cmds = append(cmds, push...)
		}
	}
	return m, cmds, true
}

// refuseWrite says why nothing can be written to the source on screen, in place of writing.
func refuseWrite(m Model) (Model, []Cmd, bool) {
	m, cmds := notify(m, Notice{Bad: true, Text: m.ReadOnly()})
	return m, cmds, true
}

func liveTableMade(m Model, msg TableMade) (Model, []Cmd, bool) {
	m, cmds := show(m, Route{Query: query.Query{Source: msg.Source, Table: msg.Table}, Why: m.Plan.Why})
	cmds = append(cmds, CloseDialog{}, SetAddress{Fragment: routeOf(m).Fragment(), Push: true})
	m, list := listSource(m)
	m, more := notify(m, Notice{Text: "Made the table " + msg.Table + " in " + msg.Source + "."})
	return m, append(append(cmds, list...), more...), true
}

func liveTableDropped(m Model, msg TableDropped) (Model, []Cmd, bool) {
	cmds := []Cmd{CloseDialog{}}
	if m.Query.Source == msg.Source {
		if m.Query.Table == msg.Table {
			m, cmds = show(m, Route{Query: query.Query{Source: msg.Source}, Why: m.Plan.Why})
			cmds = append(cmds, CloseDialog{}, SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
		}
		var list []Cmd
		m, list = listSource(m)
		cmds = append(cmds, list...)
	}
	m, more := notify(m, Notice{Text: "Deleted the table " + msg.Table + " of " + msg.Source + "."})
	return m, append(cmds, more...), true
}

// readGone drops what was read of an account: another worker answers, which does not have it.
func readGone(m Model) (Model, []Cmd, bool) {
	m = m.withResult(&grid.Result{Source: m.Query.Source, Table: m.Query.Table, Line: -1})
	m, cmds := ask(m)
	m, more := notify(m, Notice{Text: "What was read from " + m.Query.Source + " is not there any more. Run the query to read it again."})
	return m, append(append(cmds, ListTables{}, files.AskStorage{}), more...), true
}

// loadedAtHome tells of tables that came into this browser while an account is on screen, which stays there.
func loadedAtHome(m Model, msg Loaded) (Model, []Cmd, bool) {
	if len(msg.Reply.Tables) > 0 {
		s := *m.Sources
		s.Home = Route{Query: query.Query{Table: cmp.Or(msg.Select, msg.Reply.Tables[0]), Filter: msg.Filter}, Why: m.Plan.Why}
		m.Sources = &s
	}
	m, cmds := notify(m, Notice{Text: strings.Join(msg.Reply.Tables, ", ") + ": now among the tables of this browser."})
	m, cmds = own(m, append(cmds, ListTables{}), msg.Select == "")
	return m, cmds, true
}
