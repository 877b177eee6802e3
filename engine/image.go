package engine

import (
	"sync"

	"github.com/tidwall/btree"

	"rangefinder/filterlang"
)

// Image is an immutable picture of the whole workspace: every table and every document. It costs nothing to take; holding
// one keeps in memory what was changed since.
type Image struct {
	root  *root
	match filterlang.MatchOptions
	lock  sync.Locker // must be held while its trees are copied: copying marks them
}

// Image returns the workspace as it is now.
func (db *DB) Image() *Image { return &Image{db.root.Load(), db.options.Match, &db.writing} }

// Tables returns the names of the tables, ordered by lower-cased name.
func (i *Image) Tables() []string {
	names := make([]string, 0, i.root.tables.Len())
	i.root.tables.Scan(func(_ string, t *table) bool {
		names = append(names, t.name)
		return true
	})
	return names
}

// Snapshot returns a table of the image. Error: TableNotFound.
func (i *Image) Snapshot(name string) (*Snapshot, error) {
	if t, ok := i.root.tables.Get(fold(name)); ok {
		return &Snapshot{t: t, match: i.match}, nil
	}
	return nil, Errorf(TableNotFound, "There is no table %s in that picture of the workspace.", shown(name)).about("TableName")
}

// Entities returns the number of entities in all tables.
func (i *Image) Entities() int {
	n := 0
	i.root.tables.Scan(func(_ string, t *table) bool {
		n += t.entities.Len()
		return true
	})
	return n
}

// Bytes returns the size of all entities by the formula of section 1.3.
func (i *Image) Bytes() int64 {
	n := int64(0)
	i.root.tables.Scan(func(_ string, t *table) bool {
		n += t.bytes
		return true
	})
	return n
}

// With returns the image in which the named tables are as in another one: gone when it has none of that name. Documents stay.
func (i *Image) With(other *Image, tables ...string) *Image {
	next := *i.root
	next.tables = new(btree.Map[string, *table])
	i.root.tables.Scan(func(key string, t *table) bool {
		next.tables.Set(key, t)
		return true
	})
	other.lock.Lock()
	defer other.lock.Unlock()
	for _, name := range tables {
		if from, ok := other.root.tables.Get(fold(name)); ok {
			next.tables.Set(fold(name), from.copied())
		} else {
			next.tables.Delete(fold(name))
		}
	}
	next.clock = max(next.clock, other.root.clock)
	return &Image{&next, i.match, i.lock}
}
