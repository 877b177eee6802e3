package shell

import (
	"cmp"
	"strings"

	"rangefinder/app/accounts"
	"rangefinder/app/charges"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// Live is the account on screen, nil for this browser.
func (m *Model) Live() *accounts.Live {
	if m.Sources == nil {
		return nil
	}
	return m.Sources.Live
}

// Shown is Live, and while a visit begins the account that its address names: what tells of it has its place from the first picture on.
func (m *Model) Shown() *accounts.Live {
	if live := m.Live(); live != nil || m.Start == nil || m.Query.Source == "" {
		return live
	}
	return &accounts.Live{AccountTables: page.AccountTables{Source: m.Query.Source, Listing: true}}
}

// Account returns the account on screen, nil for this browser and for one that the server does not know.
func (m *Model) Account() *port.Account { return m.Sources.Account(m.Query.Source) }

// withSources takes in what the accounts answered.
func (m Model) withSources(next *accounts.Model, cmds []page.Cmd) (Model, []page.Cmd) {
	m.Sources = next
	return answer(m, cmds)
}

// Vacant reports that the table on screen is an account's that has no entities, as far as is known: it was just made here, or has
// been read whole.
func (m *Model) Vacant() bool {
	live, r := m.Live(), m.Grid.Result
	if live == nil || m.Query.Table == "" {
		return false
	}
	if rp := r.Reply; rp != nil && r.Source == m.Query.Source && strings.EqualFold(r.Table, m.Query.Table) {
		return r.Filter == "" && rp.Lines == 0 && rp.Live != nil && !rp.Live.More && rp.Live.Failed == nil && !rp.Canceled && !r.Stale && !r.Running
	}
	return strings.EqualFold(live.Made, m.Query.Table)
}

// Connection is the connection string of the account on screen, "" when there is none that may be shown.
func (m *Model) Connection() string {
	if a := m.Account(); a != nil {
		return a.Connection
	}
	return ""
}

// ReadOnly says why the source on screen cannot be written to, "" when it can.
func (m *Model) ReadOnly() string {
	a := m.Account()
	switch {
	case m.Query.Source == "":
		return ""
	case a == nil:
		return "The server of this page has no account " + m.Query.Source + "."
	case a.Locked:
		return "The server keeps " + a.Name + " read-only."
	case !a.Writes:
		return a.Name + " is read-only until its lock is opened."
	}
	return ""
}

// tablesOn returns the tables of the source on screen.
func tablesOn(m Model) []wire.TableInfo {
	if m.Live() != nil {
		return m.Live().Tables
	}
	return m.Tables.List
}

// readGone drops what was read of an account: another worker answers, which does not have it.
func readGone(m Model) (Model, []page.Cmd) {
	m = m.withResult(&grid.Result{Source: m.Query.Source, Table: m.Query.Table, Line: -1})
	m, cmds := ask(m)
	m, more := notify(m, page.Notice{Text: "What was read from " + m.Query.Source + " is not there any more. Run the query to read it again."})
	return m, append(append(cmds, ListTables{}, files.AskStorage{}), more...)
}

// loadedAtHome tells of tables that came into this browser while an account is on screen, which stays there.
func loadedAtHome(m Model, msg page.Loaded) (Model, []page.Cmd) {
	if len(msg.Reply.Tables) > 0 {
		m.Sources = m.Sources.WithHome(page.Route{Query: query.Query{Table: cmp.Or(msg.Select, msg.Reply.Tables[0]), Filter: msg.Filter}, Why: m.Plan.Why})
	}
	m, cmds := notify(m, page.Notice{Text: strings.Join(msg.Reply.Tables, ", ") + ": now among the tables of this browser."})
	return own(m, append(cmds, ListTables{}), msg.Select == "")
}

// openLive shows a route of an account and runs nothing there.
func openLive(m Model, route page.Route) (Model, []page.Cmd) {
	m, cmds := show(m, route)
	m, more := m.withSources(m.Sources.Arrived(m.View()))
	return m, append(cmds, more...)
}

// toSource moves the model between this browser and an account; show does the rest.
func toSource(m Model, source string) Model {
	home := m.Sources.Home
	if m.Query.Source == "" && m.Query.Table != "" {
		home = routeOf(m)
	}
	m.Sources = m.Sources.Leaving(m.Query.Query).At(source, home)
	return m
}

// Worst says what running the query on screen may cost at most.
func (m *Model) Worst() string {
	a := m.Account()
	return result.Worst(m.Plan.Plan, m.Query.Top, m.LastCharge(), a != nil && (!a.Live || a.Emulator))
}

// LastCharge says what the last query of the shape on screen was charged, "" when nobody knows.
func (m *Model) LastCharge() string {
	if p := m.Plan.Plan; p != nil && m.Query.Source != "" {
		return m.Charges.Last(m.Query.Source, m.Query.Table, p.Filter)
	}
	return ""
}

// withCharge notes what the result that has just come was charged.
func (m Model) withCharge() Model {
	r := m.Grid.Result
	m.Charges = m.Charges.Read(r.Source, r.Table, sent(r.Filter), r.Reply.Result, charges.Charge{Units: r.Reply.Live.Charge, Entities: r.Reply.Stats.Returned, More: r.Reply.Live.More})
	return m
}
