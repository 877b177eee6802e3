// Package operations puts the handlers of all packages of the worker together, for whoever calls worker.Serve.
package operations

import (
	"slices"

	"rangefinder/app/worker"
	"rangefinder/app/worker/bulk"
	"rangefinder/app/worker/copies"
	"rangefinder/app/worker/files"
	"rangefinder/app/worker/lessons"
	"rangefinder/app/worker/study"
)

// Handlers answer all operations of package wire.
func Handlers() []worker.Handler {
	return slices.Concat(worker.Handlers(), bulk.Handlers(), copies.Handlers(), files.Handlers(), lessons.Handlers(), study.Handlers())
}
