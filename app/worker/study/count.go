package study

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// keyCounts is the newest count of an account that did not reach the end.
type keyCounts struct {
	mu    sync.Mutex
	req   wire.CountRequest
	next  engine.Token
	reply wire.CountReply
	tally partitionTally
	stats *engine.Tally // of whole entities; nil when only their keys are read. What is kept here is not added to any more
}

// count counts entities of an account, and their partitions, by reading their keys.
func count(j *worker.Job, req wire.CountRequest) (*wire.CountReply, error) {
	a, err := j.Account(req.Source)
	if err != nil {
		return nil, err
	}
	c := worker.Own[keyCounts](j)
	r, t, stats, from, err := c.begin(req)
	if err != nil {
		return nil, err
	}
	t.sized = req.Stats
	if req.On == 0 {
		r.Begun = j.Now()
	}
	before := r.Requests
	q := engine.Query{Filter: req.Filter, From: from}
	if !req.Stats {
		q.Select = []string{filterlang.PartitionKey, filterlang.RowKey}
	}
	for more := true; more; {
		page, err := a.Query(j.Ctx, req.Table, q)
		if r.Requests = before + a.Sent(); err != nil {
			if r.Stopped = j.Ctx.Err() != nil; r.Stopped {
				break
			}
			err = worker.Answered(j.Ctx, err)
			if r.Pages == 0 {
				return nil, err
			}
			r.Failed = worker.FailureOf(err)
			break
		}
		for _, e := range page.Entities {
			t.add(e)
			if req.Stats {
				stats.Add(e)
			}
		}
		r.Entities += len(page.Entities)
		r.Pages++
		r.Charge += a.Charge()
		q.From, more = page.Next, page.Next.Valid
		j.Tell(j.Now(), wire.Progress{Done: r.Entities, Found: r.Entities, Pages: r.Pages, Requests: r.Requests, Charge: r.Charge})
	}
	r.Ended = j.Now()
	r.Partitions, r.TooMany, r.Largest = len(t.entities), t.over, t.largest()
	r.Number, r.More = j.NewNumber(), (r.Stopped || r.Failed != nil) && r.Pages > 0
	if req.Stats {
		r.Stats = &wire.CountedStats{Census: stats.Census(), Beyond: stats.Beyond(), Bytes: stats.Bytes(), Heaviest: t.heaviest()}
	}
	c.keep(req, q.From, r, t, stats)
	return &r, nil
}

// begin is where a count begins: at the start of the table, or where the one that it goes on from ended, with what that counted.
func (c *keyCounts) begin(req wire.CountRequest) (r wire.CountReply, t partitionTally, stats *engine.Tally, from engine.Token, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if req.On == 0 {
		if req.Stats {
			stats = engine.NewTally()
		}
		return r, t, stats, from, nil
	}
	same := req
	same.On = c.req.On
	if c.reply.Number != req.On || !c.reply.More || same != c.req {
		return r, t, nil, from, &wire.Failure{Code: string(engine.InvalidInput), Message: "The earlier count is gone. Count again from the start."}
	}
	r, t = c.reply, c.tally
	t.entities, t.bytes = maps.Clone(t.entities), maps.Clone(t.bytes)
	r.Stopped, r.Failed = false, nil
	if req.Stats {
		stats = c.stats.Clone()
	}
	return r, t, stats, c.next, nil
}

// countedLayouts returns the property sets of the entities that the newest count read, if it has that number and read whole entities.
func countedLayouts(j *worker.Job, number int) (list []engine.LayoutCount, entities int, err error) {
	c := worker.Own[keyCounts](j)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stats == nil || c.reply.Number != number {
		return nil, 0, &wire.Failure{Code: string(engine.InvalidInput), Message: "The count is gone. Count again."}
	}
	return c.stats.Layouts(), c.stats.Len(), nil
}

// keep remembers a count, for the next to go on with.
func (c *keyCounts) keep(req wire.CountRequest, next engine.Token, r wire.CountReply, t partitionTally, stats *engine.Tally) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.req, c.next, c.reply, c.tally, c.stats = req, next, r, t, stats
}

// partitionTally counts the entities of each partition. They come in any order: Azure Cosmos DB returns them by physical partitions.
type partitionTally struct {
	entities map[string]int   // by PartitionKey
	bytes    map[string]int64 // the same; only if sized
	sized    bool
	over     bool // there are more than wire.MaxCountedPartitions, and entities has none any more
}

// add counts an entity.
func (t *partitionTally) add(e engine.Entity) {
	if t.over {
		return
	}
	if t.entities == nil {
		t.entities, t.bytes = map[string]int{}, map[string]int64{}
	}
	key := e.PartitionKey()
	t.entities[key]++
	if t.sized {
		t.bytes[key] += int64(e.Size())
	}
	if t.over = len(t.entities) > wire.MaxCountedPartitions; t.over {
		t.entities, t.bytes = nil, nil
	}
}

// heaviest is the partition with most bytes, the first of several; nil when that is not known.
func (t *partitionTally) heaviest() *wire.PartitionSize {
	var most *wire.PartitionSize
	for key, bytes := range t.bytes {
		if most == nil || bytes > most.Bytes || bytes == most.Bytes && edm.CompareString(key, most.Key) < 0 {
			most = &wire.PartitionSize{Key: key, Entities: t.entities[key], Bytes: bytes}
		}
	}
	return most
}

// largest are the first of the partitions by their entities, and by key where these are equal.
func (t *partitionTally) largest() []wire.CountedPartition {
	list := make([]wire.CountedPartition, 0, len(t.entities))
	for key, n := range t.entities {
		list = append(list, wire.CountedPartition{Key: key, Entities: n})
	}
	slices.SortFunc(list, func(a, b wire.CountedPartition) int {
		return cmp.Or(cmp.Compare(b.Entities, a.Entities), edm.CompareString(a.Key, b.Key))
	})
	return slices.Clone(list[:min(len(list), wire.MaxLargest)])
}
