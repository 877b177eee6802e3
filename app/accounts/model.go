package accounts

import (
	"maps"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/query"
)

// Model is the places whose tables can be on screen: this browser, and the accounts behind the server of the page. It is immutable:
// Update returns another.
type Model struct {
	page.Accounts
	Retry string                 // which of Policies holds
	Home  page.Route             // of this browser, to return to
	Last  map[string]query.Query // on each account that was on screen, to return to
	// Open are the sources whose tables are listed below their names though another is on screen, "" for this browser. It is replaced
	// when it changes.
	Open []string
	Live *Live // the account on screen; nil for this browser
	// changes counts what the server answered to locks, new accounts and forgotten ones.
	changes int
}

// Live is the account on screen. Nothing is asked of it but what the person asks, and the names of its tables.
type Live struct {
	page.AccountTables
	Ask  bool   // a query that scans waits for a yes
	Made string // the table that was made here last, empty until somebody writes to it
}

// New returns the model before the server was asked.
func New() *Model { return &Model{Retry: Policies[0].Name} }

// Wrote notes that somebody wrote to a table of an account: one that was just made may have entities now.
func (m *Model) Wrote(source, table string) *Model {
	if m.Live == nil || m.Live.Source != source || !strings.EqualFold(m.Live.Made, table) {
		return m
	}
	live := *m.Live
	live.Made = ""
	next := *m
	next.Live = &live
	return &next
}

// Update takes a message about accounts; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	next, ok = m, true
	switch msg := msg.(type) {
	case AccountsListed:
		next, cmds = m.accountsListed(v, msg)
	case SourceListed:
		next, cmds = m.sourceListed(msg)
	case arrived:
		next, cmds = m.Arrived(v)
	case page.ChargeTold:
		n := *m
		if n.Charging = maps.Clone(m.Charging); n.Charging == nil {
			n.Charging = map[string]bool{}
		}
		n.Charging[msg.Source] = true
		next = &n
	case retryKept:
		n := *m
		n.Retry = msg.Name
		next = &n
	default:
		return m.pressed(v, msg)
	}
	return next, cmds, ok
}

// pressed takes what the person did, and what came of it.
func (m *Model) pressed(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	next, ok = m, true
	switch msg := msg.(type) {
	case SourcesWanted:
		next, cmds = m.AskServer()
	case page.SourceChosen:
		cmds = m.chosen(v, msg.Source)
	case SourceUnfolded:
		next, cmds = m.unfolded(msg.Source)
	case LiveListPressed:
		next, cmds = m.ListTables()
		if next.Live != nil && msg.Made != "" {
			live := *next.Live
			live.Made = msg.Made
			n := *next
			n.Live, next = &live, &n
		}
	case ConnectPressed:
		next, cmds = m.connectPressed()
	case ForgetPressed:
		cmds = []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: ForgetDialog, Source: msg.Name, Of: &Form{}}}, page.OpenDialog{}}
	case AccountForgotten:
		next, cmds = m.forgotten(v, msg)
	case LockPressed:
		cmds = m.lockPressed(v)
	case page.UnlockPressed:
		cmds = unlock(msg)
	case WritesAllowed:
		next, cmds = m.writesAllowed(v, msg)
	case RetryChosen:
		cmds = []page.Cmd{page.ChangeSettings{Settings: v.Settings.With("retry", msg.Name)}}
	default:
		return m.updateDialog(v, msg)
	}
	return next, cmds, ok
}

// updateDialog takes a message of the dialog that is open.
func (m *Model) updateDialog(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	d := dialogOf(v)
	if d == nil {
		return m, nil, false
	}
	next, ok = m, true
	switch msg := msg.(type) {
	case ConnectChosen:
		cmds = d.choose(msg)
	case ConnectSent:
		cmds = m.connect(d, msg.Connection)
	case Connected:
		next, cmds = m.connected(v, d, msg)
	case UnlockConfirmed:
		if d.Kind == UnlockAccount && !d.Busy {
			d.Busy, d.Err = true, ""
			cmds = []page.Cmd{d.show(), AllowWrites{d.Source, true}}
		}
	case ForgetConfirmed:
		if d.Kind == ForgetDialog && !d.Busy {
			d.Busy, d.Err = true, ""
			cmds = []page.Cmd{d.show(), ForgetAccount{d.Source}}
		}
	default:
		return m, nil, false
	}
	return next, cmds, ok
}

// Unfolded reports whether the tables of a source are listed below its name.
func (m *Model) Unfolded(source string) bool { return slices.Contains(m.Open, source) }

// AskServer asks the server for its accounts, unless it is being asked.
func (m *Model) AskServer() (*Model, []page.Cmd) {
	if m.Asked {
		return m, nil
	}
	n := *m
	n.Asked = true
	return &n, []page.Cmd{ListAccounts{Changes: n.changes}}
}

// AskServerAtRest asks the server for its accounts once the page has come to rest.
func (m *Model) AskServerAtRest() page.Cmd { return ListAccounts{Changes: m.changes, Patient: true} }

// Scanning returns the model with the question whether a query may scan the account, or without it.
func (m *Model) Scanning(ask bool) *Model {
	if m.Live == nil || m.Live.Ask == ask {
		return m
	}
	n, l := *m, *m.Live
	l.Ask, n.Live = ask, &l
	return &n
}
