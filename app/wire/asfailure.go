package wire

import (
	"errors"
)

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
