package engine

import (
	"rangefinder/filterlang/edm"
)

// keeper is the part of a transaction on a tracked table that keeps its sides.
type keeper struct {
	sides [sideCount]*tx
	quiet bool // changes are not those of this table's users: Sync tells what becomes of the base
	note  string
	noted bool
}

func newKeeper(k *track, timestamp edm.Ticks, writer uint64) *keeper {
	out := &keeper{note: k.note}
	for i, t := range k.sides {
		x := newTx(t, timestamp, writer)
		x.inOrder()
		out.sides[i] = x
	}
	return out
}

// moved notes what an entity was before its first change.
func (k *keeper) moved(before, after Entity) {
	if k.quiet {
		return
	}
	e := before
	if e.IsZero() {
		e = after
	}
	key := edm.PackedKey(e.packed)
	base := k.sides[sideBase]
	if _, ok := base.get(key); ok {
		return
	}
	base.enterBefore(e.PartitionKey(), e.RowKey(), before)
}

// enterBefore puts an entry into a side: an entity, or that there is none.
func (x *tx) enterBefore(partitionKey, rowKey string, e Entity) {
	if e.IsZero() {
		x.store(partitionKey, rowKey, nil, absent)
		return
	}
	x.store(partitionKey, rowKey, e.Properties(), e.Timestamp())
}

// drop removes an entry of a side, if there is one.
func (x *tx) drop(sortKey string) {
	if old, ok := x.get(sortKey); ok {
		x.entities.Delete(old.packed)
		x.moved(old, Entity{})
	}
}

// track returns the new version of what was kept.
func (k *keeper) track(from *track) *track {
	next := &track{note: k.note, sides: from.sides}
	for i, x := range k.sides {
		if len(x.changes) > 0 {
			next.sides[i] = x.table()
		}
	}
	return next
}

// changes returns what was changed in the sides; nil when nothing was.
func (k *keeper) changes() *[sideCount][]Change {
	var out *[sideCount][]Change
	for i, x := range k.sides {
		if len(x.changes) > 0 {
			if out == nil {
				out = new([sideCount][]Change)
			}
			out[i] = x.changes
		}
	}
	return out
}
