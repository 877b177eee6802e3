package page

import (
	"errors"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang"
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

// Refusal says what is wrong with a filter and what could stand there.
func Refusal(e *filterlang.SyntaxError) string {
	text := e.Detail
	if text == "" {
		text = e.Message
	}
	if len(e.Expected) > 0 && !strings.Contains(text, "xpected") && !strings.HasSuffix(text, "comes next.") {
		text += " Expected " + filterlang.OneOf(e.Expected) + "."
	}
	return strings.ReplaceAll(text, "`", "")
}
