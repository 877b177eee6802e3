package queryline

import (
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// What the worker told of the query on screen.
type (
	// Explained answers Explain.
	Explained struct {
		Seq   int
		Reply *wire.ExplainReply
		Err   error
	}
	// Matching tells how far a count is.
	Matching struct {
		Seq      int
		Progress wire.Progress
	}
	// Matched answers Match.
	Matched struct {
		Seq   int
		View  wire.Stretch
		Reply *wire.MatchReply
		Err   error
	}
	// Mapped answers DrawMap.
	Mapped struct {
		Table string
		Reply *wire.MapReply
		Err   error
	}
	// Counted answers TakeCensus.
	Counted struct {
		Source string
		Table  string
		Census *filterlang.Census
	}
)

// What the person did to it.
type (
	FilterTyped     struct{ Text string }
	FilterTidied    struct{} // to be written as it is read
	SelectionWanted struct{} // run what is selected in the editor
	SelectionRun    struct{ Text string }
	SelectTyped     struct{ Text string }
	SelectToggled   struct{ Name string } // a property in $select or not; "": all of them
	TopTyped        struct{ Text string }
	CommentWanted   struct{} // comment the lines out that are selected in the editor, or in again
)

// What happened to the step in the browser.
type (
	ThenTyped  struct{ Text string }
	ThenBack   struct{ Text string } // a step that a statement had no place for
	ThenOpened struct{}              // its field
)
