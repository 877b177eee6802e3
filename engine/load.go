package engine

import (
	"context"
	"time"

	"github.com/tidwall/btree"

	"rangefinder/filterlang/edm"
)

// Loader adds many entities to a table at once. Nothing of it is visible before Commit, and nothing is left after Abort; no
// reader or writer waits for Add. Entities in key order are loaded fastest. A Loader is for one goroutine.
//
// All entities of a load have one Timestamp: that of its beginning.
type Loader struct {
	db    *DB
	ctx   context.Context
	name  string
	start time.Time

	entities grower
	parts    *btree.BTreeG[partition]
	in       *interner
	count    *counter
	bytes    int64
	packed   int64

	timestamp edm.Ticks
	slab      edm.Slab
	values    []edm.Value
	run       partition // entities of one PartitionKey that came together, not yet in parts
	runKey    string    // its text
	done      bool
}

// LoadStats is what a load added.
type LoadStats struct {
	Entities   int
	Partitions int   // with an entity of the load
	Bytes      int64 // by the formula of section 1.3
	Elapsed    time.Duration
}

// Load begins a bulk load into an existing table. Errors: TableNotFound, TableBeingDeleted.
func (db *DB) Load(ctx context.Context, name string) (*Loader, error) {
	if _, err := db.table(db.root.Load(), name); err != nil {
		return nil, err
	}
	db.writing.Lock()
	defer db.writing.Unlock()
	db.writer++
	return &Loader{
		db:        db,
		ctx:       ctx,
		name:      name,
		start:     time.Now(),
		entities:  grower{tree: newEntities()},
		parts:     newPartitions(),
		in:        newInterner(schema{}),
		count:     newCounter(&census{plain: true}, db.writer),
		timestamp: db.tick(),
	}, nil
}

// Add adds an entity. Errors: those of an Insert, EntityAlreadyExists for a key that the load has had; after an error the
// load may go on without that entity. properties may be reused.
func (l *Loader) Add(partitionKey, rowKey string, properties []Property) error {
	if err := l.add(partitionKey, rowKey, properties); err != nil {
		return err
	}
	return nil
}

func (l *Loader) add(partitionKey, rowKey string, properties []Property) *Error {
	if err := l.check(partitionKey, rowKey, properties); err != nil {
		return err
	}
	properties = withoutNulls(properties)
	if err := checkCount(len(properties)); err != nil {
		return err
	}
	var lay *layout
	lay, l.values = l.in.intern(properties, l.values[:0])
	e := Entity{l.slab.Pack(lay.number, l.timestamp, partitionKey, rowKey, lay.Layout, l.values), lay}
	if err := checkSize(e); err != nil {
		return err
	}
	if !l.entities.add(e.packed) {
		return duplicateKey(partitionKey, rowKey)
	}
	l.count.add(lay, l.values)
	l.account(e, partitionKey)
	return nil
}

// check is checkRequest and checkLimits, less what the entity before already answered.
func (l *Loader) check(partitionKey, rowKey string, properties []Property) *Error {
	if partitionKey != l.runKey || l.run.count == 0 {
		if err := checkKeyCharacters("PartitionKey", partitionKey); err != nil {
			return err
		}
		if err := checkKeyLength("PartitionKey", partitionKey); err != nil {
			return err
		}
	}
	if err := checkKeyCharacters("RowKey", rowKey); err != nil {
		return err
	}
	if err := checkKeyLength("RowKey", rowKey); err != nil {
		return err
	}
	known := l.in.last != nil && sameLayout(l.in.last, properties)
	if !known {
		if err := checkProperties(properties); err != nil {
			return err
		}
	}
	for i := range properties {
		p := &properties[i]
		switch p.Value.Type() {
		case edm.String:
			if known {
				if err := checkText(p); err != nil {
					return err
				}
			}
			if err := checkValueSize(p); err != nil {
				return err
			}
		case edm.Binary:
			if err := checkValueSize(p); err != nil {
				return err
			}
		case edm.DateTime:
			if err := checkDateTime(p); err != nil {
				return err
			}
		}
	}
	return nil
}

func duplicateKey(partitionKey, rowKey string) *Error {
	return Errorf(EntityAlreadyExists, "There is an entity (%s, %s) already; each key at most once.", shown(partitionKey), shown(rowKey))
}

// account keeps the sums in step with an entity that came.
func (l *Loader) account(e Entity, partitionKey string) {
	plain := isASCII(edm.PackedKey(e.packed))
	n := 0
	if l.count.plain = l.count.plain && plain; l.count.plain {
		n = e.layout.plainSize(e.packed)
	} else {
		n = e.Size()
	}
	l.count.largest = max(l.count.largest, n)
	l.bytes += int64(n)
	l.packed += int64(len(e.packed))
	if l.run.count == 0 || partitionKey != l.runKey {
		l.flush()
		l.run.key, l.runKey = edm.PackedPartition(e.packed), edm.PackedPartition(e.packed)
		if l.runKey != partitionKey {
			l.runKey = partitionKey
		}
	}
	l.run.count++
	l.run.bytes += int64(n)
}

// flush adds the run to the directory.
func (l *Loader) flush() {
	if l.run.count == 0 {
		return
	}
	if old, ok := l.parts.Get(l.run); ok {
		old.count += l.run.count
		old.bytes += l.run.bytes
		l.parts.Set(old)
	} else {
		l.parts.Load(l.run)
	}
	l.run = partition{}
}

