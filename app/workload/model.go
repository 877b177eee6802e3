package workload

import (
	"context"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/workload"
)

// What goes on at most once at a time.
const (
	readSlot     page.Slot = "workload"
	patternsSlot page.Slot = "workload-patterns"
)

// firstShapes is how many shapes are listed before more are asked for, moreShapes how many come then.
const (
	firstShapes = 25
	moreShapes  = 50
)

// Model is the screen of what an application asks. It is immutable: Update returns another.
type Model struct {
	Logs    []*Log   // at most two, the earlier first
	Reading *Reading // nil while none is read
	Table   string   // whose shapes are listed, "" for all
	Open    string   // key of the shape that is open, "" for none
	Change  string   // the same among those that changed
	Shown   int      // how many shapes are listed
	Numbers bool     // time lines are shown as tables
	Making  bool     // patterns for the lab are made
	Failed  *Failed  // nil unless the last reading came to nothing

	readings int // that were begun
}

// Log is what was read from files that were given together, or from a log to try.
type Log struct {
	Files  []port.FileRef
	Sample string // "" for files
	Reply  *wire.WorkloadReply
}

// Reading is the reading of a log.
type Reading struct {
	Number   int // of all readings
	Log      *Log
	Next     []*Log // that are read after it
	Progress wire.Progress
	Stopping bool
}

// Failed is a log of which nothing could be counted.
type Failed struct {
	Log     *Log
	Text    string
	Unknown bool               // it is no log of a known kind
	Kind    workload.Kind      // "" unless its lines are of this kind
	Lines   []workload.Example // of it that were not understood
}

// New returns the screen before a log is given.
func New() *Model { return &Model{Shown: firstShapes} }

// Name is what a log is called.
func (l *Log) Name() string {
	for _, s := range sample.Logs {
		if s.Name == l.Sample {
			return s.Title
		}
	}
	switch len(l.Files) {
	case 0:
		return "No file"
	case 1:
		return l.Files[0].Name
	}
	return l.Files[0].Name + " and " + words.Count(len(l.Files)-1, "more file", "more files")
}

// Latest is the log whose shapes are listed, nil when there is none.
func (m *Model) Latest() *Log {
	if len(m.Logs) == 0 {
		return nil
	}
	return m.Logs[len(m.Logs)-1]
}

// Tables are those that the latest log has shapes of, in the order of what they make the service read.
func (m *Model) Tables() (names []string) {
	if m.Latest() == nil {
		return nil
	}
	for _, s := range m.Latest().Reply.Shapes {
		if s.Table == "" || s.Operation == workload.Tables {
			continue
		}
		known := false
		for _, name := range names {
			known = known || strings.EqualFold(name, s.Table)
		}
		if !known {
			names = append(names, s.Table)
		}
	}
	return names
}

// LabTable is the table that patterns are made for: the one that is chosen, or the only one; "" when it has to be chosen first.
func (m *Model) LabTable() string {
	if tables := m.Tables(); m.Table == "" && len(tables) == 1 {
		return tables[0]
	}
	return m.Table
}

// listed are the shapes of the table that is chosen.
func (m *Model) listed() (list []*workload.Shape) {
	shapes := m.Latest().Reply.Shapes
	for i := range shapes {
		if m.Table == "" || strings.EqualFold(shapes[i].Table, m.Table) {
			list = append(list, &shapes[i])
		}
	}
	return list
}

// keyOf tells shapes apart.
func keyOf(s *workload.Shape) string {
	return string(s.Operation) + "\n" + strings.ToLower(s.Table) + "\n" + s.Text
}

// shape is the shape of a key in the latest log, or else in the one before; nil when there is none.
func (m *Model) shape(key string) *workload.Shape {
	for n := len(m.Logs) - 1; n >= 0; n-- {
		shapes := m.Logs[n].Reply.Shapes
		for i := range shapes {
			if keyOf(&shapes[i]) == key {
				return &shapes[i]
			}
		}
	}
	return nil
}

// Commands.
type (
	// Read reads a log. A newer one cancels it. Answer: Progressed, Ended; a reading that is stopped ends with what it has counted.
	Read struct {
		Number int
		Req    wire.WorkloadRequest
	}
	// MakePatterns makes patterns of shapes. Answer: PatternsMade.
	MakePatterns struct{ Req wire.WorkloadPatternsRequest }
)

// Messages.
type (
	Progressed struct {
		Number   int
		Progress wire.Progress
	}
	Ended struct {
		Number int
		Reply  *wire.WorkloadReply
		Err    error
	}
	PatternsMade struct {
		Req   wire.WorkloadPatternsRequest
		Reply *wire.WorkloadPatternsReply
		Err   error
	}
	SampleTried   struct{}
	Stopped       struct{}
	LogClosed     struct{ At int }
	ImportPressed struct{} // the file that failed is imported instead
	FailureClosed struct{}
	TableChosen   struct{ Table string }
	ShapeOpened   struct{ Key string } // or closed
	ChangeOpened  struct{ Key string } // the same among those that changed
	MoreWanted    struct{}
	NumbersTurned struct{}
	QueryPressed  struct{ Key, Filter string }
	LabPressed    struct{}
)

func (Read) Slot() page.Slot         { return readSlot }
func (MakePatterns) Slot() page.Slot { return patternsSlot }

func (cmd Read) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Workload, cmd.Req, func(p wire.Progress) { out.TellNewest(Progressed{cmd.Number, p}) })
	return Ended{cmd.Number, reply, err}
}

func (cmd MakePatterns) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.WorkloadPatterns, cmd.Req, nil)
	return page.UnlessStopped(ctx, PatternsMade{cmd.Req, reply, err})
}
