package tablesync

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Codes of our own.
const (
	NotACopy      engine.Code = "NotACopy"       // the table is none that Pull made
	OtherOrigin   engine.Code = "OtherOrigin"    // the copy is of another table, or goes to another account
	SyncUnderWay  engine.Code = "SyncUnderWay"   // a pull or push of the same table is going on
	Edited        engine.Code = "CopyWasEdited"  // in the file that it was carried in
	OutcomeUnsure engine.Code = "OutcomeUnknown" // requests went unanswered again and again
	NoOrder       engine.Code = "NoOrder"        // a list was to be in key order and is not
)

// state is the note of the local table of a copy: what is known of it but for the entities.
type state struct {
	Source, Endpoint, Remote string
	Filter                   string   `json:",omitempty"`
	Partitions               []string // in key order; nil: all
	Pulled                   time.Time
	Entities, Pages          int

	// Of a pull that is under way.
	Partial bool         `json:",omitempty"`
	Part    int          `json:",omitempty"` // place in Partitions
	From    engine.Token // of the page to read
	After   *Key         `json:",omitempty"` // the last entity that was dealt with

	// Of one whose list has no order; see unordered.go.
	Unordered bool     `json:",omitempty"`
	New       bool     `json:",omitempty"` // nothing was known of the service when it began: no sweep
	Sweep     bool     `json:",omitempty"` // the list is over
	Again     bool     `json:",omitempty"` // it was gone on with
	Mark      listMark `json:",omitzero"`
}

func (s *state) text() string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // it has no value that JSON lacks
	}
	return string(b)
}

func (s *state) origin() Origin {
	return Origin{s.Source, s.Endpoint, s.Remote, Scope{s.Filter, s.Partitions}}
}

// stateOf reads the note of a table; ok is false when it is not that of a copy.
func stateOf(note string) (s state, ok bool) {
	err := json.Unmarshal([]byte(note), &s)
	return s, err == nil && s.Remote != ""
}

// open returns a view of a copy. Errors: TableNotFound, NotACopy.
func open(db *engine.DB, table string) (*engine.Tracking, state, error) {
	k, err := db.Tracking(table)
	if err != nil {
		return nil, state{}, err
	}
	if k != nil {
		if s, ok := stateOf(k.Note); ok {
			return k, s, nil
		}
	}
	return nil, state{}, engine.Errorf(NotACopy, "The table %s is not a copy of one of a service; pull one first.", table)
}

func copyOf(k *engine.Tracking, s *state) Copy {
	return Copy{
		Table: k.Table.Table(), Origin: s.origin(), Pulled: s.Pulled, Entities: s.Entities, Pages: s.Pages, Partial: s.Partial,
		Pending: k.Changed(), Conflicts: k.Conflicts(),
	}
}

// CopyOf returns what is known of one copy. Errors: TableNotFound, NotACopy.
func CopyOf(db *engine.DB, table string) (Copy, error) {
	k, s, err := open(db, table)
	if err != nil {
		return Copy{}, err
	}
	return copyOf(k, &s), nil
}

// Begin makes a copy that holds nothing of a table there, as a pull of an empty one does, without asking the service: for those who
// know what it holds, or that it is missing. Errors: TableAlreadyExists, InvalidInput, those of names, of storage, and the context's.
func Begin(ctx context.Context, db *engine.DB, table string, from Origin) error {
	from, err := from.checked()
	if err != nil {
		return err
	}
	s := state{Source: from.Source, Endpoint: from.Endpoint, Remote: from.Remote, Filter: from.Scope.Filter, Partitions: from.Scope.Partitions}
	return db.CreateTracked(ctx, table, s.text())
}

// Copies lists the local tables that are copies, by name.
func Copies(db *engine.DB) []Copy {
	var out []Copy
	for after := ""; ; {
		page, err := db.Tables(context.Background(), after, 0)
		if err != nil {
			return out
		}
		for _, name := range page.Names {
			if k, s, err := open(db, name); err == nil {
				out = append(out, copyOf(k, &s))
			}
		}
		if after = page.Next; after == "" {
			return out
		}
	}
}

// Detach makes a copy an ordinary table: what it was before, where it came from and its conflicts are forgotten. Errors:
// TableNotFound, NotACopy, SyncUnderWay, those of storage, and the context's.
func Detach(ctx context.Context, db *engine.DB, table string) error {
	release, err := claim(db, table)
	if err != nil {
		return err
	}
	defer release()
	if _, _, err := open(db, table); err != nil {
		return err
	}
	return db.Untrack(ctx, table)
}

// checked returns the origin as a copy keeps it. Errors: InvalidInput and those of a table's name.
func (o Origin) checked() (Origin, error) {
	if err := engine.CheckTableName(o.Remote); err != nil {
		return o, err
	}
	if o.Scope.Filter != "" && o.Scope.Partitions != nil {
		return o, engine.Errorf(engine.InvalidInput, "A copy holds what a filter selects or a list of partitions, not both.")
	}
	if _, err := o.Scope.plan(); err != nil {
		return o, err
	}
	if o.Scope.Partitions != nil {
		if len(o.Scope.Partitions) == 0 {
			return o, engine.Errorf(engine.InvalidInput, "The list of partitions is empty; name at least one.")
		}
		byKey := func(a, b string) int { return strings.Compare(edm.SortForm(a), edm.SortForm(b)) }
		list := slices.Clone(o.Scope.Partitions)
		slices.SortFunc(list, byKey)
		o.Scope.Partitions = slices.Compact(list)
	}
	return o, nil
}

// plan returns the plan of the scope's filter.
func (s Scope) plan() (*filterlang.Plan, error) {
	return engine.CheckQuery(engine.Query{Filter: s.Filter})
}

// queries returns the number of queries that read the scope, one after the other in key order.
func (s Scope) queries() int {
	if s.Partitions == nil {
		return 1
	}
	return len(s.Partitions)
}

// query returns the filter of one of them and the sort keys between which it reads.
func (s Scope) query(i int) (filter, low, high string) {
	if s.Partitions == nil {
		return s.Filter, engine.FirstKey, engine.LastKey
	}
	key := s.Partitions[i]
	low, high = engine.PartitionBounds(key)
	return "PartitionKey eq " + edm.NewString(key).Literal(), low, high
}

func sameScope(a, b Scope) bool {
	return a.Filter == b.Filter && slices.Equal(a.Partitions, b.Partitions)
}

// One table is synced by one work at a time: each relies on the base changing by nobody else.
var claims struct {
	sync.Mutex
	held map[claimed]bool
}

type claimed struct {
	db    *engine.DB
	table string
}

// claim takes a table for a work until release is called. Error: SyncUnderWay.
func claim(db *engine.DB, table string) (release func(), err error) {
	c := claimed{db, strings.ToLower(table)}
	claims.Lock()
	defer claims.Unlock()
	if claims.held[c] {
		return nil, engine.Errorf(SyncUnderWay, "The table %s is being pulled or pushed just now; wait for that or stop it.", table)
	}
	if claims.held == nil {
		claims.held = map[claimed]bool{}
	}
	claims.held[c] = true
	return func() {
		claims.Lock()
		defer claims.Unlock()
		delete(claims.held, c)
	}, nil
}

// now returns the time by the options' clock.
func (o *Options) now() time.Time {
	if o.Now != nil {
		return o.Now()
	}
	return time.Now()
}

// pause lets others run; its error ends the work.
func (o *Options) pause(ctx context.Context) error {
	if o.Yield != nil {
		if err := o.Yield(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (o *Options) step(ctx context.Context, name string) {
	if o.Wait != nil {
		o.Wait(ctx, name)
	}
}
