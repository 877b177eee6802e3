package wire

import "rangefinder/filterlang"

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
	Limited    *RunStats `json:",omitempty"` // what Run reads to the request's Limit; nil when that is all
	Parallel   int       `json:",omitempty"` // round trips of the plan's parallel queries, all told; 0: there are none
	Bytes      int64
	Mismatched int    // entities that are not returned and in which a compared property has another type
	Cumulative []int  // for each conjunct: entities read that satisfy it and every conjunct before it
	Alone      []int  // for each conjunct: entities read that satisfy it
	Ticks      []int  // matches in each bucket of the view
	Step       string `json:",omitempty"` // as it was asked
	Kept       int    `json:",omitempty"` // of those returned, entities that the step keeps
	Micros     int64  // the scan took
}
