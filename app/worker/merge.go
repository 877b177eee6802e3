package worker

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"rangefinder/app/wire"
	"rangefinder/app/worker/accounts"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// mergeWidth is how many queries of an account are on their way at a time: more than a browser sends to one host over HTTP/1.1.
const mergeWidth = 8

// share is what one of several queries found.
type share struct {
	entities []engine.Entity
	stats    wire.RunStats
	pages    []wire.LivePage
	requests int
	atLeast  bool
	done     bool // to its end
	err      error
}

// runMerged asks the parallel queries of a plan and keeps their entities, merged in key order, as one result. When the person stops
// it, the entities up to the first query that had not ended are the result.
func (j *Job) runMerged(req wire.QueryRequest) (*wire.RunReply, error) {
	plan, err := j.PlanOf(req)
	if err != nil {
		return nil, err
	}
	filters := plan.Parallel()
	if len(filters) == 0 {
		return nil, wire.Invalid("Merge", "there are no queries that together read less than this one")
	}
	number, begun := j.NewNumber(), j.Now()
	single := wire.Unknown
	var shares []share
	var from *engine.Snapshot
	if req.Source == "" {
		j.tellChanges()
		if from, err = j.DB().Snapshot(req.Table); err != nil {
			return nil, err
		}
		single = from.Count(plan.Range).Entities
		shares, err = j.sharesHere(from, req, filters)
	} else {
		shares, err = j.sharesLive(req, filters)
	}
	if err != nil {
		return nil, err
	}
	reply := &wire.RunReply{Result: number, Plan: wire.PlanSummary{Class: plan.IdealClass}, Merged: &wire.Merged{Queries: len(filters), Single: single}}
	found, live := merge(shares, reply)
	reply.Stats.Micros = j.Now().Sub(begun).Microseconds()
	rows := accounts.Rows{Seen: &accounts.Tally{}}.With(&engine.Page{Entities: found})
	rows.Seen.Add(found)
	var r *Result
	var census filterlang.Census
	if from != nil {
		reply.Stats.Partitions = from.CountAll(plan.Ideal).Partitions
		r, census = newResult(rows, from), *j.explained.of(from)
		r.Table = from.Table()
	} else {
		reply.Live = live
		r, census = newResult(rows, rows), rows.Census()
		r.Table, r.Source = req.Table, req.Source
	}
	r.number, r.Selects = number, len(req.Select) > 0
	r.Columns = r.columnsOf(req.Select, &census)
	r.band(j)
	if r.Selects {
		reply.Stats.Bytes = r.selectedBytes(req.Select)
	}
	j.keep(r, req.Keep)
	reply.Lines, reply.Pages, reply.Columns = r.pages.lines(), r.pages.count, r.Columns
	return reply, nil
}

// merge puts entities of queries whose key ranges are apart one after the other, those of the first that did not end the last, and adds
// up what the queries did. A service that keeps another order has them sorted here.
func merge(shares []share, reply *wire.RunReply) ([]engine.Entity, *wire.LiveRun) {
	var all []engine.Entity
	live := &wire.LiveRun{Pages: []wire.LivePage{}}
	cut := false
	for i := range shares {
		s := &shares[i]
		reply.Stats.Examined += s.stats.Examined
		reply.Stats.Partitions += s.stats.Partitions
		reply.Stats.Mismatched += s.stats.Mismatched
		reply.Stats.RoundTrips += s.stats.RoundTrips
		live.Pages = append(live.Pages, s.pages...)
		live.Requests += s.requests
		live.AtLeast = live.AtLeast || s.atLeast
		if !cut {
			all = append(all, s.entities...)
			reply.Stats.Bytes += s.stats.Bytes
		}
		cut = cut || !s.done
	}
	live.Pages = live.Pages[max(0, len(live.Pages)-wire.LivePages):]
	byKey := func(a, b engine.Entity) int {
		return cmp.Or(edm.CompareString(a.PartitionKey(), b.PartitionKey()), edm.CompareString(a.RowKey(), b.RowKey()))
	}
	if !slices.IsSortedFunc(all, byKey) {
		slices.SortStableFunc(all, byKey)
	}
	all = slices.CompactFunc(all, func(a, b engine.Entity) bool { return byKey(a, b) == 0 })
	reply.Stats.Returned, reply.Canceled = len(all), cut
	return all, live
}

