package state

import (
	"slices"

	"rangefinder/app/page"
)

// ScreenName names one of the views of a table that share the page.
type ScreenName = page.Screen

// The screens.
const (
	QueryScreen      = page.QueryScreen
	PartitionsScreen = page.PartitionsScreen
	SimulatorScreen  = page.SimulatorScreen
	LabScreen        = page.LabScreen
)

// ScreenTab is the tab of a screen.
type ScreenTab struct {
	Screen ScreenName
	Title  string
}

// ScreenTabs are the screens there are, in the order of their tabs.
var ScreenTabs = []ScreenTab{{QueryScreen, "Query"}, {LabScreen, "Design lab"}, {PartitionsScreen, "Partitions"}, {SimulatorScreen, "Simulator"}}

// isScreen reports whether this version has the screen.
func isScreen(s ScreenName) bool {
	return slices.ContainsFunc(ScreenTabs, func(tab ScreenTab) bool { return tab.Screen == s })
}

// toScreen shows a screen of the open table, as a step that Back takes back.
func toScreen(m Model, s ScreenName) (Model, []Cmd) {
	if m.Screen == s || !isScreen(s) {
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
