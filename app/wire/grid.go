package wire

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Window answers lines of the last run's result.
var Window = Read[WindowRequest, WindowReply]("window")

// WindowRequest asks for count lines of a result from first on.
type WindowRequest struct {
	Result int
	First  int
	Count  int // 1 to MaxWindow
	Order  int `json:",omitempty"` // see SortReply
	// Columns are the numbers of those that are wanted, in this order; nil for all.
	Columns []int  `json:",omitempty"`
	Find    Marked `json:",omitzero"` // what is looked for
}

// MaxWindow is the most grid lines one window may hold.
const MaxWindow = 100

// WindowReply holds the lines.
type WindowReply struct {
	First int
	Rows  []Row
}

// Row is a line of the grid: an entity, or the marker before a page after the first.
type Row struct {
	Marker *PageMarker `json:",omitempty"`
	Band   int         `json:",omitempty"` // 0 or 1, changes with the PartitionKey
	Cells  []Cell      `json:",omitempty"` // one for each column
	Key    *Key        `json:",omitempty"` // of an entity whose keys are not whole in the cells
}

// Key names an entity of a table.
type Key struct{ PartitionKey, RowKey string }

// PageMarker says where the service would have ended a page.
type PageMarker struct {
	Page         int // number of the page that begins here, from 2
	Entities     int // on it
	PartitionKey string
	RowKey       string
	HasRow       bool
}

// Cell is a value as text, exact, cut at CellLimit characters.
type Cell struct {
	T edm.Type `json:",omitempty"` // NoType: the entity has no such property
	V string   `json:",omitempty"`
	M bool     `json:",omitempty"` // it holds what is looked for
}

// CellLimit is where a grid cell's text is cut, in runes; the inspector reads the whole value.
const CellLimit = 200

// Sort makes a display order of the last run's result.
var Sort = Read[SortRequest, SortReply]("sort")

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

// Find looks for a text in all lines of the last run's result.
var Find = Read[FindRequest, FindReply]("find")

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

// CellFilters answers the filters that a cell offers.
var CellFilters = Read[CellFiltersRequest, CellFiltersReply]("cell-filters")

// CellFiltersRequest asks what filters a cell offers, and what each would cost.
type CellFiltersRequest struct {
	Source string `json:",omitempty"`
	Table  string
	Result int
	Order  int
	Line   int
	Column string
	Filter string // the one in the query line, to which another can be added

	Profile filterlang.Profile `json:",omitempty"` // the engine that costs are of
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
