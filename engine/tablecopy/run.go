package tablecopy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
)

// StoppedError is the error of a Run whose rule is Stop while the target has entities that are different.
type StoppedError struct{ Entities int }

func (e *StoppedError) Error() string {
	return fmt.Sprintf("%d entities are in the target already and are different; nothing was written", e.Entities)
}

// Run does what the plan says. The report counts what it did, also when there is an error; then the rest is done by preparing and
// running the copy again. A second Run of the same Copy goes on with what the first has left.
//
// Errors: *StoppedError, those of tablesync.Push, of opt.Yield, and the context's.
func (c *Copy) Run(ctx context.Context, opt Options) (*Report, error) {
	if c.Plan.Stopping > 0 {
		return &Report{Left: c.Plan.Writes()}, &StoppedError{c.Plan.Stopping}
	}
	now := opt.Now
	if now == nil {
		now = time.Now
	}
	start := now()
	c.ran = true
	r := &Report{Left: c.left()}
	var err error
	if c.Plan.Creates > 0 { // also for no entities
		r.Requests++
		if err = c.to.CreateTable(ctx, c.to.Table); err == nil {
			r.Made = []string{c.to.Table}
		}
		if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == engine.TableAlreadyExists {
			err = nil // somebody was quicker, and whatever is in it is not written over
		}
	}
	for again := true; err == nil && again; {
		before := c.fresh()
		if err = c.insert(ctx, &opt, r); err == nil && c.pending() {
			err = c.push(ctx, opt, r)
		}
		now := c.fresh()
		again = now > 0 && now < before
	}
	r.Left = c.left()
	r.Elapsed = now().Sub(start)
	return r, err
}

// pending reports whether there is something that is not written straight from the source.
func (c *Copy) pending() bool {
	copy, err := tablesync.CopyOf(c.db, c.to.Table)
	return err == nil && copy.Pending > copy.Conflicts
}

// fresh returns how many entities are to be inserted and were not yet.
func (c *Copy) fresh() (n int) {
	for rank := range c.is {
		if c.isFresh(rank) {
			n++
		}
	}
	return n
}

// left returns how many entities are still to be written.
func (c *Copy) left() int {
	n := c.fresh()
	if copy, err := tablesync.CopyOf(c.db, c.to.Table); err == nil {
		n += copy.Pending - copy.Conflicts - c.aside
	}
	return n
}

// push writes what is pending.
func (c *Copy) push(ctx context.Context, opt Options, r *Report) error {
	written, requests := r.Written, r.Requests
	push := c.pushing(&opt)
	push.Progress = func(p tablesync.Progress) {
		opt.tell(Progress{Phase: Writing, Done: written + p.Changed, Total: c.Plan.Writes(), Requests: requests + p.Requests})
	}
	pushed, err := tablesync.Push(ctx, c.db, c.to, c.to.Table, push)
	r.Written += pushed.Written
	r.AlreadyThere += pushed.AlreadyThere
	r.Refused = pushed.Refused // those of an earlier push were refused again
	r.Requests += pushed.Requests
	c.aside = len(pushed.Refused)
	conflicts, _, failed := tablesync.Conflicts(c.db, c.to.Table, 0, pushed.InConflict)
	if err == nil {
		err = failed
	}
	r.Changed = nil
	for i := range conflicts {
		r.Changed = append(r.Changed, Key{PartitionKey: conflicts[i].PartitionKey, RowKey: conflicts[i].RowKey})
	}
	c.settle(r)
	return err
}

// settle notes which entities were not written, so that nobody looks for them.
func (c *Copy) settle(r *Report) {
	aside := func(k Key, is standing) {
		if rank := c.rank(k); rank >= 0 { // else it is one that was to be removed
			c.is[rank] = is
		}
	}
	for _, k := range r.Changed {
		aside(k, skipped)
	}
	for _, e := range r.Refused {
		aside(Key{PartitionKey: e.PartitionKey, RowKey: e.RowKey}, refused)
	}
}

// Wrote returns the first of the entities that the target has by this copy, at most so many, and how many there are in all: those of the
// plan that no Run has left, found changed or refused. Errors: the context's.
func (c *Copy) Wrote(ctx context.Context, most int) (first []Key, all int, err error) {
	left := map[Key]bool{}
	err = tablesync.EachGroup(ctx, c.db, c.to.Table, c.pushing(&Options{}), func(g tablesync.Group) error {
		for i := range g.Ops {
			left[Key{PartitionKey: g.Ops[i].PartitionKey, RowKey: g.Ops[i].RowKey}] = true
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	for rank, is := range c.is {
		if is > different {
			continue
		}
		e := c.source.At(rank)
		if k := (Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()}); !left[k] && !c.isFresh(rank) {
			if all++; len(first) < most {
				first = append(first, k)
			}
		}
	}
	return first, all, nil
}
