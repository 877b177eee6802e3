package engine

import (
	"context"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// A tracked table remembers what its entities were before they were changed here: that of each changed entity, or that it was
// not there, is in the table's base, from the very commit of its first change on. So the base lists what a table has that the
// one it was copied from lacks. It goes where the table goes: into the log, snapshots and pictures, back with a restored
// table, and away with a deleted one.

// track is what a tracked table has beside its entities. It is immutable.
type track struct {
	note  string
	sides [sideCount]*table
}

// The sides of a tracked table: tables that nobody can name.
const (
	sideBase   = iota // what changed entities were before; absent when there was none
	sideTheirs        // of entities in conflict: what they are at the other end; absent when there is none
	sideTags          // ETags that do not follow from a Timestamp
	sideCount
)

// absent is the Timestamp of an entry of a side that says that there is no entity. No entity in one has it.
const absent = edm.MinTicks

// The properties of an entry of sideTags.
const (
	tagBase   = "Base"   // of what was before, or of the entity itself when it is unchanged
	tagTheirs = "Theirs" // of the entry in sideTheirs
	tagSent   = "Sent"   // what Sync's caller noted
)

func newTrack(note string) *track {
	k := &track{note: note}
	for i := range k.sides {
		k.sides[i] = newTable("", nil)
	}
	return k
}

// MaxNote is the most bytes of the note of a tracked table.
const MaxNote = MaxDocument

func checkNote(note string) *Error {
	if len(note) > MaxNote || !utf8.ValidString(note) {
		return Errorf(InvalidInput, "The note of a table is UTF-8 text of at most %d bytes; this one has %d.", MaxNote, len(note))
	}
	return nil
}

// CreateTracked makes an empty table that is tracked, with a note about it. Errors: those of CreateTable, InvalidInput for a
// note over 1 MiB.
func (db *DB) CreateTracked(ctx context.Context, name, note string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := CheckTableName(name); err != nil {
		return err
	}
	if err := checkNote(note); err != nil {
		return err
	}
	return db.write(func(r *root) (*root, Commit, error) {
		key := fold(name)
		if err := db.checkFree(r, key); err != nil {
			return nil, Commit{}, err
		}
		t := newTable(name, db.split(name))
		t.track = newTrack(note)
		next := r.with(key, t)
		next.revive(key)
		return next, Commit{Table: name, Kind: TableCreated, tracking: trackChanged, owned: next.own(key, "")}, nil
	})
}

// Track makes a table tracked from now on: its entities as they are become its base. Of one that is tracked already only the
// note changes. Errors: TableNotFound, InvalidInput for a note over 1 MiB, those of storage, and the context's.
func (db *DB) Track(ctx context.Context, name, note string) error {
	if err := checkNote(note); err != nil {
		return err
	}
	return db.retrack(ctx, name, func(t *table) trackChange {
		k := newTrack(note)
		if t.track != nil {
			k.sides = t.track.sides
		}
		t.track = k
		return trackChanged
	})
}

// Untrack makes a tracked table an ordinary one. Errors: TableNotFound, those of storage, and the context's.
func (db *DB) Untrack(ctx context.Context, name string) error {
	return db.retrack(ctx, name, func(t *table) trackChange {
		if t.track == nil {
			return trackKept
		}
		t.track = nil
		return trackEnded
	})
}

// trackChange is what a commit does to the note of a table.
type trackChange uint8

const (
	trackKept    trackChange = iota
	trackChanged             // the table is tracked since, with the note it has
	trackEnded
)

func (db *DB) retrack(ctx context.Context, name string, change func(t *table) trackChange) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return db.write(func(r *root) (*root, Commit, error) {
		t, err := db.table(r, name)
		if err != nil {
			return nil, Commit{}, err
		}
		next := *t
		what := change(&next)
		if what == trackKept {
			return nil, Commit{}, nil
		}
		return r.with(fold(t.name), &next), Commit{Table: t.name, Kind: EntitiesChanged, tracking: what}, nil
	})
}

