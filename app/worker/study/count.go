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
}

// count counts entities of an account, and their partitions, by reading their keys.
func count(j *worker.Job, req wire.CountRequest) (*wire.CountReply, error) {
	a, err := j.Account(req.Source)
	if err != nil {
		return nil, err
	}
	c := worker.Own[keyCounts](j)
	r, t, from, err := c.begin(req)
	if err != nil {
		return nil, err
	}
	if req.On == 0 {
		r.Begun = j.Now()
	}
	before := r.Requests
	q := engine.Query{Filter: req.Filter, Select: []string{filterlang.PartitionKey, filterlang.RowKey}, From: from}
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
		for i := range page.Entities {
			t.add(page.Entities[i].PartitionKey())
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
	c.keep(req, q.From, r, t)
	return &r, nil
}

// begin is where a count begins: at the start of the table, or where the one that it goes on from ended, with what that counted.
func (c *keyCounts) begin(req wire.CountRequest) (r wire.CountReply, t partitionTally, from engine.Token, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if req.On == 0 {
		return r, t, from, nil
	}
	same := req
	same.On = c.req.On
	if c.reply.Number != req.On || !c.reply.More || same != c.req {
		return r, t, from, &wire.Failure{Code: string(engine.InvalidInput), Message: "What was counted before is not known any more. Count again from the start."}
	}
	r, t = c.reply, c.tally
	t.entities = maps.Clone(t.entities)
	r.Stopped, r.Failed = false, nil
	return r, t, c.next, nil
}

// keep remembers a count, for the next to go on with.
func (c *keyCounts) keep(req wire.CountRequest, next engine.Token, r wire.CountReply, t partitionTally) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.req, c.next, c.reply, c.tally = req, next, r, t
}

// partitionTally counts the entities of each partition. They come in any order: Azure Cosmos DB returns them by physical partitions.
type partitionTally struct {
	entities map[string]int // by PartitionKey
	over     bool           // there are more than wire.MaxCountedPartitions, and entities has none any more
}

// add counts an entity.
func (t *partitionTally) add(key string) {
	if t.over {
		return
	}
	if t.entities == nil {
		t.entities = map[string]int{}
	}
	t.entities[key]++
	if t.over = len(t.entities) > wire.MaxCountedPartitions; t.over {
		t.entities = nil
	}
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
