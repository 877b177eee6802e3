package page

import (
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/wire"
)

// Wishes are messages by which a feature asks for what another does. The one that does it takes them.
type (
	// ScreenChosen shows a screen of the open table.
	ScreenChosen struct {
		Screen Screen
		Focus  bool // its tab takes the focus: it was chosen by a key
	}
	// SampleOpened opens a sample by its name.
	SampleOpened struct{ Name string }
	// LessonChosen opens a lesson of the course at its first step.
	LessonChosen struct{ Name string }
	// NewTablePressed, GeneratePressed and ImportPressed open the dialogs that make a table.
	NewTablePressed struct{}
	GeneratePressed struct{}
	ImportPressed   struct{}
	// DeleteTablePressed asks whether a table shall be deleted.
	DeleteTablePressed struct{ Table string }
	// CellWanted opens the field of the current cell of the grid.
	CellWanted struct{}
	// NewEntityPressed opens the form of a new entity of the table on screen.
	NewEntityPressed struct{}
	// RunPressed runs the query on screen, because the person said so. On an account it asks before it scans.
	RunPressed struct{}
	// CodePressed opens the dialog that shows the query on screen as code.
	CodePressed struct{}
	// SettingChosen gives a setting another value.
	SettingChosen struct{ ID, Value string }
	// QueryWanted puts a query of this browser on screen and runs it, as a step that Back takes back.
	QueryWanted struct{ Query query.Query }
	// TableWanted puts a table of this browser on screen in the same way.
	TableWanted struct{ Table string }
	// DraftWanted puts a query and the parts of its plan on screen and runs nothing, as a step that Back takes back.
	DraftWanted struct{ Query query.Query }
	// FilterSet makes a text the filter of the query on screen, as a step that Back takes back.
	FilterSet struct{ Text string }
	// ThenClosed takes the step in the browser away that a result goes through.
	ThenClosed struct{}
	// LimitLifted runs the query without the number of entities that its statement wants.
	LimitLifted struct{}
	// FilterEdited is FilterSet for a text that comes of the one in the editor, such as a fix or a rewrite: the comments stay.
	FilterEdited struct{ Text string }
	// ExportWanted writes a file, in the way that was chosen the last time where the request does not say.
	ExportWanted struct{ Req wire.ExportRequest }
	// PullPressed opens the dialog that pulls a copy of a table of the account on screen. Then is sent when it is over or given up, unless
	// it is nil: what it was pulled for.
	PullPressed struct {
		Table string
		Then  Msg
	}
	// CountWanted opens the dialog that counts the entities and partitions of the table of the account on screen, or all of that of the
	// dialog From, which is shown again when this one is closed: Counted, with what was typed into a Field, and the keyboard on a Button.
	CountWanted struct {
		From        *Dialog
		Field, Text string
		Button      string
	}
	// PushPressed opens the dialog that pushes the changes of a copy.
	PushPressed struct{ Table string }
	// FileCopyWanted plans the copy of the rows of a file into a table of an account.
	FileCopyWanted struct {
		File          port.FileRef
		Req           wire.ImportRequest
		Source, Table string
	}
	// DesignWanted opens the dialog that deploys a design of the lab, and checks copies.
	DesignWanted struct {
		Table, Spec string // the comparison as text
		Design      int    // of it
		Name        string // of the design
		ToTable     string // that is proposed
	}
	// UnlockPressed opens the dialog that lets an account be written to. The copy Table is pushed then, unless it is "", and Then is
	// sent, unless it is nil.
	UnlockPressed struct {
		Source, Table string
		Then          Msg
	}
	// ChargeTold tells that the answers of an account say what they are charged.
	ChargeTold struct{ Source string }
	// FilesGiven tells of files that the person chose, dropped or pasted.
	FilesGiven struct {
		Files  []port.FileRef
		Pasted bool // as text, which has no name
		AsData bool // they are imported, even logs
	}
	// TakeBackPressed has the worker take something back that it remembers under a name. Answer: TakenBack.
	TakeBackPressed struct{ ID string }
	// TableChosen opens a table of an account, or of this browser for "".
	TableChosen struct {
		Source, Table string
		Goes          bool // what was pressed goes away: the keyboard goes on in the filter
	}
	// SourceChosen shows the tables of an account, "" for those of this browser.
	SourceChosen struct{ Source string }
	// SimulationWanted plays a setup of the simulator, as an address has it.
	SimulationWanted struct{ Setup string }
	// LessonFileGiven and ReportsGiven are files of a teacher and of learners that were dropped or chosen.
	LessonFileGiven struct{ File port.FileRef }
	ReportsGiven    struct{ Files []port.FileRef }
	// SharePressed opens the dialog that makes a link to what is on screen.
	SharePressed struct{}
	// CopyPressed puts a text on the clipboard and says so: "Copied <What>."
	CopyPressed struct{ Text, What string }
	// LogsGiven reads files as logs of what an application asks.
	LogsGiven struct{ Files []port.FileRef }
	// PatternsGiven shows the design lab of a table of this browser with those patterns. Left tells of shapes that became none.
	PatternsGiven struct {
		Table    string
		Patterns []lab.Pattern
		Left     []lab.Left
	}
	// BesidePressed keeps the query on screen beside what is typed next.
	BesidePressed struct{}
	// ClonePressed opens the dialog that clones a table.
	ClonePressed struct{ Table string }
	// PartitionsWanted goes from a dialog to the partitions of the table on screen.
	PartitionsWanted struct{}
	// GuideOpened opens the guide at a page, "" for the first, or at what it says of a text.
	GuideOpened struct{ Page, Find string }
)

// DialogClosed closes the dialog. From the browser, whose event may come when another is open, it says which: the Nth.
type DialogClosed struct{ Nth int }

// TableChanged tells that somebody wrote.
type TableChanged struct{ Table string }

// TablesListed tells which tables this browser has.
type TablesListed struct {
	Reply wire.TablesReply
	Err   error
	Older bool // another was asked for meanwhile
}

// TablesOpening tells how far the kept tables are read, before any is known.
type TablesOpening struct{ Progress wire.Progress }

// Loaded tells what came of loading a sample, or of generating a table.
type Loaded struct {
	Reply  *wire.LoadReply
	Err    error
	Select string // table to show
	Filter string
	View   *Route // all of the view, nil for the table on the screen that is open
}

// What may have changed every table, so that each feature takes in what it shows of one.
type (
	// Moved tells that another worker answers from here on: the tab that held the tables is gone.
	Moved struct{}
	// TakenBack tells that the worker took something back.
	TakenBack struct {
		ID  string
		Err error
	}
	// CheckpointRestored tells that the workspace is again what it was when a snapshot was saved.
	CheckpointRestored struct {
		Name, Undo string
		Err        error
	}
)

// FirstSample is the sample that a first visit shows, FirstLesson the lesson that explains the classes of a plan.
const (
	FirstSample = "Movies"
	FirstLesson = "four-classes"
)
