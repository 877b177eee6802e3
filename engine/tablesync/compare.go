package tablesync

import (
	"context"

	"rangefinder/engine"
)

// Side is one of the two that Compare reads.
type Side struct {
	snapshot  *engine.Snapshot
	tracking  *engine.Tracking // of BaseSide
	remote    engine.Service
	table     string
	scope     Scope
	unordered bool
}

// LocalSide is a local table as it is in a snapshot.
func LocalSide(s *engine.Snapshot) Side { return Side{snapshot: s} }

// RemoteSide is a table of a service, or a part of it, read page by page while Compare goes on.
func RemoteSide(remote engine.Service, table string, scope Scope) Side {
	return Side{remote: remote, table: table, scope: scope}
}

// Unordered returns the side with lists that have no order. Compare finds that out by the first page; of a table that may come in
// many small pages it must be said.
func (s Side) Unordered() Side {
	s.unordered = true
	return s
}

// BaseSide is what a copy held when each entity was last pulled or pushed. Errors: TableNotFound, NotACopy.
func BaseSide(db *engine.DB, table string) (Side, error) {
	k, _, err := open(db, table)
	return Side{tracking: k}, err
}

// compareYield is how many entities Compare reads between two calls of Options.Yield.
const compareYield = 500

// Compare calls each for the entities that are not the same on both sides, in key order; its error ends the work. Entities are
// the same when their properties are. A side without order is read to its end first: sorted.go says what of it stays in memory.
// Errors: NoOrder when a list that began in key order goes on without it, those of the services, of opt.Yield, of each, and the
// context's. After NoOrder the work can be done again with sides that are Unordered.
func Compare(ctx context.Context, left, right Side, opt Options, each func(Difference) error) (Summary, error) {
	var sum Summary
	l, err := left.reader(ctx)
	if err != nil {
		return sum, err
	}
	r, err := right.reader(ctx)
	if err != nil {
		return sum, err
	}
	if l.unsorted {
		if err := l.sort(&opt, r.snapshot); err != nil {
			return sum, err
		}
	}
	if r.unsorted {
		other := l.snapshot
		if other == nil && l.list != nil { // all of it is packed
			other = l.list.own
		}
		if err := r.sort(&opt, other); err != nil {
			return sum, err
		}
	}
	a, err := l.next()
	if err != nil {
		return sum, err
	}
	b, err := r.next()
	if err != nil {
		return sum, err
	}
	different := 0
	tell := func() {
		if opt.Progress != nil {
			opt.Progress(Progress{Entities: sum.Read, Changed: different, Pages: l.pages + r.pages, Requests: l.requests + r.requests})
		}
	}
	for n := 1; !a.IsZero() || !b.IsZero(); n++ {
		if n%compareYield == 0 {
			if err := opt.pause(ctx); err != nil {
				return sum, err
			}
			tell()
		}
		order := 0
		switch {
		case a.IsZero():
			order = 1
		case b.IsZero():
			order = -1
		default:
			order = engine.CompareKeys(a, b)
		}
		d := Difference{Left: a, Right: b}
		switch {
		case order < 0:
			d.Kind, d.Right = OnlyLeft, engine.Entity{}
			sum.OnlyLeft++
			sum.Read++
		case order > 0:
			d.Kind, d.Left = OnlyRight, engine.Entity{}
			sum.OnlyRight++
			sum.Read++
		case engine.SameContent(a, b):
			sum.Equal++
			sum.Read += 2
		default:
			d.Kind, d.Properties = Changed, differing(a, b)
			sum.Changed++
			sum.Read += 2
		}
		if order != 0 || d.Kind == Changed {
			different++
			of := d.Left
			if of.IsZero() {
				of = d.Right
			}
			d.PartitionKey, d.RowKey = of.PartitionKey(), of.RowKey()
			if err := each(d); err != nil {
				return sum, err
			}
		}
		if order <= 0 {
			if a, err = l.next(); err != nil {
				return sum, err
			}
		}
		if order >= 0 {
			if b, err = r.next(); err != nil {
				return sum, err
			}
		}
	}
	tell()
	return sum, opt.pause(ctx)
}

// reader gives the entities of a side in key order, a window or page at a time.
type reader struct {
	Side
	ctx             context.Context
	page            []engine.Entity
	last            string // sort key: no entity up to it comes any more
	rank            int    // of a snapshot
	part            int    // query of a scope
	from            engine.Token
	done            bool
	unsorted        bool    // its list has no order, and was not read
	list            *sorted // what such a list held
	pages, requests int
}

func (s Side) reader(ctx context.Context) (*reader, error) {
	if s.remote != nil {
		o, err := Origin{Remote: s.table, Scope: s.scope}.checked()
		if err != nil {
			return nil, err
		}
		s.scope = o.Scope
	}
	r := &reader{Side: s, ctx: ctx}
	if s.remote == nil {
		return r, nil
	}
	if !s.unordered {
		err := r.read()
		if !isCode(err, NoOrder) {
			return r, err
		}
		*r = reader{Side: s, ctx: ctx, requests: r.requests, pages: r.pages}
	}
	r.unsorted = true
	return r, nil
}

// next returns the next entity, zero at the end.
func (r *reader) next() (engine.Entity, error) {
	for len(r.page) == 0 {
		if r.done {
			return engine.Entity{}, nil
		}
		if err := r.ctx.Err(); err != nil {
			return engine.Entity{}, err
		}
		if err := r.read(); err != nil {
			return engine.Entity{}, err
		}
	}
	e := r.page[0]
	r.page = r.page[1:]
	return e, nil
}

// read reads the next entities; there may be none among them.
func (r *reader) read() error {
	const window = 256
	switch {
	case r.list != nil:
		r.page, r.done = r.list.next(window)
		return nil
	case r.snapshot != nil:
		r.page = r.snapshot.Window(r.rank, window)
		r.rank += len(r.page)
		r.done = len(r.page) < window
		return nil
	case r.tracking != nil:
		r.page = r.page[:0:0]
		n := 0
		r.tracking.Known(r.last, engine.LastKey, func(k engine.Known) bool {
			if !k.Base.IsZero() {
				r.page = append(r.page, k.Base)
			}
			n++
			r.last = engine.AfterKey(Key{k.PartitionKey, k.RowKey}.sortKey())
			return n < window
		})
		r.done = n < window
		return nil
	}
	page, err := r.query()
	if err != nil {
		return err
	}
	if !ordered(page, r.last) {
		return engine.Errorf(NoOrder, "The service lists the table %s in no order of keys, which showed only after differences were found. Compare again with the profile cosmos.", r.table)
	}
	if n := len(page); n > 0 {
		r.last = engine.AfterKey(page[n-1].SortKey())
	}
	r.page = page
	return nil
}

// query reads the next page of a service.
func (r *reader) query() ([]engine.Entity, error) {
	filter, _, _ := r.scope.query(r.part)
	page, err := r.remote.Query(r.ctx, r.table, engine.Query{Filter: filter, From: r.from})
	r.requests++
	if err != nil {
		return nil, err
	}
	r.pages++
	r.from = page.Next
	if !page.Next.Valid {
		r.part++
		r.done = r.part == r.scope.queries()
	}
	return page.Entities, nil
}
