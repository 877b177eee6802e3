package worker

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
)

// FailureOf turns an error into what crosses to the page. An error that has no name in the Table protocol is an
// ProgramError whose detail says what it was.
func FailureOf(err error) *wire.Failure {
	if f, ok := errors.AsType[*wire.Failure](err); ok {
		return f
	}
	if e, ok := errors.AsType[*engine.UnknownOutcome](err); ok {
		return &wire.Failure{
			Code:    wire.OutcomeUnknown,
			Message: "No answer came, so it is not known whether this was done. Check before you repeat it.",
			Detail:  e.Err.Error(),
		}
	}
	if e, ok := errors.AsType[*engine.Error](err); ok {
		return &wire.Failure{Code: string(e.Code), Message: e.Message, Detail: e.Detail, Field: e.Field, Syntax: e.Syntax}
	}
	if e, ok := errors.AsType[*filterlang.SyntaxError](err); ok {
		return &wire.Failure{Code: e.Code, Message: e.Message, Detail: e.Detail, Field: "Filter", Syntax: e}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return wire.Stopped()
	}
	return wire.Mistake(err)
}

// Sentence is what a person reads of an error.
func Sentence(err error) string {
	if e, ok := errors.AsType[*engine.Error](err); ok {
		if e.Detail != "" {
			return e.Detail
		}
		return e.Message
	}
	if f, ok := errors.AsType[*wire.Failure](err); ok {
		return strings.TrimSpace(f.Message + " " + f.Detail)
	}
	if e, ok := errors.AsType[*interchange.FileError](err); ok && e.Truncated && !e.Whole {
		return "The file ends in the middle: " + e.Error()
	}
	return err.Error()
}

// crashing ends in a panic, as a mistake in a handler would: it is how the sheet that tells of one is tested. Only the page's own
// program can send it.
var crashing = wire.Write[wire.Done, wire.Done]("panic")

func (j *Job) panic(wire.Done) (wire.Done, error) { panic("a test") }

// crashed is the failure of a request whose handler panicked. Its report names functions and lines; what the panic said is in
// it only when the runtime said it, because anything else may hold data.
func crashed(r any, stack []byte) *wire.Failure {
	what := fmt.Sprintf("panic of type %T", r)
	if err, ok := r.(runtime.Error); ok {
		what = "panic: " + err.Error()
	}
	report := what + "\n" + frames(string(stack))
	return &wire.Failure{Code: string(engine.ProgramError), Message: "Rangefinder could not do this because of a mistake in its own program. What is saved is safe.", Crash: report}
}

// frames are the functions and lines of a stack as the runtime prints it, without arguments and folders.
func frames(stack string) string {
	var b strings.Builder
	for _, line := range strings.Split(stack, "\n") {
		if place, ok := strings.CutPrefix(line, "\t"); ok {
			place, _, _ = strings.Cut(place, " +0x")
			b.WriteString("  " + path.Base(place) + "\n")
		} else if i := strings.LastIndexByte(line, '('); i > 0 && !strings.HasPrefix(line, "goroutine ") {
			b.WriteString(line[:i] + "\n")
		}
	}
	return b.String()
}
