package page

import (
	"context"

	"rangefinder/app/wire"
)

// Msg is something that happened, as data.
type Msg any

// Cmd is I/O as data: only the store has it carried out. A Runner carries itself out. The store itself sees to Stop and to
// Documents. Any other command is an effect on the page, for the store's Screen.
type Cmd any

// Runner is a command that carries itself out beside the page: it asks the worker, or waits.
type Runner interface {
	// Run carries the command out and returns the message that tells what came of it, nil for none. Messages before that one, such as
	// progress, go to out.Tell.
	//
	// It has a goroutine of its own. The store has entered the room of the new model before it starts that, and gives it a chance to run
	// before the model is drawn. Goroutines run in any order, so what two commands must do in order is not for Run.
	Run(ctx context.Context, out Outside) Msg
}

// Slotted is a Runner of which one runs at a time: a newer one with the same slot cancels the context of the older. The slot is taken
// at once, so of the commands of a message the last keeps it.
type Slotted interface {
	Runner
	Slot() Slot
}

// Slot names what goes on at most once at a time.
type Slot string

// Stop cancels what runs in a slot.
type Stop struct{ Slot Slot }

// Document is a command that keeps a text of the workspace under a name. It is no Runner: the texts of a document are written in
// the order of their commands.
type Document interface {
	Document() (name, text string)
}

// Outside is what a Runner reaches.
type Outside struct {
	Client wire.Caller
	// Tell has a message sent after all that were told before. It does not wait.
	Tell func(Msg)
	// TellNewest is Tell, unless a newer command has taken the slot when the message is about to be sent.
	TellNewest func(Msg)
	// Unwritten is the text of a document that the worker has not taken in yet; false when there is none.
	Unwritten func(name string) (text string, ok bool)
	// AtRest waits until all of the program is here: what nobody asked for must not have the worker wait for it. false when it was
	// cancelled meanwhile.
	AtRest func(ctx context.Context) bool
}

// Document reads a document: the text that was kept last, also while the worker does not have it yet.
func (out Outside) Document(ctx context.Context, name string) (*wire.DocumentReply, error) {
	if text, ok := out.Unwritten(name); ok {
		return &wire.DocumentReply{Text: text}, nil
	}
	return wire.Call(ctx, out.Client, wire.Document, wire.DocumentRequest{Name: name}, nil)
}

// UnlessStopped is the message, nil once the command was cancelled: nobody waits for what it would tell.
func UnlessStopped(ctx context.Context, msg Msg) Msg {
	if ctx.Err() != nil {
		return nil
	}
	return msg
}
