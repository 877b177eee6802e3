package study

import (
	"rangefinder/app/wire"
	"rangefinder/app/worker"
)

// Handlers are the handlers of this package.
func Handlers() []worker.Handler {
	return []worker.Handler{
		worker.Answer(wire.Partitions, partitions),
		worker.Answer(wire.ExportPartitions, exportPartitions),
		worker.Answer(wire.Kinds, kinds),
		worker.Answer(wire.Nodes, nodes),
		worker.Answer(wire.Misses, misses),
		worker.Answer(wire.Values, values),
		worker.Answer(wire.CellFilters, cellFilters),
		worker.Answer(wire.Simulate, simulate),
		worker.Answer(wire.Lab, measure),
		worker.Answer(wire.LabSuggest, labSuggest),
		worker.Answer(wire.LabSearch, labSearch),
		worker.Answer(wire.LabKeep, labKeep),
		worker.Answer(wire.PlanDeploy, planDeploy),
		worker.Handle(wire.LeaveLab, labLeave),
		worker.Answer(wire.Count, count),
		worker.Answer(wire.Recount, recount),
		worker.Answer(wire.Move, move),
		worker.Answer(wire.Workload, readLogs),
		worker.Answer(wire.WorkloadPatterns, workloadPatterns),
	}
}
