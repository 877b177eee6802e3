package page

// Screen names one of the views of a table that share the page. Its text is what an address says.
type Screen string

// The screens.
const (
	QueryScreen      Screen = ""
	PartitionsScreen Screen = "partitions"
	SimulatorScreen  Screen = "simulator"
	LabScreen        Screen = "lab"
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