// sharesHere asks a table of this browser, one query after the other: there is one thread.
func (j *Job) sharesHere(from *engine.Snapshot, req wire.QueryRequest, filters []filterlang.Expr) ([]share, error) {
	shares := make([]share, len(filters))
	examined, returned := 0, 0
	for i, f := range filters {
		found, err := from.Run(j.Ctx, engine.Query{Filter: f.String(), Select: req.Select, Top: req.Top}, engine.RunOptions{
			Yield: func() error { return j.Pause(examined, 0, returned) },
		})
		if err != nil && (found == nil || j.Ctx.Err() == nil) {
			return nil, err
		}
		s := found.Stats
		examined, returned = examined+s.Examined, returned+s.Returned
		shares[i] = share{entities: found.Window(0, found.Len()), done: err == nil, stats: statsOf(s)}
		if err != nil {
			break
		}
	}
	return shares, nil
}

// sharesLive asks an account, several queries at a time. The first that fails ends all.
func (j *Job) sharesLive(req wire.QueryRequest, filters []filterlang.Expr) ([]share, error) {
	ctx, stop := context.WithCancel(j.Ctx)
	defer stop()
	clients := make([]*Account, min(len(filters), mergeWidth))
	var mu sync.Mutex // what is told of requests, and the sums
	for i := range clients {
		a, err := j.Account(req.Source)
		if err != nil {
			return nil, err
		}
		observe, waiting := a.retrier.Observe, a.retrier.Waiting
		a.retrier.Observe = func(x tablerest.Exchange) { mu.Lock(); defer mu.Unlock(); observe(x) }
		a.retrier.Waiting = func(p tablerest.Pause) { mu.Lock(); defer mu.Unlock(); waiting(p) }
		clients[i] = a
	}
	shares := make([]share, len(filters))
	var sum wire.Progress
	next := 0
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1
	}
	var reading sync.WaitGroup
	for _, a := range clients {
		reading.Go(func() {
			for i := take(); i < len(filters) && ctx.Err() == nil; i = take() {
				s := &shares[i]
				j.share(ctx, a, req, filters[i].String(), s, func(p *engine.Page) bool {
					mu.Lock()
					defer mu.Unlock()
					sum.Done, sum.Found, sum.Pages = sum.Done+p.Stats.Examined, sum.Found+len(p.Entities), sum.Pages+1
					j.Tell(j.Now(), sum)
					return sum.Found < maxLiveRows
				})
				if s.err != nil {
					stop()
				}
			}
		})
	}
	reading.Wait()
	if j.Ctx.Err() != nil {
		return shares, nil // stopped by the person: what was read stays
	}
	for i := range shares {
		if err := shares[i].err; err != nil && err != context.Canceled {
			return nil, err
		}
	}
	return shares, nil
}

// share reads one of several queries to its end.
func (j *Job) share(ctx context.Context, a *Account, req wire.QueryRequest, filter string, s *share, told func(*engine.Page) bool) {
	before := a.requests
	defer func() { s.requests = a.requests - before }()
	var from engine.Token
	for {
		at := j.Now()
		a.id = ""
		page, err := a.Query(ctx, req.Table, engine.Query{Filter: filter, Select: req.Select, Top: req.Top, From: from})
		if err != nil {
			if s.err = Answered(ctx, err); ctx.Err() == nil {
				f := FailureOf(s.err)
				f.RequestID = a.id
				s.err = f
			} else {
				s.err = context.Canceled // another query failed, or the person stopped all
			}
			return
		}
		examined, partitions := page.Stats.Examined, page.Stats.Partitions
		if !a.told {
			examined, partitions, s.atLeast = len(page.Entities), distinctPartitions(page.Entities), true
		}
		if from.Valid && partitions > 0 { // a page may begin in the partition that the one before ended in
			if n := len(s.entities); n > 0 && s.entities[n-1].PartitionKey() == from.PartitionKey {
				partitions--
			}
		}
		s.entities = append(s.entities, page.Entities...)
		s.stats.Examined += examined
		s.stats.Partitions += partitions
		s.stats.Bytes += page.Stats.Bytes
		s.stats.RoundTrips++
		s.pages = append(s.pages, wire.LivePage{Entities: len(page.Entities), Micros: j.Now().Sub(at).Microseconds(), Attempts: a.attempts, RequestID: a.id})
		if !told(page) {
			s.err = &wire.Failure{Code: wire.TooMuch, Message: "This browser keeps no more of one result. Narrow the filter, or pull the table to have all of it here."}
			return
		}
		if !page.Next.Valid {
			s.done = true
			return
		}
		from = page.Next
	}
}
