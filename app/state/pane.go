package state

import "cmp"

// PaneWanted moves the keyboard to a pane: "side", "editor", "why", "grid", "inspector".
type PaneWanted struct{ Pane string }

// Point is Reveal that marks the element for a moment: it answers what was pressed in vain.
type Point struct{ ID string }

// updatePane moves the keyboard to a pane.
func updatePane(m Model, msg Msg) (Model, []Cmd, bool) {
	wanted, ok := msg.(PaneWanted)
	if !ok {
		return m, nil, false
	}
	m, cmds := toPane(m, wanted.Pane)
	return m, cmds, true
}

// toPane moves the keyboard to a pane, which is shown first where the window is too narrow for all.
func toPane(m Model, pane string) (Model, []Cmd) {
	var cmds []Cmd
	m.PlanFull = m.PlanFull && (pane == "why" || pane == "")
	switch pane {
	case "side":
		t := *m.Tables
		t.Open = true
		m.Tables = &t
	default:
		m, cmds = toScreen(m, QueryScreen)
		if pane == "inspector" {
			in := *m.Inspector
			in.Open = true
			m.Inspector = &in
		}
	}
	return m, append(cmds, Focus{Target: cmp.Or(pane, "editor")})
}
