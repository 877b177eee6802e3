package wire

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

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
	Had   bool `json:",omitempty"` // the filter in the query line says that already
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
