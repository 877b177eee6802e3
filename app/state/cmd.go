package state

import (
	"rangefinder/app/port"
	"rangefinder/app/sample"
	"rangefinder/app/worker"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// Cmd is I/O as data: only the Store carries it out.
type Cmd interface{ cmd() }

// Requests to the worker.
type (
	// ListTables asks for the tables. Answer: TablesListed, with TablesOpening before when those that are kept are still read.
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
	TakeCensus struct{ Source, Table string }
	// Run runs the query; a newer one cancels it. Answer: RunProgressed, RunEnded.
	Run struct{ Req worker.QueryRequest }
	// StopRun ends the run; what was found is kept. StopLoad ends a load; nothing of it is kept.
	StopRun  struct{}
	StopLoad struct{}
	// ReadLine and ReadEntity fetch an entity. Answer: EntityRead.
	ReadLine struct {
		Source, Table string
		Req           worker.LineRequest
		Focus         bool
		ReadFor
	}
	ReadEntity struct {
		Req   worker.KeyRequest
		Focus bool
	}
	// ReadFor says what an entity is read for, beside the inspector: for a cell that is being edited, to be deleted or duplicated, or
	// to edit one property.
	ReadFor struct {
		Cell  bool
		Drop  bool
		Twin  bool
		Field string
		Type  edm.Type // of the property, where the entity has none of that name
	}
	// Apply writes. Answer: Saved.
	Apply struct {
		Req    worker.ApplyRequest
		Before *worker.EntityReply
		Undo   bool
	}
	// MakeTable and DropTable. Answer: TableMade, TableDropped.
	MakeTable struct{ Source, Table string }
	DropTable struct{ Source, Table string }
	// LoadSample and GenerateData fill tables. Answer: LoadProgressed, Loaded.
	LoadSample struct {
		Name   string
		Select string
		Filter string
		View   *Route // all of the view, when a link asks for it
	}
	GenerateData struct{ Spec sample.Spec }
)

// Requests to the worker about files and about where the workspace is kept.
type (
	// InspectFile asks what a file holds. Answer: Inspected.
	InspectFile struct {
		Token  string
		Layout interchange.Layout
	}
	// PreviewFile asks for the first entities of a file. Answer: Previewed.
	PreviewFile struct {
		Asked int
		Req   worker.PreviewRequest
	}
	// ImportData takes a file in. Answer: LoadProgressed, ImportEnded.
	ImportData struct {
		File port.FileRef
		Rest []port.FileRef
		Req  worker.ImportRequest
	}
	// MakeReport, ExportData and ExportDamaged make a file. Answer: FileMade, ExportData with LoadProgressed before.
	MakeReport    struct{ Report string }
	ExportData    struct{ Req worker.ExportRequest }
	ExportDamaged struct{ File string }
	// ForgetDamage drops a damaged file. Answer: StorageTold.
	ForgetDamage struct{ File string }
	// ReleaseFile frees a file that was made.
	ReleaseFile struct{ URL string }
	// CheckLosses asks what an export would lose. Answer: LossesTold.
	CheckLosses struct{ Req worker.ExportRequest }
	// AskStorage asks where the workspace is kept. Answer: StorageTold.
	AskStorage struct{}
	// ListCheckpoints asks for the snapshots. Answer: CheckpointsListed.
	ListCheckpoints struct{}
	// SaveCheckpoint, RestoreCheckpoint and DropCheckpoint. Answer: CheckpointSaved, CheckpointRestored, CheckpointDropped.
	SaveCheckpoint    struct{ Name string }
	RestoreCheckpoint struct{ ID, Name string }
	DropCheckpoint    struct{ ID, Name string }
	// BundleTable asks for a table as text for a link. Answer: Bundled.
	BundleTable struct{ Req worker.BundleRequest }
	// AdoptTables makes the tables of a link. Answer: LinkAdopted.
	AdoptTables struct{ Reqs []worker.AdoptRequest }
	// TakeBack undoes what the worker remembers. Answer: TakenBack.
	TakeBack struct{ ID string }
	// ReadQueries and KeepQueries read and write the saved queries. Answer: QueriesRead, QueriesKept.
	ReadQueries struct{}
	KeepQueries struct{ Text string }
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
	// ShowCrash shows the sheet that says that the engine met an error of its own. Lost: it has stopped.
	ShowCrash struct {
		Report string
		Lost   bool
	}
	// SetTheme applies and remembers the colours.
	SetTheme struct{ Theme Theme }
	// Focus moves the keyboard to an element by id, or to the editor ("editor") or grid ("grid").
	Focus struct{ Target string }
	// FocusOn moves the keyboard from an element to another; it does nothing when the keyboard is somewhere else.
	FocusOn struct{ From, To string }
	// Expire sends NoticeExpired after some seconds.
	Expire struct{ ID, Seconds int }
	// Copy puts text on the clipboard.
	Copy struct{ Text string }
	// Announce speaks through the polite live region.
	Announce struct{ Text string }
	// AnnouncePlan speaks the plan on screen when nothing was typed for a while. What was said of it before is not said again.
	AnnouncePlan struct{}
	// TellSelection asks what is selected in the editor. Answer: SelectionRun.
	TellSelection struct{}
	// ChooseFiles asks the person for files to import.
	ChooseFiles struct{}
	// ForgetFile frees a file that the person gave.
	ForgetFile struct{ Token string }
	// SaveFile offers a file that the worker made as a download.
	SaveFile struct{ URL, Name string }
	// AskPersist asks the browser not to evict the workspace. Answer: PersistAnswered.
	AskPersist struct{}
	// OpenDialog and CloseDialog show and hide the native dialog element.
	OpenDialog  struct{}
	CloseDialog struct{}
	// ResetFields gives inputs their text again, which go-app does not do for an empty value.
	ResetFields struct{ Values map[string]string } // by element id
)

func (ListTables) cmd()        {}
func (Explain) cmd()           {}
func (Match) cmd()             {}
func (StopMatch) cmd()         {}
func (DrawMap) cmd()           {}
func (TakeCensus) cmd()        {}
func (Run) cmd()               {}
func (StopRun) cmd()           {}
func (StopLoad) cmd()          {}
func (ReadLine) cmd()          {}
func (ReadEntity) cmd()        {}
func (Apply) cmd()             {}
func (MakeTable) cmd()         {}
func (DropTable) cmd()         {}
func (LoadSample) cmd()        {}
func (GenerateData) cmd()      {}
func (SetAddress) cmd()        {}
func (SetEditor) cmd()         {}
func (ShowMarks) cmd()         {}
func (SetTheme) cmd()          {}
func (ShowCrash) cmd()         {}
func (Focus) cmd()             {}
func (FocusOn) cmd()           {}
func (Expire) cmd()            {}
func (Copy) cmd()              {}
func (Announce) cmd()          {}
func (AnnouncePlan) cmd()      {}
func (OpenDialog) cmd()        {}
func (CloseDialog) cmd()       {}
func (ResetFields) cmd()       {}
func (InspectFile) cmd()       {}
func (PreviewFile) cmd()       {}
func (ImportData) cmd()        {}
func (MakeReport) cmd()        {}
func (ExportData) cmd()        {}
func (ExportDamaged) cmd()     {}
func (ForgetDamage) cmd()      {}
func (ReleaseFile) cmd()       {}
func (CheckLosses) cmd()       {}
func (AskStorage) cmd()        {}
func (ListCheckpoints) cmd()   {}
func (SaveCheckpoint) cmd()    {}
func (RestoreCheckpoint) cmd() {}
func (DropCheckpoint) cmd()    {}
func (TakeBack) cmd()          {}
func (ReadQueries) cmd()       {}
func (KeepQueries) cmd()       {}
func (ChooseFiles) cmd()       {}
func (ForgetFile) cmd()        {}
func (TellSelection) cmd()     {}
func (SaveFile) cmd()          {}
func (AskPersist) cmd()        {}
func (BundleTable) cmd()       {}
func (AdoptTables) cmd()       {}
