package engine

import (
	"context"
	"time"

	"rangefinder/filterlang/edm"
)

// SyncTx changes a tracked table, its base and its note together, on behalf of what keeps the table in step with another. It
// sees its own changes.
type SyncTx struct {
	x      *tx
	newest edm.Ticks // a Timestamp after it is not believed
	clock  edm.Ticks
	room   []Property
}

// trusted is how far ahead of the clock a Timestamp of another service may be: this database gives out later ones since.
const trusted = edm.Ticks(24 * time.Hour / 100)

// Sync makes one commit of what f does with a tracked table; an error of f leaves no trace. f runs while other writers wait:
// it must not use the database or wait for somebody who does. Errors: TableNotFound, InvalidInput when the table is not
// tracked, those of f and of storage, and the context's.
func (db *DB) Sync(ctx context.Context, name string, f func(x *SyncTx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return db.write(func(r *root) (*root, Commit, error) {
		t, failed := db.table(r, name)
		if failed != nil {
			return nil, Commit{}, failed
		}
		if t.track == nil {
			return nil, Commit{}, Errorf(InvalidInput, "The table %s is not tracked.", t.name).about("TableName")
		}
		x := db.begin(t)
		x.inOrder()
		x.keeper.quiet = true
		s := &SyncTx{x: x, newest: edm.TicksOf(db.options.Now()) + trusted}
		if err := f(s); err != nil {
			return nil, Commit{}, err
		}
		next, c := x.commit(r)
		if len(c.Changes) == 0 && c.sides == nil && c.tracking == trackKept {
			return nil, Commit{}, nil
		}
		db.clock = max(db.clock, s.clock)
		return next, c, nil
	})
}

// Expect tells that about n entities will be taken: many of them are packed together, into a slab that may be used again for
// the next of the same table.
func (s *SyncTx) Expect(n int, slab *edm.Slab) {
	if n >= slabFrom {
		s.x.slab = slab
		s.x.changes = make([]Change, 0, n)
	}
}

// Trim gives back the room that the table's tree has for more entities. It takes some 10 ms for a million.
func (s *SyncTx) Trim() {
	s.x.entities, s.x.parts = trimmed(s.x.entities), trimmed(s.x.parts)
}

// Note returns the table's note.
func (s *SyncTx) Note() string { return s.x.keeper.note }

// SetNote changes it. Error: InvalidInput over 1 MiB.
func (s *SyncTx) SetNote(note string) error {
	if err := checkNote(note); err != nil {
		return err
	}
	if k := s.x.keeper; k.note != note {
		k.note, k.noted = note, true
	}
	return nil
}

// Look returns what is known of an entity.
func (s *SyncTx) Look(partitionKey, rowKey string) Known {
	return look(s.x, &s.x.keeper.sides, probeText(partitionKey, rowKey))
}

// Known calls f for the entities in the table or its base with sort keys in [low, high), in key order, until it returns false.
// f must not change anything.
func (s *SyncTx) Known(low, high string, f func(Known) bool) {
	if x := s.x; x.greatest != "" && edm.PackedKey(x.greatest) >= low || x.keeper.sides[sideBase].has() {
		eachKnown(x, &x.keeper.sides, low, high, f)
	}
}

// Take makes an entity the table's, with its Timestamp, unchanged since: it has no entry in the base and no conflict any more.
func (s *SyncTx) Take(e Entity) {
	pk, rk := edm.PackedKeys(e.packed)
	at, tag := s.stamp(e)
	before := s.x.find(pk, rk)
	if before.IsZero() || before.Timestamp() != at || !SameContent(before, e) {
		s.x.store(pk, rk, s.properties(e), at)
	}
	s.settled(pk, rk, marks{base: tag})
}

// Forget removes an entity, unchanged since: it has no entry in the base and no conflict any more.
func (s *SyncTx) Forget(partitionKey, rowKey string) {
	s.x.drop(probeText(partitionKey, rowKey))
	s.settled(partitionKey, rowKey, marks{})
}

func (s *SyncTx) settled(partitionKey, rowKey string, m marks) {
	sides := &s.x.keeper.sides
	for _, side := range sides[:sideTags] {
		if side.has() {
			side.drop(probeText(partitionKey, rowKey))
		}
	}
	if m.base != "" || sides[sideTags].has() {
		s.mark(partitionKey, rowKey, m)
	}
}

// Rebase makes base, or that there is none when it is the zero Entity, what the entity with those keys was before it was
// changed. The entity stays as it is, and has no conflict any more.
func (s *SyncTx) Rebase(partitionKey, rowKey string, base Entity) {
	m := marks{base: s.enter(sideBase, partitionKey, rowKey, base)}
	sides := &s.x.keeper.sides
	if sides[sideTheirs].has() {
		sides[sideTheirs].drop(probeText(partitionKey, rowKey))
	}
	s.mark(partitionKey, rowKey, m)
}

// Oppose notes that an entity, or none when theirs is the zero Entity, stands against the change of the entity with those
// keys, which must have an entry in the base.
func (s *SyncTx) Oppose(partitionKey, rowKey string, theirs Entity) {
	m := s.marks(partitionKey, rowKey)
	m.theirs = s.enter(sideTheirs, partitionKey, rowKey, theirs)
	s.mark(partitionKey, rowKey, m)
}

// SetSent keeps a text with an entity that has an entry in the base, until it is settled; "" forgets it.
func (s *SyncTx) SetSent(partitionKey, rowKey, text string) {
	m := s.marks(partitionKey, rowKey)
	m.sent = text
	s.mark(partitionKey, rowKey, m)
}

// Write makes properties those of the entity with those keys, as one that was changed here; the base stays. Errors are those
// of an Insert.
func (s *SyncTx) Write(partitionKey, rowKey string, properties []Property) error {
	op := Op{Kind: InsertOrReplace, PartitionKey: partitionKey, RowKey: rowKey, Properties: properties}
	if err := checkRequest(&op); err != nil {
		return err
	}
	if _, err := s.x.apply(&op); err != nil {
		return err
	}
	return nil
}

// Remove removes the entity with those keys, as one that was deleted here; the base stays.
func (s *SyncTx) Remove(partitionKey, rowKey string) { s.x.drop(probeText(partitionKey, rowKey)) }

// enter puts an entry into a side, and returns the tag it needs.
func (s *SyncTx) enter(side int, partitionKey, rowKey string, e Entity) (tag string) {
	if e.IsZero() {
		s.x.keeper.sides[side].store(partitionKey, rowKey, nil, absent)
		return ""
	}
	at, tag := s.stamp(e)
	s.x.keeper.sides[side].store(partitionKey, rowKey, s.properties(e), at)
	return tag
}

// stamp returns the Timestamp to keep of an entity, and its ETag when that does not follow.
func (s *SyncTx) stamp(e Entity) (at edm.Ticks, tag string) {
	at = e.Timestamp()
	if at <= absent || at > s.newest {
		at, tag = s.x.timestamp, e.ETag()
	} else {
		s.clock = max(s.clock, at)
		if e.layout.etag != "" && e.layout.etag != ETagOf(at) {
			tag = e.layout.etag
		}
	}
	if tag != "" && (len(tag) > maxTag || !checkETag(tag) || tag == "*") {
		tag = UnknownETag
	}
	return at, tag
}

// maxTag is the length of an ETag, in bytes, above which it is not kept.
const maxTag = 1024

func (s *SyncTx) marks(partitionKey, rowKey string) marks {
	tags := s.x.keeper.sides[sideTags]
	if !tags.has() {
		return marks{}
	}
	e, ok := tags.get(probeText(partitionKey, rowKey))
	if !ok {
		return marks{}
	}
	return marksOf(e)
}

func (s *SyncTx) mark(partitionKey, rowKey string, m marks) {
	tags := s.x.keeper.sides[sideTags]
	switch before := s.marks(partitionKey, rowKey); {
	case before == m:
	case m == marks{}:
		tags.drop(probeText(partitionKey, rowKey))
	default:
		tags.store(partitionKey, rowKey, m.properties(), s.x.timestamp)
	}
}

// properties returns an entity's in a slice that is good until the next call.
func (s *SyncTx) properties(e Entity) []Property {
	s.room = s.room[:0]
	for i := range e.Len() {
		s.room = append(s.room, e.Property(i))
	}
	return s.room
}
