package page

import (
	"errors"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

// WhatFailed says what did not happen and why. Of what may have happened it does not say that it did not.
func WhatFailed(what string, f *wire.Failure) string {
	if f.Code == wire.OutcomeUnknown {
		return f.Message
	}
	return what + ": " + f.Message
}

// Refused says the same, with what to do about it.
func Refused(what string, f *wire.Failure) string {
	text := WhatFailed(what, f)
	if f.Detail != "" {
		text += " " + f.Detail
	}
	return text
}

// Detail returns what the engine says to a person, "" for no error.
func Detail(err error) string {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Detail != "" {
		return e.Detail
	}
	return err.Error()
}
