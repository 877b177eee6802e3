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

	// Limit ends Run of a table in this browser with the page that makes so many entities, and has Match tell what that takes; 0 for none.
	Limit int `json:",omitempty"`

	// Merge has Run ask the queries that together read only what the ideal plan does, see filterlang.Plan.Parallel, in parallel on an
	// account, all pages of each, and merge their entities in key order.
	Merge bool `json:",omitempty"`

	// Sort is the order that the lines are to have from the beginning; its Result is not looked at. Only Run of a table in this browser
	// reads it.
	Sort *SortRequest `json:",omitempty"`

	// Shown is an entity whose line RunReply.Shown is to tell.
	Shown *Key `json:",omitempty"`

	// Keep are the results before this one that Run leaves to be asked for, MaxKept at most.
	Keep []int `json:",omitempty"`
}

// MaxKept is the most results that are kept besides that of the last run.
const MaxKept = 8

// Stretch is a range of ranks: positions of entities in key order, From inclusive, To exclusive.
type Stretch struct{ From, To int }

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
