package tablecopy

import (
	"context"
	"errors"
	"sync"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
)

// fresh writes the entities that the target has not, which are most of most copies, straight from the source: nothing has to be known of
// them but whether they were written. What a request did not write, for whatever reason, is made pending, and the push that follows finds
// out why.
type fresh struct {
	c      *Copy
	ctx    context.Context
	opt    *Options
	turns  *tablesync.Turns
	lock   sync.Mutex
	next   int // rank from which on no lane has taken a partition
	report *Report
	failed []int // ranks
	over   bool  // a request failed for a reason that the next may have too
	err    error // of opt.Yield, and the context's; it ends all lanes
}

// isFresh reports whether an entity is to be inserted and was not yet.
func (c *Copy) isFresh(rank int) bool { return c.is[rank] == absent && !c.sent[rank] }

// group is one request of fresh entities, all of one partition. Its memory is used again for the next.
type group struct {
	entities   []engine.Entity // the next of the source
	ranks      []int
	ops        []engine.Op
	properties []engine.Property // of the ops
}

// take makes g the first request from a rank on, up to the end of its partition, and returns where the next one begins. Any request of the
// partition fits when that is small.
func (g *group) take(c *Copy, rank, end int, small bool) (next int) {
	g.ranks, g.ops, g.properties = g.ranks[:0], g.ops[:0], g.properties[:0]
	most := engine.BatchBytes(c.to.Profile)
	bytes := tablesync.EnvelopeBytes
	for rank < end && len(g.ranks) < engine.MaxBatchOps {
		if !c.isFresh(rank) {
			rank++
			continue
		}
		g.entities = c.source.AppendWindow(g.entities[:0], rank, min(end-rank, engine.MaxBatchOps-len(g.ranks)))
		for _, e := range g.entities {
			if c.isFresh(rank) {
				first := len(g.properties)
				for i := range e.Len() {
					g.properties = append(g.properties, e.Property(i))
				}
				op := engine.Op{Kind: engine.Insert, PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Properties: g.properties[first:]}
				if !small {
					if bytes += tablesync.SentBytes(&op); bytes > most && len(g.ops) > 0 {
						return rank
					}
				}
				g.ranks, g.ops = append(g.ranks, rank), append(g.ops, op)
			}
			rank++
		}
	}
	return rank
}

// partition returns where the partition of an entity of the source ends, and whether each request for it is small.
func (c *Copy) partition(rank int) (end int, small bool) {
	info, _ := c.source.Partition(c.source.At(rank).PartitionKey())
	return c.end(rank), tablesync.SentAtMost(min(info.Count, engine.MaxBatchOps), info.Bytes) <= int64(engine.BatchBytes(c.to.Profile))
}

// eachFresh calls f for the requests of fresh entities. Each is good until f returns.
func (c *Copy) eachFresh(ctx context.Context, opt *Options, f func(ops []engine.Op)) error {
	var g group
	for rank := 0; rank < len(c.is); {
		for end, small := c.partition(rank); rank < end; {
			if err := opt.pause(ctx); err != nil {
				return err
			}
			if rank = g.take(c, rank, end, small); len(g.ops) > 0 {
				f(g.ops)
			}
		}
	}
	return nil
}

// insert writes the fresh entities with several lanes: each sends the requests of one partition one after the other, and takes the next
// partition then. It ends early when a request fails for a reason that is not one entity's, and makes pending what failed. Errors: those
// of opt.Yield, and the context's.
func (c *Copy) insert(ctx context.Context, opt *Options, r *Report) error {
	atOnce := max(1, opt.AtOnce)
	f := &fresh{c: c, ctx: ctx, opt: opt, report: r, turns: tablesync.NewTurns(atOnce)}
	var working sync.WaitGroup
	for range 1 + (atOnce-1)*tablesync.Lanes {
		working.Go(f.lane)
	}
	working.Wait()
	if len(f.failed) == 0 {
		return f.err
	}
	if err := c.pend(ctx, opt, f.failed); f.err == nil {
		f.err = err
	}
	return f.err
}

// pause lets others run; its error ends all lanes.
func (f *fresh) pause() bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.err == nil {
		f.err = f.opt.pause(f.ctx)
	}
	return f.err == nil && !f.over
}

// lane sends one partition after the other.
func (f *fresh) lane() {
	var g group
	turn := tablesync.NewTurn()
	for f.pause() {
		f.lock.Lock()
		rank := f.next
		for rank < len(f.c.is) && !f.c.isFresh(rank) {
			rank++
		}
		end, small := rank, false
		if rank < len(f.c.is) {
			end, small = f.c.partition(rank)
		}
		f.next = end
		f.lock.Unlock()
		if rank == end {
			return
		}
		for goOn := true; goOn && rank < end; {
			f.turns.Take(turn)
			if goOn = f.pause(); goOn {
				if rank = g.take(f.c, rank, end, small); len(g.ops) > 0 {
					f.send(g.ranks, g.ops)
				}
			}
			f.turns.Done()
		}
	}
}

// send makes a request.
func (f *fresh) send(ranks []int, ops []engine.Op) {
	var err error
	if len(ops) > 1 {
		var results []engine.OpResult
		if results, err = f.c.to.Batch(f.ctx, f.c.to.Table, ops); err == nil && len(results) != len(ops) {
			err = engine.Errorf(engine.WrongAnswer, "The service answered %d results to the %d operations of a transaction.", len(results), len(ops))
		}
	} else {
		_, err = f.c.to.Apply(f.ctx, f.c.to.Table, ops[0])
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	f.report.Requests++
	switch {
	case err == nil:
		for _, rank := range ranks {
			f.c.sent[rank] = true
		}
		f.report.Written += len(ops)
		f.report.Left -= len(ops)
		f.opt.tell(Progress{Phase: Writing, Done: f.report.Written, Total: f.c.Plan.Writes(), Requests: f.report.Requests})
	case f.ctx.Err() != nil:
		f.err = f.ctx.Err()
	default:
		f.failed = append(f.failed, ranks...)
		refused, ok := errors.AsType[*engine.Error](err)
		f.over = f.over || !ok || refused.Index < 0 || refused.Code == engine.TableNotFound // else it is about one entity
	}
}
