package study

import (
	"slices"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// nodes counts each node of a filter over what is read, in one pass.
func nodes(j *worker.Job, req wire.NodesRequest) (*wire.NodesReply, error) {
	if req.Source != "" {
		return nil, worker.Uncounted()
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	plan, err := j.PlanOf(wire.QueryRequest{Filter: req.Filter, Profile: req.Profile})
	if err != nil {
		return nil, err
	}
	nodes := filterlang.Nodes(plan.Filter, wire.MaxNodes)
	off := make([]bool, len(nodes))
	for _, i := range req.Off {
		if i < 0 || i >= len(nodes) {
			return nil, wire.Invalid("Off", "the filter has no node of that number")
		}
		off[i] = true
	}
	isOff := func(i int) bool { return off[i] }
	if slices.Contains(off, true) {
		left := filterlang.Expr(nil)
		if !off[0] {
			left = filterlang.Keep(nodes, 0, isOff)
		}
		plan = req.Profile.Plan(left)
	}
	cost := s.Explain(plan).Service
	var at wire.Progress
	n, err := s.CountNodes(j.Ctx, nodes, isOff, engine.MatchOptions{
		Yield:    func() error { return j.Pause(at.Done, at.Total, at.Found) },
		Progress: func(examined, total, matched int) { at = wire.Progress{Done: examined, Total: total, Found: matched} },
	})
	if err != nil {
		return nil, err
	}
	return &wire.NodesReply{Entities: s.Len(), Class: cost.Class, Examined: cost.Examined, Partitions: cost.Partitions, Returned: n.Returned, Matches: n.Matches, Micros: j.Micros()}, nil
}
