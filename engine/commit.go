package engine

import "iter"

// Commit is one atomic change of one table: all of it became visible at once.
type Commit struct {
	Seq   uint64 // 1, 2, 3 … in the order of visibility
	Table string // as it was created
	Kind  CommitKind

	// Changes holds the entities an operation or a transaction changed, in its order. A bulk load has none here: All gives
	// them without keeping a million of them.
	Changes []Change
	// Loaded is the number of entities a bulk load added.
	Loaded int

	load func(yield func(Change) bool)
}

// CommitKind says what a Commit did.
type CommitKind uint8

// The kinds of commit.
const (
	EntitiesChanged CommitKind = iota
	EntitiesLoaded
	TableCreated
	TableDeleted
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

// publish makes a new root visible. What must be durable is appended before the root is swapped: nothing is visible that
// could be lost, and a commit that cannot be kept leaves no trace.
func (db *DB) publish(next *root, c Commit) error {
	next.seq = db.root.Load().seq + 1
	c.Seq = next.seq
	if db.options.Append != nil {
		if err := db.options.Append(&c); err != nil {
			return err
		}
	}
	db.root.Store(next)
	for _, s := range db.subscribers {
		s.f(c)
	}
	return nil
}
