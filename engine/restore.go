package engine

import (
	"context"

	"github.com/tidwall/btree"
)

// Replace makes image the whole workspace, in one commit. The image before it undoes that. The image may be of another DB.
// Errors: those of storage, and the context's.
func (db *DB) Replace(ctx context.Context, image *Image) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	tables := image.adopt("")
	return db.writeLarge(ctx, func(r *root) (*root, Commit, error) {
		next := &root{tables: new(btree.Map[string, *table]), dying: r.dying, documents: image.root.documents}
		for _, t := range tables {
			t.changed = r.seq + 1
			next.tables.Set(fold(t.name), t)
			next.revive(fold(t.name))
		}
		db.clock = max(db.clock, image.root.clock)
		return next, Commit{Kind: WorkspaceReplaced, Tables: namesOfBoth(r, next)}, nil
	})
}

// namesOfBoth returns the names of the tables that one of two roots has.
func namesOfBoth(a, b *root) []string {
	var names []string
	a.tables.Scan(func(_ string, t *table) bool {
		names = append(names, t.name)
		return true
	})
	b.tables.Scan(func(key string, t *table) bool {
		if other, ok := a.tables.Get(key); !ok || other.name != t.name {
			names = append(names, t.name)
		}
		return true
	})
	return names
}

// RestoreTable brings a table of an image back as it was there, Timestamps, its document and all, even if its name is not free again yet
// for others. Errors: TableNotFound when the image has no such table, TableAlreadyExists, those of storage, and the context's.
func (db *DB) RestoreTable(ctx context.Context, image *Image, table string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := image.Snapshot(table); err != nil {
		return err
	}
	t := image.adopt(table)[0]
	return db.writeLarge(ctx, func(r *root) (*root, Commit, error) {
		key := fold(t.name)
		if other, ok := r.tables.Get(key); ok {
			return nil, Commit{}, Errorf(TableAlreadyExists, "There is a table %s already; rename or delete it first.", other.name).about("TableName")
		}
		t.changed = r.seq + 1
		next := r.with(key, t)
		next.revive(key)
		db.clock = max(db.clock, image.root.clock)
		return next, Commit{Table: t.name, Kind: TableRestored, owned: next.own(key, image.root.documents[tableDocument(key)])}, nil
	})
}

// adopt returns copies of the image's tables, or of the one named, that share with it only what nobody changes.
func (i *Image) adopt(name string) []*table {
	i.lock.Lock()
	defer i.lock.Unlock()
	var out []*table
	i.root.tables.Scan(func(key string, from *table) bool {
		if name == "" || key == fold(name) {
			out = append(out, from.adopted())
		}
		return true
	})
	return out
}

func (t *table) adopted() *table {
	next := t.copied()
	next.in = newInterner(t.schema)
	next.schema = next.in.schema
	next.census.columns = make([]*propertyCensus, len(t.census.columns))
	for c, p := range t.census.columns {
		if p != nil { // numbers of writers are each DB's own: none may take these for its
			next.census.columns[c] = &propertyCensus{distinct: p.distinct.clone(), longest: p.longest}
		}
	}
	if next.track != nil {
		for i, side := range next.track.sides {
			next.track.sides[i] = side.adopted()
		}
	}
	return next
}

// copied returns a table with copies of the trees.
func (t *table) copied() *table {
	next := *t
	next.entities, next.partitions = t.entities.Copy(), t.partitions.Copy()
	if t.track != nil {
		k := *t.track
		for i, side := range k.sides {
			k.sides[i] = side.copied()
		}
		next.track = &k
	}
	return &next
}

// CloneTable makes the table to with what the table from holds now, Timestamps and ETags and all, in one commit. It costs next to
// nothing in memory: both share what neither changes. The clone of a tracked table is not tracked. Errors: TableNotFound, those
// of CreateTable, of storage, and the context's.
func (db *DB) CloneTable(ctx context.Context, from, to string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := CheckTableName(to); err != nil {
		return err
	}
	image := db.Image()
	if _, err := image.Snapshot(from); err != nil {
		return err
	}
	t := image.adopt(from)[0]
	t.name, t.track, t.split = to, nil, db.split(to)
	return db.writeLarge(ctx, func(r *root) (*root, Commit, error) {
		key := fold(to)
		if err := db.checkFree(r, key); err != nil {
			return nil, Commit{}, err
		}
		t.changed = r.seq + 1
		next := r.with(key, t)
		next.revive(key)
		return next, Commit{Table: to, Kind: TableRestored, owned: next.own(key, "")}, nil
	})
}
