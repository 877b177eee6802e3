package page

// Command is something that a person can do. The palette, the sheet of keys and the guide are made of the commands there are, so that
// what is said and what happens cannot part. Each feature lists its own, as things are at the moment.
type Command struct {
	ID    string // never changes: what the palette remembers and tests call it
	Title string // what it does, as an order: "Run the query"; with … when it asks first
	Words string // other words that it is looked for by
	Group string
	// Keys are as a person reads them, such as "Ctrl+Enter" or "Arrows"; any of them does it.
	Keys []string
	// Place is where the keys work, "in the grid", "" for everywhere but in text.
	Place string
	// Not says why it would do nothing now, in a short sentence, "" when it would do something.
	Not string
	// Do is what it sends; nil when only its keys do it, such as moving in the grid. Where Not says why, it means nothing.
	Do []Msg
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

// Wanting is what a command waits for: why, as long as it is not there.
func Wanting(why string, there bool) string {
	if there {
		return ""
	}
	return why
}

// OnQuery goes to the query screen before it sends a message, for what is seen only there.
func OnQuery(msg Msg) []Msg { return []Msg{ScreenChosen{Screen: QueryScreen}, msg} }

// NoTable says that no table is on screen, "" when one is.
func (v *View) NoTable() string { return Wanting("No table is open.", v.Query.Table != "") }

// NoHomeTable is NoTable for what works on tables of this browser alone.
func (v *View) NoHomeTable() string {
	if why := v.NoTable(); why != "" {
		return why
	}
	return Wanting("The table is of an account; this works on tables of this browser.", v.Query.Source == "")
}
