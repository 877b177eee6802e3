package shell

import (
	"rangefinder/app/accounts"
	"rangefinder/app/beside"
	"rangefinder/app/builder"
	"rangefinder/app/celledit"
	"rangefinder/app/charges"
	"rangefinder/app/copies"
	"rangefinder/app/copyto"
	"rangefinder/app/count"
	"rangefinder/app/course"
	"rangefinder/app/designlab"
	"rangefinder/app/edit"
	"rangefinder/app/editor"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/guide"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	"rangefinder/app/intro"
	"rangefinder/app/link"
	"rangefinder/app/misses"
	"rangefinder/app/move"
	"rangefinder/app/notices"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/partitions"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/queries"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/requests"
	"rangefinder/app/sample"
	"rangefinder/app/settings"
	"rangefinder/app/side"
	"rangefinder/app/simulator"
	"rangefinder/app/wire"
	"rangefinder/app/workload"
)

// Model is the whole page. Panels are immutable: Update replaces the pointer of a panel that changed.
type Model struct {
	Ready     bool // the worker answered
	Settings  page.Settings
	Keeping   *settings.Model // of the settings
	Undrafted bool            // and what is not committed
	Guide     *guide.Model    // nil until it is opened
	Palette   *palette.Model
	Screen    page.Screen
	Intro     *intro.Model
	Draft     bool // the address names a query that has not been run; until it is, typing does not add to the history
	Seq       int  // of the newest query text; answers to older ones are dropped
	Tables    *side.Model
	Query     *queryline.Query
	Plan      *plan.Plan
	Map       *plan.Map
	Inspector *edit.Inspector
	Lens      *inspector.Model
	Dialog    *page.Dialog // nil when none is open
	Dialogs   int          // how many were opened so far
	notices.Board
	Touched bool   // the person made something that only memory holds
	Fatal   string // the worker is lost: what to tell
	Samples []sample.Sample

	Visited bool                  // this browser was here before
	Start   *Start                // what the address and the last visit say, until the tables are listed
	Saved   *queries.Model        // queries that the workspace keeps
	Unrun   map[place]query.Query // what was typed and not run there when another was opened; never changed in place
	Missing *page.Route           // a query of a table that is not here, until a table is on screen
	Base    string                // address of the page without its fragment
	Reshow  bool                  // the tables may be others: show the open one anew when they are listed
	Back    *page.Route           // the view to return to then, nil for the one on screen
	Asked   bool                  // the browser was asked not to evict the workspace
	Embed   *Embed                // nil on the full page

	PlanFull bool // the plan has the window for itself
	Requests *requests.Model
	Copies   *copies.Model

	Tabs *querytabs.Model // nil on an embedded page

	Grid    *grid.Model
	Cell    *celledit.Edit // nil: no cell is being edited
	Sim     *simulator.Model
	Move    *move.Model
	CopyTo  *copyto.Model
	Count   *count.Model
	Beside  *beside.Model
	Charges *charges.Charges // of accounts, nil before the first

	Partitions *partitions.Model
	Files      *files.Model
	Workload   *workload.Model
	Recount    *partitions.Recount
	Tree       *plan.Tree     // nil while Why is closed
	Misses     *misses.Model  // nil while the result is not empty
	Near       *plan.Near     // nil until one was found
	History    *history.Model // queries that were run
	Builder    *builder.Model // nil while it is closed
	Offers     *editor.Offers // nil before a value was to be completed

	Course  *course.Model
	Home    *home // while a lesson is open
	Pending *edit.Pending
	Aside   *edit.Pending // of the workspace, while a lesson is open
	Lab     *designlab.Model
	LabHome *designlab.Model // of the workspace, while a lesson is open

	Sources *accounts.Model
}

// Start is how a visit begins.
type Start struct {
	Route   page.Route
	Left    bool        // the visit before ended on Route's table
	Lesson  *page.Route // the view of a lesson that is wanted, or nil
	Draft   string      // edits that were not saved when the page was left; see inspector.EncodeDraft
	Linked  page.Route  // what a link with data shows once that is taken in
	Data    []link.TableData
	Files   []port.FileRef // that came before the first view
	Sample  string         // the name of the one that was opened before it, the last of several
	Pressed bool           // Run was pressed before the account of the address is on screen
}

// Unsaved reports whether closing the page would lose something: edits, a file being taken in, or tables that only memory holds.
func (m *Model) Unsaved() bool { return m.drafted() || m.Perishable() }

// drafted reports whether something is typed or pending that a draft can hold; see EncodeKept.
func (m *Model) drafted() bool {
	return m.Inspector.Dirty() || m.Cell.Form() != nil || len(m.Pending.Changes) > 0 || m.Aside != nil && len(m.Aside.Changes) > 0
}

// Perishable reports whether something would be lost although the page is only loaded anew: what no draft holds.
func (m *Model) Perishable() bool {
	switch {
	case m.Tables.Loading != nil && m.Tables.Loading.Keeps, m.Touched && (m.Files.Storage == nil || !m.Files.Storage.Durable):
		return true
	case m.Undrafted && m.drafted(), m.Pending.Heavy, m.Aside != nil && (m.Aside.Heavy || len(m.Pending.Changes) > 0):
		return true
	}
	return m.Cell.Perishable()
}

// AtOnce reports whether each edit is committed when it is made.
func (m *Model) AtOnce() bool { return edit.AtOnce(m.Settings) }

// EntitiesOf is how many entities the table on screen has, 0 where nobody knows.
func (m *Model) EntitiesOf() int {
	if t := wire.TableNamed(m.Tables.List, m.Query.Table); t != nil && m.Query.Source == "" {
		return t.Entities
	}
	return 0
}

// opening is the query that a table is opened with, nil for none. A lesson says how its tables are opened.
func (m *Model) opening(source, table string) *query.Saved {
	if m.Course.Lesson != nil {
		return nil
	}
	return m.Saved.Opening(source, table)
}
