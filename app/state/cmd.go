package state

import (
	"rangefinder/app/sample"
	"rangefinder/app/worker"
)

// Cmd is I/O as data: only the Store carries it out.
type Cmd interface{ cmd() }

// Requests to the worker.
type (
	// ListTables asks for the tables. Answer: TablesListed.
	ListTables struct{}
	// Explain asks for exact counts without a scan. Answer: Explained.
	Explain struct {
		Seq int
		Req worker.QueryRequest
	}
	// Match counts the matches; a newer one cancels it. Answer: Matching, Matched.
	Match struct {
		Seq int
		Req worker.QueryRequest
	}
	// StopMatch ends the count under way: its filter is not in the editor any more.
	StopMatch struct{}
	// DrawMap asks for segments. Answer: Mapped.
	DrawMap struct{ Req worker.MapRequest }
	// TakeCensus asks for the properties of a table. Answer: Counted.
	TakeCensus struct{ Table string }
	// Run runs the query; a newer one cancels it. Answer: RunProgressed, RunEnded.
	Run struct{ Req worker.QueryRequest }
	// StopRun ends the run; what was found is kept. StopLoad ends a load; nothing of it is kept.
	StopRun  struct{}
	StopLoad struct{}
	// ReadLine and ReadEntity fetch an entity. Answer: EntityRead.
	ReadLine struct {
		Table string
		Req   worker.LineRequest
		Focus bool
	}
	ReadEntity struct {
		Req   worker.KeyRequest
		Focus bool
	}
	// Apply writes. Answer: Saved.
	Apply struct {
		Req    worker.ApplyRequest
		Before *worker.EntityReply
		Undo   bool
	}
	// MakeTable and DropTable. Answer: TableMade, TableDropped.
	MakeTable struct{ Table string }
	DropTable struct{ Table string }
	// LoadSample and GenerateData fill tables. Answer: LoadProgressed, Loaded.
	LoadSample struct {
		Name   string
		Select string
		Filter string
	}
	GenerateData struct{ Spec sample.Spec }
)

// Effects on the page.
type (
	// SetAddress puts the view into the address; Push makes Back return to the view before.
	SetAddress struct {
		Fragment string
		Push     bool
	}
	// SetEditor replaces the text of the editor as one change that Ctrl+Z takes back.
	SetEditor struct{ Text string }
	// ShowMarks draws colours, underlines and diagnostics in the editor.
	ShowMarks struct{ Marks Marks }
	// SetTheme applies and remembers the colours.
	SetTheme struct{ Theme Theme }
	// Focus moves the keyboard to an element by id, or to the editor ("editor") or grid ("grid").
	Focus struct{ Target string }
	// Expire sends NoticeExpired after some seconds.
	Expire struct{ ID, Seconds int }
	// Copy puts text on the clipboard.
	Copy struct{ Text string }
	// CopyLink puts the address of the view on the clipboard.
	CopyLink struct{}
	// Announce speaks through the polite live region.
	Announce struct{ Text string }
	// OpenDialog and CloseDialog show and hide the native dialog element.
	OpenDialog  struct{}
	CloseDialog struct{}
	// ResetFields gives inputs their text again, which go-app does not do for an empty value.
	ResetFields struct{ Values map[string]string } // by element id
)

func (ListTables) cmd()   {}
func (Explain) cmd()      {}
func (Match) cmd()        {}
func (StopMatch) cmd()    {}
func (DrawMap) cmd()      {}
func (TakeCensus) cmd()   {}
func (Run) cmd()          {}
func (StopRun) cmd()      {}
func (StopLoad) cmd()     {}
func (ReadLine) cmd()     {}
func (ReadEntity) cmd()   {}
func (Apply) cmd()        {}
func (MakeTable) cmd()    {}
func (DropTable) cmd()    {}
func (LoadSample) cmd()   {}
func (GenerateData) cmd() {}
func (SetAddress) cmd()   {}
func (SetEditor) cmd()    {}
func (ShowMarks) cmd()    {}
func (SetTheme) cmd()     {}
func (Focus) cmd()        {}
func (Expire) cmd()       {}
func (Copy) cmd()         {}
func (CopyLink) cmd()     {}
func (Announce) cmd()     {}
func (OpenDialog) cmd()   {}
func (CloseDialog) cmd()  {}
func (ResetFields) cmd()  {}
