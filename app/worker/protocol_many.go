package worker

import "rangefinder/filterlang/edm"

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
	ApplyMany   ManyStep = "apply"   // writes, in this browser only
)

// MaxCollected is the most changes that a reply holds.
const MaxCollected = 1000

// ManyRequest changes a property of the entities on lines of the last run's result. In this browser they are read anew.
type ManyRequest struct {
	Result      int
	Order       int `json:",omitempty"` // of display, in which the lines are numbered
	First, Last int // lines, both inclusive; markers among them are passed over
	Action      ManyAction
	Property    string
	To          string   `json:",omitempty"` // of RenameProperty
	Type        edm.Type `json:",omitempty"` // of SetProperty and RetypeProperty
	Text        string   `json:",omitempty"` // of SetProperty
	Only        string   `json:",omitempty"` // of SetProperty: "missing" or "present" leaves the other entities alone
	Step        ManyStep
}

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
	Base EntityReply
	Want []TextProperty
}
