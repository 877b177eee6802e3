package state

import (
	"rangefinder/app/edit"
	"rangefinder/app/page"
)

// What the page's features share.
type (
	Msg     = page.Msg
	Cmd     = page.Cmd
	Runner  = page.Runner
	Slotted = page.Slotted
	Outside = page.Outside
	Slot    = page.Slot
	Stop    = page.Stop
	Notice  = page.Notice
	Loading = page.Loading

	SetAddress  = page.SetAddress
	Focus       = page.Focus
	FocusOn     = page.FocusOn
	Copy        = page.Copy
	Announce    = page.Announce
	ResetFields = page.ResetFields
	InsertText  = page.InsertText
	Reveal      = page.Reveal
	ForgetFile  = page.ForgetFile
	Download    = page.Download
	KeepSetting = page.KeepSetting
	KeepInTab   = page.KeepInTab
	OpenDialog  = page.OpenDialog
	CloseDialog = page.CloseDialog

	ReadLine   = edit.ReadLine
	ReadEntity = edit.ReadEntity
	ReadFor    = edit.ReadFor
	Apply      = edit.Apply
	EntityRead = edit.EntityRead
	Saved      = edit.Saved
)

// What goes on at most once at a time.
const (
	snapshotsSlot Slot = "snapshots"
)

// Requests to the worker.
type (
	// ListTables asks for the tables. Answer: TablesListed, with TablesOpening before when those that are kept are still read.
	ListTables struct{}
	// LoadSample fills tables. Answer: LoadProgressed, Loaded.
	LoadSample struct {
		Name   string
		Select string
		Filter string
		View   *Route // all of the view, when a link asks for it
	}
)

// Effects on the page.
type (
	// ShowCrash shows the sheet that says that the engine met an error of its own. Lost: it has stopped.
	ShowCrash struct {
		Report string
		Lost   bool
	}
	// AskPersist asks the browser not to evict the workspace. Answer: PersistAnswered.
	AskPersist struct{}
)
