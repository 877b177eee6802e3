package shell

import (
	"cmp"

	"rangefinder/app/page"
	"rangefinder/app/query"
)

// toScreen shows a screen of the open table, as a step that Back takes back.
func toScreen(m Model, s page.Screen) (Model, []page.Cmd) {
	if m.Screen == s || !s.Known() {
		return m, nil
	}
	m.Screen = s
	return m, []page.Cmd{page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true}}
}

func screenChosen(m Model, msg page.ScreenChosen) (Model, []page.Cmd) {
	m, cmds := toScreen(m, msg.Screen)
	if msg.Focus {
		cmds = append(cmds, page.Focus{Target: m.Screen.TabID()})
	}
	return m, cmds
}

// showLocal shows a table of this browser.
func showLocal(m Model, table string) (Model, []page.Cmd) {
	m, cmds := show(m, page.Route{Query: query.Query{Table: table}, Why: m.Plan.Why})
	m, run := runQuery(m)
	return m, append(append(cmds, page.SetAddress{Fragment: routeOf(m).Fragment(), Push: true}, ListTables{}), run...)
}

// toPane moves the keyboard to a pane, which is shown first where the window is too narrow for all.
func toPane(m Model, pane string) (Model, []page.Cmd) {
	var cmds []page.Cmd
	m.PlanFull = m.PlanFull && (pane == "why" || pane == "")
	switch pane {
	case "side":
		t := *m.Tables
		t.Open = true
		m.Tables = &t
	default:
		m, cmds = toScreen(m, page.QueryScreen)
		if pane == "inspector" {
			in := *m.Inspector
			in.Open = true
			m.Inspector = &in
		}
	}
	return m, append(cmds, page.Focus{Target: cmp.Or(pane, "editor")})
}
