package copies

import (
	"rangefinder/app/wire"
	"rangefinder/app/worker"
)

// Handlers are the handlers of this package.
func Handlers() []worker.Handler {
	return []worker.Handler{
		worker.Answer(wire.Pull, pull),
		worker.Answer(wire.Copies, listCopies),
		worker.Answer(wire.Compare, compare),
		worker.Answer(wire.Differences, differences),
		worker.Answer(wire.PushPlan, pushPlan),
		worker.Answer(wire.Push, push),
		worker.Answer(wire.Conflicts, listConflicts),
		worker.Answer(wire.Resolve, resolve),
		worker.Answer(wire.Revert, revert),
		worker.Handle(wire.Detach, detach),
	}
}
