package state

import (
	"slices"

	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Mergeable reports whether several queries together read less than the one, so that they can be run and merged; see
// filterlang.Plan.Parallel.
func Mergeable(p *filterlang.Plan) bool {
	return p != nil && p.Profile != filterlang.Cosmos && p.MultiRange && !p.FilterIsFalse && !p.IdealGaveUp && len(p.Ideal) > 1 &&
		!slices.ContainsFunc(p.Ideal, func(r filterlang.KeyRange) bool { return !r.Contiguous() || r.Class() == filterlang.FullScan })
}

// runMerged runs the parallel queries of the plan on screen to their ends.
func runMerged(m Model) (Model, []Cmd) {
	if m.Query.Table == "" || m.Hides() || !Mergeable(m.Plan.Plan) {
		return m, nil
	}
	if cmds := unrunnable(m); cmds != nil {
		return m, cmds
	}
	m, told := rested(m, true)
	m = unasked(m)
	req := request(m)
	req.Merge = true
	r := Result{Source: req.Source, Table: req.Table, Filter: m.Query.Filter, Running: true, Line: -1}
	if m.Grid.Result.Source == req.Source && m.Grid.Result.Table == req.Table {
		r.Reply = m.Grid.Result.Reply
	}
	m = m.withResult(&r)
	m.Draft = false
	return m, append(told, Run{req}, Reveal{ID: "result"}, SetAddress{Fragment: routeOf(m).Fragment(), Push: false})
}

// MergedText says what queries that were merged did, beside what the one query does.
func MergedText(r *wire.RunReply) string {
	text := words.Number(r.Merged.Queries) + " queries merged, " + words.Count(r.Stats.RoundTrips, "request", "requests")
	if r.Merged.Single == wire.Unknown {
		return text
	}
	return text + "; the one query examines " + words.Number(r.Merged.Single)
}
