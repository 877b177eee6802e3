package worker

import (
	"rangefinder/app/sample"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// MaxWindow is the most grid lines one window may hold.
const MaxWindow = 100

// TableInfo is what the side bar shows of a table.
type TableInfo struct {
	Name       string
	Entities   int
	Partitions int
	Bytes      int64 // by the formula of section 1.3
}

// TablesReply lists every table in the service's order, with what the worker itself uses.
type TablesReply struct {
	Tables []TableInfo
	Heap   int64 // bytes of the worker's Go heap in use
}

// TableRequest names a table: create, delete, census.
type TableRequest struct {
	Source string `json:",omitempty"`
	Table  string
}

// SourceRequest names an account: list its tables.
type SourceRequest struct {
	Source string `json:",omitempty"`
}

// QueryRequest is the query line: what Explain, Match and Run take.
type QueryRequest struct {
	Source string `json:",omitempty"`
	Table  string
	Filter string
	Select []string
	Top    int // 0: 1,000

	// View is the stretch of the key map on screen, in ranks [From, To); To 0 means the whole table. Buckets is how many
	// match ticks to count in it, 0 for none. Only Match reads them.
	View    Stretch
	Buckets int

	// Step is what this browser checks on what is returned; see filterlang.ParseSteps. Only Match reads it.
	Step string `json:",omitempty"`

	// Pages is how many pages Run reads of an account behind the server before it stops; 0 reads to the end.
	Pages int `json:",omitempty"`

	// Keep are the results before this one that Run leaves to be asked for, MaxKept at most.
	Keep []int `json:",omitempty"`
}

// MaxKept is the most results that are kept besides that of the last run.
const MaxKept = 8

// Stretch is a range of ranks: positions of entities in key order, From inclusive, To exclusive.
type Stretch struct{ From, To int }

// Cost is what one way of asking costs.
type Cost struct {
	Class      filterlang.Class
	Examined   int
	Partitions int
	Queries    int // requests started: 1 for the service's way, one for each parallel query otherwise; 0: not worked out
	// Estimated is set when a skip scan over many partitions was counted in some of them only: Examined and Partitions are
	// then no exact numbers. The service's way is always exact.
	Estimated bool `json:",omitempty"`
}

// ExplainReply is everything about a plan that needs counts but no scan. It is exact.
type ExplainReply struct {
	Entities   int // in the table
	Partitions int
	Cost       Cost // the service's way
	Ideal      Cost // the ideal multi-range plan
	Reads      []Stretch
	IdealReads []Stretch
	Conjuncts  []ConjunctCount
	Findings   []Finding
	// Live is set for an account behind the server: every count is Unknown, and there are no stretches.
	Live bool `json:",omitempty"`
}

// ConjunctCount goes with a conjunct of the plan, in the same order.
type ConjunctCount struct {
	Keys int // entities in the key range after this range-setting conjunct and those before it; -1 for the others
}

// Finding is a finding with each rewrite's cost.
type Finding struct {
	filterlang.Finding
	Costs []Cost // one for each rewrite, in order
}

// MatchReply is what only a scan can tell. It is exact.
type MatchReply struct {
	Returned   int
	RoundTrips int
	Bytes      int64
	Mismatched int    // entities in which a comparison met a value of another type
	Cumulative []int  // for each conjunct: entities read that satisfy it and every conjunct before it
	Alone      []int  // for each conjunct: entities read that satisfy it
	Ticks      []int  // matches in each bucket of the view
	Step       string `json:",omitempty"` // as it was asked
	Kept       int    `json:",omitempty"` // of those returned, entities that the step keeps
	Micros     int64  // the scan took
}

// Progress tells how far a scan, a load or a generation has come.
type Progress struct {
	Done   int // entities examined or loaded
	Total  int // 0 when not known
	Found  int // matches so far
	Micros int64

	// Received and Size are bytes of a sample's file while it is fetched, before anything is loaded, and of an imported file
	// as it is read; Size is 0 when unknown.
	Received int64 `json:",omitempty"`
	Size     int64 `json:",omitempty"`
	Refused  int   `json:",omitempty"` // rows that an import did not take

	// Of accounts behind the server: pages read or groups sent, conflicts met, and requests.
	Pages     int `json:",omitempty"`
	Conflicts int `json:",omitempty"`
	Requests  int `json:",omitempty"`

	Recounted []Recounted `json:",omitempty"` // of a recount: the properties that are done

	Waiting *Waiting `json:",omitempty"` // a request failed and is about to be tried again
}

// MapRequest asks for the segments of the key map.
type MapRequest struct {
	Source  string `json:",omitempty"`
	Table   string
	View    Stretch // To 0: the whole table
	Buckets int     // the most segments to answer with
}

// MapReply holds consecutive segments that cover the view.
type MapReply struct {
	Entities int // in the table
	View     Stretch
	Segments []Segment
	Inside   bool // the view lies in one partition: segments are stretches of row keys
}

// Segment is a partition, several small partitions together, or a stretch of one partition's row keys.
type Segment struct {
	From, To     int // ranks
	Partitions   int
	FirstKey     string // PartitionKey, or RowKey when Inside
	LastKey      string
	PartitionKey string // when Inside
}

// RunReply describes a finished run; rows are fetched with Window.
type RunReply struct {
	Result   int // names the result until the next run of the same client
	Lines    int // grid lines: entities and page markers
	Columns  []Column
	Pages    int
	Plan     PlanSummary
	Stats    RunStats
	Canceled bool     // stopped by the person: what was found until then
	Live     *LiveRun `json:",omitempty"` // of an account behind the server
}

// PlanSummary is the class of the plan that ran.
type PlanSummary struct{ Class filterlang.Class }

// RunStats is what the run really did.
type RunStats struct {
	Examined   int
	Returned   int
	Partitions int
	Mismatched int
	Bytes      int64
	RoundTrips int
	Micros     int64
}

// Column is a property of the result's table. PartitionKey, RowKey and Timestamp come first and last as the grid shows
// them; with $select only the selected ones exist.
type Column struct {
	Name  string
	Type  edm.Type // most frequent type
	Mixed bool     // entities hold it with several types
	Width int      // suggested, in characters
}

// WindowRequest asks for count lines of a result from first on.
type WindowRequest struct {
	Result int
	First  int
	Count  int // 1 to MaxWindow
	Order  int `json:",omitempty"` // see SortReply
	// Columns are the numbers of those that are wanted, in this order; nil for all.
	Columns []int  `json:",omitempty"`
	Find    Marked `json:",omitzero"` // what is looked for
}

// WindowReply holds the lines.
type WindowReply struct {
	First int
	Rows  []Row
}

// Row is a line of the grid: an entity, or the marker before a page after the first.
type Row struct {
	Marker *PageMarker `json:",omitempty"`
	Band   int         `json:",omitempty"` // 0 or 1, changes with the PartitionKey
	Cells  []Cell      `json:",omitempty"` // one for each column
	Key    *Key        `json:",omitempty"` // of an entity whose keys are not whole in the cells
}

// Key names an entity of a table.
type Key struct{ PartitionKey, RowKey string }

// PageMarker says where the service would have ended a page.
type PageMarker struct {
	Page         int // number of the page that begins here, from 2
	Entities     int // on it
	PartitionKey string
	RowKey       string
	HasRow       bool
}

// Cell is a value as text, exact, cut at CellLimit characters.
type Cell struct {
	T edm.Type `json:",omitempty"` // NoType: the entity has no such property
	V string   `json:",omitempty"`
	M bool     `json:",omitempty"` // it holds what is looked for
}

// CellLimit is where a grid cell's text is cut, in runes; the inspector reads the whole value.
const CellLimit = 200

// KeyRequest names an entity.
type KeyRequest struct {
	Source       string `json:",omitempty"`
	Table        string
	PartitionKey string
	RowKey       string
}

// LineRequest names an entity by its line in a result.
type LineRequest struct {
	Result int
	Line   int
	Order  int `json:",omitempty"` // see SortReply
}

// EntityReply is a whole entity for the inspector.
type EntityReply struct {
	PartitionKey string
	RowKey       string
	Timestamp    string
	ETag         string
	Size         int // bytes by the formula of section 1.3
	Properties   []TextProperty
	Marker       bool // the line is a page marker, not an entity
	Partial      bool `json:",omitempty"` // only the properties of $select are known: replacing it would lose the others
}

// TextProperty is a property with its value as exact text (edm.Value.Display, read back with edm.ParseText).
type TextProperty struct {
	Name string
	Type edm.Type
	Text string
}

// ApplyRequest does one write. Values are parsed with edm.ParseText; a failure names the property.
type ApplyRequest struct {
	Source       string `json:",omitempty"`
	Table        string
	Kind         string // "insert", "replace", "merge", "insert-or-replace", "insert-or-merge", "delete"
	PartitionKey string
	RowKey       string
	IfMatch      string
	Properties   []TextProperty
}

// ApplyReply is the entity as stored; empty after a delete.
type ApplyReply struct{ Entity EntityReply }

// CensusReply is the property census of a table.
type CensusReply struct{ Census filterlang.Census }

// SampleRequest loads a sample's tables, replacing nothing: a table that exists is refused with TableAlreadyExists.
type SampleRequest struct{ Name string }

// GenerateRequest fills a new table.
type GenerateRequest struct{ Spec sample.Spec }

// LoadReply names the tables that a sample or a generation made.
type LoadReply struct {
	Tables   []string
	Entities int
	Micros   int64
}

// Changed is the event after a commit.
type Changed struct {
	Table string // the table that changed, "" when tables came or went
	Room  string `json:",omitempty"` // of a lesson's tables: where they are
}

// Failure is an error as it crosses: the service's code and message, and what to do.
type Failure struct {
	Code    string
	Message string
	Detail  string                  `json:",omitempty"`
	Field   string                  `json:",omitempty"` // the property or form field it is about
	Syntax  *filterlang.SyntaxError `json:",omitempty"`
	Crash   string                  `json:",omitempty"` // the handler panicked: a report, without data

	RequestID string `json:",omitempty"` // x-ms-request-id of the answer, where a service gave one
}

func (f *Failure) Error() string { return f.Code + ": " + f.Message }
