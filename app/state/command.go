package state

// Command is something that a person can do. The palette, the shortcut sheet and the guide are made of the commands there are,
// so that what is said and what happens cannot part.
type Command struct {
	ID    string // never changes: what settings and tests call it
	Title string // what it does, as an order: "Run the query"
	Group string
	// Keys are as a person reads them, such as "Ctrl+Enter" or "Arrows"; any of them does it.
	Keys []string
	// Place is where the keys work, "in the grid", "" for everywhere but in text.
	Place string
	// Can tells whether it would do anything now; nil means always.
	Can func(m *Model) bool
	// Do is what it sends; nil when only its keys do it, such as moving in the grid.
	Do func(m *Model) []Msg
}

// Groups of commands, in the order in which they are shown.
const (
	QueryGroup  = "Query"
	GridGroup   = "Grid"
	EditGroup   = "Editing"
	TableGroup  = "Tables"
	LearnGroup  = "Learning"
	PageGroup   = "Page"
	SourceGroup = "Accounts and copies"
)

// always sends one message whatever is on screen.
func always(msg Msg) func(*Model) []Msg { return func(*Model) []Msg { return []Msg{msg} } }

// Commands returns all of them. Each area keeps a list of its own beside what it commands.
func Commands() []Command {
	var all []Command
	for _, list := range [][]Command{
		queryCommands,
		gridCommands,
		pageCommands,
	} {
		all = append(all, list...)
	}
	return all
}

var queryCommands = []Command{
	{ID: "run", Title: "Run the query", Group: QueryGroup, Keys: []string{"Ctrl+Enter", "Shift+Enter"}, Place: "in the editor", Do: always(RunPressed{})},
	{ID: "complete", Title: "Complete", Group: QueryGroup, Keys: []string{"Ctrl+Space"}, Place: "in the editor"},
	{ID: "undo-text", Title: "Undo, also of a rewrite or a drag", Group: QueryGroup, Keys: []string{"Ctrl+Z"}, Place: "in the editor"},
	{ID: "leave-editor", Title: "Leave it while completion is open", Group: QueryGroup, Keys: []string{"Escape, then Tab"}, Place: "in the editor"},
	{ID: "map-keys", Title: "Move, extend, filter, zoom in, zoom out", Group: QueryGroup, Keys: []string{"Arrows", "Shift+Arrows", "Enter", "Z", "Escape"}, Place: "in the key map"},
}

var gridCommands = []Command{
	{ID: "grid-move", Title: "Move; with Ctrl to the ends", Group: GridGroup, Keys: []string{"Arrows", "Home", "End", "Page Up", "Page Down"}, Place: "in the grid"},
	{ID: "grid-open", Title: "Open the entity in the inspector", Group: GridGroup, Keys: []string{"Enter", "F2"}, Place: "in the grid"},
	{ID: "grid-delete", Title: "Delete the entity, after asking", Group: GridGroup, Keys: []string{"Delete"}, Place: "in the grid"},
	{ID: "grid-select", Title: "Select several lines, or all lines of the result", Group: GridGroup, Keys: []string{"Shift+Arrows", "Shift+Page Up", "Shift+Page Down", "Ctrl+A"}, Place: "in the grid"},
	{ID: "grid-copy", Title: "Copy the cell, or the selected lines", Group: GridGroup, Keys: []string{"Ctrl+C"}, Place: "in the grid"},
	{ID: "grid-copy-line", Title: "Copy the whole line", Group: GridGroup, Keys: []string{"Ctrl+Shift+C"}, Place: "in the grid"},
	{ID: "paste", Title: "Import rows from the clipboard", Group: GridGroup, Keys: []string{"Ctrl+V"}},
}

var pageCommands = []Command{
	{ID: "panes", Title: "Next pane; with Shift the one before", Group: PageGroup, Keys: []string{"F6", "Shift+F6"}},
	{ID: "jump", Title: "Editor, grid, plan, inspector", Group: PageGroup, Keys: []string{"Alt+1", "2", "3", "4"}},
	{ID: "shortcuts", Title: "Show the keys", Group: PageGroup, Keys: []string{"?"}, Do: always(ShortcutsPressed{})},
	{ID: "settings", Title: "Settings…", Group: PageGroup, Keys: []string{"Ctrl+,"}, Do: always(SettingsPressed{})},
	{ID: "colours", Title: "Change the colours: system, light, dark", Group: PageGroup, Do: always(ThemePressed{})},
	{ID: "share", Title: "Share a link to this table and query", Group: PageGroup, Do: always(SharePressed{})},
}
