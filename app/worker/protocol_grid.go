package worker

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// SortRequest asks for a display order of a result. Nothing is read but the entities of the result, which are here already.
type SortRequest struct {
	Result     int
	Column     string // "" for the service's order
	Descending bool
	Step       string `json:",omitempty"` // what the service does not know and is checked here: see filterlang.ParseSteps
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
	Entities int // that the step keeps, all without one
	Of       int // entities of the result
}

// FindRequest looks for a text in the lines of a result, all of them.
type FindRequest struct {
	Result  int
	Order   int
	Text    string
	Case    bool     // tell upper from lower case
	Columns []string // those that are looked at; nil for all of the result
	// From is the line where the search for the next one begins, itself included. Back looks upwards. Both go round.
	From int
	Back bool
}

// FindReply is exact for the lines that the result has.
type FindReply struct {
	Lines  int // with a match
	Cells  int // that match, in all lines
	Line   int // the one found, -1 for none
	Column string
	Index  int // of the line among those with a match, from 1
	Read   int // entities that were looked at
	Micros int64
}

// Marked says which cells of a window are to be marked.
type Marked struct {
	Text string
	Case bool
}

// CellFiltersRequest asks what filters a cell offers, and what each would cost.
type CellFiltersRequest struct {
	Source string `json:",omitempty"`
	Table  string
	Result int
	Order  int
	Line   int
	Column string
	Filter string // the one in the query line, to which another can be added
}

// CellFiltersReply are the filters of a cell.
type CellFiltersReply struct {
	Type    edm.Type // NoType: the entity has no such property
	Value   string   // as the grid shows it
	Choices []CellFilter
	// Refused says why the filter in the query line cannot be added to, "" when it can.
	Refused string
}

// CellFilter is one of them: by itself, and added to the filter in the query line with and. Added is empty when that cannot be
// parsed, or is empty.
type CellFilter struct {
	Kind  CellFilterKind
	Text  string // what it compares with, as a person reads it
	Alone PlannedFilter
	Added PlannedFilter
}

// CellFilterKind is what a filter asks of the cell's property.
type CellFilterKind string

// The kinds.
const (
	FilterEqual     CellFilterKind = "eq"
	FilterNotEqual  CellFilterKind = "ne"
	FilterAtLeast   CellFilterKind = "ge"
	FilterAtMost    CellFilterKind = "le"
	FilterStarts    CellFilterKind = "starts" // with the text or with its prefix up to a separator
	FilterPartition CellFilterKind = "partition"
	FilterEntity    CellFilterKind = "entity"
)

// PlannedFilter is a filter with what the service would do for it.
type PlannedFilter struct {
	Filter string
	Cost   Cost // of an account behind the server the counts are Unknown
}

// MaxFilter is the longest value, in bytes, that a filter is made of.
const MaxFilter = 2000

// RemoveRequest names entities to delete: with Result the lines from First to Last, with All the whole table, and otherwise what
// Filter finds now. Of an account behind the server only lines can be deleted.
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
}

// RemoveReply is exact.
type RemoveReply struct {
	Entities   int // to delete
	Partitions int
	Groups     int   // entity group transactions that it takes: up to 100 entities of one partition each
	Bytes      int64 // by the formula of section 1.3
	// Examined and Reads are what finding the entities takes of the service: entities and requests. Both 0 for lines, which are
	// read already.
	Examined int
	Reads    int
	Class    filterlang.Class

	Removed int
	Changed int      // were changed or deleted by somebody else since they were read, and stay as they are
	Stopped bool     // by the person, or by a failure: the rest stays
	Failed  *Failure `json:",omitempty"` // what stopped it
	Undo    string   // what takes it back, "" for nothing
	Micros  int64
}

// MaxRemoveGroup is the most entities of one entity group transaction.
const MaxRemoveGroup = 100
