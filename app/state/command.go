package state

import (
	"slices"

	"rangefinder/app/edit"
)

// Command is something that a person can do. The palette, the shortcut sheet and the guide are made of the commands there are,
// so that what is said and what happens cannot part.
type Command struct {
	ID    string // never changes: what the palette remembers and tests call it
	Title string // what it does, as an order: "Run the query"; with … when it asks first
	Words string // other words that it is looked for by
	Group string
	// Keys are as a person reads them, such as "Ctrl+Enter" or "Arrows"; any of them does it.
	Keys []string
	// Place is where the keys work, "in the grid", "" for everywhere but in text.
	Place string
	// Not says why it would do nothing now, in a short sentence, "" when it would; nil means that it always would.
	Not func(m *Model) string
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

// always sends the same messages whatever is on screen.
//
//go:noinline
func always(msgs ...Msg) func(*Model) []Msg { return func(*Model) []Msg { return msgs } }

// onQuery goes to the query screen before it sends a message, for what is seen only there.
//
//go:noinline
func onQuery(msg Msg) func(*Model) []Msg { return always(ScreenChosen{Screen: QueryScreen}, msg) }

// onTable makes a message of the table on screen.
func onTable(make func(table string) Msg) func(*Model) []Msg {
	return func(m *Model) []Msg { return []Msg{make(m.Query.Table)} }
}

// unless makes a Not of conditions: the first that says why, counts.
//
//go:noinline
func unless(list ...func(*Model) string) func(*Model) string {
	return func(m *Model) string {
		for _, not := range list {
			if why := not(m); why != "" {
				return why
			}
		}
		return ""
	}
}

// missing is a condition: why, as long as there is not what has looks for.
//
//go:noinline
func missing(why string, has func(m *Model) bool) func(*Model) string {
	return func(m *Model) string {
		if has(m) {
			return ""
		}
		return why
	}
}

// What commands wait for.
var (
	aTable     = missing("No table is open.", func(m *Model) bool { return m.Query.Table != "" })
	aHomeTable = unless(aTable, missing("The table is of an account; this works on tables of this browser.", func(m *Model) bool { return m.Query.Source == "" }))
	anEntity   = missing("No entity is open in the inspector.", func(m *Model) bool { return m.Inspector.Mode == edit.Editing })
	edits      = missing("Nothing is being edited.", func(m *Model) bool { return m.Inspector.Dirty() })
	noLoad     = missing("Something is being loaded.", func(m *Model) bool { return m.Tables.Loading == nil })
	writable   = (*Model).ReadOnly
)

// Commands returns all of them. Each area keeps a list of its own beside what it commands.
func Commands() []Command {
	return slices.Concat(
		queryCommands,
		openingCommands,
		tabCommands,
		thenCommands,
		gridCommands,
		gridToolCommands,
		editCommands,
		tableCommands,
		tableToolCommands,
		sourceCommands,
		lessonCommands,
		simCommands,
		pendingCommands,
		manyCommands,
		groupCommands,
		labCommands,
		workloadCommands,
		pageCommands,
	)
}
