package state

import (
	"strings"

	"rangefinder/app/query"
)

// Locked reports whether nothing can be written to an account as things are.
func (s *Sources) Locked(name string) bool {
	a := s.Account(name)
	return a != nil && !a.Writes
}

// endpoint is the address of an account, "" for one of the server's own.
func (m *Model) endpoint(source string) string {
	if a := m.Sources.Account(source); a != nil {
		return a.Endpoint
	}
	return ""
}

// noAccount says why nothing can be asked of an account, "" when it can. What the account's address is has to be known: a copy
// goes back to where it came from, and nowhere else.
func (m *Model) noAccount(source string) string {
	switch {
	case source == "" || m.Sources.Account(source) != nil:
		return ""
	case !m.Sources.Known:
		return strings.TrimSpace("The accounts of the server are not known yet. Try again in a moment. " + m.Sources.Problem)
	}
	return "The server of this page has no account " + source + " now. Connect it, then try again. Nothing here is lost meanwhile."
}

// Asking reports whether the server is being asked for its accounts for the first time.
func (s *Sources) Asking() bool { return s != nil && s.Asked && !s.Known }

// showLocal shows a table of this browser.
func showLocal(m Model, table string) (Model, []Cmd) {
	m, cmds := show(m, Route{Query: query.Query{Table: table}, Why: m.Plan.Why})
	m, run := runQuery(m)
	return m, append(append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, ListTables{}), run...)
}
