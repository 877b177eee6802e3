package wire

import "rangefinder/filterlang"

// Remove deletes many entities, or only counts. Cancelling ctx keeps what was deleted until then: the reply has Stopped set.
var Remove = Write[RemoveRequest, RemoveReply]("remove").finishing()

// RemoveRequest names entities to delete: with Result the lines from First to Last, with All the whole table, and otherwise what
// Filter finds now. Of an account behind the server what All and Filter say is found first, on all pages, with Dry; the reply's Found
// then names it to be deleted.
type RemoveRequest struct {
	Source string `json:",omitempty"`
	Table  string
	Result int `json:",omitempty"`
	Order  int `json:",omitempty"`
	First  int `json:",omitempty"`
	Last   int `json:",omitempty"`
	All    bool
	Filter string
	Dry    bool // only count
	Found  int  `json:",omitempty"`
}

// MaxRemoveFound is the most entities of an account that are found at once. What is beyond is found when these are deleted.
const MaxRemoveFound = 1_000_000

// RemoveReply is exact.
type RemoveReply struct {
	Entities   int // to delete
	Partitions int
	Groups     int   // entity group transactions that it takes: up to 100 entities of one partition each
	Bytes      int64 // by the formula of section 1.3; 0 of what was found in an account, where keys alone are read
	// Examined and Reads are what finding the entities takes of the service: entities and requests. Both 0 for lines, which are
	// read already.
	Examined int
	Reads    int
	Class    filterlang.Class

	// Found names what was found in an account, 0 otherwise; Partial: there may be more of it. Charge is in request units, of Cosmos DB.
	Found   int     `json:",omitempty"`
	Partial bool    `json:",omitempty"`
	Charge  float64 `json:",omitempty"`

	Plan    *Writing `json:",omitempty"` // of what was found in an account
	Account *Written `json:",omitempty"` // of a run there

	Removed int
	Changed int      // were changed or deleted by somebody else since they were read, and stay as they are
	Stopped bool     // by the person, or by a failure: the rest stays
	Failed  *Failure `json:",omitempty"` // what stopped it
	Undo    string   // what takes it back, "" for nothing
	Micros  int64
}

// MaxRemoveGroup is the most entities of one entity group transaction.
const MaxRemoveGroup = 100
