package tablesync

import (
	"context"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// Scope is the part of a remote table that a copy holds: all of it, a filter, or some partitions.
type Scope struct {
	Filter     string   // $filter, "" for none
	Partitions []string // PartitionKeys; nil for all. Not together with Filter
}

// Origin is where a copy comes from.
type Origin struct {
	Source   string // name of the account
	Endpoint string // its address: a copy is pushed only to the account it came from
	Remote   string // name of the table there
	Scope    Scope
}

// Copy is what is known of a local table that was pulled.
type Copy struct {
	Table string // local
	Origin

	Pulled   time.Time // the last pull that came to its end; zero: the first is not over
	Entities int       // read by the pull that is under way, or by the last
	Pages    int
	Partial  bool // a pull is under way or was stopped: Pull goes on with it

	Pending   int // local changes that were not pushed
	Conflicts int // of them, in conflict
}

// Key names an entity.
type Key struct{ PartitionKey, RowKey string }

// Options are what every work takes.
type Options struct {
	Now      func() time.Time // nil: time.Now
	Yield    func() error     // called often; its error ends the work, which can be gone on with
	Progress func(Progress)   // nil: nobody
	// Profile is that of the account: under Cosmos its lists come in no order, which is found out of others too, and its
	// transactions have fewer bytes. Storage means that the address tells.
	Profile filterlang.Profile
	// AtOnce is how many requests may be under way, 0 for one. A push has so many for different partitions; a pull reads as many pages
	// ahead as it knows the beginnings of. Yield and Progress are called by one goroutine at a time.
	AtOnce  int
	Restart bool                          // Pull: forget where a pull under way stopped and begin it anew
	Wait    func(context.Context, string) // tests: called at each step that a crash could follow, with its name
}

// Progress tells how far a work has come.
type Progress struct {
	Entities  int // read, compared or sent
	Total     int // 0: not known
	Pages     int // or groups
	Changed   int // brought in, different or written
	Conflicts int
	Requests  int
}

// PullReport is what a pull did.
type PullReport struct {
	Copy      Copy
	Read      int // entities
	Pages     int
	Added     int
	Updated   int
	Deleted   int // here, because they are not there any more, or not in the scope
	Kept      int // local changes to entities that did not change there
	Settled   int // entities that both sides changed alike
	Conflicts int // new ones
	Requests  int
}

// Conflict is an entity that both sides changed, also if they changed different properties of it. A zero Entity is "not there".
type Conflict struct {
	PartitionKey, RowKey string
	Base, Theirs, Mine   engine.Entity
	Properties           []string // changed on both sides to different values; nil when one side deleted
	TheirETag            string
}

// Rule resolves a conflict.
type Rule uint8

// The rules.
const (
	Ask         Rule = iota // leave it
	TakeMine                // theirs becomes the base: the next push writes mine over it, on condition that it is still theirs
	TakeTheirs              // theirs becomes the local entity
	MergeMine               // property by property, mine where both changed
	MergeTheirs             // property by property, theirs where both changed
)

// DifferenceKind says how an entity differs.
type DifferenceKind uint8

// The kinds. Left is the local table, or the first of two.
const (
	OnlyLeft DifferenceKind = iota
	OnlyRight
	Changed
)

// Difference is one entity that is not the same on both sides. Timestamps are not compared.
type Difference struct {
	Kind                 DifferenceKind
	PartitionKey, RowKey string
	Left, Right          engine.Entity
	Properties           []string // that differ, of Changed
}

// Summary counts differences.
type Summary struct{ Equal, OnlyLeft, OnlyRight, Changed, Read int }

// PushPlan is what a push would do, in order.
type PushPlan struct {
	Copy                      Copy
	Groups                    []Group // the first of them
	More                      int     // groups that are not listed
	Creates                   bool    // the table, should it not be there
	Inserts, Updates, Deletes int
	Unchanged                 int // entities that were changed and are again as they were: nothing is sent for them
	Conflicts                 int // entities left out until they are resolved
	Bytes                     int // of the requests, at most
	Requests                  int // at least: one for each group
}

// Group is one entity group transaction, or one plain request when it has one operation.
type Group struct {
	PartitionKey string
	Ops          []engine.Op
	Bytes        int // of the request, at most
}

// PushOptions are what Push takes besides Options.
type PushOptions struct {
	Options
	Endpoint string // address of the account that is written to: another than the copy's is refused
	DryRun   bool   // ask the service what a push would find, and write nothing
	Create   bool   // the table, when the service has none of that name
	Rule     Rule   // for conflicts that the push meets
	Alone    bool   // the table is in memory, and nobody changes it meanwhile: what is sent need not be noted
	All      bool   // Rule is for the conflicts that are there already, too: else they stay
}

// PushReport is what a push did, or would do.
type PushReport struct {
	Written      int // entities, by an answer of the service to this push
	AlreadyThere int // not in Written: entities that the service held as they are here, by somebody else or by a request without an answer
	Resolved     int // conflicts that the rule resolved
	Unchanged    int // again as they were: nothing was sent for them
	Conflicts    int // new ones
	Groups       []GroupResult
	Refused      []Refusal // entities that the service does not take as they are
	Requests     int
	Reads        int // of Requests: those that only read
	Asked        int // of a dry run: requests that it made to read; Requests are those of the push
	Left         int // changes still pending
	InConflict   int // of them, in conflict
}

// GroupResult is what became of one group.
type GroupResult struct {
	PartitionKey string
	Ops          int
	Written      int
	AlreadyThere int
	Code         string // of the error that ended it, "" for none
	Message      string
	Split        bool // it was sent again without what was refused
}

// Refusal is an entity that the service refused, and why.
type Refusal struct {
	PartitionKey, RowKey string
	Code, Message        string
}
