package bulk

import (
	"context"
	"errors"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
)

// remove deletes many entities, in entity group transactions as the service would, each only if it is as it was read; or only
// counts. What was deleted when it is stopped stays deleted, and can be taken back.
func removeMany(j *worker.Job, req wire.RemoveRequest) (*wire.RemoveReply, error) {
	if req.Source != "" && req.Result == 0 && !req.Dry {
		return removeThere(j, req)
	}
	list, reply, err := toRemove(j, req)
	if err != nil || req.Dry {
		return reply, err
	}
	if req.Source != "" {
		return removeLines(j, req, list, reply)
	}
	before := j.DB().Image()
	if req.All {
		err = empty(j, req.Table, reply)
	}
	if tracked, _ := j.DB().Tracking(req.Table); !req.All || tracked != nil {
		list = removeGroups(j, j.DB(), req.Table, list, reply)
	}
	if err != nil {
		return nil, err
	}
	reply.Micros = j.Micros()
	if reply.Removed == 0 {
		return reply, nil
	}
	after, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	back := removed{before: before, table: req.Table, list: list, seq: after.Seq()}
	reply.Undo = j.Undoable(back.back)
	return reply, nil
}

// toRemove finds and counts what a request is about.
func toRemove(j *worker.Job, req wire.RemoveRequest) ([]engine.Entity, *wire.RemoveReply, error) {
	reply := &wire.RemoveReply{}
	var list []engine.Entity
	switch {
	case req.Result != 0:
		r, err := j.Kept(req.Result)
		if err != nil {
			return nil, nil, err
		}
		if r.Source != req.Source || r.Table != req.Table {
			return nil, nil, wire.Invalid("Result", "the result is of another table")
		}
		if r.Selects && req.Source != "" && !j.HasKeys(req.Result) {
			return nil, nil, &wire.Failure{Code: string(engine.InvalidInput), Message: "These entities came without their keys, which $select left out. Run the query without $select, or with PartitionKey and RowKey in it."}
		}
		l, err := r.LinesIn(req.Order)
		if err != nil {
			return nil, nil, err
		}
		for line := max(req.First, 0); line <= req.Last && line < l.Len(); line++ {
			if i, marker := l.At(line); !marker {
				list = append(list, r.At(i))
			}
			if err := j.Pause(line-req.First+1, req.Last-req.First+1, len(list)); err != nil {
				return nil, nil, err
			}
		}
	case req.Source != "" && req.Dry:
		reply, err := findToRemove(j, req)
		return nil, reply, err
	default:
		filter := req.Filter
		if req.All {
			filter = ""
		}
		s, err := j.DB().Snapshot(req.Table)
		if err != nil {
			return nil, nil, err
		}
		var at wire.Progress
		found, err := s.Run(j.Ctx, engine.Query{Filter: filter}, engine.RunOptions{
			Yield:    func() error { return j.Pause(at.Done, at.Total, at.Found) },
			Progress: func(examined, total, matched int) { at = wire.Progress{Done: examined, Total: total, Found: matched} },
		})
		if err != nil {
			return nil, nil, err
		}
		reply.Examined, reply.Reads, reply.Class = found.Stats.Examined, found.Stats.RoundTrips, found.Plan.Class
		list = make([]engine.Entity, 0, found.Len())
		for from := 0; from < found.Len(); from += 512 {
			list = append(list, found.Window(from, 512)...)
			if err := j.Pause(min(from+512, found.Len()), found.Len(), len(list)); err != nil {
				return nil, nil, err
			}
		}
	}
	if err := countGroups(j, reply, list); err != nil {
		return nil, nil, err
	}
	return list, reply, nil
}

// empty takes everything out of a table in one commit, which no request of the service does. A copy of an account's table keeps
// book of each entity, so it is left to be emptied entity by entity.
func empty(j *worker.Job, table string, reply *wire.RemoveReply) error {
	if tracked, err := j.DB().Tracking(table); err != nil || tracked != nil {
		return err
	}
	s, err := j.DB().Snapshot(table)
	if err != nil {
		return err
	}
	bare := engine.Open(engine.Options{})
	if err := bare.CreateTable(j.Ctx, s.Table()); err != nil {
		return err
	}
	if err := j.DB().Replace(j.Ctx, j.DB().Image().With(bare.Image(), s.Table())); err != nil {
		return err
	}
	reply.Removed = s.Len()
	return nil
}

