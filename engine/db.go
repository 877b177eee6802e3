package engine

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tidwall/btree"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Options configure a DB. The zero Options are ready for use.
type Options struct {
	// Now is the clock, time.Now when nil. Timestamps follow it but never repeat or go back.
	Now func() time.Time
	// DeleteDelay is how long the name of a deleted table answers TableBeingDeleted; 0 is not at all. The service takes 40 s
	// or so.
	DeleteDelay time.Duration
	// Match are the switches of filter evaluation.
	Match filterlang.MatchOptions
	// RangePartitions returns the PartitionKeys at which a new table's range partitions begin, besides the first: a page of a
	// query never crosses one. nil, or an empty answer, is one range partition.
	RangePartitions func(table string) []string
	// Yield, when set, is called every few milliseconds while OpenFolder reads a log or a large commit is written, so that a
	// program of one thread can do something else; its error ends the work, which then leaves no trace. It must not write to
	// the database or wait for somebody who does.
	Yield func() error
	// BeginAnew makes OpenFolder begin a new workspace also where one was whose log is gone.
	BeginAnew bool
	// Used says that the folder was used before, though it may have no files: then a log must be there.
	Used bool
	// ReadOnly makes OpenFolder only read: files stay as they are, and nothing can be written to the database.
	ReadOnly bool
	// Reading, when set, is told how far OpenFolder is with a log, in bytes: half of it counts when its checksums are right and the
	// other half when it is applied, because each takes its time where a commit is large. It is called often.
	Reading func(done, total int64)

	slice int // chunkPayload, or what a test says
}

// DB is one account of tables in memory. Readers take the current root and never wait; writers take turns. It is a Service.
type DB struct {
	options     Options
	root        atomic.Pointer[root]
	planned     atomic.Pointer[planned]
	hot         hotColumns
	counted     counted
	folder      Folder
	log         *log        // nil when everything is in memory only
	closing     atomic.Bool // Close was called
	keeping     sync.Mutex  // guards checkpoints and damaged files
	checkpoints []*checkpoint
	numbered    int // the highest number of a checkpoint, also of those that are gone
	kept        []string
	rewriting   sync.Mutex   // held by the one rewrite
	yielding    atomic.Int32 // above 0: somebody who holds rewriting calls a yield that may write
	writing     sync.Mutex   // guards all below and the interners of tables
	tip         *root        // what writers start from: root, or later commits that are not safe on disk yet
	clock       edm.Ticks    // the last Timestamp given out
	writer      uint64       // number of the last writer, see propertyCensus
	subscribers []*subscriber
}

var _ Service = (*DB)(nil)

// root is one version of everything.
type root struct {
	seq    uint64
	tables *btree.Map[string, *table] // by lower-cased name
	dying  map[string]time.Time       // lower-cased name of a deleted table -> when it may be created again

	documents map[string]string // by name; immutable
	clock     edm.Ticks         // no Timestamp in the tables is later
}

// Open returns an empty database.
func Open(options Options) *DB {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.slice == 0 {
		options.slice = chunkPayload
	}
	db := &DB{options: options}
	db.start(&root{tables: new(btree.Map[string, *table])})
	return db
}

// start makes r the state that the database begins with.
func (db *DB) start(r *root) {
	db.tip = r
	db.root.Store(r)
}

// with returns a root in which the table is t, or is gone when t is nil. r must be the latest root.
func (r *root) with(key string, t *table) *root {
	next := &root{tables: r.tables.Copy(), dying: r.dying, documents: r.documents}
	if t == nil {
		next.tables.Delete(key)
	} else {
		next.tables.Set(key, t)
	}
	return next
}

// table returns the table of that name for an operation on its entities.
func (db *DB) table(r *root, name string) (*table, *Error) {
	key := fold(name)
	if t, ok := r.tables.Get(key); ok {
		return t, nil
	}
	if err := db.checkDying(r, key); err != nil {
		return nil, err
	}
	return nil, Errorf(TableNotFound, "There is no table %s; create it first.", shown(name)).about("TableName")
}

