package bulk

import (
	"rangefinder/app/wire"
	"rangefinder/app/worker"
)

// Handlers are the handlers of this package.
func Handlers() []worker.Handler {
	return []worker.Handler{
		worker.Answer(wire.Many, changeMany),
		worker.Answer(wire.Remove, removeMany),
	}
}
