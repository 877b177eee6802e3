package wire

import (
	"rangefinder/app/keydesign/deploy"
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang"
)

// PlanCopyTo finds out what a copy of entities into another table will do. It reads, and writes nothing. The worker keeps the copy, in
// the place of the one before, for CopyTo and VerifyCopyTo.
var PlanCopyTo = Read[CopyToRequest, CopyToPlan]("plan-copy-to")

// CopyToRequest copies a table, the entities of a result, or the rows of a file, into a table. A source of "" is this browser.
type CopyToRequest struct {
	Source, Endpoint, Table       string
	Result                        int            // copies its entities, as they were read; 0: all of the table
	Order                         int            // of the result's lines: only what these show
	Import                        *ImportRequest // copies the rows of a file of one table; Resume is nil
	ToSource, ToEndpoint, ToTable string
	Profile                       filterlang.Profile // of the account that is written
	Existing                      tablecopy.Existing
}

// CopyToPlan is what CopyTo will do.
type CopyToPlan struct {
	Copy        int // names it for CopyTo and VerifyCopyTo
	Plan        tablecopy.Plan
	MoreRefused int // entities that Plan.Refused does not list
	Read        int // requests that reading the source took
	AtOnce      int // requests that CopyTo has under way
	Rows        int // of the file
	RowsRefused int // of them, that are no entities
	FirstRows   []RefusedRow
	Tables      []string      // that a design has, the one with the entities first
	Found       *deploy.Found // by a check of a design's copies
}

// CopyTo does what was planned. Cancelling ctx keeps what was written: the reply has Stopped set, and another CopyTo of the same copy
// goes on.
var CopyTo = Write[CopyToRun, CopyToReply]("copy-to").finishing()

// CopyToRun names a planned copy.
type CopyToRun struct{ Copy int }

// CopyToReply is what CopyTo did.
type CopyToReply struct {
	Report      tablecopy.Report // with the first MaxCopyKeys of Changed and of Refused
	MoreRefused int
	MoreChanged int
	// Wrote are the first MaxCopyKeys entities that the table has by this copy, and MoreWrote is how many follow.
	Wrote     []tablecopy.Key
	MoreWrote int
	Stopped   bool
	Problem   string // why it ended before its end
	Undo      string // what takes back what it wrote in this browser, "" for nothing
}

// MaxCopyKeys is the most entities of a kind that a report about a copy names.
const MaxCopyKeys = 1000

// VerifyCopyTo reads back what a copy wrote. Cancelling ctx keeps what was found: the reply has Stopped set.
var VerifyCopyTo = Read[CopyToVerify, CopyToVerified]("verify-copy-to").finishing()

// CopyToVerify asks for some of the entities, chosen at random, or all when Sample is negative.
type CopyToVerify struct{ Copy, Sample int }

// CopyToVerified is what was found, with the first MaxCopyKeys of each kind.
type CopyToVerified struct {
	Read, Of         int // entities that were looked for, and that could be
	Missing, Changed int
	FirstMissing     []tablecopy.Key
	FirstChanged     []tablecopy.Key
	Differs          string `json:",omitempty"` // what of the first of them is not as it was written
	Requests         int
	Stopped          bool
}

// CopyToConflict reads one entity of a planned copy that the target has differently, as the target has it now.
var CopyToConflict = Read[CopyToEntity, CopyToMet]("copy-to-conflict")

// CopyToEntity names an entity of a planned copy into one table.
type CopyToEntity struct {
	Copy                 int
	PartitionKey, RowKey string
}

// CopyToMet are the sides of an entity; one that is not there is nil. Without Based nobody knows what it was before.
type CopyToMet struct {
	Base, Theirs, Mine *EntityReply
	Based              bool
}

// DecideCopyTo says what becomes of one entity, whatever the rule of the copy is. It writes nothing; CopyTo does.
var DecideCopyTo = Read[CopyToDecision, CopyToDecided]("decide-copy-to")

// CopyToDecision is about the theirs of a CopyToMet with the ETag Shown, "" for none: when another was read since, it is refused.
type CopyToDecision struct {
	CopyToEntity
	Shown  string
	Keep   bool           // theirs stays
	Merged []TextProperty // else what the entity becomes
}

// CopyToDecided is what CopyTo will do now.
type CopyToDecided struct {
	Plan tablecopy.Plan // as before the first CopyTo
	Left int            // entities that are still to be written
}

// LeaveCopyTo forgets the planned copy.
var LeaveCopyTo = Read[CopyToRun, Done]("leave-copy-to")

// CopyToGone is the code of a Failure about a copy that the worker does not have any more.
const CopyToGone = "CopyToGone"
