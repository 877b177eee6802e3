package state

import "rangefinder/app/page"

// The screens.
const (
	QueryScreen      = page.QueryScreen
	PartitionsScreen = page.PartitionsScreen
	SimulatorScreen  = page.SimulatorScreen
	LabScreen        = page.LabScreen
	WorkloadScreen   = page.WorkloadScreen
)

// toScreen shows a screen of the open table, as a step that Back takes back.
func toScreen(m Model, s page.Screen) (Model, []Cmd) {
	if m.Screen == s || !s.Known() {
		return m, nil
	}
	m.Screen = s
	return m, []Cmd{SetAddress{Fragment: routeOf(m).Fragment(), Push: true}}
}

func screenChosen(m Model, msg ScreenChosen) (Model, []Cmd) {
	m, cmds := toScreen(m, msg.Screen)
	if msg.Focus {
		cmds = append(cmds, Focus{Target: m.Screen.TabID()})
	}
	return m, cmds
}
