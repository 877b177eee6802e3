package wire

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

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

	// Profile is the engine that the plan is for.
	Profile filterlang.Profile `json:",omitempty"`

	// Pages is how many pages Run reads of an account behind the server before it stops; 0 reads to the end.
	Pages int `json:",omitempty"`

	// Merge has Run ask the queries that together read only what the ideal plan does, see filterlang.Plan.Parallel, in parallel on an
	// account, all pages of each, and merge their entities in key order.
	Merge bool `json:",omitempty"`

	// Keep are the results before this one that Run leaves to be asked for, MaxKept at most.
	Keep []int `json:",omitempty"`
}

// MaxKept is the most results that are kept besides that of the last run.
const MaxKept = 8

// Stretch is a range of ranks: positions of entities in key order, From inclusive, To exclusive.
type Stretch struct{ From, To int }

// Explain answers everything about a plan that needs no scan. A refused filter is a Failure with Syntax.
var Explain = Read[QueryRequest, ExplainReply]("explain")

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

// ConjunctCount goes with a conjunct of the plan, in the same order.
type ConjunctCount struct {
	Keys int // entities in the key range after this range-setting conjunct and those before it; -1 for the others
}

// Finding is a finding with each rewrite's cost.
type Finding struct {
	filterlang.Finding
	Costs []Cost // one for each rewrite, in order
}

// Match scans what the plan reads and counts what matches.
var Match = Read[QueryRequest, MatchReply]("match")

// MatchReply is what only a scan can tell. It is exact.
type MatchReply struct {
	Returned   int
	RoundTrips int
	Bytes      int64
	Mismatched int    // entities in which a compared property has another type
	Cumulative []int  // for each conjunct: entities read that satisfy it and every conjunct before it
	Alone      []int  // for each conjunct: entities read that satisfy it
	Ticks      []int  // matches in each bucket of the view
	Step       string `json:",omitempty"` // as it was asked
	Kept       int    `json:",omitempty"` // of those returned, entities that the step keeps
	Micros     int64  // the scan took
}

// Run runs the query over all its pages. Cancelling ctx keeps what was found until then: the reply has Canceled set.
var Run = Read[QueryRequest, RunReply]("run").finishing()

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
	Merged   *Merged  `json:",omitempty"` // of several queries
}

// Merged tells of queries whose entities were merged.
type Merged struct {
	Queries int // that were asked
	Single  int // entities that the one query would make the service read; Unknown of an account
}

// PlanSummary is the class of the plan that ran.
type PlanSummary struct{ Class filterlang.Class }

// RunStats is what the run really did.
type RunStats struct {
	Examined   int
	Returned   int
	Partitions int
	Mismatched int
	Bytes      int64 // of what is returned; Unknown for a large result of which only some properties are
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

	Longest string `json:",omitempty"` // of a key: a text that takes as much room as any that was looked at
}

// ResultGone is the code of a Failure about a result that another run, or the end of its table, has replaced.
const ResultGone = "ResultGone"

// Nodes counts each node of a filter over what is read.
var Nodes = Read[NodesRequest, NodesReply]("nodes")

// NodesRequest asks how many entities satisfy each node of a filter.
type NodesRequest struct {
	Source  string `json:",omitempty"` // an account behind the server is refused: the service does not tell
	Table   string
	Filter  string
	Profile filterlang.Profile `json:",omitempty"` // the engine that Class is for
	Off     []int              // nodes that are switched off, by their place in filterlang.Nodes(filter, MaxNodes)
}

// MaxNodes is how many nodes of a filter are counted each for itself; see filterlang.Nodes.
const MaxNodes = 200

// NodesReply is exact.
type NodesReply struct {
	Entities   int // in the table
	Class      filterlang.Class
	Examined   int // entities that are read with what is on
	Partitions int
	Returned   int
	Matches    []int // of those read, for each node; see engine.CountNodes
	Micros     int64 // the reply took
}

// Misses answers filters near one that takes nothing.
var Misses = Read[MissesRequest, MissesReply]("misses")

// MissesRequest asks for filters near one that takes nothing, that take something.
type MissesRequest struct {
	Source string `json:",omitempty"` // of an account: of the entities that were read of the table before
	Table  string
	Filter string
	Unsure bool `json:",omitempty"` // nobody has counted that the filter takes nothing: if it takes something, none are looked for

	Profile filterlang.Profile `json:",omitempty"` // the engine that classes are for
}

// MissesReply is exact, and of an account exact for the entities that were looked at.
type MissesReply struct {
	Entities int // looked at
	Tried    int // filters that were counted
	Misses   []Miss
	Micros   int64
}

// Miss is a filter near the one that was asked about.
type Miss struct {
	Kind   MissKind
	Stored string // the value, key or name that is stored instead, "" where there is none
	Asked  string // what the filter has in its place
	Filter string
	Count  int // entities that it takes, more than 0
	Class  filterlang.Class
}

// MissKind is in what way an entity nearly matched.
type MissKind string

// The kinds.
const (
	MissCase    MissKind = "case"    // the value is stored in another case
	MissSpace   MissKind = "space"   // with other white space
	MissPadding MissKind = "padding" // with other zeros before its digits
	MissSpelled MissKind = "spelled" // with several of these differences
	MissType    MissKind = "type"    // as another type
	MissName    MissKind = "name"    // under another name
	MissKey     MissKind = "key"     // in the other key
	MissBounds  MissKind = "bounds"  // the bounds of a range stand the wrong way round
	MissOr      MissKind = "or"      // no entity can have two values of one property
	MissAbsent  MissKind = "absent"  // entities lack the property
	MissNearest MissKind = "nearest" // there is no key in the range: the next one before or after it
	MissClause  MissKind = "clause"  // one clause excludes everything that the others leave
)

// MaxMisses is the most that a reply holds.
const MaxMisses = 12

// MaxLiteral is the longest literal that is offered, in bytes: that of every key. MaxLiterals is how long all of a reply are together.
const (
	MaxLiteral  = 4 << 10
	MaxLiterals = 64 << 10
)

// Values answers the values of a property.
var Values = Read[ValuesRequest, ValuesReply]("values")

// ValuesRequest asks which values a property has, the most frequent first.
type ValuesRequest struct {
	Source    string `json:",omitempty"` // of an account: of the entities that were read of the table before
	Table     string
	Property  string
	Prefix    string  `json:",omitempty"` // of the values' text, in any case
	Partition *string `json:",omitempty"` // of this partition only
}

// MaxValues is the most values that a reply holds.
const MaxValues = 100

// ValuesReply is exact but for Distinct where Many is set.
type ValuesReply struct {
	Entities int // looked at: of the table, the partition, or what was read of an account
	Have     int // of them have the property
	Distinct int // values that begin with the prefix; at least so many where Many is set
	Many     bool
	Values   []ValueCount
	Micros   int64
}

// ValueCount is a value and how many entities have it. Values whose literal is longer than MaxLiteral are counted and not listed.
type ValueCount struct {
	Type    edm.Type
	Text    string // cut at CellLimit characters
	Literal string // as a filter has it
	Count   int
}
