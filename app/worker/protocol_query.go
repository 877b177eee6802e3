package worker

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// MaxNodes is how many nodes of a filter are counted each for itself; see filterlang.Nodes.
const MaxNodes = 200

// NodesRequest asks how many entities satisfy each node of a filter.
type NodesRequest struct {
	Source string `json:",omitempty"` // an account behind the server is refused: the service does not tell
	Table  string
	Filter string
	Off    []int // nodes that are switched off, by their place in filterlang.Nodes(filter, MaxNodes)
}

// NodesReply is exact.
type NodesReply struct {
	Entities   int // in the table
	Class      filterlang.Class
	Examined   int // entities that are read with what is on
	Partitions int
	Returned   int
	Matches    []int // of those read, for each node; see engine.CountNodes
	Micros     int64 // the reply took
}

// MissKind is in what way an entity nearly matched.
type MissKind string

// The kinds.
const (
	MissCase    MissKind = "case"    // the value is stored in another case
	MissSpace   MissKind = "space"   // with other white space
	MissPadding MissKind = "padding" // with other zeros before its digits
	MissSpelled MissKind = "spelled" // with several of these differences
	MissType    MissKind = "type"    // as another type
	MissName    MissKind = "name"    // under another name
	MissKey     MissKind = "key"     // in the other key
	MissBounds  MissKind = "bounds"  // the bounds of a range stand the wrong way round
	MissOr      MissKind = "or"      // no entity can have two values of one property
	MissAbsent  MissKind = "absent"  // entities lack the property
	MissNearest MissKind = "nearest" // there is no key in the range: the next one before or after it
	MissClause  MissKind = "clause"  // one clause excludes everything that the others leave
)

// MaxMisses is the most that a reply holds.
const MaxMisses = 12

// MissesRequest asks for filters near one that takes nothing, that take something.
type MissesRequest struct {
	Source string `json:",omitempty"` // of an account: of the entities that were read of the table before
	Table  string
	Filter string
}

// MissesReply is exact, and of an account exact for the entities that were looked at.
type MissesReply struct {
	Entities int // looked at
	Tried    int // filters that were counted
	Misses   []Miss
	Micros   int64
}

// Miss is a filter near the one that was asked about.
type Miss struct {
	Kind   MissKind
	Stored string // the value, key or name that is stored instead, "" where there is none
	Asked  string // what the filter has in its place
	Filter string
	Count  int // entities that it takes, more than 0
	Class  filterlang.Class
}

// MaxValues is the most values that a reply holds.
const MaxValues = 100

// ValuesRequest asks which values a property has, the most frequent first.
type ValuesRequest struct {
	Source    string `json:",omitempty"` // of an account: of the entities that were read of the table before
	Table     string
	Property  string
	Prefix    string  `json:",omitempty"` // of the values' text, in any case
	Partition *string `json:",omitempty"` // of this partition only
}

// ValuesReply is exact but for Distinct where Many is set.
type ValuesReply struct {
	Entities int // looked at: of the table, the partition, or what was read of an account
	Have     int // of them have the property
	Distinct int // values that begin with the prefix; at least so many where Many is set
	Many     bool
	Values   []ValueCount
	Micros   int64
}

// ValueCount is a value and how many entities have it. Values whose literal is longer than MaxLiteral are counted and not listed.
type ValueCount struct {
	Type    edm.Type
	Text    string // cut at CellLimit characters
	Literal string // as a filter has it
	Count   int
}

// MaxLiteral is the longest literal that is offered, in bytes.
const MaxLiteral = 300
