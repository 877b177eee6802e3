package shell

import (
	"rangefinder/app/page"
	"rangefinder/app/settings"
)

// What the page and the worker told.
type (
	// Started is the first message: the page is mounted.
	Started struct {
		Fragment string // of the address, without #
		Window   string // a name of this window, another at each load
		Tabs     string // queries that were open in it; see querytabs.Encode
		Entry    string // what the browser's history remembers of this address; see querytabs.Model.Entry
		Theme    settings.Theme
		Base     string // the address without its fragment
		Last     string // fragment of the view that this browser showed last, "" at a first visit
		Draft    string // edits that were not saved then; see inspector.EncodeDraft
		Lessons  string // what was done of the course
		Answers  string // what was predicted and written there
		Class    string // that the learner belongs to
		Own      string // lessons of a teacher that this tab was given
		Attempt  string // at a lesson's step, as it was being written
		Embed    bool   // the page is shown without chrome; see Embed
		Feed     bool   // the server of the page tells of requests
		Settings string // what is kept under settings.Key
		Recent   string // what is kept under palette.Setting
		History  string // queries that were run; see history.Setting
		Retry    string // name of the policy that was chosen, as versions before kept it
	}
	// Navigated tells that Back, Forward or a link changed the address.
	Navigated struct{ Fragment string }
	// WorkerLost tells that the worker cannot be used any more.
	WorkerLost struct{ Reason string }
	// EngineCrashed tells that a request failed because of a mistake in the engine, with a report that holds no data.
	EngineCrashed struct{ Report string }
)

// Shortcuts is the sheet of keys.
const Shortcuts page.DialogKind = "shortcuts"

// What the person did.
type (
	ShortcutsPressed struct{}
	// PaneWanted moves the keyboard to a pane: "side", "editor", "why", "grid", "inspector".
	PaneWanted   struct{ Pane string }
	ThemePressed struct{}
	EditorWanted struct{} // by the button that skips the side bar
)