func (db *DB) checkDying(r *root, key string) *Error {
	if until, ok := r.dying[key]; ok {
		if wait := until.Sub(db.options.Now()); wait > 0 {
			return Errorf(TableBeingDeleted, "The table was deleted a moment ago; its name is free again in %v.", wait.Round(time.Second)).about("TableName")
		}
	}
	return nil
}

// tick returns the Timestamp of a new transaction: the clock's, and later than any before.
func (db *DB) tick() edm.Ticks {
	db.clock = max(edm.TicksOf(db.options.Now()), db.clock+1)
	return db.clock
}

// CreateTable makes an empty table; see Service.
func (db *DB) CreateTable(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := CheckTableName(name); err != nil {
		return err
	}
	return db.write(func(r *root) (*root, Commit, error) {
		key := fold(name)
		if err := db.checkFree(r, key); err != nil {
			return nil, Commit{}, err
		}
		next := r.with(key, newTable(name, db.split(name)))
		next.revive(key)
		return next, Commit{Table: name, Kind: TableCreated, owned: next.own(key, "")}, nil
	})
}

// checkFree says whether a table of that lower-cased name can come.
func (db *DB) checkFree(r *root, key string) *Error {
	if t, ok := r.tables.Get(key); ok {
		return Errorf(TableAlreadyExists, "There is a table %s already; choose another name.", t.name).about("TableName")
	}
	return db.checkDying(r, key)
}

// revive takes a name off the list of those that deleted tables had. Nobody else sees r yet.
func (r *root) revive(key string) {
	if _, ok := r.dying[key]; ok {
		r.dying = maps.Clone(r.dying)
		delete(r.dying, key)
	}
}

// split returns the range partitions of a new table as sort forms.
func (db *DB) split(name string) []string {
	if db.options.RangePartitions == nil {
		return nil
	}
	var out []string
	for _, key := range db.options.RangePartitions(name) {
		if key != "" && checkKeyCharacters("PartitionKey", key) == nil {
			out = append(out, edm.SortForm(key))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// DeleteTable removes a table, its entities and the document that belongs to it, in one commit; see Service.
func (db *DB) DeleteTable(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return db.write(func(r *root) (*root, Commit, error) {
		key := fold(name)
		t, ok := r.tables.Get(key)
		if !ok {
			return nil, Commit{}, Errorf(ResourceNotFound, "There is no table %s.", shown(name)).about("TableName")
		}
		next := r.with(key, nil)
		if db.options.DeleteDelay > 0 {
			now := db.options.Now()
			next.dying = map[string]time.Time{key: now.Add(db.options.DeleteDelay)}
			for other, until := range r.dying {
				if until.After(now) {
					next.dying[other] = until
				}
			}
		}
		return next, Commit{Table: t.name, Kind: TableDeleted, owned: next.own(key, "")}, nil
	})
}

// Tables lists table names; see Service. The continuation is the lower-cased name of the last table on the page.
func (db *DB) Tables(ctx context.Context, after string, top int) (TablePage, error) {
	var page TablePage
	if err := ctx.Err(); err != nil {
		return page, err
	}
	if top < 0 || top > MaxPage {
		return page, badTop(top)
	}
	if top == 0 {
		top = MaxPage
	}
	db.root.Load().tables.Ascend(fold(after), func(key string, t *table) bool {
		if after != "" && key == fold(after) {
			return true
		}
		if len(page.Names) == top {
			page.Next = strings.ToLower(page.Names[top-1])
			return false
		}
		page.Names = append(page.Names, t.name)
		return true
	})
	return page, nil
}

// Get reads one entity; see Service.
func (db *DB) Get(ctx context.Context, name, partitionKey, rowKey string) (Entity, error) {
	if err := ctx.Err(); err != nil {
		return Entity{}, err
	}
	if err := checkPointKeys(partitionKey, rowKey); err != nil {
		return Entity{}, err
	}
	t, err := db.table(db.root.Load(), name)
	if err != nil {
		return Entity{}, err
	}
	if e, ok := t.find(partitionKey, rowKey); ok {
		return e, nil
	}
	return Entity{}, Errorf(ResourceNotFound, "There is no entity (%s, %s) in %s.", shown(partitionKey), shown(rowKey), t.name)
}