// batcher does entity group transactions and single writes.
type batcher interface {
	Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error)
	Apply(ctx context.Context, table string, op engine.Op) (engine.OpResult, error)
}

// removeGroups deletes entities partition by partition and returns those that it did.
func removeGroups(j *worker.Job, to batcher, table string, list []engine.Entity, reply *wire.RemoveReply) (gone []engine.Entity) {
	groups := map[string][]*engine.Entity{}
	var order []string
	done := 0
	flush := func(pk string) error {
		group := groups[pk]
		delete(groups, pk)
		ops := make([]engine.Op, len(group))
		for i, e := range group {
			ops[i] = engine.Op{Kind: engine.Delete, PartitionKey: pk, RowKey: e.RowKey(), IfMatch: e.ETag()}
		}
		_, err := to.Batch(j.Ctx, table, ops)
		if err == nil {
			for _, e := range group {
				gone = append(gone, *e)
			}
		} else if conflicts(err) { // one was changed: the others go by themselves
			for i, op := range ops {
				if _, err = to.Apply(j.Ctx, table, op); err == nil {
					gone = append(gone, *group[i])
				} else if conflicts(err) {
					reply.Changed++
				} else {
					return err
				}
			}
			err = nil
		}
		done += len(ops)
		reply.Removed = len(gone)
		if err != nil {
			return err
		}
		return j.Rest(wire.Progress{Done: done, Total: len(list), Found: reply.Removed, Conflicts: reply.Changed})
	}
	err := func() error {
		for i := range list {
			e := &list[i]
			pk := e.PartitionKey()
			if _, ok := groups[pk]; !ok {
				// Lines that are sorted for display mix the partitions; in key order one is open at a time.
				if order = append(order, pk); len(groups) >= maxOpenGroups {
					for _, open := range order {
						if len(groups[open]) > 0 {
							if err := flush(open); err != nil {
								return err
							}
						}
					}
					order = append(order[:0], pk)
				}
			}
			groups[pk] = append(groups[pk], e)
			if len(groups[pk]) == wire.MaxRemoveGroup {
				if err := flush(pk); err != nil {
					return err
				}
			}
		}
		for _, pk := range order {
			if len(groups[pk]) > 0 {
				if err := flush(pk); err != nil {
					return err
				}
			}
		}
		return nil
	}()
	reply.Removed = len(gone)
	if err != nil {
		reply.Stopped = true
		if j.Ctx.Err() == nil {
			reply.Failed = worker.FailureOf(worker.Answered(j.Ctx, err))
		}
	}
	reply.Micros = j.Micros()
	return gone
}

// maxOpenGroups bounds the partitions that wait for more of their entities.
const maxOpenGroups = 10_000

// conflicts reports whether a delete was refused because the entity is not as it was read.
func conflicts(err error) bool {
	bad, ok := errors.AsType[*engine.Error](err)
	return ok && (bad.Code == engine.UpdateConditionNotSatisfied || bad.Code == engine.ConditionNotMet || bad.Code == engine.ResourceNotFound)
}

// removed is what was deleted from a table of this browser.
type removed struct {
	before *engine.Image
	table  string
	list   []engine.Entity
	seq    uint64 // of the table afterwards
}

// back brings the entities back: as they were where nothing else was done to the table since, and otherwise as new ones beside
// what was done, which is not lost.
func (r removed) back(j *worker.Job) error {
	s, err := j.DB().Snapshot(r.table)
	if err != nil {
		return err
	}
	if s.Seq() == r.seq {
		return j.DB().Replace(j.Ctx, j.DB().Image().With(r.before, s.Table()))
	}
	const window = 2000
	for from := 0; from < len(r.list); from += window {
		bulk := make([]engine.BulkEntity, 0, window)
		for _, e := range r.list[from:min(from+window, len(r.list))] {
			b := engine.BulkEntity{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()}
			for name, v := range e.All() {
				b.Properties = append(b.Properties, engine.Property{Name: name, Value: v})
			}
			bulk = append(bulk, b)
		}
		if _, err := j.DB().Bulk(j.Ctx, r.table, bulk, engine.SkipExisting); err != nil {
			return err
		}
		if err := j.Pause(from, len(r.list), 0); err != nil {
			return err
		}
	}
	return nil
}
