package result

import (
	"context"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Requests to the worker.
type (
	// Run runs the query; a newer one cancels it. Answer: RunProgressed, RunEnded.
	Run struct{ Req wire.QueryRequest }
	// More reads on. Answer: RunProgressed, RunEnded.
	More struct{ Req wire.MoreRequest }
)

// What the worker told.
type (
	// RunProgressed tells how far a run is.
	RunProgressed struct{ Progress wire.Progress }
	// RunEnded answers Run and More.
	RunEnded struct {
		Reply *wire.RunReply
		Err   error
		At    int64     // the time, in seconds of Unix
		Shown *wire.Key // whose line Reply.Shown is, nil for none
	}
)

// What is pressed while something is read, or before.
type (
	StopPressed  struct{}           // ends the run
	ScanChosen   struct{ All bool } // else one page
	ScanCanceled struct{}
)

// RunSlot is for runs, and for reading on; what was found is kept when it is stopped.
const RunSlot page.Slot = "run"

// Slot implements page.Slotted.
func (Run) Slot() page.Slot { return RunSlot }

// Slot implements page.Slotted.
func (More) Slot() page.Slot { return RunSlot }

// Run implements page.Runner.
func (cmd Run) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Run, cmd.Req, progress(out))
	out.TellNewest(RunEnded{reply, err, time.Now().Unix(), cmd.Req.Shown})
	return nil
}

// Run implements page.Runner.
func (cmd More) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.More, cmd.Req, progress(out))
	out.TellNewest(RunEnded{reply, err, time.Now().Unix(), cmd.Req.Shown})
	return nil
}

func progress(out page.Outside) func(wire.Progress) {
	return func(p wire.Progress) { out.TellNewest(RunProgressed{p}) }
}
