package bulk

import (
	"sync"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// foundInAccount is what was found of an account to be deleted or changed, the newest only of each.
type foundInAccount struct {
	mu            sync.Mutex
	number        int
	source, table string
	list          []engine.Entity // keys and ETags, or whole
	micros        int64           // of a request, on average
	reply         wire.RemoveReply
	writes        *accountWrites // of what is done with them; nil before
	sending       bool
	left          bool    // by who asked: it is forgotten when it is not being sent
	on            reading // where what was not read begins
}

// reading is how far a search is. It outlives what was found, which is written once.
type reading struct {
	number int // of what was found
	filter string
	next   engine.Token // not valid: all was read
}

// toRemoveThere and toChangeThere are the two.
type (
	toRemoveThere struct{ foundInAccount }
	toChangeThere struct{ foundInAccount }
)

// pages reads what a query returns of an account, page by page to the end, at most limit entities and maxBytes. When it is stopped, or
// fails after the first page, it returns what was read until then, and reply is Partial; next is where the rest begins.
func readAll(j *worker.Job, source, table string, q engine.Query, limit int, maxBytes int64) (list []engine.Entity, reply *wire.RemoveReply, next engine.Token, perRequest int64, err error) {
	a, err := j.Account(source)
	if err != nil {
		return nil, nil, next, 0, err
	}
	plan, err := j.PlanOf(wire.QueryRequest{Filter: q.Filter})
	if err != nil {
		return nil, nil, next, 0, err
	}
	reply = &wire.RemoveReply{Class: plan.Class}
	begun := j.Now()
	for more := true; more; {
		page, err := a.Query(j.Ctx, table, q)
		if reply.Reads = a.Sent(); err != nil {
			if j.Ctx.Err() == nil {
				err = worker.Answered(j.Ctx, err)
				if len(list) == 0 {
					return nil, nil, next, 0, err
				}
				reply.Failed = worker.FailureOf(err)
			}
			reply.Partial = true
			break
		}
		for i := range page.Entities {
			reply.Bytes += int64(page.Entities[i].Size())
		}
		list = append(list, page.Entities...)
		reply.Charge += a.Charge()
		q.From, more = page.Next, page.Next.Valid
		if more && (len(list) >= limit || reply.Bytes >= maxBytes) {
			reply.Partial = true
			break
		}
		j.Tell(j.Now(), wire.Progress{Done: len(list), Found: len(list), Requests: reply.Reads, Charge: reply.Charge})
	}
	return list, reply, q.From, j.Now().Sub(begun).Microseconds() / int64(max(1, reply.Reads)), nil
}

// keepFound keeps what was found in the place of what was before, unless that is being written.
func (f *foundInAccount) keepFound(number int, source, table string, list []engine.Entity, reply *wire.RemoveReply, micros int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sending {
		return underWay()
	}
	f.number, f.source, f.table, f.list, f.reply, f.micros, f.writes = number, source, table, list, *reply, micros, nil
	return nil
}

func notKnown() error {
	return &wire.Failure{Code: string(engine.InvalidInput), Message: "The list of found entities is gone. Find them again; nothing was written."}
}

func underWay() error {
	return &wire.Failure{Code: string(engine.InvalidInput), Message: "The entities found before are still being written. Wait for the end, or press Stop."}
}

// findToRemove reads the keys of what a filter returns, or of all of a table of an account. Stopped, what was found can be deleted.
func findToRemove(j *worker.Job, req wire.RemoveRequest) (*wire.RemoveReply, error) {
	q := engine.Query{Filter: req.Filter, Select: []string{filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp}}
	if req.All {
		q.Filter = ""
	}
	list, reply, _, micros, err := readAll(j, req.Source, req.Table, q, wire.MaxRemoveFound, worker.MaxLiveBytes)
	if err != nil {
		return nil, err
	}
	// When it was stopped, what was found is counted all the same.
	if err := countGroups(j, reply, list); err != nil {
		return nil, err
	}
	reply.Bytes, reply.Micros = 0, j.Micros()
	reply.Found = j.NewNumber()
	reply.Plan = &wire.Writing{Requests: reply.Groups, AtOnce: worker.AtOnce, RoundTrip: micros}
	return reply, worker.Own[toRemoveThere](j).keepFound(reply.Found, req.Source, req.Table, list, reply, micros)
}

// begin returns the writes of what was found under a number, for one run; make makes them of what was found, the first time. Release
// lets another run go on with what is left.
func (f *foundInAccount) begin(number int, source, table string, make func() *accountWrites) (w *accountWrites, release func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if number == 0 || f.number != number || f.source != source || f.table != table {
		return nil, nil, notKnown()
	}
	if f.sending {
		return nil, nil, underWay()
	}
	if f.writes == nil {
		f.writes = make()
	}
	w, f.sending = f.writes, true
	return w, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		switch f.sending = false; {
		case f.left:
			f.number, f.list, f.writes, f.on, f.left = 0, nil, nil, reading{}, false
		case f.writes == w && w.count(toDo) == 0: // it is done once
			f.number, f.list, f.writes = 0, nil, nil
		}
	}, nil
}

