package worker

import (
	"cmp"
	"sort"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// run reads all pages of a query and keeps the result for windows, in the place of those before that are not asked to stay. When
// the person stops it, what was found until then is the result.
func (j *Job) run(req wire.QueryRequest) (*wire.RunReply, error) {
	if req.Merge {
		return j.runMerged(req)
	}
	if req.Source != "" {
		return j.runLive(req)
	}
	j.tellChanges()
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	number := j.NewNumber()
	var at wire.Progress
	plan, err := j.PlanOf(req)
	if err != nil {
		return nil, err
	}
	found, err := s.Run(j.Ctx, engine.Query{Filter: req.Filter, Select: req.Select, Top: req.Top}, engine.RunOptions{
		Plan:     plan,
		Enough:   req.Limit,
		Yield:    func() error { return j.Pause(at.Done, at.Total, at.Found) },
		Progress: func(examined, total, matched int) { at = wire.Progress{Done: examined, Total: total, Found: matched} },
	})
	stopped := err != nil && found != nil && j.Ctx.Err() != nil
	if err != nil && !stopped {
		return nil, err
	}
	r := newResult(found, s)
	r.number, r.Table = number, s.Table()
	r.Columns = r.columnsOf(req.Select, j.explained.of(s))
	r.Selects = len(req.Select) > 0
	if found.Plan.Residual != nil {
		r.band(j)
	}
	stats := found.Stats
	if r.Selects {
		stats.Bytes = r.selectedBytes(req.Select)
	}
	j.keep(r, req.Keep)
	var sorted *wire.SortReply
	if req.Sort != nil {
		sorted, _ = j.orderOf(r, *req.Sort) // without it the page asks again
	}
	return &wire.RunReply{
		Limited:  req.Limit > 0 && !stopped && found.Page(found.Pages()-1).Next.Valid,
		Sorted:   sorted,
		Result:   number,
		Lines:    r.pages.lines(),
		Columns:  r.Columns,
		Pages:    r.pages.count,
		Plan:     wire.PlanSummary{Class: found.Plan.Class},
		Stats:    statsOf(stats),
		Canceled: stopped,
	}, nil
}

func statsOf(s engine.Stats) wire.RunStats {
	return wire.RunStats{
		Examined:   s.Examined,
		Returned:   s.Returned,
		Partitions: s.Partitions,
		Mismatched: s.Mismatched,
		Bytes:      s.Bytes,
		RoundTrips: s.RoundTrips,
		Micros:     s.Elapsed.Microseconds(),
	}
}

// placed adds to the reply of a run the line of an entity, nil for none. A result of this browser is in key order, so few of its entities
// are looked at; that of an account need not be.
func (j *Job) placed(reply *wire.RunReply, k *wire.Key) *wire.RunReply {
	if reply == nil || k == nil {
		return reply
	}
	reply.Shown = -1
	r, err := j.Kept(reply.Result)
	if err != nil {
		return reply
	}
	from := 0
	if r.Source == "" {
		from = sort.Search(r.Len(), func(i int) bool {
			e := r.At(i)
			return cmp.Or(edm.CompareString(e.PartitionKey(), k.PartitionKey), edm.CompareString(e.RowKey(), k.RowKey)) >= 0
		})
	}
	for i := from; i < r.Len() && (r.Source != "" || i == from); i++ {
		if e := r.At(i); e.RowKey() == k.RowKey && e.PartitionKey() == k.PartitionKey {
			begun := 1 + sort.Search(r.pages.count-1, func(page int) bool { return r.pages.first(page+1) > i })
			reply.Shown = i + begun - 1 // after the markers of the pages before it and of its own
			break
		}
	}
	return reply
}

// mostSized bounds the entities whose selected properties are measured when a query has run: some 20 ms of it.
const mostSized = 20_000

// selectedBytes is the size of what $select leaves of a result; wire.Unknown of one that is too large to be measured in passing.
func (r *Result) selectedBytes(names []string) int64 {
	if r.Len() > mostSized {
		return wire.Unknown
	}
	var n int64
	for i := range r.Len() {
		n += int64(r.At(i).SelectedSize(names))
	}
	return n
}
