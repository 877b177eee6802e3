package tablecopy

import (
	"context"
	"errors"
	"slices"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

// Copy is a copy that was prepared.
type Copy struct {
	Plan Plan

	source *engine.Snapshot
	to     Target
	rule   Existing
	db     *engine.DB // with a table of the target's name, in which what is to be written over the target's is pending, or removed
	is     []standing // of each of the source's entities, by rank
	sent   []bool     // absent ones that were written, or are pending since
	aside  int        // pending ones that the target has refused
	ran    bool       // Run was called

	met     map[Key]engine.Entity // what Meet found last
	decided map[Key]engine.Entity // what Decide makes of them; zero for one that stays as it is
}

// standing is how an entity of the source stands to what the target has.
type standing uint8

const (
	absent    standing = iota // to be written
	different                 // to be written over the target's
	equal
	skipped
	refused
)

// Prepare finds out what copying a source into a target will do, and writes nothing there. Errors: those of the table's name, of the
// service but for a table that is missing, of opt.Yield, and the context's.
func Prepare(ctx context.Context, source *engine.Snapshot, to Target, opt Options) (*Copy, error) {
	if err := engine.CheckTableName(to.Table); err != nil {
		return nil, err
	}
	c := &Copy{source: source, to: to, rule: opt.Existing, db: engine.Open(engine.Options{Now: opt.Now}), is: make([]standing, source.Len()), sent: make([]bool, source.Len())}
	c.Plan = Plan{Table: to.Table, Entities: source.Len()}
	if err := tablesync.Begin(ctx, c.db, to.Table, tablesync.Origin{Source: to.Endpoint, Endpoint: to.Endpoint, Remote: to.Table}); err != nil {
		return nil, err
	}
	if err := c.limits(ctx, &opt); err != nil {
		return nil, err
	}
	if err := c.look(ctx, &opt); err != nil {
		return nil, err
	}
	if err := c.overlay(ctx, &opt); err != nil {
		return nil, err
	}
	if err := c.remove(ctx, &opt); err != nil {
		return nil, err
	}
	return c, c.measure(ctx, &opt)
}

// Pending reports whether an entity is to be written, or was.
func (c *Copy) Pending(k Key) bool {
	rank := c.rank(k)
	return rank >= 0 && c.is[rank] <= different
}

// rank returns the rank of an entity of the source, -1 for none.
func (c *Copy) rank(k Key) int {
	rank := c.source.Rank(k.PartitionKey, k.RowKey)
	if rank < len(c.is) {
		if e := c.source.At(rank); e.PartitionKey() == k.PartitionKey && e.RowKey() == k.RowKey {
			return rank
		}
	}
	return -1
}

// yieldEvery is how many entities are dealt with between two calls of Yield.
const yieldEvery = 1000

// limits finds the entities that the target's profile does not take.
func (c *Copy) limits(ctx context.Context, opt *Options) error {
	most := engine.BatchBytes(c.to.Profile)
	client := tablerest.Client{URL: c.to.Endpoint}
	var names []string
	var window []engine.Entity
	for rank := range c.is {
		if rank%yieldEvery == 0 {
			if err := opt.pause(ctx); err != nil {
				return err
			}
			window = c.source.AppendWindow(window[:0], rank, yieldEvery)
		}
		e := window[rank%yieldEvery]
		names = names[:0]
		for i := range e.Len() {
			names = append(names, e.Property(i).Name)
		}
		err := engine.CheckFor(c.to.Profile, e.RowKey(), names...)
		if err == nil && e.Size() > most/8 { // a character takes six bytes of JSON at most, and two of the size
			op := engine.Op{Kind: engine.InsertOrReplace, PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Properties: e.Properties()}
			if n := client.RequestBytes(c.to.Table, []engine.Op{op}); n > most {
				err = engine.Errorf(engine.RequestBodyTooLarge, "The request has %d bytes; the service takes %d.", n, most)
			}
		}
		if err != nil {
			c.is[rank] = refused
			c.Plan.Refused = append(c.Plan.Refused, Refusal{PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Code: string(err.Code), Message: err.Detail})
		}
	}
	return nil
}

// look compares the source with what the target has.
func (c *Copy) look(ctx context.Context, opt *Options) error {
	var theirs []engine.Entity // that are to be written over
	s := &survey{ctx: ctx, source: c.source, to: c.to, opt: opt, phase: Looking}
	s.each = func(rank int, e engine.Entity) error {
		if c.is[rank] != absent { // refused, or it was on two pages
			return nil
		}
		switch mine := c.source.At(rank); {
		case c.holds(e, mine):
			c.is[rank] = equal
		case (c.rule == Replace || c.rule == Merge) && (opt.Over == nil || opt.Over(e)):
			c.is[rank], theirs = different, append(theirs, e)
		default:
			c.is[rank] = skipped
		}
		return nil
	}
	err := s.run()
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == engine.TableNotFound {
		c.Plan.Creates, err = 1, nil
	}
	if err != nil {
		return err
	}
	c.Plan.Looked = s.requests
	c.Plan.RoundTrip = s.took / time.Duration(max(1, s.requests))
	return c.base(ctx, theirs)
}

// base notes entities as the target has them.
func (c *Copy) base(ctx context.Context, theirs []engine.Entity) error {
	var slab edm.Slab
	for part := range slices.Chunk(theirs, yieldEvery) {
		err := c.db.Sync(ctx, c.to.Table, func(x *engine.SyncTx) error {
			x.Expect(len(part), &slab)
			for _, e := range part {
				x.Take(e)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// remove makes the deletion of entities pending.
func (c *Copy) remove(ctx context.Context, opt *Options) error {
	if err := c.base(ctx, opt.Remove); err != nil {
		return err
	}
	for i, e := range opt.Remove {
		if i%yieldEvery == 0 {
			if err := opt.pause(ctx); err != nil {
				return err
			}
		}
		if _, err := c.db.Apply(ctx, c.to.Table, engine.Op{Kind: engine.Delete, PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), IfMatch: "*"}); err != nil {
			return err
		}
		c.Plan.Deletes++
	}
	return nil
}

// holds reports whether the target has an entity as it is to be.
func (c *Copy) holds(theirs, mine engine.Entity) bool {
	if c.rule != Merge {
		return engine.SameContent(theirs, mine)
	}
	for name, v := range mine.All() {
		if w, ok := theirs.Value(name); !ok || !engine.SameValue(v, w) {
			return false
		}
	}
	return true
}

// overlay makes pending what is to be written over what the target has, and all else of the same partitions: it goes by the same requests.
func (c *Copy) overlay(ctx context.Context, opt *Options) error {
	mixed := map[string]bool{}
	for _, e := range opt.Remove {
		mixed[e.PartitionKey()] = true
	}
	var ranks []int
	for from := 0; from < len(c.is); {
		end := c.end(from)
		if slices.Contains(c.is[from:end], different) || len(mixed) > 0 && mixed[c.source.At(from).PartitionKey()] {
			for rank := from; rank < end; rank++ {
				if c.is[rank] <= different {
					ranks = append(ranks, rank)
				}
			}
		}
		from = end
	}
	return c.pend(ctx, opt, ranks)
}

// pend makes entities pending.
func (c *Copy) pend(ctx context.Context, opt *Options, ranks []int) error {
	on := engine.ReplaceExisting
	if c.rule == Merge {
		on = engine.MergeExisting
	}
	for len(ranks) > 0 {
		if err := opt.pause(ctx); err != nil {
			return err
		}
		n := min(len(ranks), yieldEvery)
		list := make([]engine.BulkEntity, n)
		for i, rank := range ranks[:n] {
			e := c.source.At(rank)
			list[i] = engine.BulkEntity{PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Properties: e.Properties()}
		}
		done, err := c.db.Bulk(ctx, c.to.Table, list, on)
		if err != nil {
			return err
		}
		for _, rank := range ranks[:n] {
			c.sent[rank] = true
		}
		for _, r := range done.Refused { // what both sides have together is more than an entity may be
			e := &list[r.Index]
			c.is[ranks[r.Index]] = refused
			c.Plan.Refused = append(c.Plan.Refused, Refusal{PartitionKey: e.PartitionKey, RowKey: e.RowKey, Code: string(r.Err.Code), Message: r.Err.Detail})
		}
		ranks = ranks[n:]
	}
	return nil
}

// measure counts the plan.
func (c *Copy) measure(ctx context.Context, opt *Options) error {
	p := &c.Plan
	for rank, is := range c.is {
		switch is {
		case absent:
			p.Inserts++
			continue
		case different:
			p.Updates++
			if c.isDecided(c.source.At(rank)) {
				continue
			}
		case equal:
			p.Equal++
			continue
		case skipped:
			if e := c.source.At(rank); c.isDecided(e) {
				p.Skipped++
				continue
			} else if c.rule == Stop {
				p.Stopping++
			} else {
				p.Skipped++
			}
		default:
			continue
		}
		if len(p.Differing) < maxDiffering {
			e := c.source.At(rank)
			p.Differing = append(p.Differing, Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()})
		}
	}
	client := tablerest.Client{URL: c.to.Endpoint}
	chain, of := 0, ""
	count := func(ops []engine.Op) {
		if len(ops) > 1 {
			p.Transactions++
		} else {
			p.Singles++
		}
		p.Bytes += int64(client.RequestBytes(c.to.Table, ops))
		if ops[0].PartitionKey != of || chain == 0 {
			chain, of = 0, ops[0].PartitionKey
		}
		chain++
		p.Chain = max(p.Chain, chain)
	}
	err := tablesync.EachGroup(ctx, c.db, c.to.Table, c.pushing(opt), func(g tablesync.Group) error {
		count(g.Ops)
		return nil
	})
	if err == nil {
		err = c.eachFresh(ctx, opt, count)
	}
	lanes := max(1, opt.AtOnce)
	p.AtLeast = time.Duration(max((p.Requests()+lanes-1)/lanes, p.Chain)) * p.RoundTrip
	return err
}

// pushing returns the options of the push that writes.
func (c *Copy) pushing(opt *Options) tablesync.PushOptions {
	return tablesync.PushOptions{
		Options:  tablesync.Options{Now: opt.Now, Yield: opt.Yield, Profile: c.to.Profile, AtOnce: opt.AtOnce},
		Endpoint: c.to.Endpoint,
		Alone:    true,
	}
}
