package wire

import "rangefinder/filterlang/edm"

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
