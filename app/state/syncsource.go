package state

// live is the name of the account on screen, "" for this browser.
func (m *Model) live() string { return m.Query.Source }

// endpoint is the address of an account, as far as it is known.
func (m *Model) endpoint(source string) string {
	if a := m.Sources.Account(source); a != nil {
		return a.Endpoint
	}
	return ""
}

// Locked reports whether nothing can be written to an account.
func (m *Model) Locked(source string) bool {
	a := m.Sources.Account(source)
	return a != nil && (a.Locked || !a.Writes)
}

// showLocal shows a table of this browser.
func showLocal(m Model, table string) (Model, []Cmd) {
	m, cmds := show(m, Route{Table: table, Why: m.Plan.Why})
	m, run := runQuery(m)
	return m, append(append(cmds, SetAddress{routeOf(m).Fragment(), true}, ListTables{}), run...)
}
