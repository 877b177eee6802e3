package tablesync

import (
	"errors"
	"sync"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Bounds of what one commit deals with: of a range of the service that has become empty a copy may know any number.
const (
	chunkKnown = 4_000 // entities known here
	chunkReads = 100   // of them, read one by one to see whether they are gone
)

// trimFrom is how many entities a pull must have added for trimming the table to pay.
const trimFrom = 10_000

// chunk is a part of a page, or all of it, that one commit merges.
type chunk struct {
	*puller
	low, high string          // sort keys
	last      Key             // of the chunk, when its page goes on
	entities  []engine.Entity // of the service
	listed    bool            // they are a page of a list without order
	swept     bool            // the list is over, and what was on it is not looked at

	// seen holds what reading an entity gave that is known here and was not on the page, by sort key; zero when it is gone.
	seen map[string]engine.Entity
}

// survey looks at what is known here in the range, cuts it where there is much of it, and reads what the page cannot tell.
func (c *chunk) survey(entities []engine.Entity) error {
	if !c.made {
		return nil
	}
	k, _, err := open(c.db, c.table)
	if err != nil {
		return err
	}
	var unsure []Key
	known, high := 0, c.high
	k.Known(c.low, c.high, func(e engine.Known) bool {
		key := Key{e.PartitionKey, e.RowKey}
		sortKey := key.sortKey()
		for len(entities) > 0 && entities[0].SortKey() < sortKey {
			entities = entities[1:]
		}
		if known++; c.swept && c.wasListed(sortKey) {
		} else if hadThere(&e) && !(len(entities) > 0 && entities[0].SortKey() == sortKey) && !c.tells(key, sortKey) {
			unsure = append(unsure, key)
		}
		if known == chunkKnown || len(unsure) == chunkReads {
			c.last, high = key, engine.AfterKey(sortKey)
			return false
		}
		return true
	})
	c.high = high
	if len(unsure) > 0 {
		c.seen = make(map[string]engine.Entity, len(unsure))
	}
	if err := c.look(unsure); err != nil {
		return err
	}
	c.opt.step(c.ctx, "absent read")
	return nil
}

// look reads entities one by one, several at a time when that is allowed.
func (c *chunk) look(keys []Key) error {
	found, failed := make([]engine.Entity, len(keys)), make([]error, len(keys))
	for first := 0; first < len(keys); {
		if err := c.opt.pause(c.ctx); err != nil {
			return err
		}
		end := min(first+max(1, c.opt.AtOnce), len(keys))
		var reading sync.WaitGroup
		one := func(i int) {
			found[i], failed[i] = c.remote.Get(c.ctx, c.state.Remote, keys[i].PartitionKey, keys[i].RowKey)
		}
		for i := first + 1; i < end; i++ {
			reading.Go(func() { one(i) })
		}
		one(first)
		reading.Wait()
		for i := first; i < end; i++ {
			c.report.Requests++
			if err := failed[i]; err != nil && !isAbsent(err) {
				return err
			} else if err != nil {
				found[i] = engine.Entity{}
			}
			c.seen[keys[i].sortKey()] = found[i]
		}
		first = end
	}
	return nil
}

// hadThere reports whether the service may have had an entity.
func hadThere(k *engine.Known) bool {
	return !k.Base.IsZero() || !k.Theirs.IsZero() || k.Sent != ""
}

// tells reports whether an entity that is not on a page cannot be there: it could only not match any more.
func (c *chunk) tells(k Key, sortKey string) bool {
	return sortKey >= c.gap && c.plan.Residual == nil && c.plan.Class != filterlang.Empty && c.plan.Range.Contains(k.PartitionKey, k.RowKey)
}

// matches reports whether an entity is in the scope.
func (c *chunk) matches(e engine.Entity) bool {
	return c.plan.Filter == nil || filterlang.Eval(c.plan.Filter, func(name string) edm.Value {
		v, _ := e.Value(name)
		return v
	}, filterlang.MatchOptions{})
}

// action is what the commit does with one entity.
type action struct {
	key    Key
	theirs engine.Entity
	verdict
	known, conflict bool // here
}

// commit merges the chunk and makes next the state.
func (c *chunk) commit(next state) error {
	if !c.made {
		if err := c.db.CreateTracked(c.ctx, c.table, c.state.text()); err != nil {
			return err
		}
		c.made = true
		c.opt.step(c.ctx, "table created")
	}
	var count PullReport
	err := c.db.Sync(c.ctx, c.table, func(x *engine.SyncTx) error {
		count = PullReport{}
		if s, ok := stateOf(x.Note()); !ok || s.Endpoint != next.Endpoint || s.Remote != next.Remote {
			return engine.Errorf(OtherOrigin, "The table %s is not the copy any more that was being pulled; pull it again.", c.table)
		}
		x.Expect(len(c.entities), &c.slab)
		for _, a := range c.merge(x, &count) {
			c.do(x, &a, &count)
		}
		if !next.Partial && c.report.Added+count.Added >= trimFrom {
			x.Trim()
		}
		return x.SetNote(next.text())
	})
	if err != nil {
		return err
	}
	c.state = next
	c.report.add(&count)
	c.report.Read += len(c.entities)
	c.opt.step(c.ctx, "page committed")
	if c.opt.Progress != nil {
		r := &c.report
		c.opt.Progress(Progress{
			Entities: r.Read, Pages: r.Pages, Changed: r.Added + r.Updated + r.Deleted, Conflicts: r.Conflicts, Requests: r.Requests,
		})
	}
	return nil
}

func (r *PullReport) add(o *PullReport) {
	r.Added += o.Added
	r.Updated += o.Updated
	r.Deleted += o.Deleted
	r.Kept += o.Kept
	r.Settled += o.Settled
	r.Conflicts += o.Conflicts
}

// merge decides what becomes of every entity in the chunk.
func (c *chunk) merge(x *engine.SyncTx, count *PullReport) []action {
	if c.listed {
		return c.mergeListed(x, count)
	}
	actions := c.room[:0]
	rest := c.entities
	fresh := func(upTo string) {
		for len(rest) > 0 && (upTo == "" || rest[0].SortKey() < upTo) {
			actions = append(actions, action{theirs: rest[0], verdict: take})
			rest = rest[1:]
		}
	}
	x.Known(c.low, c.high, func(k engine.Known) bool {
		key := Key{k.PartitionKey, k.RowKey}
		var sortKey string
		if !k.Local.IsZero() {
			sortKey = k.Local.SortKey()
		} else {
			sortKey = key.sortKey()
		}
		fresh(sortKey)
		if c.swept && c.wasListed(sortKey) {
			return true
		}
		var theirs engine.Entity
		if len(rest) > 0 && rest[0].SortKey() == sortKey {
			theirs, rest = rest[0], rest[1:]
		} else if e, ok := c.seen[sortKey]; ok {
			if theirs = e; !e.IsZero() && !k.Changed && (sortKey >= c.gap && engine.SameETag(k.Base, e) || !c.matches(e)) {
				theirs = engine.Entity{} // it is not in the scope any more
			}
		} else if hadThere(&k) && !c.tells(key, sortKey) {
			return true // nobody asked for it: it came back here meanwhile
		}
		c.judge(&actions, &k, key, theirs, count)
		return true
	})
	fresh("")
	c.room = actions
	return actions
}

// judge decides what becomes of an entity that is known here.
func (c *chunk) judge(actions *[]action, k *engine.Known, key Key, theirs engine.Entity, count *PullReport) {
	d := decide(k, theirs)
	switch {
	case d == keep && k.Changed:
		count.Kept++
	case d != keep && !(d == oppose && k.Conflict && sameOrAbsent(k.Theirs, theirs)):
		*actions = append(*actions, action{key, theirs, d, true, k.Conflict})
		c.count(k, theirs, d, count)
	}
}

// sameOrAbsent reports whether both are the same version of an entity, or none.
func sameOrAbsent(a, b engine.Entity) bool {
	if a.IsZero() || b.IsZero() {
		return a.IsZero() && b.IsZero()
	}
	return engine.SameETag(a, b)
}

// count adds what a verdict does with an entity that is known here.
func (c *chunk) count(k *engine.Known, theirs engine.Entity, v verdict, count *PullReport) {
	switch v {
	case take:
		switch {
		case k.Changed && !k.Local.IsZero() && !theirs.IsZero() && engine.SameContent(k.Local, theirs), k.Changed && k.Local.IsZero() && theirs.IsZero():
			count.Settled++
		case theirs.IsZero():
			count.Deleted++
		case k.Local.IsZero():
			count.Added++
		case k.Changed || !engine.SameContent(k.Local, theirs):
			count.Updated++
		}
	case rebase:
		count.Kept++
	case oppose:
		if !k.Conflict {
			count.Conflicts++
		}
	}
}

// do carries an action out.
func (c *chunk) do(x *engine.SyncTx, a *action, count *PullReport) {
	if !a.known {
		count.Added++
		x.Take(a.theirs)
		return
	}
	a.apply(x, a.key, a.theirs)
}

// apply carries a verdict out.
func (v verdict) apply(x *engine.SyncTx, key Key, theirs engine.Entity) {
	switch v {
	case take:
		if theirs.IsZero() {
			x.Forget(key.PartitionKey, key.RowKey)
		} else {
			x.Take(theirs)
		}
	case rebase:
		x.Rebase(key.PartitionKey, key.RowKey, theirs)
	case oppose:
		x.Oppose(key.PartitionKey, key.RowKey, theirs)
	}
}

func (k Key) sortKey() string { return edm.SortKey(k.PartitionKey, k.RowKey) }

// isCode reports whether an error is one of the protocol with that code.
func isCode(err error, code engine.Code) bool {
	e, ok := errors.AsType[*engine.Error](err)
	return ok && e.Code == code
}

// isAbsent reports whether a point read says that there is no such entity.
func isAbsent(err error) bool {
	return isCode(err, engine.ResourceNotFound) || isCode(err, "EntityNotFound")
}
