package state

import (
	"rangefinder/app/query"
)

// showLocal shows a table of this browser.
func showLocal(m Model, table string) (Model, []Cmd) {
	m, cmds := show(m, Route{Query: query.Query{Table: table}, Why: m.Plan.Why})
	m, run := runQuery(m)
	return m, append(append(cmds, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, ListTables{}), run...)
}
