package state

// ScreenName names one of the views of a table that share the page. Its text is what an address says.
type ScreenName string

// The screens.
const (
	QueryScreen      ScreenName = ""
	PartitionsScreen ScreenName = "partitions"
	SimulatorScreen  ScreenName = "simulator"
	LabScreen        ScreenName = "lab"
)

// ScreenTab is the tab of a screen.
type ScreenTab struct {
	Screen ScreenName
	Title  string
}

// ScreenTabs are the screens there are, in the order of their tabs.
var ScreenTabs = []ScreenTab{{QueryScreen, "Query"}, {LabScreen, "Design lab"}, {PartitionsScreen, "Partitions"}, {SimulatorScreen, "Simulator"}}

func (s ScreenName) known() bool {
	for _, tab := range ScreenTabs {
		if tab.Screen == s {
			return true
		}
	}
	return false
}

// TabID is the identity of the screen's tab on the page, PanelID that of what it shows.
func (s ScreenName) TabID() string {
	if s == QueryScreen {
		return "tab-query"
	}
	return "tab-" + string(s)
}

// PanelID is the identity of what the screen shows.
func (s ScreenName) PanelID() string { return "screen" + s.TabID()[len("tab"):] }

// focus is what takes the focus when the screen is gone to: the editor, or the tab.
func (s ScreenName) focus() string {
	if s == QueryScreen {
		return "editor"
	}
	return s.TabID()
}

// toScreen shows a screen of the open table, as a step that Back takes back.
func toScreen(m Model, s ScreenName) (Model, []Cmd) {
	if m.Screen == s || !s.known() {
		return m, nil
	}
	m.Screen = s
	return m, []Cmd{SetAddress{routeOf(m).Fragment(), true}}
}

func screenChosen(m Model, msg ScreenChosen) (Model, []Cmd) {
	m, cmds := toScreen(m, msg.Screen)
	if msg.Focus {
		cmds = append(cmds, Focus{m.Screen.TabID()})
	}
	return m, cmds
}
