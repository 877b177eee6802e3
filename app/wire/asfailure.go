package wire

import (
	"errors"
)

// FailureOf returns err as a Failure, nil for nil.
func FailureOf(err error) *Failure {
	if err == nil {
		return nil
	}
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	return &Failure{Code: "InternalError", Message: err.Error()}
}
