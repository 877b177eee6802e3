package wire

import "rangefinder/filterlang"

// Partitions answers a window of a table's partition list with the histogram of all sizes.
var Partitions = Read[PartitionsRequest, PartitionsReply]("partitions")

// PartitionsRequest asks for a window of a table's partition list, and for what all of it comes to.
type PartitionsRequest struct {
	Source string `json:",omitempty"` // an account behind the server is refused: the service does not tell
	Table  string
	Order  PartitionOrder
	First  int // place in the order
	Count  int // 1 to MaxWindow
	// Find is the beginning of a key, "" for none: the window is then the one with the first key that begins so, or else with
	// the first behind where it would be. Only in the order of keys.
	Find string `json:",omitempty"`
	// Keep is a key whose partition stays at Line of the window, or the next one when it is gone, whatever else came or went: First
	// follows it, unless one window holds all. "" for none. Only in the order of keys.
	Keep string `json:",omitempty"`
	Line int    `json:",omitempty"`
}

// PartitionOrder is the order of a partition list.
type PartitionOrder string

// The orders. Partitions that are equal come in key order.
const (
	ByEntities PartitionOrder = "entities" // most first
	ByBytes    PartitionOrder = "bytes"    // most first
	ByKey      PartitionOrder = "key"
)

// PartitionsReply is exact.
type PartitionsReply struct {
	Entities   int // in the table
	Partitions int
	Bytes      int64
	First      int  // as asked for but for Find and Keep, or less when the list has become shorter: then the last window
	Found      int  // with Find or Keep: the place of the partition
	Begins     bool `json:",omitempty"` // and its key begins so
	List       []PartitionSize
	Sizes      []SizeClass // ascending and without gaps, from the smallest partition to the largest
	Micros     int64       // the reply took
}

// PartitionSize is a partition of the list.
type PartitionSize struct {
	Key      string
	Entities int
	Bytes    int64 // by the formula of section 1.3
}

// SizeClass counts the partitions of From to To entities, both inclusive: a bar of the histogram. The classes begin at 1, 2, 5,
// 10, 20, 50 and so on.
type SizeClass struct {
	From, To   int
	Partitions int
	Entities   int // in all of them
}

// Kinds answers the kinds of entities of a table.
var Kinds = Read[KindsRequest, KindsReply]("kinds")

// KindsRequest asks for the kinds of entities of a table. The ways that look at keys scan it, with progress.
type KindsRequest struct {
	Source string `json:",omitempty"` // an account behind the server is refused but with Count: the service does not tell
	Table  string
	By     KindsBy
	Count  int `json:",omitempty"` // of the entities that the newest count with Stats has read, which has this Number; by properties only
}

// KindsBy is how the kinds of entities of a table are told apart.
type KindsBy string

// The ways. A prefix is the beginning of a key up to the first digit, or up to and with the first of ; _ - : | , . / # ~ or
// space; a key that has none of them is its own prefix.
const (
	ByProperties   KindsBy = "properties" // which properties they have: more than half of them are those of all of the kind; needs no scan
	ByRowKey       KindsBy = "rowkey"
	ByPartitionKey KindsBy = "partitionkey"
)

// KindsReply is exact, but for More where Many is set.
type KindsReply struct {
	Entities int    // in the table
	Kinds    []Kind // most entities first
	More     int    // kinds beyond the first MaxKinds; at least so many where Many is set
	Rest     int    // their entities
	Many     bool   // there are so many prefixes that not all were told apart
	Micros   int64  // the reply took
}

// MaxKinds is the most kinds that a reply holds.
const MaxKinds = 24

// Kind is some entities of a table that are alike.
type Kind struct {
	Prefix   string // of the key; "" for the kinds by properties, and for keys that begin with a digit
	Entities int
	Columns  []KindColumn // most frequent first
}

// KindColumn is a property of a kind.
type KindColumn struct {
	Name  string
	Count int // entities of the kind that have it
	Types []filterlang.TypeCount
}

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
