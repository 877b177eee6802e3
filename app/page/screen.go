package page

import "slices"

// Screen names one of the views of a table that share the page. Its text is what an address says.
type Screen string

// The screens.
const (
	QueryScreen      Screen = ""
	PartitionsScreen Screen = "partitions"
	SimulatorScreen  Screen = "simulator"
	LabScreen        Screen = "lab"
	WorkloadScreen   Screen = "workload"
)

// TabID is the identity of the screen's tab on the page.
func (s Screen) TabID() string {
	if s == QueryScreen {
		return "tab-query"
	}
	return "tab-" + string(s)
}

// PanelID is the identity of what the screen shows.
func (s Screen) PanelID() string { return "screen" + s.TabID()[len("tab"):] }

// FocusID is what takes the focus when the screen is gone to: the editor, or the tab.
func (s Screen) FocusID() string {
	if s == QueryScreen {
		return "editor"
	}
	return s.TabID()
}

// ScreenTab is the tab of a screen.
type ScreenTab struct {
	Screen Screen
	Title  string
}

// ScreenTabs are the screens there are, in the order of their tabs.
var ScreenTabs = []ScreenTab{{QueryScreen, "Query"}, {LabScreen, "Design lab"}, {WorkloadScreen, "Workload"}, {PartitionsScreen, "Partitions"}, {SimulatorScreen, "Simulator"}}

// Known reports whether this version has the screen.
func (s Screen) Known() bool {
	return slices.ContainsFunc(ScreenTabs, func(tab ScreenTab) bool { return tab.Screen == s })
}
