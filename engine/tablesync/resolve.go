package tablesync

import (
	"context"

	"rangefinder/engine"
)

// Conflicts returns at most count conflicts of a copy from the first on in key order, and how many there are. Errors:
// TableNotFound, NotACopy.
func Conflicts(db *engine.DB, table string, first, count int) ([]Conflict, int, error) {
	view, _, err := open(db, table)
	if err != nil {
		return nil, 0, err
	}
	var out []Conflict
	for i := max(0, first); i < view.Conflicts() && len(out) < count; i++ {
		k := view.ConflictAt(i)
		c := Conflict{PartitionKey: k.PartitionKey, RowKey: k.RowKey, Base: k.Base, Theirs: k.Theirs, Mine: k.Local}
		if !k.Theirs.IsZero() {
			c.TheirETag = k.Theirs.ETag()
			if !k.Local.IsZero() {
				_, c.Properties = mergeProperties(k.Base, k.Local, k.Theirs, Ask)
			}
		}
		out = append(out, c)
	}
	return out, view.Conflicts(), nil
}

// resolveChunk is how many entities Resolve and Revert change in one commit.
const resolveChunk = 500

// Resolve applies a rule to one conflict of a copy, or to all when key is nil, and returns how many are resolved. One that the
// rule cannot resolve, because both sides together are more than an entity may be, stays. Errors: ResourceNotFound when there
// is no such conflict, TableNotFound, NotACopy, SyncUnderWay, those of storage, of opt.Yield, and the context's.
func Resolve(ctx context.Context, db *engine.DB, table string, key *Key, rule Rule, opt Options) (int, error) {
	release, err := claim(db, table)
	if err != nil {
		return 0, err
	}
	defer release()
	return resolveClaimed(ctx, db, table, key, rule, opt)
}

// resolveClaimed is Resolve for who holds the claim of the table.
func resolveClaimed(ctx context.Context, db *engine.DB, table string, key *Key, rule Rule, opt Options) (int, error) {
	return settle(ctx, db, table, key, opt, func(x *engine.SyncTx, k *engine.Known) bool {
		return k.Conflict && resolve(x, k, k.Theirs, rule)
	}, func(view *engine.Tracking, low string) []Key {
		var keys []Key
		view.EachConflict(low, func(k engine.Known) bool {
			keys = append(keys, Key{k.PartitionKey, k.RowKey})
			return len(keys) < resolveChunk
		})
		return keys
	}, "conflict")
}

// resolve applies a rule to an entity that stands against theirs. It reports whether that could be done.
func resolve(x *engine.SyncTx, k *engine.Known, theirs engine.Entity, rule Rule) bool {
	if k.Local.IsZero() || theirs.IsZero() { // there is nothing to put together
		switch rule {
		case MergeMine:
			rule = TakeMine
		case MergeTheirs:
			rule = TakeTheirs
		}
	}
	switch rule {
	case TakeMine:
		if k.Local.IsZero() && theirs.IsZero() || !k.Local.IsZero() && !theirs.IsZero() && engine.SameContent(k.Local, theirs) {
			return resolve(x, k, theirs, TakeTheirs)
		}
		x.Rebase(k.PartitionKey, k.RowKey, theirs)
	case TakeTheirs:
		if theirs.IsZero() {
			x.Forget(k.PartitionKey, k.RowKey)
		} else {
			x.Take(theirs)
		}
	case MergeMine, MergeTheirs:
		merged, _ := mergeProperties(k.Base, k.Local, theirs, rule)
		e, err := engine.NewEntity(k.PartitionKey, k.RowKey, theirs.Timestamp(), merged)
		if err != nil {
			return false
		}
		if engine.SameContent(e, theirs) {
			x.Take(theirs)
			break
		}
		x.Rebase(k.PartitionKey, k.RowKey, theirs)
		if !engine.SameContent(e, k.Local) {
			return x.Write(k.PartitionKey, k.RowKey, merged) == nil
		}
	default:
		return false
	}
	return true
}

// Revert takes back the local change to one entity of a copy, or all when key is nil, and returns how many it took back. One
// in conflict becomes what the service was last seen to hold. Errors: ResourceNotFound when there is no such change,
// TableNotFound, NotACopy, SyncUnderWay, those of storage, of opt.Yield, and the context's.
func Revert(ctx context.Context, db *engine.DB, table string, key *Key, opt Options) (int, error) {
	release, err := claim(db, table)
	if err != nil {
		return 0, err
	}
	defer release()
	return settle(ctx, db, table, key, opt, func(x *engine.SyncTx, k *engine.Known) bool {
		if !k.Changed {
			return false
		}
		e := k.Base
		if k.Conflict {
			e = k.Theirs
		}
		if e.IsZero() {
			x.Forget(k.PartitionKey, k.RowKey)
		} else {
			x.Take(e)
		}
		return true
	}, func(view *engine.Tracking, low string) []Key {
		var keys []Key
		view.EachChanged(low, func(k engine.Known) bool {
			keys = append(keys, Key{k.PartitionKey, k.RowKey})
			return len(keys) < resolveChunk
		})
		return keys
	}, "change")
}

// settle does something with one entity of a copy, or with all that list gives from a sort key on. The caller holds the claim.
func settle(ctx context.Context, db *engine.DB, table string, key *Key, opt Options, do func(x *engine.SyncTx, k *engine.Known) bool,
	list func(view *engine.Tracking, low string) []Key, what string) (int, error) {
	done := 0
	for low := engine.FirstKey; ; {
		view, _, err := open(db, table)
		if err != nil {
			return done, err
		}
		keys := []Key{}
		if key == nil {
			keys = list(view, low)
		} else if keys = append(keys, *key); !view.Look(key.PartitionKey, key.RowKey).Changed {
			return 0, engine.Errorf(engine.ResourceNotFound, "There is no %s of (%q, %q) in %s.", what, key.PartitionKey, key.RowKey, view.Table.Table())
		}
		n := 0
		err = db.Sync(ctx, table, func(x *engine.SyncTx) error {
			n = 0
			for _, key := range keys {
				if k := x.Look(key.PartitionKey, key.RowKey); do(x, &k) {
					n++
				}
			}
			return nil
		})
		if err != nil {
			return done, err
		}
		done += n
		opt.step(ctx, "chunk committed")
		if opt.Progress != nil {
			opt.Progress(Progress{Entities: done, Changed: done})
		}
		if key != nil || len(keys) < resolveChunk {
			return done, nil
		}
		low = engine.AfterKey(keys[len(keys)-1].sortKey())
		if err := opt.pause(ctx); err != nil {
			return done, err
		}
	}
}
