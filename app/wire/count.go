package wire

import "time"

// Count reads a table of an account, or what a filter returns of it, to count the entities: the service does not. Progress tells how
// far it is. Cancelling ctx keeps what was counted: the reply has Stopped set.
var Count = Read[CountRequest, CountReply]("count").finishing()

// CountRequest asks for the entities of a table of an account behind the server.
type CountRequest struct {
	Source string
	Table  string
	Filter string // "" for all
}

// CountReply is exact of what was read: entities that were written meanwhile may be in it or not.
type CountReply struct {
	Entities int
	Pages    int
	Requests int     // sent, attempts included
	Charge   float64 `json:",omitempty"` // request units, 0 where the service tells none
	Begun    time.Time
	Ended    time.Time
	Stopped  bool     `json:",omitempty"` // before the end, so that there are more
	Failed   *Failure `json:",omitempty"` // why it ended before the end, after a page at least
}
