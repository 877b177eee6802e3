package files

import (
	"rangefinder/app/wire"
	"rangefinder/app/worker"
)

// Handlers are the handlers of this package.
func Handlers() []worker.Handler {
	return []worker.Handler{
		worker.Answer(wire.Inspect, inspect),
		worker.Answer(wire.Preview, showBefore),
		worker.Answer(wire.Import, importFile),
		worker.Answer(wire.ImportReport, importReport),
		worker.Answer(wire.Adopt, adopt),
		worker.Answer(wire.Losses, losses),
		worker.Answer(wire.Export, export),
		worker.Answer(wire.CopyRows, copyRows),
		worker.Answer(wire.Bundle, bundle),
	}
}
