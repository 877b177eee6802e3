package state

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

// noAccount says why nothing can be asked of an account, "" when it can or when that is not known.
func (m *Model) noAccount(source string) string {
	if source == "" || !m.Sources.Known || m.Sources.Account(source) != nil {
		return ""
	}
	return "The server of this page has no account " + source + " now. Connect it, then try again. Nothing here is lost meanwhile."
}

// showLocal shows a table of this browser.
func showLocal(m Model, table string) (Model, []Cmd) {
	m, cmds := show(m, Route{Table: table, Why: m.Plan.Why})
	m, run := runQuery(m)
	return m, append(append(cmds, SetAddress{routeOf(m).Fragment(), true}, ListTables{}), run...)
}
