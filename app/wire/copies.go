package wire

import "rangefinder/engine/tablesync"

// Pull makes a copy of a table, or brings one up to date. Cancelling ctx keeps what was read: the reply has Stopped set, and
// another Pull goes on.
var Pull = Write[PullRequest, PullReply]("pull").finishing()

// PullRequest copies a table of an account behind the server into a local one, or brings such a copy up to date.
type PullRequest struct {
	Source   string
	Endpoint string // of the account
	Remote   string // table
	Table    string // local; it must not exist unless it is a copy of that table
	Scope    tablesync.Scope
	Restart  bool // forget where a pull that was stopped had come
}

// PullReply is what a pull did. Stopped by the person, the copy is Partial and the next pull goes on.
type PullReply struct {
	Report  tablesync.PullReport
	Stopped bool
	Problem string // why it ended before its end: what was read stays
	Code    string
}

// Copies lists the local tables that are copies.
var Copies = Read[Done, CopiesReply]("copies")

// CopiesReply lists the local tables that are copies, by name.
type CopiesReply struct{ Copies []tablesync.Copy }

// Compare counts how two tables differ. Cancelling ctx keeps what was found: the reply has Canceled set.
var Compare = Read[CompareRequest, CompareReply]("compare").finishing()

// CompareRequest compares two tables; a Source of "" is the browser's own. The differences are kept, like a result, until the
// next comparison of the page.
type CompareRequest struct {
	LeftSource, LeftTable   string
	RightSource, RightTable string
	Scope                   tablesync.Scope
	// Base compares the left table, a copy, with what the service held of it when it was last pulled or pushed; there is no
	// right one then.
	Base bool `json:",omitempty"`
}

// CompareReply counts.
type CompareReply struct {
	Comparison int // names it for Differences
	Summary    tablesync.Summary
	Partitions []PartitionDifferences // those with differences, in key order, at most MaxWindow
	More       int                    // partitions that are not listed
	Kept       int                    // differences that can be shown; of more only the counts are known
	Canceled   bool
}

// PartitionDifferences counts the differences of one partition.
type PartitionDifferences struct {
	PartitionKey string
	Summary      tablesync.Summary
}

// Differences answers differences of the last comparison.
var Differences = Read[DifferencesRequest, DifferencesReply]("differences")

// DifferencesRequest asks for differences of the last comparison, in key order.
type DifferencesRequest struct {
	Comparison   int
	Kinds        []tablesync.DifferenceKind // nil: all
	PartitionKey *string                    // nil: all
	Contains     string                     // in a key or the name of a property, in any case
	First, Count int                        // Count at most MaxWindow
}

// DifferencesReply holds them.
type DifferencesReply struct {
	Total       int // that the request selects
	Differences []EntityDifference
}

// EntityDifference is one entity on two sides; the side that lacks it is nil. Properties names those that differ.
type EntityDifference struct {
	Kind                 tablesync.DifferenceKind
	PartitionKey, RowKey string
	Left, Right          *EntityReply
	Properties           []string
}

// ComparisonGone is the code of a Failure about a comparison that another has replaced.
const ComparisonGone = "ComparisonGone"

// PushPlan tells what a push would do, without asking the service.
var PushPlan = Read[PullCopyRequest, PushPlanReply]("push-plan")

// Detach makes a copy a table of its own: where it came from is forgotten.
var Detach = Write[PullCopyRequest, Done]("detach")

// PullCopyRequest names a local table that is a copy.
type PullCopyRequest struct{ Table string }

// PushPlanReply is what a push would do. Groups holds the first MaxWindow.
type PushPlanReply struct {
	Copy                      tablesync.Copy
	Inserts, Updates, Deletes int
	Conflicts                 int
	Unchanged                 int  // changed, and again as they were: nothing is sent for them
	Creates                   bool // the table, should the service have none of that name
	Bytes                     int
	Requests                  int
	Groups                    []GroupInfo
	More                      int // groups that are not listed
}

// GroupInfo is one group of a push.
type GroupInfo struct {
	PartitionKey              string
	Inserts, Updates, Deletes int
	Bytes                     int
	Request                   string // exact text of the HTTP request, cut at MaxRequestText
}

// MaxRequestText is the most of a request's text that a GroupInfo holds, in bytes.
const MaxRequestText = 64 << 10

// Push sends the local changes of a copy. Cancelling ctx keeps what was sent: the reply has Stopped set, and another Push
// goes on.
var Push = Write[PushRequest, PushReply]("push").finishing()

// PushRequest sends the local changes of a copy.
type PushRequest struct {
	Table    string
	Endpoint string // of the account as the page knows it now: another than the copy's is refused
	DryRun   bool
	Create   bool           // the table, when the service has none of that name
	Rule     tablesync.Rule // for conflicts that the push meets
}

// PushReply is what it did. Stopped or failed, the next push goes on.
type PushReply struct {
	Report      tablesync.PushReport // with the first thousand groups and refusals
	More        int                  // groups that are not listed
	MoreRefused int                  // refusals that are not listed
	Stopped     bool
	Problem     string
	Code        string
}

// Conflicts answers conflicts of a copy.
var Conflicts = Read[ConflictsRequest, ConflictsReply]("conflicts")

// ConflictsRequest asks for conflicts of a copy in key order.
type ConflictsRequest struct {
	Table        string
	First, Count int // Count at most MaxWindow
}

// ConflictsReply holds them.
type ConflictsReply struct {
	Total     int
	Conflicts []ConflictInfo
}

// ConflictInfo is one; a side that is not there is nil.
type ConflictInfo struct {
	PartitionKey, RowKey string
	Base, Theirs, Mine   *EntityReply
	Properties           []string
}

// Resolve resolves a conflict of a copy, or all of them.
var Resolve = Write[ResolveRequest, ResolveReply]("resolve")

// ResolveRequest resolves one conflict as it was shown, or all of a copy when Keys is nil.
type ResolveRequest struct {
	Table  string
	Keys   *ConflictKey
	Shown  string // of one, the ETag of the theirs that was shown, "" for none: when it is another by now, nothing is resolved
	Rule   tablesync.Rule
	Merged []TextProperty // of one whose Rule is Ask: what the entity becomes
}

// ConflictKey names an entity.
type ConflictKey struct{ PartitionKey, RowKey string }

// ResolveReply counts.
type ResolveReply struct{ Resolved, Left int }

// Revert takes back local changes of a copy that were not pushed.
var Revert = Write[RevertRequest, RevertReply]("revert")

// RevertRequest takes back the local changes of a copy that were not pushed: of one entity, or all when Keys is nil.
type RevertRequest struct {
	Table string
	Keys  *ConflictKey
}

// RevertReply counts.
type RevertReply struct{ Reverted int }

// Codes of Failures about copies.
const (
	CopyBusy       = string(tablesync.SyncUnderWay) // a pull or a push of it is under way
	AccountChanged = "AccountChanged"               // the name stands for another account now
)
