package wire

import "rangefinder/filterlang"

// Sort makes a display order of the last run's result.
var Sort = Read[SortRequest, SortReply]("sort")

// SortRequest asks for a display order of a result. Nothing is read but the entities of the result, which are here already.
type SortRequest struct {
	Result     int
	Column     string // "" for the service's order
	Descending bool
	Step       string `json:",omitempty"` // what the service does not know and is checked here: see filterlang.ParseSteps
	Keep       *Key   `json:",omitempty"` // an entity whose line in the order is asked for
}

// SortReply names an order. The requests for lines of a result take it as Order; 0 is the service's order. A result keeps the
// last two orders that were asked of it.
type SortReply struct {
	Order    int
	Lines    int // one for each entity that is kept: pages of the service have no place in another order
	Types    []filterlang.TypeCount
	Missing  int   // entities without the property: they come last, whichever the direction
	Held     int64 // bytes that the order takes while it is kept
	Micros   int64
	Line     int // of the entity that Keep names; -1 without one, and where it is not among them
	Entities int // that the step keeps, all without one
	Of       int // entities of the result
}
