package wire

import (
	"encoding/binary"
	"encoding/json"

	"rangefinder/app/keydesign/population"
	"rangefinder/app/loadsim"
)

// Simulate answers the next part of a simulated run. A configuration that cannot be used is a Failure with the Field of
// loadsim.Error, "Template" or "Order".
var Simulate = Read[SimulateRequest, SimulateReply]("simulate")

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

// Pack makes a reply ready to cross: its columns are bytes then.
func (r *SimulateReply) Pack() { r.Packed, r.Columns = packColumns(r.Columns), nil }

// UnmarshalJSON reads a reply and unpacks its columns.
func (r *SimulateReply) UnmarshalJSON(b []byte) error {
	type plain SimulateReply
	if err := json.Unmarshal(b, (*plain)(r)); err != nil {
		return err
	}
	r.Columns, r.Packed = unpackColumns(r.Packed), nil
	return nil
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

// columnSize is the numbers in a column.
const columnSize = loadsim.Heat + 2*loadsim.Rows

// packColumns writes columns as bytes: they are most of a reply, and JSON takes its time over numbers.
func packColumns(columns [][]int32) []byte {
	var b []byte
	for _, c := range columns {
		for _, n := range c {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return b
}

// unpackColumns reads what packColumns wrote, up to what cannot be read.
func unpackColumns(b []byte) [][]int32 {
	var columns [][]int32
	for len(b) > 0 {
		c := make([]int32, columnSize)
		for i := range c {
			v, n := binary.Uvarint(b)
			if n <= 0 || v > 1<<31-1 {
				return columns
			}
			c[i], b = int32(v), b[n:]
		}
		columns = append(columns, c)
	}
	return columns
}
