package state

import (
	"rangefinder/app/port"
	"rangefinder/app/worker"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Msg is something that happened. Names are in the past tense.
type Msg interface{ msg() }

// What the page and the worker told.
type (
	// Started is the first message: the page is mounted.
	Started struct {
		Fragment string // of the address, without #
		Window   string // a name of this window, another at each load
		Tabs     string // queries that were open in it; see EncodeTabs
		Entry    string // what the browser's history remembers of this address; see QueryTabs.Entry
		Theme    Theme
		Base     string // the address without its fragment
		Last     string // fragment of the view that this browser showed last, "" at a first visit
		Draft    string // edits that were not saved then; see EncodeDraft
		Lessons  string // what was done of the course
		Own      string // lessons of a teacher that this tab was given
		Attempt  string // at a lesson's step, as it was being written
		Embed    bool   // the page is shown without chrome; see Embed
		Feed     bool   // the server of the page tells of requests
		Settings string // what is kept under SettingsKey
		Recent   string // what is kept under RecentSetting
		History  string // queries that were run; see HistorySetting
		Retry    string // name of the policy that was chosen, as versions before kept it
	}
	// Navigated tells that Back, Forward or a link changed the address.
	Navigated struct{ Fragment string }
	// WorkerLost tells that the worker cannot be used any more.
	WorkerLost struct{ Reason string }
	// EngineCrashed tells that a request failed because of a mistake in the engine, with a report that holds no data.
	EngineCrashed struct{ Report string }
	// TablesListed answers ListTables.
	TablesListed struct {
		Reply worker.TablesReply
		Err   error
	}
	// TablesOpening tells how far the kept tables are read, before any is known.
	TablesOpening struct{ Progress worker.Progress }
	// TableChanged tells that somebody wrote.
	TableChanged struct{ Table string }
	// Explained answers Explain.
	Explained struct {
		Seq   int
		Reply *worker.ExplainReply
		Err   error
	}
	// Matching tells how far a count is.
	Matching struct {
		Seq      int
		Progress worker.Progress
	}
	// Matched answers Match.
	Matched struct {
		Seq   int
		View  worker.Stretch
		Reply *worker.MatchReply
		Err   error
	}
	// Mapped answers DrawMap.
	Mapped struct {
		Table string
		Reply *worker.MapReply
		Err   error
	}
	// Counted answers TakeCensus.
	Counted struct {
		Source string
		Table  string
		Census *filterlang.Census
	}
	// RunProgressed tells how far a run is.
	RunProgressed struct{ Progress worker.Progress }
	// RunEnded answers Run.
	RunEnded struct {
		Reply *worker.RunReply
		Err   error
	}
	// EntityRead answers ReadEntity and ReadLine.
	EntityRead struct {
		Source string
		Table  string
		Entity *worker.EntityReply
		Err    error
		Focus  bool
		ReadFor
	}
	// Applied answers Apply.
	Saved struct {
		Request worker.ApplyRequest
		Before  *worker.EntityReply // what the entity was, nil when it was not
		Entity  worker.EntityReply
		Err     error
		Undo    bool // it was itself an undo
	}
	// TableMade answers CreateTable.
	TableMade struct {
		Source string
		Table  string
		Err    error
	}
	// TableDropped answers DropTable.
	TableDropped struct {
		Source string
		Table  string
		Undo   string // what the worker takes back
		Err    error
	}
	// Loaded answers LoadSample and Generate.
	Loaded struct {
		Reply  *worker.LoadReply
		Err    error
		Select string // table to show
		Filter string
		View   *Route // all of the view, nil for the table on the screen that is open
	}
	// LoadProgressed tells how far a load is.
	LoadProgressed struct{ Progress worker.Progress }
	// Moved tells that another worker answers from here on: the tab that held the tables is gone.
	Moved struct{}
	// StorageTold answers AskStorage; the worker also tells by itself.
	StorageTold struct{ Info worker.StorageInfo }
	// PersistAnswered answers AskPersist.
	PersistAnswered struct{ Granted bool }
	// Inspected answers InspectFile.
	Inspected struct {
		Token string
		Reply *worker.InspectReply
		Err   error
	}
	// Previewed answers PreviewFile.
	Previewed struct {
		Asked int
		Reply *worker.PreviewReply
		Err   error
	}
	// ImportEnded answers ImportData.
	ImportEnded struct {
		File  port.FileRef
		Rest  []port.FileRef
		Req   worker.ImportRequest
		Reply *worker.ImportReply
		Err   error
	}
	// FileMade answers MakeReport, ExportData and ExportDamaged.
	FileMade struct {
		File worker.FileReply
		Err  error
	}
	// LossesTold answers CheckLosses.
	LossesTold struct {
		Format interchange.Format
		Losses []interchange.Loss
	}
	// CheckpointsListed answers ListCheckpoints.
	CheckpointsListed struct {
		List []worker.CheckpointInfo
		Err  error
	}
	// CheckpointSaved answers SaveCheckpoint.
	CheckpointSaved struct {
		Checkpoint worker.CheckpointInfo
		Err        error
	}
	// CheckpointRestored and CheckpointDropped answer RestoreCheckpoint and DropCheckpoint.
	CheckpointRestored struct {
		Name, Undo string
		Err        error
	}
	CheckpointDropped struct {
		Name, Undo string
		Err        error
	}
	// TakenBack answers TakeBack.
	TakenBack struct {
		ID  string
		Err error
	}
	// QueriesRead and QueriesKept answer ReadQueries and KeepQueries.
	QueriesRead struct {
		Text string
		Err  error
	}
	QueriesKept struct{ Err error }
	// Bundled answers BundleTable.
	Bundled struct {
		Reply *worker.BundleReply
		Err   error
	}
	// LinkAdopted answers AdoptTables.
	LinkAdopted struct {
		Tables []string
		Err    error
	}
	// LinesCopied tells how a copy of several lines went.
	LinesCopied struct {
		Format   string
		Entities int
		Cut      bool
		Err      error
	}
	// NoticeExpired tells that a notice has been up long enough.
	NoticeExpired struct{ ID int }
)

// What the person did.
type (
	TableChosen          struct{ Source, Table string }
	DrawerToggled        struct{ Open bool }
	FilterTyped          struct{ Text string }
	FilterSet            struct{ Text string } // by a button: an example, the map, a fix
	FilterTidied         struct{}              // to be written as it is read
	SelectionWanted      struct{}              // run what is selected in the editor
	SelectionRun         struct{ Text string }
	SelectTyped          struct{ Text string }
	TopTyped             struct{ Text string }
	RunPressed           struct{}
	StopPressed          struct{} // ends the run
	LoadStopPressed      struct{} // ends the load
	WhyToggled           struct{}
	BulbToggled          struct{}
	RewriteTaken         struct{ Finding, Rewrite, Filter int } // Filter: which of several parallel queries
	MapHovered           struct{ Segment int }                  // -1: left
	MapDragged           struct{ From, To int }                 // segments, in any order
	MapReleased          struct{}
	MapDragCanceled      struct{}
	MapZoomed            struct{ Segment int }
	MapZoomedOut         struct{}
	LineSelected         struct{ Line int }
	LineOpened           struct{ Line int }
	LineDeletePressed    struct{ Line int }
	LineDuplicatePressed struct{ Line int }
	InspectorClosed      struct{}
	NewEntityPressed     struct{}
	DuplicatePressed     struct{}
	SavePressed          struct{}
	RevertPressed        struct{}
	ReloadPressed        struct{} // after a conflict: read it again
	OverwritePressed     struct{} // after a conflict: If-Match *
	DeletePressed        struct{}
	ReplaceChosen        struct{ Replace bool }
	KeysTyped            struct {
		PK, RK *string // nil: not this one
	}
	PropertyAdded   struct{}
	PropertyRemoved struct{ ID int }
	PropertyNamed   struct {
		ID   int
		Name string
	}
	PropertyTyped struct {
		ID   int
		Text string
	}
	PropertyTypeChosen struct {
		ID   int
		Type edm.Type
	}
	NewTablePressed    struct{}
	DeleteTablePressed struct{ Table string }
	GeneratePressed    struct{}
	ShortcutsPressed   struct{}
	// DialogClosed closes the dialog. From the browser, whose event may come when another is open, it says which: the Nth.
	DialogClosed        struct{ Nth int }
	TableNamed          struct{ Name string } // submitted in the dialog
	DialogTyped         struct{ Name string } // being typed, for live checks
	TableDropConfirmed  struct{}
	EntityDropConfirmed struct{}
	SpecTyped           struct{ Field, Text string }
	SpecRowTyped        struct {
		ID          int
		Field, Text string
	}
	SpecRowTypeChosen struct {
		ID   int
		Type edm.Type
	}
	SpecRowAdded   struct{}
	SpecRowRemoved struct{ ID int }
	SpecSubmitted  struct{}
	SamplePressed  struct{ Name string }
	SampleOpened   struct{ Name string }
	ThemePressed   struct{}
	ScreenChosen   struct {
		Screen ScreenName
		Focus  bool // its tab takes the focus: it was chosen by a key
	}
	EditorWanted struct{} // by the button that skips the side bar
	NoticeClosed struct{}
	UndoPressed  struct{}
	CopyPressed  struct{ Text, What string }
	SharePressed struct{}

	DragHovered   struct{ Inside bool } // files are dragged over the page
	ImportPressed struct{}
	FilesGiven    struct { // chosen, dropped or pasted
		Files  []port.FileRef
		Pasted bool // as text, which has no name
	}
	ImportTyped        struct{ Field, Text string }
	ImportStopChosen   struct{ Stop bool }
	ImportLayoutChosen struct{ Layout interchange.Layout }
	ImportColumnSet    struct {
		Index    int
		Property string
		Type     edm.Type
		Skip     bool
	}
	ImportSubmitted struct{}
	ReportPressed   struct{}
	ResumePressed   struct{}
	ImportUndone    struct{}                            // in the summary of an import
	ExportPressed   struct{ Format interchange.Format } // NoFormat: the default
	ExportChosen    struct {
		Format   interchange.Format
		Formulas bool
	}
	ExportStarted         struct{ What string } // "result", "table", "workspace"
	WorkspaceExported     struct{}
	LinesSelected         struct{ First, Last int }
	SnapshotsPressed      struct{ Name string } // a name to propose
	SnapshotNamed         struct{ Text string }
	SnapshotSaved         struct{}
	RestorePressed        struct{ ID string }
	DropCheckpointPressed struct{ ID string }
	TakeBackPressed       struct{ ID string }
	DamagedPressed        struct{ File string }
	DamageForgotten       struct{ File string }
	ShareDataChosen       struct{ Data bool }
	ShareThemeChosen      struct{ Theme string }
	LinkCopied            struct{ Embed bool }
	LinkOpened            struct{} // the link's data shall be added
	SaveQueryPressed      struct{}
	QueryNamed            struct{ Name string }
	SavedQueryOpened      struct{ Index int }
	SavedQueryRemoved     struct{ Index int }
)

func (Started) msg()               {}
func (Navigated) msg()             {}
func (WorkerLost) msg()            {}
func (EngineCrashed) msg()         {}
func (TablesListed) msg()          {}
func (TableChanged) msg()          {}
func (Explained) msg()             {}
func (Matching) msg()              {}
func (Matched) msg()               {}
func (Mapped) msg()                {}
func (Counted) msg()               {}
func (RunProgressed) msg()         {}
func (RunEnded) msg()              {}
func (EntityRead) msg()            {}
func (Saved) msg()                 {}
func (TableMade) msg()             {}
func (TableDropped) msg()          {}
func (Loaded) msg()                {}
func (LoadProgressed) msg()        {}
func (TablesOpening) msg()         {}
func (NoticeExpired) msg()         {}
func (TableChosen) msg()           {}
func (DrawerToggled) msg()         {}
func (FilterTyped) msg()           {}
func (FilterSet) msg()             {}
func (FilterTidied) msg()          {}
func (SelectionWanted) msg()       {}
func (SelectionRun) msg()          {}
func (SelectTyped) msg()           {}
func (TopTyped) msg()              {}
func (RunPressed) msg()            {}
func (StopPressed) msg()           {}
func (LoadStopPressed) msg()       {}
func (WhyToggled) msg()            {}
func (BulbToggled) msg()           {}
func (RewriteTaken) msg()          {}
func (MapHovered) msg()            {}
func (MapDragged) msg()            {}
func (MapReleased) msg()           {}
func (MapDragCanceled) msg()       {}
func (MapZoomed) msg()             {}
func (MapZoomedOut) msg()          {}
func (LineSelected) msg()          {}
func (LineOpened) msg()            {}
func (LineDeletePressed) msg()     {}
func (LineDuplicatePressed) msg()  {}
func (InspectorClosed) msg()       {}
func (NewEntityPressed) msg()      {}
func (DuplicatePressed) msg()      {}
func (SavePressed) msg()           {}
func (RevertPressed) msg()         {}
func (ReloadPressed) msg()         {}
func (OverwritePressed) msg()      {}
func (DeletePressed) msg()         {}
func (ReplaceChosen) msg()         {}
func (KeysTyped) msg()             {}
func (PropertyAdded) msg()         {}
func (PropertyRemoved) msg()       {}
func (PropertyNamed) msg()         {}
func (PropertyTyped) msg()         {}
func (PropertyTypeChosen) msg()    {}
func (NewTablePressed) msg()       {}
func (DeleteTablePressed) msg()    {}
func (GeneratePressed) msg()       {}
func (ShortcutsPressed) msg()      {}
func (DialogClosed) msg()          {}
func (TableNamed) msg()            {}
func (DialogTyped) msg()           {}
func (TableDropConfirmed) msg()    {}
func (EntityDropConfirmed) msg()   {}
func (SpecTyped) msg()             {}
func (SpecRowTyped) msg()          {}
func (SpecRowTypeChosen) msg()     {}
func (SpecRowAdded) msg()          {}
func (SpecRowRemoved) msg()        {}
func (SpecSubmitted) msg()         {}
func (SamplePressed) msg()         {}
func (SampleOpened) msg()          {}
func (ScreenChosen) msg()          {}
func (ThemePressed) msg()          {}
func (EditorWanted) msg()          {}
func (NoticeClosed) msg()          {}
func (UndoPressed) msg()           {}
func (CopyPressed) msg()           {}
func (SharePressed) msg()          {}
func (Moved) msg()                 {}
func (StorageTold) msg()           {}
func (PersistAnswered) msg()       {}
func (Inspected) msg()             {}
func (Previewed) msg()             {}
func (ImportEnded) msg()           {}
func (FileMade) msg()              {}
func (LossesTold) msg()            {}
func (CheckpointsListed) msg()     {}
func (CheckpointSaved) msg()       {}
func (CheckpointRestored) msg()    {}
func (CheckpointDropped) msg()     {}
func (TakenBack) msg()             {}
func (QueriesRead) msg()           {}
func (QueriesKept) msg()           {}
func (LinesCopied) msg()           {}
func (DragHovered) msg()           {}
func (ImportPressed) msg()         {}
func (FilesGiven) msg()            {}
func (ImportTyped) msg()           {}
func (ImportStopChosen) msg()      {}
func (ImportLayoutChosen) msg()    {}
func (ImportColumnSet) msg()       {}
func (ImportSubmitted) msg()       {}
func (ReportPressed) msg()         {}
func (ResumePressed) msg()         {}
func (ExportPressed) msg()         {}
func (ExportChosen) msg()          {}
func (ExportStarted) msg()         {}
func (WorkspaceExported) msg()     {}
func (LinesSelected) msg()         {}
func (SnapshotsPressed) msg()      {}
func (SnapshotNamed) msg()         {}
func (SnapshotSaved) msg()         {}
func (RestorePressed) msg()        {}
func (DropCheckpointPressed) msg() {}
func (TakeBackPressed) msg()       {}
func (DamagedPressed) msg()        {}
func (DamageForgotten) msg()       {}
func (SaveQueryPressed) msg()      {}
func (QueryNamed) msg()            {}
func (SavedQueryOpened) msg()      {}
func (SavedQueryRemoved) msg()     {}
func (Bundled) msg()               {}
func (LinkAdopted) msg()           {}
func (ShareDataChosen) msg()       {}
func (ShareThemeChosen) msg()      {}
func (LinkCopied) msg()            {}
func (LinkOpened) msg()            {}
func (ImportUndone) msg()          {}
