package palette

import (
	"encoding/json"

	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Model is what is remembered of the palette.
type Model struct {
	Recent []string // what was chosen, newest first
}

// Dialog is the palette's dialog. It holds a Search.
const Dialog page.DialogKind = "palette"

// Search is what fits a text.
type Search struct {
	Text  string
	Items []Item // best first, Most at most
	Total int    // how many fit, those that are not shown among them
	At    int    // index of the current one, -1 when there is none
}

// Item is something that the palette finds.
type Item struct {
	ID    string // never changes: what is remembered of it
	Kind  string // "command", "table"…, as shown
	Title string
	Note  string   // shown beside the title
	Words string   // other words that it is looked for by
	Keys  []string // that do the same
	Not   string   // why it does nothing now, "" when it does
	Do    []page.Msg

	score int
}

// CommandKind is the kind of commands; their Note is their group.
const CommandKind = "command"

// Most is how many items are shown.
const Most = 50

// maxRecent is how many items are remembered.
const maxRecent = 20

// Setting keeps the IDs of what was chosen, newest first, a JSON array.
const Setting = "recent"

// What happened to the palette.
type (
	Pressed  struct{}
	Searched struct{ Text string }
	Moved    struct{ By int }    // lines down; to the last line or the first when By is as much as Most
	Chosen   struct{ Index int } // -1: the current one
)

// LineID is the identity of a line of the palette on the page.
func LineID(i int) string { return "palette-" + words.Number(i) }

// with is the model with what was chosen in front of the recent, and the command that keeps it.
func (m *Model) with(id string) (*Model, page.Cmd) {
	list := []string{id}
	for _, old := range m.Recent {
		if old != id && len(list) < maxRecent {
			list = append(list, old)
		}
	}
	text, _ := json.Marshal(list) // cannot fail: strings
	return &Model{Recent: list}, page.KeepSetting{Key: Setting, Value: string(text)}
}

// Parse reads what was kept under Setting; of damage nothing is left.
func Parse(text string) *Model {
	var list []string
	if len(text) > 1<<14 || json.Unmarshal([]byte(text), &list) != nil || len(list) > maxRecent {
		return &Model{}
	}
	return &Model{Recent: list}
}
