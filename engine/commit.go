package engine

import (
	"context"
	"iter"
)

// Commit is one atomic change of one table: all of it became visible at once.
type Commit struct {
	Seq   uint64 // 1, 2, 3 … in the order of visibility
	Table string // as it was created
	Kind  CommitKind

	// Changes holds the entities an operation or a transaction changed, in its order. A bulk load has none here: All gives
	// them without keeping a million of them. A restored table and a replaced workspace have none at all: what a table holds
	// is in its Snapshot.
	Changes []Change
	// Loaded is the number of entities a bulk load added.
	Loaded int
	// Tables names the tables that a replaced workspace had or has, in any order.
	Tables []string
	// Document is the name of the one that changed.
	Document string

	load    func(yield func(Change) bool)
	columns []string // that the table has since
	emptied bool     // the table had no entities before, and has only these columns
	owned   bool     // the document that belongs to the table changed too

	tracking trackChange
	sides    *[sideCount][]Change // of a tracked table, nil when they did not change
}

// CommitKind says what a Commit did.
type CommitKind uint8

// The kinds of commit.
const (
	EntitiesChanged CommitKind = iota
	EntitiesLoaded
	TableCreated
	TableDeleted
	TableRestored     // with all its entities
	WorkspaceReplaced // all tables and documents are others; Table is ""
	DocumentChanged   // Table is "", Document names it
)

// Change is an entity before and after a commit; the zero Entity is none.
type Change struct{ Before, After Entity }

// All returns every change of the commit, those of a bulk load in key order.
func (c *Commit) All() iter.Seq[Change] {
	return func(yield func(Change) bool) {
		if c.load != nil {
			c.load(yield)
			return
		}
		for _, change := range c.Changes {
			if !yield(change) {
				return
			}
		}
	}
}

// Subscribe calls f after each commit, in order, until remove is called. f runs while the next commit waits: it must be
// quick and must not write to the database.
func (db *DB) Subscribe(f func(Commit)) (remove func()) {
	db.writing.Lock()
	defer db.writing.Unlock()
	s := &subscriber{f}
	db.subscribers = append(db.subscribers, s)
	return func() {
		db.writing.Lock()
		defer db.writing.Unlock()
		for i, other := range db.subscribers {
			if other == s {
				db.subscribers = append(db.subscribers[:i:i], db.subscribers[i+1:]...)
				return
			}
		}
	}
}

type subscriber struct{ f func(Commit) }

// prepare makes the root that follows r, and the commit that leads there; no root when nothing is to change. It may be called
// again: what it did before is then forgotten.
type prepare func(r *root) (*root, Commit, error)

// write makes one commit: prepare gets the latest root and returns what follows it, or no root when nothing is to change. The
// commit is safe on disk, then visible, then known to the subscribers, when write returns without an error; with one it has
// left no trace.
func (db *DB) write(prepare prepare) error {
	return db.persist(context.Background(), prepare, db.writeShared)
}

// writeShared makes one commit that may share its sync with others.
func (db *DB) writeShared(_ context.Context, prepare prepare) error {
	db.writing.Lock()
	next, c, err := db.prepared(prepare)
	if db.log == nil {
		defer db.writing.Unlock()
		if next != nil {
			db.tip = next
			db.publish(next, &c)
		}
		return err
	}
	var w *waiting
	if next != nil {
		w, err = db.log.enqueue(next, c)
		if err == nil {
			db.tip = next
		}
	} else {
		w = db.log.last() // the answer may depend on it
	}
	db.writing.Unlock()
	if w != nil {
		if failed := db.settle(w); failed != nil {
			return failed
		}
	}
	return err
}

// prepared runs prepare on the latest root and numbers the commit. The caller holds writing.
func (db *DB) prepared(prepare prepare) (*root, Commit, error) {
	next, c, err := prepare(db.tip)
	if err != nil || next == nil {
		return nil, c, err
	}
	next.seq, next.clock = db.tip.seq+1, db.clock
	c.Seq = next.seq
	return next, c, nil
}

// publish makes a root visible and tells the subscribers. The caller holds writing.
func (db *DB) publish(next *root, c *Commit) {
	db.root.Store(next)
	db.hot.forget()
	for _, s := range db.subscribers {
		s.f(*c)
	}
}
