package wire

import (
	"errors"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// Failure is an error as it crosses: the service's code and message, and what to do.
type Failure struct {
	Code    string
	Message string
	Detail  string                  `json:",omitempty"`
	Field   string                  `json:",omitempty"` // the property or form field it is about
	Syntax  *filterlang.SyntaxError `json:",omitempty"`
	Crash   string                  `json:",omitempty"` // the handler panicked: a report, without data

	RequestID string `json:",omitempty"` // x-ms-request-id of the answer, where a service gave one
}

func (f *Failure) Error() string { return f.Code + ": " + f.Message }

// Codes of a Failure that are not the service's.
const (
	Canceled   = "Canceled"   // the person stopped it; nothing was changed
	WorkerLost = "WorkerLost" // the worker is gone; every later request answers the same
	Refused    = "Refused"    // the page or the browser said no; the message says why

	OutcomeUnknown = "OutcomeUnknown" // of a write that was under way when the tab that held the tables closed
)

// Mistake is the Failure of what this program should never meet; err says what that was.
func Mistake(err error) *Failure {
	e := engine.Errorf(engine.ProgramError, "%s. Try again. If it stays like that, reload the page: what is saved is safe.", strings.TrimRight(err.Error(), "."))
	return &Failure{Code: string(e.Code), Message: e.Message, Detail: e.Detail}
}

// Stopped is the Failure of a call that was cancelled.
func Stopped() *Failure { return &Failure{Code: Canceled, Message: "Stopped."} }

// Invalid is an InvalidInput about a field of the request.
func Invalid(field, detail string) *Failure {
	return &Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: detail, Field: field}
}

// FailureOf returns err as a Failure, nil for nil. An error that never crossed is a refusal of the page or the browser.
func FailureOf(err error) *Failure {
	if err == nil {
		return nil
	}
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	return &Failure{Code: Refused, Message: err.Error()}
}
