package worker

import "rangefinder/filterlang"

// MaxNodes is how many nodes of a filter are counted each for itself; see filterlang.Nodes.
const MaxNodes = 200

// NodesRequest asks how many entities satisfy each node of a filter.
type NodesRequest struct {
	Source string `json:",omitempty"` // an account behind the server is refused: the service does not tell
	Table  string
	Filter string
	Off    []int // nodes that are switched off, by their place in filterlang.Nodes(filter, MaxNodes)
}

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
