package wire

import "rangefinder/filterlang/edm"

// Many changes a property of many entities. Cancelling ctx stops it: the reply then tells what was done until then.
var Many = Write[ManyRequest, ManyReply]("many").finishing()

// ManyRequest changes a property of the entities on lines of the last run's result. In this browser they are read anew. With Found it is
// about what FindMany read of an account; with FindMany about what Filter returns of Table in the account Source, and with Found too it
// reads on where that ended: what was read until then stays beside it, unless it was written.
type ManyRequest struct {
	Result      int
	Source      string `json:",omitempty"`
	Table       string `json:",omitempty"`
	Filter      string `json:",omitempty"`
	Found       int    `json:",omitempty"`
	Order       int    `json:",omitempty"` // of display, in which the lines are numbered
	First, Last int    // lines, both inclusive; markers among them are passed over
	Action      ManyAction
	Property    string
	To          string   `json:",omitempty"` // of RenameProperty
	Type        edm.Type `json:",omitempty"` // of SetProperty and RetypeProperty
	Text        string   `json:",omitempty"` // of SetProperty
	Only        string   `json:",omitempty"` // of SetProperty: "missing" or "present" leaves the other entities alone
	Step        ManyStep
}

// ManyAction is what is done to a property of many entities.
type ManyAction string

// The actions.
const (
	SetProperty    ManyAction = "set"    // to a value
	RenameProperty ManyAction = "rename" // to a name that the entity does not have
	RemoveProperty ManyAction = "remove"
	RetypeProperty ManyAction = "retype" // the same value as another type, exactly or not at all
)

// ManyStep is how far a ManyRequest goes.
type ManyStep string

// The steps.
const (
	PreviewMany ManyStep = "preview" // counts and samples
	CollectMany ManyStep = "collect" // every change, for the page to keep; at most MaxCollected
	ApplyMany   ManyStep = "apply"   // writes; to an account with Found only
	FindMany    ManyStep = "find"    // reads what Filter returns, on all pages; stopped, what was read until then stays
	GoOnMany    ManyStep = "go on"   // writes what an ApplyMany that was stopped or failed left
	LeaveMany   ManyStep = "leave"   // forgets what FindMany read
)

// MaxManyFound is the most entities of an account that are read at once to be changed: whole, to be written whole.
const MaxManyFound = 200_000

// MaxManyBytes bounds them too, by the formula of section 1.3: while they are written there are two of each.
const MaxManyBytes = 128 << 20

// MaxManyKeys is the most keys that a reply lists.
const MaxManyKeys = 1000

// Writing is what writing to an account takes, before it is done.
type Writing struct {
	Requests  int   // entity group transactions, each of up to 100 entities of one partition
	Bytes     int64 // of the entities, by the formula of section 1.3; 0 where only keys are known
	AtOnce    int   // requests under way at a time
	RoundTrip int64 // microseconds of a request that read
}

// Written is what a run wrote to an account, and what it left.
type Written struct {
	Wrote   int   // by this run, not by the runs that it went on from
	Changed []Key `json:",omitempty"` // by somebody else since they were read, the first MaxManyKeys
	Gone    []Key `json:",omitempty"` // deleted by somebody else since, the first MaxManyKeys
	// Met are the first of Changed and Gone with what is known of them. The base of what was read without some properties, or by its
	// keys alone, is Partial.
	Met     []ManyChange `json:",omitempty"`
	Already int          // were so when they were looked at again
	Left    int          // to do; going on does it
	Failed  *Failure     `json:",omitempty"` // what ended it
}

// MaxCollected is the most changes that a reply holds.
const MaxCollected = 1000

// ManyReply counts every entity once.
type ManyReply struct {
	Entities int // on the lines
	Changed  int
	Same     int // that are so already, or have no such property
	Gone     int // deleted since the run
	Failed   int // that cannot be changed so
	Stopped  bool
	Samples  []ManySample // the first that change
	Failures []ManyFailure
	Changes  []ManyChange `json:",omitempty"` // of CollectMany
	Undo     string       `json:",omitempty"` // of ApplyMany: what takes it back
	Micros   int64

	// Of an account.
	Found     int      `json:",omitempty"` // of FindMany: names what was read
	Reads     int      `json:",omitempty"`
	Bytes     int64    `json:",omitempty"` // of what was read, by the formula of section 1.3
	Charge    float64  `json:",omitempty"` // in request units, of Cosmos DB
	Partial   bool     `json:",omitempty"` // there may be more
	Full      bool     `json:",omitempty"` // that can be read on only when what was read is written: it is as much as is held at once
	Conflicts int      `json:",omitempty"` // were changed or deleted by somebody else since they were read, and stay
	Plan      *Writing `json:",omitempty"`
	Account   *Written `json:",omitempty"` // of ApplyMany and GoOnMany
}

// ManySample is a property before and after; a Type of NoType is none.
type ManySample struct {
	PartitionKey, RowKey string
	Before, After        TextProperty
}

// ManyFailure is an entity that stays as it is.
type ManyFailure struct {
	PartitionKey, RowKey string
	Text                 string // its value, cut
	Reason               string
}

// ManyChange is an entity and what it shall hold.
type ManyChange struct {
	Base   EntityReply
	Want   []TextProperty
	Theirs *EntityReply `json:",omitempty"` // of Met: as somebody left it; nil: deleted
}
