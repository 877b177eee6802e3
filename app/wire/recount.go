package wire

// Recount answers exact numbers in the place of those that the census estimates.
var Recount = Read[RecountRequest, RecountReply]("recount")

// RecountRequest asks for exact numbers in the place of those that a table's census estimates. It is one pass over the table for
// each property that is not exact yet, in slices. Progress tells what was counted so far; once left it is over within a slice.
type RecountRequest struct {
	Source     string `json:",omitempty"` // an account behind the server is refused: the service does not tell
	Table      string
	Properties []string // in the order in which they are wanted; those that no entity has any more are left out of the reply
}

// RecountReply is exact, and all of one state of the table, that when the request came.
type RecountReply struct {
	Properties []Recounted
	Micros     int64 // the reply took
}

// Recounted is what the values of a property come to.
type Recounted struct {
	Name     string
	Distinct int // values of different types are different
	Longest  int // String or Binary: UTF-16 code units or bytes; 0 when there is none
}
