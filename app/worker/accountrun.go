package worker

import (
	"slices"
	"sync"

	"rangefinder/app/wire"
	"rangefinder/app/worker/accounts"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

// liveQuery is how far a query of an account has been read. It is immutable but for reading.
type liveQuery struct {
	reading *sync.Mutex // held while somebody reads on
	req     wire.QueryRequest
	class   filterlang.Class
	stats   wire.RunStats
	facts   wire.LiveRun
	next    engine.Token
	begun   bool // a page was read
}

// Bounds of a result of an account, which is kept in memory. A page more may come.
const (
	maxLiveRows  = 1_000_000
	MaxLiveBytes = 1 << 30 // by the formula of section 1.3
)

// runLive reads a query of an account from its beginning.
func (j *Job) runLive(req wire.QueryRequest) (*wire.RunReply, error) {
	r := newResult(accounts.Rows{Seen: &accounts.Tally{}}, accounts.Rows{Seen: &accounts.Tally{}})
	r.number, r.Source, r.Table = j.NewNumber(), req.Source, req.Table
	r.Selects = len(req.Select) > 0
	r.query = &liveQuery{reading: &sync.Mutex{}, req: req, class: req.Profile.Plan(nil).Class}
	if plan, err := j.PlanOf(req); err == nil { // else the service understands more than this program, or refuses it
		r.query.class = plan.Class
	}
	r.query.reading.Lock()
	defer r.query.reading.Unlock()
	return j.readOn(r, req.Pages)
}

// readOn reads pages of a query of an account, at most limit of them when that is not 0, and puts the result with them in the
// place of the one without. What was read when it is stopped or fails stays.
func (j *Job) readOn(r *Result, limit int) (*wire.RunReply, error) {
	q := *r.query
	a, err := j.Account(q.req.Source)
	if err != nil {
		return nil, err
	}
	rows := accounts.CopyOf(r.rows.(accounts.Rows))
	q.facts.Failed, q.facts.Pages = nil, slices.Clone(q.facts.Pages)
	stopped := false
	for read := 0; (!q.begun || q.next.Valid) && (limit <= 0 || read < limit); read++ {
		if rows.Len() >= maxLiveRows || q.stats.Bytes >= MaxLiveBytes {
			q.facts.Failed = &wire.Failure{Code: wire.TooMuch, Message: "This browser keeps no more of one result. Narrow the filter, or pull the table to have all of it here."}
			break
		}
		at := j.Now()
		a.id = ""
		page, err := a.Query(j.Ctx, q.req.Table, engine.Query{Filter: q.req.Filter, Select: q.req.Select, Top: q.req.Top, From: q.next})
		if stopped = err != nil && j.Ctx.Err() != nil; stopped {
			break
		}
		if err = Answered(j.Ctx, err); err != nil {
			f := FailureOf(err)
			f.RequestID = a.id
			if !q.begun {
				return nil, f
			}
			q.facts.Failed = f
			break
		}
		micros := j.Now().Sub(at).Microseconds()
		q.add(page, a, micros)
		rows = rows.With(page)
		found := &accounts.Tally{}
		found.Add(page.Entities)
		rows.Seen.Merge(found)
		if !r.Selects {
			known := j.live.tallyOf(q.req.Source, q.req.Table)
			known.Merge(found)
			known.Keep(page.Entities)
		}
		j.Tell(j.Now(), wire.Progress{Done: q.stats.Examined, Found: q.stats.Returned, Pages: rows.Pages()})
	}
	q.facts.Requests += a.requests
	q.facts.More = q.next.Valid || !q.begun
	q.facts.Continue = wire.PageMarker{}
	if q.next.Valid {
		q.facts.Continue = *markerFor(rows.Pages()+1, 0, q.next)
	}
	next := newResult(rows, rows)
	next.number, next.Source, next.Table, next.Selects, next.query = r.number, r.Source, r.Table, r.Selects, &q
	next.orders = r.orders
	next.orders.mu.Lock()
	next.orders.found = nil // there is more to look at
	next.orders.mu.Unlock()
	census := rows.Census()
	next.Columns = next.columnsOf(q.req.Select, &census)
	next.band(j)
	if !r.query.begun {
		j.keep(next, q.req.Keep)
	} else if !j.succeed(r, next) {
		return nil, gone(r.number)
	}
	return &wire.RunReply{
		Result:   next.number,
		Lines:    next.pages.lines(),
		Columns:  next.Columns,
		Pages:    next.pages.count,
		Plan:     wire.PlanSummary{Class: q.class},
		Stats:    q.stats,
		Canceled: stopped,
		Live:     &q.facts,
	}, nil
}

// add counts a page.
func (q *liveQuery) add(page *engine.Page, a *Account, micros int64) {
	examined, partitions := page.Stats.Examined, page.Stats.Partitions
	if !a.told {
		examined, partitions = len(page.Entities), distinctPartitions(page.Entities)
		q.facts.AtLeast = true
	}
	if q.req.Profile == filterlang.Cosmos { // a partition may come again on any page
		partitions = 0
	}
	if q.begun && partitions > 0 && q.stats.Partitions > 0 {
		// A page may begin in the partition that the one before ended in. Whether that one read of it is certain only when its
		// last entity lies there; else the number is a lower bound.
		partitions--
	}
	q.stats.Examined += examined
	q.stats.Partitions += partitions
	q.stats.Returned += len(page.Entities)
	q.stats.Bytes += page.Stats.Bytes
	q.stats.RoundTrips++
	q.stats.Micros += micros
	q.facts.Pages = append(q.facts.Pages, wire.LivePage{Entities: len(page.Entities), Micros: micros, Attempts: a.attempts, RequestID: a.id, Charge: a.charge})
	q.facts.Charge += a.charge
	if n := len(q.facts.Pages); n > wire.LivePages {
		q.facts.Pages = slices.Delete(q.facts.Pages, 0, n-wire.LivePages)
	}
	q.next, q.begun = page.Next, true
}

// distinctPartitions counts the partitions of entities in any order.
func distinctPartitions(entities []engine.Entity) int {
	seen := map[string]bool{}
	for i := range entities {
		seen[entities[i].PartitionKey()] = true
	}
	return len(seen)
}

// markerFor describes the page of that number and the continuation token that leads to it, in the words of the service.
func markerFor(number, entities int, at engine.Token) *wire.PageMarker {
	return &wire.PageMarker{
		Page:         number,
		Entities:     entities,
		PartitionKey: tablerest.TokenText(at.PartitionKey),
		RowKey:       tablerest.TokenText(at.RowKey),
		HasRow:       at.HasRow,
	}
}

// succeed puts a result in the place of the one that it goes on from. It fails when that is not there any more: another run has
// taken the place, or the table was deleted.
func (j *Job) succeed(r, next *Result) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	i := slices.Index(j.results, r)
	if i < 0 {
		return false
	}
	next.asked = r.asked
	j.results[i] = next
	return true
}