// removeThere deletes what was found in an account, or what a run before left of it.
func removeThere(j *worker.Job, req wire.RemoveRequest) (*wire.RemoveReply, error) {
	a, err := j.ManyAt(req.Source, "")
	if err != nil {
		return nil, err
	}
	f := &worker.Own[toRemoveThere](j).foundInAccount
	w, release, err := f.begin(req.Found, req.Source, req.Table, func() *accountWrites { return deletions(req.Table, f.list, true) })
	if err != nil {
		return nil, err
	}
	defer release()
	return ranDeletions(j, a, w, f.reply), nil
}

// deletions are those of entities, each if it is as it was read: whole, or partial.
func deletions(table string, list []engine.Entity, partial bool) *accountWrites {
	w := &accountWrites{table: table, bases: list, partial: partial, sizes: make([]int, len(list)), fates: make([]fate, len(list))}
	for i := range list {
		w.ops = append(w.ops, engine.Op{Kind: engine.Delete, PartitionKey: list[i].PartitionKey(), RowKey: list[i].RowKey(), IfMatch: list[i].ETag()})
	}
	return w
}

// ranDeletions sends what is left of deletions and tells what became of all of them.
func ranDeletions(j *worker.Job, a *worker.Account, w *accountWrites, reply wire.RemoveReply) *wire.RemoveReply {
	w.run(j, a)
	reply.Account = w.told()
	plan := w.plan(0)
	if reply.Plan != nil {
		plan.RoundTrip = reply.Plan.RoundTrip
	}
	reply.Plan, reply.Failed = &plan, reply.Account.Failed
	reply.Removed, reply.Changed = w.count(done), w.count(quicker)
	reply.Stopped, reply.Micros = reply.Account.Left > 0, j.Micros()
	return &reply
}

// told is what became of the operations.
func (w *accountWrites) told() *wire.Written {
	r := &wire.Written{Wrote: w.wrote, Changed: w.keys(quicker), Gone: w.keys(vanished), Met: w.changes(), Already: w.count(already), Left: w.count(toDo)}
	if w.failed != nil {
		r.Failed = worker.FailureOf(w.failed)
	}
	return r
}

// countGroups counts the partitions and the entity group transactions that deleting takes.
func countGroups(j *worker.Job, reply *wire.RemoveReply, list []engine.Entity) error {
	reply.Entities, reply.Groups = len(list), 0
	reply.Bytes = 0
	seen := map[string]int{}
	for i := range list {
		reply.Bytes += int64(list[i].Size())
		pk := list[i].PartitionKey()
		if seen[pk]%wire.MaxRemoveGroup == 0 {
			reply.Groups++
		}
		seen[pk]++
		if i%1024 == 1023 {
			if err := j.Pause(i, len(list), len(list)); err != nil && !reply.Partial {
				return err
			}
		}
	}
	reply.Partitions = len(seen)
	return nil
}

// removeLines deletes entities on lines of a result of an account. What is left of them when it is stopped can be gone on with.
func removeLines(j *worker.Job, req wire.RemoveRequest, list []engine.Entity, reply *wire.RemoveReply) (*wire.RemoveReply, error) {
	a, err := j.ManyAt(req.Source, "")
	if err != nil {
		return nil, err
	}
	r, err := j.Kept(req.Result)
	if err != nil {
		return nil, err
	}
	reply.Found = j.NewNumber()
	f := &worker.Own[toRemoveThere](j).foundInAccount
	if err := f.keepFound(reply.Found, req.Source, req.Table, list, reply, 0); err != nil {
		return nil, err
	}
	w, release, err := f.begin(reply.Found, req.Source, req.Table, func() *accountWrites { return deletions(req.Table, list, r.Selects) })
	if err != nil {
		return nil, err
	}
	defer release()
	return ranDeletions(j, a, w, *reply), nil
}
