package grid

import (
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Result is the grid and what the run did.
type Result struct {
	Source   string
	Table    string
	Filter   string // that ran
	Running  bool
	Progress wire.Progress
	Reply    *wire.RunReply // nil before the first run
	Failed   *wire.Failure
	Stale    bool      // the table changed after the run
	On       bool      // Running reads on: Reply is its beginning
	Left     bool      // it was stopped when another query came on screen
	Line     int       // selected line, -1 for none
	Apart    bool      // the inspector shows an entity of no line that is selected: none is marked
	Away     *wire.Key // that entity, where the result does not have it; nil for none

	First, Last int // entities selected together, equal when it is one

	Wait *RetryWait // of a request that failed; nil when none waits
}

// RetryWait is a request that failed and is about to be tried again.
type RetryWait struct {
	wire.Waiting
	ID   int
	Left int // seconds
}

// Text says that it failed and what happens next.
func (w *RetryWait) Text() string { return page.WaitText(w.Waiting, w.Left) }

// MorePressed reads on from the last page of an account.
type MorePressed struct{ All bool } // else one page

// Lines is how many lines the result has.
func (r *Result) Lines() int {
	if r.Reply == nil {
		return 0
	}
	return r.Reply.Lines
}
