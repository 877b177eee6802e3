package tablesync

import (
	"hash/maphash"
	"slices"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// A side of a comparison whose list has no order is read to its end before anything is told. Where the other side is a table at
// hand, each entity is looked up there as it comes: of one that is the same a hash of its key is enough, 8 bytes an entity, and
// only those that differ are packed into a table of their own, which sorts them. Then both come in key order. Two of n keys have
// one hash in n²/2⁶⁵ cases; then an entity that is missing may be taken for one that is the same.

// sorted is what a side without order held.
type sorted struct {
	of    *engine.Snapshot // the other side; nil when all entities are in own
	same  []uint64         // hashes of the keys of those that are the same in it, ascending
	seed  maphash.Seed
	own   *engine.Snapshot // the others
	ranks [2]int           // of the next entity in of and own
}

// sort reads a side whose list has no order. Entities that are the same in other, which may be nil, are not packed.
func (r *reader) sort(opt *Options, other *engine.Snapshot) error {
	db := engine.Open(engine.Options{})
	const table = "Sorted"
	if err := db.CreateTracked(r.ctx, table, ""); err != nil {
		return err
	}
	list := &sorted{of: other, seed: maphash.MakeSeed()}
	var slab edm.Slab
	read := 0
	for !r.done {
		if err := opt.pause(r.ctx); err != nil {
			return err
		}
		page, err := r.query()
		if err != nil {
			return err
		}
		read += len(page)
		slices.SortFunc(page, engine.CompareKeys)
		s, err := db.Snapshot(table)
		if err != nil {
			return err
		}
		var others, again []engine.Entity
		for _, e := range page {
			if !list.has(e) {
				others = append(others, e)
			} else if _, ok := s.Get(e.PartitionKey(), e.RowKey()); ok { // it was on the list before, as another
				again = append(again, e)
			}
		}
		err = db.Sync(r.ctx, table, func(x *engine.SyncTx) error {
			x.Expect(len(others), &slab)
			for _, e := range others {
				x.Take(e)
			}
			for _, e := range again {
				x.Forget(e.PartitionKey(), e.RowKey())
			}
			return nil
		})
		if err != nil {
			return err
		}
		if opt.Progress != nil {
			opt.Progress(Progress{Entities: read, Pages: r.pages, Requests: r.requests})
		}
	}
	if err := db.Sync(r.ctx, table, func(x *engine.SyncTx) error { x.Trim(); return nil }); err != nil {
		return err
	}
	slices.Sort(list.same)
	var err error
	list.own, err = db.Snapshot(table)
	r.list, r.page, r.done, r.unsorted = list, nil, false, false
	return err
}

// has notes an entity that is the same on the other side, and reports whether it is.
func (l *sorted) has(e engine.Entity) bool {
	if l.of == nil {
		return false
	}
	there, ok := l.of.Get(e.PartitionKey(), e.RowKey())
	if !ok || !engine.SameContent(there, e) {
		return false
	}
	l.same = append(l.same, maphash.String(l.seed, e.SortKey()))
	return true
}

// next returns the next entities in key order, and whether there are no more after them.
func (l *sorted) next(window int) (page []engine.Entity, over bool) {
	own := l.own.Window(l.ranks[1], window)
	if l.of == nil {
		l.ranks[1] += len(own)
		return own, len(own) < window
	}
	there := l.of.Window(l.ranks[0], window)
	l.ranks[0] += len(there)
	over = len(there) < window
	for _, e := range there {
		for len(own) > 0 && engine.CompareKeys(own[0], e) < 0 {
			page, own = append(page, own[0]), l.rest(own, window)
		}
		if len(own) > 0 && engine.CompareKeys(own[0], e) == 0 { // it was listed twice, and has become another
			page, own = append(page, own[0]), l.rest(own, window)
		} else if _, same := slices.BinarySearch(l.same, maphash.String(l.seed, e.SortKey())); same {
			page = append(page, e)
		}
	}
	for over && len(own) > 0 {
		page, own = append(page, own[0]), l.rest(own, window)
	}
	return page, over
}

// rest is what follows the first of the entities of own.
func (l *sorted) rest(own []engine.Entity, window int) []engine.Entity {
	l.ranks[1]++
	if own = own[1:]; len(own) == 0 {
		own = l.own.Window(l.ranks[1], window)
	}
	return own
}
