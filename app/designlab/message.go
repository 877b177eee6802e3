package designlab

import (
	"context"
	"strings"
	"time"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// What goes on at most once at a time.
const (
	measureSlot page.Slot = "lab"
	keepSlot    page.Slot = "design"
)

// Commands.
type (
	// ReadSpec and KeepSpec read and write the comparison of a table. Answer: SpecRead, SpecKept.
	ReadSpec struct{ Table string }
	KeepSpec struct{ Table, Text string }
	// SuggestSpec asks for a comparison to begin with. Answer: SpecRead.
	SuggestSpec struct{ Req wire.LabSuggestRequest }
	// Measure asks for a measurement after a pause; a newer one cancels it. Answer: Measuring, Measured.
	Measure struct {
		Req   wire.LabRequest
		Pause time.Duration
	}
	// Leave cancels a measurement and drops what the worker keeps.
	Leave struct{}
	// KeepDesign makes a table of a design. Answer: DesignKeeping, DesignKept. Nothing is left when it is stopped.
	KeepDesign struct{ Req wire.LabKeepRequest }
)

// Messages.
type (
	SpecRead struct {
		Table, Text string
		Suggested   bool
		Err         error
	}
	SpecKept  struct{ Err error }
	Measuring struct {
		Req      wire.LabRequest
		Progress wire.Progress
	}
	Measured struct {
		Req    wire.LabRequest
		Report *lab.Report
		Err    error
	}
	DesignKeeping struct{ Progress wire.Progress }
	DesignKept    struct {
		Reply *wire.LabKeepReply
		Err   error
	}
	// FieldTyped is a text in a field of the screen, which is called by its id.
	FieldTyped struct{ Field, Text string }
	// Did is a button of the screen.
	Did struct {
		Act string
		At  int // pattern or design
		Of  int // index, or design of a cell
	}
	// Replaced is a text that the screen offers for a field, "filter" of a pattern or a template.
	Replaced struct{ Field, Text string }
	// PatternBack puts a pattern back that was removed.
	PatternBack struct {
		Table   string
		Pattern lab.Pattern
		At      int
	}
	// DesignBack puts a design back that was removed.
	DesignBack struct {
		Table  string
		Design lab.Design
		At     int
	}
	Stopped   struct{}
	Again     struct{}
	KeepNamed struct{ Name string }
)

// Simulated asks the simulator to play the keys of a design and what the patterns ask for.
type Simulated struct {
	Spec   lab.Spec
	Report *lab.Report // of the shape of Spec, nil while nothing was measured
	Design int         // of Spec
}

// Document is the name of the document that holds the comparison of a table, whose name may take 63 of 64 characters.
func Document(table string) string { return "~" + strings.ToLower(table) }

func (cmd ReadSpec) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := out.Document(ctx, Document(cmd.Table))
	if err != nil {
		reply = &wire.DocumentReply{}
	}
	return SpecRead{Table: cmd.Table, Text: reply.Text, Err: err}
}

func (cmd KeepSpec) Document() (name, text string) { return Document(cmd.Table), cmd.Text }

func (cmd SuggestSpec) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.LabSuggest, cmd.Req, nil)
	if err != nil {
		reply = &wire.LabSuggestReply{}
	}
	return SpecRead{Table: cmd.Req.Table, Text: reply.Spec, Suggested: true, Err: err}
}

func (Measure) Slot() page.Slot    { return measureSlot }
func (Leave) Slot() page.Slot      { return measureSlot }
func (KeepDesign) Slot() page.Slot { return keepSlot }

func (cmd Measure) Run(ctx context.Context, out page.Outside) page.Msg {
	time.Sleep(cmd.Pause)
	if ctx.Err() != nil {
		return nil
	}
	report, err := wire.Call(ctx, out.Client, wire.Lab, cmd.Req, func(p wire.Progress) {
		if ctx.Err() == nil {
			out.Tell(Measuring{cmd.Req, p})
		}
	})
	return page.UnlessStopped(ctx, Measured{cmd.Req, report, err})
}

func (Leave) Run(ctx context.Context, out page.Outside) page.Msg {
	_ = wire.Do(context.WithoutCancel(ctx), out.Client, wire.LeaveLab, wire.Done{}) // a worker that is gone keeps nothing
	return nil
}

func (cmd KeepDesign) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.LabKeep, cmd.Req, func(p wire.Progress) { out.Tell(DesignKeeping{p}) })
	return DesignKept{reply, err}
}
