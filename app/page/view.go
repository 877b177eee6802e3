package page

import (
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/query"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// View is what every feature may read of the page. It is never changed.
type View struct {
	Ready      bool // the worker answered
	Screen     Screen
	Query      query.Query        // on screen
	Profile    filterlang.Profile // of the engine that answers it
	Draft      bool               // it has not been run
	Census     *filterlang.Census
	Examples   []sample.Query // instructive filters of the table
	Saved      []query.Saved  // queries that the workspace keeps
	Tables     []wire.TableInfo
	Here       []wire.TableInfo // of the source on screen: Tables, or those of its account
	Accounts   *Accounts        // behind the server of the page
	Selected   string           // table of this browser that is chosen in the list
	Loading    *Loading         // what is under way, nil for nothing
	Designs    []lab.Design     // that the lab compares for the table
	Settings   Settings
	Missing    string                  // table of the query on screen that is not here, "" for none
	Result     *wire.RunReply          // of the table on screen; nil while nothing was read of it, and while its query runs
	Rows       Rows                    // that the grid shows
	ReadOnly   string                  // why nothing can be written to what is on screen, "" when it can
	Ran        string                  // the filter that Result is of
	Then       string                  // the step in the browser that the result goes through, "" for none
	Undos      []UndoEntry             // what the worker can take back, newest first
	Notice     *Notice                 // that is up, nil for none
	Dialog     *Dialog                 // nil when none is open
	Base       string                  // address of the page without its fragment
	Route      func() Route            // of what is on screen
	Keys       func() string           // the keys of every command, as a page of the guide
	Comparison func() string           // of the lab, when that is on screen, as a link brings it; "" for none
	Why        bool                    // the parts of the plan are on screen
	Lesson     bool                    // a lesson is open
	Hides      bool                    // nothing may be told of plans and results, for a question of the lesson
	Embedded   bool                    // in the page of somebody else: it has neither accounts nor lessons
	Dirty      bool                    // the form of an entity has edits that are not saved
	Pending    bool                    // edits wait to be committed
	Committing bool                    // pending changes are on their way
	Plan       *filterlang.Plan        // of the text in the editor, nil while it has none
	Refused    *filterlang.SyntaxError // why it has none; nil also while it is planned
	Entity     *wire.EntityReply       // of the table on screen, whose form is open; nil for none
	// Again tells that the tables may have become others: what is shown of the open one is made anew.
	Again bool
}

// Rows are those of the newest result, in the order in which the grid has them.
type Rows struct {
	Source, Table, Filter string         // that ran
	Reply                 *wire.RunReply // nil before the first run
	Running               bool           // another run is under way
	Failed                bool
	Order                 int  // of the lines, as the worker knows it; 0 for that of the keys
	Count                 int  // lines
	Entities              int  // in all
	Kept                  bool // only those are lines that the step in the browser keeps
	Line                  int  // that is selected, -1 for none
	First, Last           int  // lines that are selected together, equal when it is one
}

// Table returns the table of that name, in any capitals; nil when there is none.
func (v *View) Table(name string) *wire.TableInfo { return wire.TableNamed(v.Tables, name) }
