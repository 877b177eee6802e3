package engine

import (
	"strings"

	"rangefinder/filterlang/edm"
)

// entitiesByKey is a version of a table or of a transaction on one.
type entitiesByKey interface {
	has() bool
	get(sortKey string) (Entity, bool)
	ascend(low string, f func(e Entity) bool)
}

func (t *table) has() bool { return t.entities.Len() > 0 }

func (t *table) get(sortKey string) (Entity, bool) {
	p, ok := t.entities.Get(probe(sortKey))
	if !ok {
		return Entity{}, false
	}
	return t.entity(p), true
}

func (t *table) ascend(low string, f func(e Entity) bool) {
	t.entities.Ascend(probe(low), func(p edm.Packed) bool { return f(t.entity(p)) })
}

func (x *tx) has() bool { return x.entities.Len() > 0 }

func (x *tx) get(sortKey string) (Entity, bool) {
	if x.ordered && (x.greatest == "" || edm.PackedKey(x.greatest) < sortKey) {
		return Entity{}, false
	}
	p, ok := x.entities.Get(probe(sortKey))
	if !ok {
		return Entity{}, false
	}
	return x.entity(p), true
}

func (x *tx) ascend(low string, f func(e Entity) bool) {
	x.entities.Ascend(probe(low), func(p edm.Packed) bool { return f(x.entity(p)) })
}

// look returns what a tracked table knows of the entity with a sort key.
func look[T entitiesByKey](local T, sides *[sideCount]T, sortKey string) Known {
	var k Known
	pk, rk, _ := edm.CutSortKey(sortKey)
	k.PartitionKey, k.RowKey = edm.KeyText(pk), edm.KeyText(rk)
	k.Local, _ = local.get(sortKey)
	k.Base = k.Local
	var before Entity
	if sides[sideBase].has() {
		before, k.Changed = sides[sideBase].get(sortKey)
	}
	k.fill(sides[sideTheirs].has, func() (Entity, bool) { return sides[sideTheirs].get(sortKey) },
		sides[sideTags].has, func() (Entity, bool) { return sides[sideTags].get(sortKey) }, before)
	return k
}

// fill adds what the sides know; before is the entry in the base when k.Changed.
func (k *Known) fill(anyTheirs func() bool, theirs func() (Entity, bool), anyTags func() bool, tags func() (Entity, bool), before Entity) {
	if k.Changed {
		k.Base = present(before)
		if anyTheirs() {
			var e Entity
			if e, k.Conflict = theirs(); k.Conflict {
				k.Theirs = present(e)
			}
		}
	}
	if !anyTags() {
		return
	}
	tag, ok := tags()
	if !ok {
		return
	}
	m := marksOf(tag)
	k.Base, k.Theirs, k.Sent = WithETag(k.Base, m.base), WithETag(k.Theirs, m.theirs), m.sent
}

// present returns the entity of an entry of a side: none of one that says so.
func present(e Entity) Entity {
	if e.IsZero() || e.Timestamp() == absent {
		return Entity{}
	}
	return e
}

// eachKnown calls f for what is in the table or in the base, in key order.
func eachKnown[T entitiesByKey](local T, sides *[sideCount]T, low, high string, f func(Known) bool) {
	var changed []Entity // entries of the base, some at a time
	var from string      // where the next of them begin
	more := sides[sideBase].has()
	fetch := func() {
		changed = changed[:0]
		if !more {
			return
		}
		more = false
		sides[sideBase].ascend(from, func(e Entity) bool {
			key := edm.PackedKey(e.packed)
			if key >= high {
				return false
			}
			changed = append(changed, e)
			more = len(changed) == scanChunk
			from = AfterKey(key)
			return !more
		})
	}
	from = low
	fetch()
	at := 0
	take := func() Entity {
		e := changed[at]
		if at++; at == len(changed) && more {
			fetch()
			at = 0
		}
		return e
	}
	going := true
	anyTags, anyTheirs := sides[sideTags].has(), sides[sideTheirs].has()
	give := func(l, before Entity, isChanged bool) bool {
		k := Known{Local: l, Base: l, Changed: isChanged}
		key := ""
		if isChanged {
			k.PartitionKey, k.RowKey = before.PartitionKey(), before.RowKey()
			key = edm.PackedKey(before.packed)
		} else {
			k.PartitionKey, k.RowKey = l.PartitionKey(), l.RowKey()
			key = edm.PackedKey(l.packed)
		}
		if isChanged || anyTags {
			k.fill(func() bool { return anyTheirs }, func() (Entity, bool) { return sides[sideTheirs].get(key) },
				func() bool { return anyTags }, func() (Entity, bool) { return sides[sideTags].get(key) }, before)
		}
		going = f(k)
		return going
	}
	local.ascend(low, func(l Entity) bool {
		key := edm.PackedKey(l.packed)
		if key >= high {
			return false
		}
		for at < len(changed) {
			switch strings.Compare(edm.PackedKey(changed[at].packed), key) {
			case -1:
				if !give(Entity{}, take(), true) {
					return false
				}
				continue
			case 0:
				return give(l, take(), true)
			}
			break
		}
		return give(l, Entity{}, false)
	})
	for going && at < len(changed) {
		give(Entity{}, take(), true)
	}
}

// marks are an entry of sideTags.
type marks struct{ base, theirs, sent string }

func marksOf(e Entity) marks {
	var m marks
	for name, v := range e.All() {
		switch name {
		case tagBase:
			m.base = v.Text()
		case tagTheirs:
			m.theirs = v.Text()
		case tagSent:
			m.sent = v.Text()
		}
	}
	return m
}

func (m marks) properties() []Property {
	var out []Property
	for _, p := range [...]struct{ name, text string }{{tagBase, m.base}, {tagTheirs, m.theirs}, {tagSent, m.sent}} {
		if p.text != "" {
			out = append(out, Property{p.name, edm.NewString(p.text)})
		}
	}
	return out
}