// Len returns the number of entities added so far.
func (l *Loader) Len() int { return l.entities.tree.Len() }

// Abort drops the load. After Commit it does nothing.
func (l *Loader) Abort() {
	l.done = true
	l.entities, l.parts, l.in, l.count = grower{tree: newEntities()}, newPartitions(), newInterner(schema{}), newCounter(&census{}, 0)
}

// Commit makes the whole load visible at once, or nothing of it. Errors: TableNotFound when the table is gone,
// EntityAlreadyExists for the first key that the table has, InvalidInput after Commit or Abort, the context's, and
// StorageFull and StorageFailed. With a folder it writes in chunks and calls Options.Yield between them, while other writers
// wait.
func (l *Loader) Commit() (LoadStats, error) {
	if l.done {
		return LoadStats{}, Errorf(InvalidInput, "The load has ended already.")
	}
	if err := l.ctx.Err(); err != nil {
		return LoadStats{}, err
	}
	defer l.Abort()
	l.flush()
	l.entities.trim()
	l.parts = trimmed(l.parts)
	stats := LoadStats{Entities: l.entities.tree.Len(), Partitions: l.parts.Len(), Bytes: l.bytes}
	err := l.db.writeLarge(l.ctx, func(r *root) (*root, Commit, error) {
		t, failed := l.db.table(r, l.name)
		if failed != nil {
			return nil, Commit{}, failed
		}
		next, failed := l.onto(t)
		if failed != nil {
			return nil, Commit{}, failed
		}
		next.changed = r.seq + 1
		c := Commit{Table: t.name, Kind: EntitiesLoaded, Loaded: stats.Entities, load: l.changes()}
		if t.track != nil {
			next.track, c.sides = l.keep(t.track)
		}
		if c.emptied = t.entities.Len() == 0 && t.track == nil; c.emptied {
			c.columns = next.schema.columns
		} else {
			c.columns = next.schema.columns[len(t.schema.columns):]
		}
		return r.with(fold(t.name), next), c, nil
	})
	if err != nil {
		return LoadStats{}, err
	}
	stats.Elapsed = time.Since(l.start)
	return stats, nil
}

// changes returns the load as changes, read from its own tree.
func (l *Loader) changes() func(yield func(Change) bool) {
	own, layouts := l.entities.tree, l.in.layouts
	return func(yield func(Change) bool) {
		own.Scan(func(p edm.Packed) bool {
			return yield(Change{After: Entity{p, layouts[edm.PackedLayoutNumber(p)]}})
		})
	}
}

// keep notes in the base of a tracked table that none of the load's entities was there.
func (l *Loader) keep(from *track) (*track, *[sideCount][]Change) {
	k := newKeeper(from, l.timestamp, l.count.writer)
	for c := range l.changes() {
		k.moved(c.Before, c.After)
	}
	return k.track(from), k.changes()
}

// onto returns the table with the load's entities.
func (l *Loader) onto(t *table) (*table, *Error) {
	if t.entities.Len() > 0 || t.track != nil {
		return l.merge(t)
	}
	next := *t
	next.entities, next.partitions, next.bytes, next.packed = l.entities.tree, l.parts, l.bytes, l.packed
	next.schema, next.census, next.in = l.in.schema, l.count.census, l.in
	return &next, nil
}

// merge adds the load's entities to those of a table that has some. Their layouts are numbered anew.
func (l *Loader) merge(t *table) (*table, *Error) {
	entities, parts := t.entities.Copy(), t.partitions.Copy()
	c := newCounter(&t.census, l.count.writer)
	into := make([]*layout, len(l.in.layouts))
	for i, from := range l.in.layouts {
		into[i] = t.in.adopt(from)
		c.count(into[i].number, l.count.layouts[i])
	}
	for column, p := range l.count.columns {
		if p != nil {
			c.merge(t.in.column[l.in.columns[column]], p)
		}
	}
	var failed *Error
	l.entities.tree.Scan(func(p edm.Packed) bool {
		from := l.in.layouts[edm.PackedLayoutNumber(p)]
		if _, replaced := entities.Set(l.renumber(p, from, into[from.number])); replaced {
			failed = duplicateKey(edm.PackedKeys(p))
		}
		return failed == nil
	})
	if failed != nil {
		return nil, failed
	}
	l.parts.Scan(func(p partition) bool {
		if old, ok := parts.Get(p); ok {
			p.count += old.count
			p.bytes += old.bytes
		}
		parts.Set(p)
		return true
	})
	c.plain = c.plain && l.count.plain
	c.largest = max(c.largest, l.count.largest)
	next := *t
	next.entities, next.partitions, next.bytes, next.packed = entities, parts, t.bytes+l.bytes, t.packed+l.packed
	next.schema, next.census = t.in.schema, c.census
	return &next, nil
}

// renumber packs an entity again with the layout of another table version: its properties may be in another order there.
func (l *Loader) renumber(p edm.Packed, from, to *layout) edm.Packed {
	l.values = l.values[:0]
	for _, property := range to.Properties() {
		l.values = append(l.values, from.Value(p, from.Index(property.Name)))
	}
	pk, rk := edm.PackedKeys(p)
	return l.slab.Pack(to.number, l.timestamp, pk, rk, to.Layout, l.values)
}
