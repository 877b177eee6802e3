package bulk

import (
	"errors"
	"sync"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// fate is what became of an operation on an entity of an account.
type fate uint8

const (
	toDo     fate = iota // not sent, or nobody knows
	done                 // by this run
	already              // the entity was so when it was looked at again: an answer that was lost, or somebody did the same
	quicker              // somebody changed the entity since it was read
	vanished             // somebody deleted it
)

// accountWrites are operations on entities of an account, each on condition that its entity is still as it was read. What a run
// leaves to do, the next run does.
type accountWrites struct {
	table   string
	ops     []engine.Op
	bases   []engine.Entity // as they were read
	partial bool            // not all properties were
	sizes   []int           // of the entities, by the formula of section 1.3
	fates   []fate
	wrote   int   // by the last run
	failed  error // what ended the last run, if nobody stopped it

	mu     sync.Mutex            // of what follows
	theirs map[int]engine.Entity // those that met quicker, as somebody left them; the first that a reply may have
	held   int                   // their bytes
}

// maxGroupSize bounds the entities of a transaction: as JSON they may be twice as large as section 1.3 says.
const maxGroupSize = engine.MaxBatchBytes / 2

// groups are the transactions that do what is left to do: the numbers of up to 100 operations of one partition each.
func (w *accountWrites) groups() (list [][]int) {
	type open struct {
		at   []int
		size int
	}
	byPartition := map[string]*open{}
	var order []*open
	for i := range w.ops {
		if w.fates[i] != toDo {
			continue
		}
		g, size := byPartition[w.ops[i].PartitionKey], w.sizes[i]
		if g == nil || len(g.at) == engine.MaxBatchOps || g.size+size > maxGroupSize {
			g = &open{}
			byPartition[w.ops[i].PartitionKey], order = g, append(order, g)
		}
		g.at, g.size = append(g.at, i), g.size+size
	}
	for _, g := range order {
		list = append(list, g.at)
	}
	return list
}

// plan is what the operations that are left take of the account. Micros is how long a request took that read.
func (w *accountWrites) plan(micros int64) wire.Writing {
	p := wire.Writing{AtOnce: worker.AtOnce, RoundTrip: micros}
	for _, g := range w.groups() {
		p.Requests++
		for _, i := range g {
			p.Bytes += int64(w.sizes[i])
		}
	}
	return p
}

// count is how many operations have met a fate.
func (w *accountWrites) count(f fate) (n int) {
	for _, x := range w.fates {
		if x == f {
			n++
		}
	}
	return n
}

// keys are the first entities that met a fate, so many as a reply holds.
func (w *accountWrites) keys(f fate) (list []wire.Key) {
	for i, x := range w.fates {
		if x == f && len(list) < wire.MaxManyKeys {
			list = append(list, wire.Key{PartitionKey: w.ops[i].PartitionKey, RowKey: w.ops[i].RowKey})
		}
	}
	return list
}

// run sends what is left to do, several transactions at a time, until all is done, it is stopped, or one fails for another reason
// than that somebody was quicker.
func (w *accountWrites) run(j *worker.Job, a *worker.Account) {
	groups := w.groups()
	w.failed = nil
	before := w.count(done)
	defer func() { w.wrote = w.count(done) - before }()
	var mu sync.Mutex // of what follows and of w.failed
	next, sent := 0, 0
	take := func() []int {
		mu.Lock()
		defer mu.Unlock()
		if next == len(groups) || w.failed != nil || j.Ctx.Err() != nil {
			return nil
		}
		next++
		return groups[next-1]
	}
	over := make(chan struct{}, len(groups))
	var lanes sync.WaitGroup
	for range min(worker.AtOnce, len(groups)) {
		lanes.Go(func() {
			for g := take(); g != nil; g = take() {
				err := w.send(j, a, g)
				mu.Lock()
				if err != nil && w.failed == nil && j.Ctx.Err() == nil {
					w.failed = worker.Answered(j.Ctx, err)
				}
				mu.Unlock()
				over <- struct{}{}
			}
		})
	}
	go func() {
		lanes.Wait()
		close(over)
	}()
	total := 0
	for _, g := range groups {
		total += len(g)
	}
	for range over {
		sent++
		j.Tell(j.Now(), wire.Progress{Done: total * sent / len(groups), Total: total, Found: total * sent / len(groups), Requests: a.Sent()})
	}
}

// send does a transaction. When one of its entities is not as it was read, all of them are looked at, and what is left goes again; where
// that settles nothing, each goes by itself. Only one lane has the numbers of at.
func (w *accountWrites) send(j *worker.Job, a *worker.Account, at []int) error {
	if len(at) > 1 {
		ops := make([]engine.Op, len(at))
		for k, i := range at {
			ops[k] = w.ops[i]
		}
		_, err := a.Batch(j.Ctx, w.table, ops)
		if err == nil {
			for _, i := range at {
				w.fates[i] = done
			}
			return nil
		}
		if bad, ok := errors.AsType[*engine.Error](err); ok && bad.Code == engine.RequestBodyTooLarge {
			if err := w.send(j, a, at[:len(at)/2]); err != nil {
				return err
			}
			return w.send(j, a, at[len(at)/2:])
		}
		if !conflicts(err) {
			return err
		}
		left, err := w.settle(j, a, at)
		if err != nil || len(left) == 0 {
			return err
		}
		if len(left) < len(at) {
			return w.send(j, a, left)
		}
	}
	for _, i := range at {
		_, err := a.Apply(j.Ctx, w.table, w.ops[i])
		switch {
		case err == nil:
			w.fates[i] = done
		case !conflicts(err):
			return err
		default:
			if w.fates[i], err = w.look(j, a, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxLooks is how many pages are read to look at a transaction: between its keys may lie any number of other entities.
const maxLooks = 3

// settle looks at all entities of a transaction at once, and returns those that are as they were read. A transaction whose answer was
// lost, because it was stopped for instance, takes one request so and not two for each entity.
func (w *accountWrites) settle(j *worker.Job, a *worker.Account, at []int) (left []int, err error) {
	there := make(map[string]engine.Entity, len(at))
	first, last := w.ops[at[0]].RowKey, w.ops[at[0]].RowKey
	for _, i := range at {
		key := w.ops[i].RowKey
		if there[key] = (engine.Entity{}); edm.CompareString(key, first) < 0 {
			first = key
		}
		if edm.CompareString(key, last) > 0 {
			last = key
		}
	}
	text := func(key string) string { return edm.NewString(key).Literal() }
	q := engine.Query{Filter: "PartitionKey eq " + text(w.ops[at[0]].PartitionKey) + " and RowKey ge " + text(first) + " and RowKey le " + text(last)}
	for looks := 0; looks == 0 || q.From.Valid; looks++ {
		if looks == maxLooks {
			return at, nil
		}
		page, err := a.Query(j.Ctx, w.table, q)
		if err != nil {
			return at, err
		}
		for _, e := range page.Entities {
			if _, ours := there[e.RowKey()]; ours {
				there[e.RowKey()] = e
			}
		}
		q.From = page.Next
	}
	for _, i := range at {
		now := there[w.ops[i].RowKey]
		if !now.IsZero() && now.ETag() == w.ops[i].IfMatch {
			left = append(left, i)
		} else {
			w.fates[i] = w.met(i, now)
		}
	}
	return left, nil
}

// look says why an entity is not as it was read.
func (w *accountWrites) look(j *worker.Job, a *worker.Account, i int) (fate, error) {
	op := &w.ops[i]
	now, err := a.Get(j.Ctx, w.table, op.PartitionKey, op.RowKey)
	if bad, refused := errors.AsType[*engine.Error](err); err != nil && !(refused && bad.Code == engine.ResourceNotFound) {
		return toDo, err
	}
	return w.met(i, now), nil
}

// met says what became of an entity that is not as it was read; now is zero when it is gone.
func (w *accountWrites) met(i int, now engine.Entity) fate {
	op := &w.ops[i]
	switch {
	case now.IsZero() && op.Kind == engine.Delete:
		return already
	case now.IsZero():
		return vanished
	case op.Kind != engine.Delete && sameProperties(now.Properties(), op.Properties):
		return already
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.theirs) < wire.MaxManyKeys && w.held < maxCollectedBytes {
		if w.theirs == nil {
			w.theirs = map[int]engine.Entity{}
		}
		w.theirs[i], w.held = now, w.held+now.Size()
	}
	return quicker
}

// changes are the first operations that met somebody else's change, with all sides, as many as a reply holds.
func (w *accountWrites) changes() (list []wire.ManyChange) {
	bytes := 0
	for i := range w.ops {
		theirs, known := w.theirs[i]
		if !known && w.fates[i] != vanished {
			continue
		}
		if bytes += 3 * w.bases[i].Size(); len(list) == wire.MaxManyKeys || bytes > maxCollectedBytes {
			break
		}
		c := wire.ManyChange{Base: worker.EntityReply(w.bases[i]), Want: wanted(w.ops[i].Properties), Theirs: worker.SideReply(theirs)}
		c.Base.Partial = w.partial
		list = append(list, c)
	}
	return list
}

// sameProperties reports whether two lists hold the same, in any order.
func sameProperties(a, b []engine.Property) bool {
	values := map[string]edm.Value{}
	for _, p := range a {
		values[p.Name] = p.Value
	}
	for _, p := range b {
		if v, ok := values[p.Name]; !ok || !engine.SameValue(v, p.Value) {
			return false
		}
	}
	return len(a) == len(b)
}
