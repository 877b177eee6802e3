package edit

import (
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Commit is a commit of pending changes: under way, or the last one. Groups are sent one after the other; one that is refused
// does not keep the others back, because each is of a partition of its own or fits in no other. Only when nobody answers any
// more the rest stays unsent.
type Commit struct {
	ID      int
	Runs    []*BatchRun
	Running bool
	Stopped bool // the person said so
	Reads   int  // entities of accounts that were read for it, a request each
	Origin  CommitOrigin
	After   []page.Msg // pressed while it runs; done when it is over
}

// CommitOrigin is where the changes of a commit come from.
type CommitOrigin uint8

// The origins.
const (
	OfPending CommitOrigin = iota
	OfUndo                 // they take a commit back
	ByHand                 // they are those of a GroupForm, or of a commit that was taken back
)

// BatchRun is a group and what became of it.
type BatchRun struct {
	*Batch
	State  BatchState
	Failed *wire.Failure // why it was refused
	At     int           // of the change that is at fault, -1 when nobody told
	Why    string        // of one that was not sent
	ETags  []string
	Before map[EntityKey]*wire.EntityReply // of upserts, read before they were sent: what taking back restores
}

// Met reports whether a group was not done because somebody else changed one of its entities, and which one is known.
func (r *BatchRun) Met() bool {
	return r.State == Refused && r.Failed != nil && Conflicts[r.Failed.Code] && r.At >= 0
}

// BatchState is what became of a group.
type BatchState uint8

// The states.
const (
	Waiting   BatchState = iota
	Reading              // what upserts will write over, or what became of one without an answer
	Sending              //
	Committed            // all of it was done
	Refused              // none of it was done
	Doubtful             // nobody knows; its entities could not be read either
	Unsent               // Why says why
)

var batchStates = [...]string{"waiting", "reading", "sending…", "committed", "refused", "unknown", "not sent"}

func (s BatchState) String() string { return batchStates[s] }

// Trouble is the first thing that went wrong.
func (c *Commit) Trouble() string {
	for _, r := range c.Runs {
		switch {
		case r.Met() && r.Changes[r.At].Kind == InsertKind:
			return "There is an entity " + r.Changes[r.At].Name() + " already."
		case r.Met():
			return "Somebody changed " + r.Changes[r.At].Name() + " since it was read."
		case r.Failed != nil:
			return r.Failed.Code + ". " + r.Failed.Message
		case r.Why != "":
			return r.Why
		}
	}
	return ""
}
