package worker

import (
	"rangefinder/app/keydesign/population"
	"rangefinder/app/loadsim"
)

// SimulateRequest asks for the next part of a simulated run. A run is the same whenever it is simulated, so that the worker
// needs to remember nothing: one that has lost it, or that another took the place of, begins again and catches up.
type SimulateRequest struct {
	Run    int // numbers the runs of a page, from 1: another number begins another run
	Config loadsim.Config

	// For Keys of kind Given: a template of PartitionKeys in the language of package keydesign, and the table whose entities
	// are given such keys. Order is the DateTime property, or Timestamp, in whose order they are written; "" for any order.
	Source   string `json:",omitempty"` // an account behind the server is refused: the service does not tell
	Table    string `json:",omitempty"`
	Template string `json:",omitempty"`
	Order    string `json:",omitempty"`
	// Population is whose entities are given the keys instead of a table's.
	Population *population.Spec `json:",omitempty"`

	Columns int // that the page has
	Events  int // that the page has
	Until   int // columns that it wants; the reply may bring fewer, and is to be asked for more then
}

// SimulateReply is what a run has to tell beyond what the page has.
type SimulateReply struct {
	loadsim.Frame           // Columns are in Packed while it crosses
	Packed        []byte    `json:",omitempty"`
	Rows          []string  `json:",omitempty"` // the first key of each row of the heat map; with the first columns
	RangeCount    int       // range partitions; Ranges has at most MaxRangeRows of them, the busiest
	Keys          *KeysFrom `json:",omitempty"` // of a table; with the first columns
	Micros        int64     // the reply took
}

// KeysFrom tells which keys a run takes from a table.
type KeysFrom struct {
	Entities int    // of the table
	Taken    int    // of them, spread over the table: at most MaxKeys
	Distinct int    // PartitionKeys that they have under the template
	Failed   int    // entities taken that the template makes no key of; they are left out
	Reason   string // why the first of them has none
	Undated  int    // entities whose Order is no DateTime; they are written last
}

// Limits of a simulation's replies.
const (
	MaxKeys      = 20_000 // entities whose keys a run takes from a table
	MaxRangeRows = 256
)
