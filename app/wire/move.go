package wire

import "rangefinder/engine/cosmos"

// Move answers what changes for a table and its queries when they move to Azure Cosmos DB for Table.
var Move = Read[MoveRequest, MoveReply]("move")

// MoveRequest asks about a table of this browser. Its entities are read once, and for each query those that its plan reads, with
// progress; once left it is over within a slice.
type MoveRequest struct {
	Table   string
	Queries []cosmos.Query
}

// MoveReply is exact, and of one state of the table.
type MoveReply struct {
	Entities int // in the table
	Changes  []cosmos.Change
	Micros   int64 // the reply took
}
