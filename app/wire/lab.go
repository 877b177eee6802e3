package wire

import (
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/suggest"
)

// Lab measures a comparison of key designs. The worker keeps the tables that it made for the next one, until LeaveLab.
var Lab = Read[LabRequest, lab.Report]("lab")

// LabRequest asks for a comparison of key designs to be measured, or what of it has not been measured yet. It answers a
// lab.Report.
type LabRequest struct {
	Source string `json:",omitempty"` // an account behind the server is refused: its entities are not here
	Table  string
	Spec   string // a lab.Spec as text; its Table is not looked at
}

// LabSuggest answers a comparison to begin with.
var LabSuggest = Read[LabSuggestRequest, LabSuggestReply]("lab-suggest")

// LabSuggestRequest asks for a comparison to begin with.
type LabSuggestRequest struct {
	Table string
	Asked []lab.Asked // queries that are known
}

// LabSuggestReply holds it, as text.
type LabSuggestReply struct{ Spec string }

// LabSearch looks for keys for the patterns of a comparison. Cancelling ctx answers the best that was found until then, Canceled when
// nothing was. It takes a while, so that it goes on while the page is elsewhere.
var LabSearch = Read[LabSearchRequest, suggest.Result]("lab-search").finishing().lasting()

// LabSearchRequest asks for keys for the patterns of a comparison.
type LabSearchRequest struct {
	Table string
	Spec  string // a lab.Spec as text; its Table is not looked at
}

// LabKeep makes a table of a design, whole or not at all.
var LabKeep = Write[LabKeepRequest, LabKeepReply]("lab-keep").finishing()

// LabKeepRequest makes a table of a design.
type LabKeepRequest struct {
	Table  string // the entities are of
	Spec   string
	Design int    // in the Spec
	Name   string // of the new table; copies in other tables are called after it
}

// LabKeepReply tells what was made.
type LabKeepReply struct {
	Tables   []string
	Entities int
	Undo     string // takes the tables away again
}

// LeaveLab drops what the worker keeps for comparisons.
var LeaveLab = Read[Done, Done]("lab-leave")
