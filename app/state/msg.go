package state

import (
	"rangefinder/app/worker"
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
		Theme    Theme
	}
	// Navigated tells that Back, Forward or a link changed the address.
	Navigated struct{ Fragment string }
	// WorkerLost tells that the worker cannot be used any more.
	WorkerLost struct{ Reason string }
	// TablesListed answers ListTables.
	TablesListed struct {
		Reply worker.TablesReply
		Err   error
	}
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
		Table  string
		Entity *worker.EntityReply
		Err    error
		Focus  bool
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
		Table string
		Err   error
	}
	// TableDropped answers DropTable.
	TableDropped struct {
		Table string
		Err   error
	}
	// Loaded answers LoadSample and Generate.
	Loaded struct {
		Reply  *worker.LoadReply
		Err    error
		Select string // table to show
		Filter string
	}
	// LoadProgressed tells how far a load is.
	LoadProgressed struct{ Progress worker.Progress }
	// NoticeExpired tells that a notice has been up long enough.
	NoticeExpired struct{ ID int }
)

// What the person did.
type (
	TableChosen       struct{ Table string }
	DrawerToggled     struct{ Open bool }
	FilterTyped       struct{ Text string }
	FilterSet         struct{ Text string } // by a button: an example, the map, a fix
	SelectTyped       struct{ Text string }
	TopTyped          struct{ Text string }
	RunPressed        struct{}
	StopPressed       struct{} // ends the run
	LoadStopPressed   struct{} // ends the load
	WhyToggled        struct{}
	BulbToggled       struct{}
	RewriteTaken      struct{ Finding, Rewrite, Filter int } // Filter: which of several parallel queries
	MapHovered        struct{ Segment int }                  // -1: left
	MapDragged        struct{ From, To int }                 // segments, in any order
	MapReleased       struct{}
	MapDragCanceled   struct{}
	MapZoomed         struct{ Segment int }
	MapZoomedOut      struct{}
	LineSelected      struct{ Line int }
	LineOpened        struct{ Line int }
	LineDeletePressed struct{ Line int }
	InspectorClosed   struct{}
	NewEntityPressed  struct{}
	DuplicatePressed  struct{}
	SavePressed       struct{}
	RevertPressed     struct{}
	ReloadPressed     struct{} // after a conflict: read it again
	OverwritePressed  struct{} // after a conflict: If-Match *
	DeletePressed     struct{}
	ReplaceChosen     struct{ Replace bool }
	KeysTyped         struct {
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
	NewTablePressed     struct{}
	DeleteTablePressed  struct{ Table string }
	GeneratePressed     struct{}
	ShortcutsPressed    struct{}
	DialogClosed        struct{}
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
	EditorWanted   struct{} // by the button that skips the side bar
	NoticeClosed   struct{}
	UndoPressed    struct{}
	CopyPressed    struct{ Text, What string }
	SharePressed   struct{}
)

func (Started) msg()             {}
func (Navigated) msg()           {}
func (WorkerLost) msg()          {}
func (TablesListed) msg()        {}
func (TableChanged) msg()        {}
func (Explained) msg()           {}
func (Matching) msg()            {}
func (Matched) msg()             {}
func (Mapped) msg()              {}
func (Counted) msg()             {}
func (RunProgressed) msg()       {}
func (RunEnded) msg()            {}
func (EntityRead) msg()          {}
func (Saved) msg()               {}
func (TableMade) msg()           {}
func (TableDropped) msg()        {}
func (Loaded) msg()              {}
func (LoadProgressed) msg()      {}
func (NoticeExpired) msg()       {}
func (TableChosen) msg()         {}
func (DrawerToggled) msg()       {}
func (FilterTyped) msg()         {}
func (FilterSet) msg()           {}
func (SelectTyped) msg()         {}
func (TopTyped) msg()            {}
func (RunPressed) msg()          {}
func (StopPressed) msg()         {}
func (LoadStopPressed) msg()     {}
func (WhyToggled) msg()          {}
func (BulbToggled) msg()         {}
func (RewriteTaken) msg()        {}
func (MapHovered) msg()          {}
func (MapDragged) msg()          {}
func (MapReleased) msg()         {}
func (MapDragCanceled) msg()     {}
func (MapZoomed) msg()           {}
func (MapZoomedOut) msg()        {}
func (LineSelected) msg()        {}
func (LineOpened) msg()          {}
func (LineDeletePressed) msg()   {}
func (InspectorClosed) msg()     {}
func (NewEntityPressed) msg()    {}
func (DuplicatePressed) msg()    {}
func (SavePressed) msg()         {}
func (RevertPressed) msg()       {}
func (ReloadPressed) msg()       {}
func (OverwritePressed) msg()    {}
func (DeletePressed) msg()       {}
func (ReplaceChosen) msg()       {}
func (KeysTyped) msg()           {}
func (PropertyAdded) msg()       {}
func (PropertyRemoved) msg()     {}
func (PropertyNamed) msg()       {}
func (PropertyTyped) msg()       {}
func (PropertyTypeChosen) msg()  {}
func (NewTablePressed) msg()     {}
func (DeleteTablePressed) msg()  {}
func (GeneratePressed) msg()     {}
func (ShortcutsPressed) msg()    {}
func (DialogClosed) msg()        {}
func (TableNamed) msg()          {}
func (DialogTyped) msg()         {}
func (TableDropConfirmed) msg()  {}
func (EntityDropConfirmed) msg() {}
func (SpecTyped) msg()           {}
func (SpecRowTyped) msg()        {}
func (SpecRowTypeChosen) msg()   {}
func (SpecRowAdded) msg()        {}
func (SpecRowRemoved) msg()      {}
func (SpecSubmitted) msg()       {}
func (SamplePressed) msg()       {}
func (SampleOpened) msg()        {}
func (ThemePressed) msg()        {}
func (EditorWanted) msg()        {}
func (NoticeClosed) msg()        {}
func (UndoPressed) msg()         {}
func (CopyPressed) msg()         {}
func (SharePressed) msg()        {}
