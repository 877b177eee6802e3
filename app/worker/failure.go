package worker

import (
	"context"
	"errors"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// failureOf turns an error into what crosses to the page. An error that has no name in the Table protocol is an
// InternalError whose detail says what it was.
func failureOf(err error) *Failure {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	if e, ok := errors.AsType[*engine.UnknownOutcome](err); ok {
		return &Failure{
			Code:    OutcomeUnknown,
			Message: "No answer told whether this was done. It may or may not have happened; look before you do it again.",
			Detail:  e.Err.Error(),
		}
	}
	if e, ok := errors.AsType[*engine.Error](err); ok {
		return &Failure{Code: string(e.Code), Message: e.Message, Detail: e.Detail, Field: e.Field, Syntax: e.Syntax}
	}
	if e, ok := errors.AsType[*filterlang.SyntaxError](err); ok {
		return &Failure{Code: e.Code, Message: e.Message, Detail: e.Detail, Field: "Filter", Syntax: e}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return canceled()
	}
	return &Failure{Code: string(engine.InternalError), Message: "Server encountered an internal error. Please try again after some time.", Detail: err.Error()}
}

// invalid is an InvalidInput about a field of the request.
func invalid(field, detail string) *Failure {
	return &Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: detail, Field: field}
}
