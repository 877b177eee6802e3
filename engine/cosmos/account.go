package cosmos

import (
	"cmp"
	"context"
	"hash/fnv"
	"slices"
	"strconv"
	"sync"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// Account is a database whose lists have another order than that of the keys: by a hash of both keys and a seed, so that a run
// can be repeated. A continuation token names the hash at which the next page begins; an entity that stays is listed exactly
// once, whatever is written meanwhile. Plans are those of the Cosmos profile.
type Account struct {
	*engine.DB
	seed uint64

	mu    sync.Mutex
	lists []*list // the newest first
}

// New returns the database as such an account.
func New(db *engine.DB, seed uint64) *Account { return &Account{DB: db, seed: seed} }

// list is a query's whole answer in the account's order. It is immutable.
type list struct {
	table, filter string
	seq           uint64 // of the table
	plan          *filterlang.Plan
	stats         engine.Stats
	entities      []listed
}

type listed struct {
	hash uint64
	rank int32
	at   *engine.Result
}

// keptLists bounds how many answers are kept for their next pages.
const keptLists = 4

// Query implements engine.Service. The first page after a write reads and sorts the whole answer; those that follow are cut
// from it.
func (a *Account) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	start := time.Now()
	from := q.From
	q.From = engine.Token{}
	if err := a.named(table); err != nil {
		return nil, err
	}
	plan, err := a.DB.Plan(q)
	if err != nil {
		return nil, err
	}
	l, err := a.list(ctx, table, q, plan)
	if err != nil {
		return nil, err
	}
	page := &engine.Page{Plan: l.plan, Stats: engine.Stats{RoundTrips: 1}}
	if q.Top == engine.NoEntities {
		return page, nil
	}
	i := 0
	if from.Valid {
		low, err := strconv.ParseUint(from.PartitionKey, 16, 64)
		if err != nil {
			return nil, engine.Errorf(engine.InvalidInput, "The continuation token is not one of this account; leave it out to begin again.")
		}
		i, _ = slices.BinarySearchFunc(l.entities, low, func(e listed, low uint64) int { return cmp.Compare(e.hash, low) })
	}
	size := q.Top
	if size == 0 {
		size = engine.MaxPage
	}
	bytes := 0
	for ; i < len(l.entities); i++ {
		e := l.entities[i].at.At(int(l.entities[i].rank))
		if n := len(page.Entities); n > 0 && l.entities[i].hash != l.entities[i-1].hash && (n >= size || bytes+e.Size() > engine.MaxPageBytes) {
			page.Next = engine.Token{PartitionKey: strconv.FormatUint(l.entities[i].hash, 16), Valid: true}
			break
		}
		bytes += e.Size()
		page.Entities = append(page.Entities, e)
	}
	if !from.Valid {
		page.Stats = l.stats
	}
	page.Stats.Returned, page.Stats.Bytes, page.Stats.RoundTrips = len(page.Entities), int64(bytes), 1
	page.Stats.Elapsed = time.Since(start)
	return page, nil
}

// list returns the answer of a query on the table as it is now.
func (a *Account) list(ctx context.Context, table string, q engine.Query, plan *filterlang.Plan) (*list, error) {
	s, err := a.DB.Snapshot(table)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	for _, l := range a.lists {
		if l.table == s.Table() && l.seq == s.Seq() && l.filter == q.Filter && l.seq != 0 {
			a.mu.Unlock()
			return l, nil
		}
	}
	a.mu.Unlock()
	l := &list{table: s.Table(), filter: q.Filter, seq: s.Seq(), plan: filterlang.Cosmos.Plan(plan.Filter)}
	r, err := s.Run(ctx, engine.Query{Filter: q.Filter}, engine.RunOptions{Plan: plan})
	if err != nil {
		return nil, err
	}
	l.stats = r.Stats
	l.entities = make([]listed, 0, r.Len())
	const window = 1024
	for i := 0; i < r.Len(); i += window {
		for j, e := range r.Window(i, window) {
			l.entities = append(l.entities, listed{a.hash(e), int32(i + j), r})
		}
	}
	slices.SortFunc(l.entities, func(x, y listed) int { return cmp.Or(cmp.Compare(x.hash, y.hash), cmp.Compare(x.rank, y.rank)) })
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lists = slices.DeleteFunc(a.lists, func(o *list) bool { return o.table == l.table && o.seq != l.seq })
	a.lists = append([]*list{l}, a.lists[:min(len(a.lists), keptLists-1)]...)
	return l, nil
}

// hash is an entity's place in the order.
func (a *Account) hash(e engine.Entity) uint64 {
	h := fnv.New64a()
	h.Write([]byte(e.SortKey()))
	x := h.Sum64() ^ a.seed*0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
