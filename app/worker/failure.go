package worker

import (
	"context"
	"errors"
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
			Message: "No answer told whether this was done. It may or may not have happened; look before you do it again.",
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
