package shell

import (
	"rangefinder/app/page"
)

// What goes on at most once at a time.
const (
	snapshotsSlot page.Slot = "snapshots"
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
		View   *page.Route // all of the view, when a link asks for it
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
