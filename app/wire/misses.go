package wire

import "rangefinder/filterlang"

// Misses answers filters near one that takes nothing.
var Misses = Read[MissesRequest, MissesReply]("misses")

// MissesRequest asks for filters near one that takes nothing, that take something.
type MissesRequest struct {
	Source string `json:",omitempty"` // of an account: of the entities that were read of the table before
	Table  string
	Filter string
	Unsure bool `json:",omitempty"` // nobody has counted that the filter takes nothing: if it takes something, none are looked for

	Profile filterlang.Profile `json:",omitempty"` // the engine that classes are for
}

// MissesReply is exact, and of an account exact for the entities that were looked at.
type MissesReply struct {
	Entities int // looked at
	Tried    int // filters that were counted
	Misses   []Miss
	Why      string `json:",omitempty"` // without a miss: what the table's types and names say against the filter, "" for nothing
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

// MissKind is in what way an entity nearly matched.
type MissKind string

// The kinds.
const (
	MissCase    MissKind = "case"    // the value is stored in another case
	MissSpace   MissKind = "space"   // with other white space
	MissPadding MissKind = "padding" // with other zeros before its digits
	MissSpelled MissKind = "spelled" // with several of these differences
	MissTypo    MissKind = "typo"    // with one letter more, less or other
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

// MaxLiteral is the longest literal that is offered, in bytes: that of every key. MaxLiterals is how long all of a reply are together.
const (
	MaxLiteral  = 4 << 10
	MaxLiterals = 64 << 10
)
