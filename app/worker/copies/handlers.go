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

		worker.Answer(wire.PlanCopyTo, planCopyTo),
		worker.Answer(wire.CopyTo, runCopyTo),
		worker.Answer(wire.VerifyCopyTo, verifyCopyTo),
		worker.Answer(wire.CopyToConflict, copyToConflict),
		worker.Answer(wire.DecideCopyTo, decideCopyTo),
		worker.Handle(wire.LeaveCopyTo, leaveCopyTo),
	}
}