// Tracking is an immutable view of a tracked table: what it holds, what was before, and what is in conflict.
type Tracking struct {
	Table *Snapshot
	Note  string
	t     *table
}

// Tracking returns a view of a tracked table as it is now; nil when it is not tracked. Errors: TableNotFound,
// TableBeingDeleted.
func (db *DB) Tracking(name string) (*Tracking, error) {
	s, err := db.Snapshot(name)
	if err != nil {
		return nil, err
	}
	return s.Tracking(), nil
}

// Tracking returns what is tracked of the table; nil when it is not tracked.
func (s *Snapshot) Tracking() *Tracking {
	if s.t.track == nil {
		return nil
	}
	return &Tracking{Table: s, Note: s.t.track.note, t: s.t}
}

// Changed returns the number of entities with an entry in the base: those that were changed here.
func (k *Tracking) Changed() int { return k.t.track.sides[sideBase].entities.Len() }

// Conflicts returns the number of entities in conflict.
func (k *Tracking) Conflicts() int { return k.t.track.sides[sideTheirs].entities.Len() }

// Known is what a tracked table knows of an entity. A zero Entity is not there.
type Known struct {
	PartitionKey, RowKey string
	Local                Entity // in the table
	Base                 Entity // what it was before it was changed here, with its ETag; Local when it was not
	Changed              bool   // it has an entry in the base
	Theirs               Entity // of a conflict, with its ETag
	Conflict             bool
	Sent                 string // what SetSent noted
}

// Look returns what is known of an entity.
func (k *Tracking) Look(partitionKey, rowKey string) Known {
	return look(k.t, &k.t.track.sides, probeText(partitionKey, rowKey))
}

// ChangedAt returns what is known of the entity with the entry of that rank in the base, 0 <= rank < Changed.
func (k *Tracking) ChangedAt(rank int) Known { return k.at(sideBase, rank) }

// ConflictAt returns what is known of the entity in conflict of that rank, 0 <= rank < Conflicts.
func (k *Tracking) ConflictAt(rank int) Known { return k.at(sideTheirs, rank) }

func (k *Tracking) at(side, rank int) Known {
	p, ok := k.t.track.sides[side].entities.GetAt(rank)
	if !ok {
		return Known{}
	}
	return look(k.t, &k.t.track.sides, edm.PackedKey(p))
}

// EachChanged calls f for the entities with an entry in the base whose sort keys are low or greater, in key order, until it
// returns false.
func (k *Tracking) EachChanged(low string, f func(Known) bool) { k.each(sideBase, low, f) }

// EachConflict is EachChanged for the entities in conflict.
func (k *Tracking) EachConflict(low string, f func(Known) bool) { k.each(sideTheirs, low, f) }

func (k *Tracking) each(side int, low string, f func(Known) bool) {
	k.t.track.sides[side].ascend(low, func(e Entity) bool {
		return f(look(k.t, &k.t.track.sides, edm.PackedKey(e.packed)))
	})
}

// Known calls f for the entities that are in the table or its base and whose sort keys lie in [low, high), in key order, until
// it returns false.
func (k *Tracking) Known(low, high string, f func(Known) bool) {
	eachKnown(k.t, &k.t.track.sides, low, high, f)
}

// Sort keys of ranges: every key lies in [FirstKey, LastKey), and those of one partition in PartitionBounds. The keys after k
// begin at AfterKey(k).
const (
	FirstKey = ""
	LastKey  = after
)

// PartitionBounds returns the sort keys between which a partition lies.
func PartitionBounds(partitionKey string) (low, high string) {
	form := edm.SortForm(partitionKey)
	return form + begins, form + ended
}

// AfterKey returns the bound behind a sort key.
func AfterKey(sortKey string) string { return sortKey + "\x00" }

// probeText returns the sort key of keys that obey section 1.1.
func probeText(partitionKey, rowKey string) string { return edm.SortKey(partitionKey, rowKey) }
