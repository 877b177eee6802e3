package wire

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

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
	Limited  bool     `json:",omitempty"` // ended at the request's Limit, and the table has more to read
	Live     *LiveRun `json:",omitempty"` // of an account behind the server
	Merged   *Merged  `json:",omitempty"` // of several queries
	// Shown is the line of the entity that was asked for, in the service's order; -1 where it is not among them.
	Shown int `json:",omitempty"`
	// Sorted is the order that was asked for with the run; nil where it could not be made, and may be asked for again.
	Sorted *SortReply `json:",omitempty"`
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
	Also  []string `json:",omitempty"` // the names of its other types, the most frequent first
	Width int      // suggested, in characters

	Longest string `json:",omitempty"` // of a key: a text that takes as much room as any that was looked at
	Differs int    `json:",omitempty"` // of a key: how many characters most tell it from the one before
}

// ResultGone is the code of a Failure about a result that another run, or the end of its table, has replaced.
const ResultGone = "ResultGone"
