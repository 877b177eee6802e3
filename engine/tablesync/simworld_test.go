//go:build !js

package tablesync_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/cosmos"
	"rangefinder/engine/enginetest"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang/edm"
)

const (
	simTable    = "Copied"
	simRemote   = "Original"
	simEndpoint = "http://service"
)

var (
	simPartitions = []string{"p", "q'ä%"}
	simRows       = []string{"", "1", "2", "a b", "ß", "z"}
	simScopes     = []tablesync.Scope{{}, {}, {}, {Partitions: []string{"p"}}, {Filter: "K ge 1"}, {Filter: "PartitionKey eq 'p' and RowKey ge '1'"}}
)

// simWorld is two services, what is between them, and everything that happened.
type simWorld struct {
	*rand.Rand // of the step that is going on
	model      *lineage
	scope      tablesync.Scope
	weather    simWeather
	still      bool // nothing goes wrong any more
	clock      time.Time
	trace      []string
	traced     bool

	disk   *enginetest.Disk
	local  *engine.DB // nil: the machine stands still
	remote *engine.DB
	client *tablerest.Client
	policy tablerest.Policy
	lists  *cosmos.Account // of a world without order

	requests int
	crashIn  int // steps until the syncer stops; 0: it does not
	diskIn   int // operations until the disk stops; 0: it does not
	inside   bool
	later    []func() // what the model takes when a work has ended, by itself or by a crash
}

type (
	crashed struct{ where string } // the syncer stopped
	stuck   struct{}               // it goes on for ever
)

func newSimWorld(seed uint64, traced bool) *simWorld {
	w := &simWorld{
		Rand: rand.New(rand.NewPCG(seed, 0)), model: newLineage(), clock: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), traced: traced,
	}
	w.scope = simScopes[w.IntN(len(simScopes))]
	ahead := time.Duration(w.IntN(3)-1) * 20 * time.Minute // of the service's clock
	w.remote = engine.Open(engine.Options{Now: func() time.Time { return w.clock.Add(ahead) }})
	if seed%3 == 0 {
		w.lists = cosmos.New(w.remote, seed)
	}
	w.policy = tablerest.Policy{Kind: tablerest.Linear, Retries: w.IntN(4), Wait: time.Second}
	w.must(w.remote.CreateTable(context.Background(), simRemote))
	handler := tablerest.NewHandler(&watched{w.remote, w}, tablerest.Options{})
	w.client = &tablerest.Client{URL: simEndpoint, Doer: &tablerest.Retrier{
		Doer: &simWire{w, handler}, Policy: func() tablerest.Policy { return w.policy }, Rand: func() float64 { return 0.5 },
		NewID: func() string { return "id" },
		Wait: func(_ context.Context, d time.Duration) error {
			w.clock = w.clock.Add(d)
			w.meddle(w.weather.meddling)
			return nil
		},
	}}
	w.disk = &enginetest.Disk{Fault: func(enginetest.DiskOp, string) enginetest.Fault {
		if w.diskIn > 0 {
			if w.diskIn--; w.diskIn == 0 {
				w.diskIn = -1
				w.tell("  the machine stops while it writes")
			}
		}
		if w.diskIn < 0 {
			return enginetest.Crashing
		}
		return enginetest.NoFault
	}}
	w.start()
	return w
}

func (w *simWorld) must(err error) {
	if err != nil {
		w.model.broken("%v", err)
	}
}

func (w *simWorld) tell(format string, args ...any) {
	if w.traced {
		w.trace = append(w.trace, fmt.Sprintf(format, args...))
	}
}

// chance is true in n of 100 cases.
func (w *simWorld) chance(n int) bool { return !w.still && n > 0 && w.IntN(100) < n }

// start opens the database here.
func (w *simWorld) start() {
	var err error
	w.local, _, err = engine.OpenFolder(context.Background(), w.disk, engine.Options{Now: func() time.Time { return w.clock }})
	if err != nil {
		w.model.broken("the database does not open: %v", err)
	}
}

// restart stops the machine here as a crash does and starts it again.
func (w *simWorld) restart() {
	w.diskIn, w.crashIn = 0, 0
	w.local = nil
	w.disk.Crash(w.Rand)
	w.start()
}

func (w *simWorld) mayCrash(where string) {
	if !w.inside || w.crashIn == 0 {
		return
	}
	if w.crashIn--; w.crashIn == 0 {
		panic(crashed{where})
	}
}

func keyOf(op *engine.Op) tablesync.Key {
	return tablesync.Key{PartitionKey: op.PartitionKey, RowKey: op.RowKey}
}

func (w *simWorld) service(s simSide) (db *engine.DB, table string) {
	if s == atCopy {
		return w.local, simTable
	}
	return w.remote, simRemote
}

// get returns an entity of a side, the zero Entity of none.
func (w *simWorld) get(s simSide, key tablesync.Key) engine.Entity {
	db, table := w.service(s)
	e, err := db.Get(context.Background(), table, key.PartitionKey, key.RowKey)
	if err != nil {
		return engine.Entity{}
	}
	return e
}

// meddle has somebody change something while sync waits for the service.
func (w *simWorld) meddle(percent int) {
	for w.inside && w.chance(percent) {
		w.operate(simSide(w.IntN(2)), "    meanwhile ")
	}
}

// operate does one random operation of a person on one side.
func (w *simWorld) operate(s simSide, indent string) {
	db, table := w.service(s)
	if _, err := db.Snapshot(table); err != nil || s == atCopy && w.diskIn < 0 {
		return
	}
	w.clock = w.clock.Add(time.Duration(1+w.IntN(1500)) * time.Millisecond)
	key := tablesync.Key{PartitionKey: simPartitions[w.IntN(2)], RowKey: simRows[w.IntN(len(simRows))]}
	was := w.get(s, key)
	before := valuesOf(was)
	op := engine.Op{PartitionKey: key.PartitionKey, RowKey: key.RowKey}
	switch n := w.IntN(10); {
	case was.IsZero():
		op.Kind = []engine.OpKind{engine.Insert, engine.Insert, engine.InsertOrReplace, engine.InsertOrMerge}[w.IntN(4)]
	case n < 3:
		op.Kind = engine.Delete
	case n < 5:
		op.Kind = engine.Replace
	case n < 8:
		op.Kind = engine.Merge
	case n < 9:
		op.Kind = engine.InsertOrReplace
	default:
		op.Kind = engine.InsertOrMerge
	}
	if k := op.Kind; k == engine.Delete || k == engine.Replace || k == engine.Merge {
		if op.IfMatch = "*"; w.IntN(2) == 0 {
			op.IfMatch = was.ETag()
		}
	}
	after := map[string]int64{}
	if op.Kind != engine.Delete {
		after = w.fill(&op, was)
	}
	unseen := s == atService && op.Kind == engine.Delete && w.unacknowledged(key)
	_, err := db.Apply(context.Background(), table, op)
	w.tell("%s%s: %v: %v", indent, s, show(&op), err)
	if err != nil && s == atService {
		w.model.broken("somebody's operation failed: %v: %v", show(&op), err)
	}
	w.model.record(s, key, before, after, err == nil)
	if unseen { // the insert may be done again: nobody can tell that from one that did not arrive
		w.model.ordered[len(w.model.ordered)-1].excused = true
		for _, c := range w.model.ordered {
			c.revived = c.revived || c.key == key && c.applied > 0
		}
	}
}

// unacknowledged reports whether sync has inserted an entity and does not know it yet.
func (w *simWorld) unacknowledged(key tablesync.Key) bool {
	if w.local == nil {
		return true
	}
	k, err := w.local.Tracking(simTable)
	if err != nil || k == nil {
		return false
	}
	known := k.Look(key.PartitionKey, key.RowKey)
	return known.Changed && !known.Conflict && known.Base.IsZero() && w.model.changes[valuesOf(w.get(atService, key))[simBorn]].applied > 0
}

// fill gives an operation properties and returns the numbers of the entity that it leaves.
func (w *simWorld) fill(op *engine.Op, was engine.Entity) (after map[string]int64) {
	before := valuesOf(was)
	after = map[string]int64{}
	merge := op.Kind == engine.Merge || op.Kind == engine.InsertOrMerge
	if merge {
		after = valuesOf(was)
	}
	add := func(name string, id int64) {
		after[name] = id
		op.Properties = append(op.Properties, engine.Property{Name: name, Value: edm.NewInt64(id)})
	}
	for i, name := range lineages {
		switch n := w.IntN(10); {
		case i == 0 && before[name] == 0: // it is made
			add(name, w.model.next())
		case i == 0:
			if !merge {
				add(name, before[name])
			}
		case n < 3:
			add(name, w.model.next())
		case n < 9 && before[name] != 0 && !merge:
			add(name, before[name])
		}
	}
	v := edm.Value{}
	if !was.IsZero() {
		v, _ = was.Value(simKind)
	}
	if v.IsZero() || w.IntN(3) == 0 {
		v = edm.NewInt32(int32(w.IntN(3)))
	}
	op.Properties = append(op.Properties, engine.Property{Name: simKind, Value: v})
	w.Shuffle(len(op.Properties), func(i, j int) { op.Properties[i], op.Properties[j] = op.Properties[j], op.Properties[i] })
	return after
}

// show returns an operation as one reads it.
func show(op *engine.Op) string {
	kinds := [...]string{"insert", "replace", "merge", "upsert replacing", "upsert merging", "delete"}
	text := fmt.Sprintf("%s (%q, %q)", kinds[op.Kind], op.PartitionKey, op.RowKey)
	properties := slices.Clone(op.Properties)
	slices.SortFunc(properties, func(a, b engine.Property) int { return int(a.Name[0]) - int(b.Name[0]) })
	for _, p := range properties {
		text += fmt.Sprintf(" %s=%v", p.Name, p.Value.Int())
	}
	if op.IfMatch != "" {
		text += " if " + op.IfMatch
	}
	return text
}

// options are those of a work that may crash.
func (w *simWorld) options() tablesync.Options {
	return tablesync.Options{
		Now: func() time.Time { return w.clock }, Wait: func(_ context.Context, where string) { w.mayCrash(where) },
	}
}

func (w *simWorld) pull(restart bool) (tablesync.PullReport, error) {
	o := w.options()
	o.Restart, o.Profile = restart, profileOf(w.lists != nil)
	from := tablesync.Origin{Source: "service", Endpoint: simEndpoint, Remote: simRemote, Scope: w.scope}
	return tablesync.Pull(context.Background(), w.local, w.client, simTable, from, o)
}

func (w *simWorld) push() (tablesync.PushReport, error) {
	return tablesync.Push(context.Background(), w.local, w.client, simTable, tablesync.PushOptions{Options: w.options(), Endpoint: simEndpoint})
}

// conflicts returns those that are shown.
func (w *simWorld) conflicts() []tablesync.Conflict {
	list, _, err := tablesync.Conflicts(w.local, simTable, 0, 1000)
	if err != nil && !isNotThere(err) {
		w.model.broken("conflicts: %v", err)
	}
	return list
}

func isNotThere(err error) bool {
	e, ok := errors.AsType[*engine.Error](err)
	return ok && (e.Code == engine.TableNotFound || e.Code == tablesync.NotACopy)
}

// resolve decides one conflict, or all, by a rule.
func (w *simWorld) resolve(all bool, rule tablesync.Rule) {
	list := w.conflicts()
	if len(list) == 0 {
		return
	}
	var key *tablesync.Key
	if !all {
		list = list[w.IntN(len(list)):][:1]
		key = &tablesync.Key{PartitionKey: list[0].PartitionKey, RowKey: list[0].RowKey}
	}
	for i := range list {
		c := list[i]
		w.later = append(w.later, func() {
			if k := w.known(c.PartitionKey, c.RowKey); !k.Conflict { // a crash may have kept it
				w.model.resolved(&c, rule)
			}
		})
		w.tell("    conflict at (%q, %q): base %v, theirs %v, mine %v", list[i].PartitionKey, list[i].RowKey, valuesOf(list[i].Base), valuesOf(list[i].Theirs), valuesOf(list[i].Mine))
	}
	n, err := tablesync.Resolve(context.Background(), w.local, simTable, key, rule, w.options())
	w.tell("    resolved %d by rule %d: %v", n, rule, err)
	if err == nil && n != len(list) {
		w.model.broken("%d of %d conflicts were resolved", n, len(list))
	}
}

// revert takes back the local change to some entity.
func (w *simWorld) revert() {
	k, err := w.local.Tracking(simTable)
	if err != nil || k == nil || k.Changed() == 0 {
		return
	}
	known := k.ChangedAt(w.IntN(k.Changed()))
	to := known.Base
	if known.Conflict {
		to = known.Theirs
	}
	key := tablesync.Key{PartitionKey: known.PartitionKey, RowKey: known.RowKey}
	mine, theirs := valuesOf(known.Local), valuesOf(to)
	w.later = append(w.later, func() {
		if w.known(key.PartitionKey, key.RowKey).Changed {
			return
		}
		for _, name := range lineages {
			if mine[name] == 0 || mine[name] != theirs[name] {
				w.model.lose(atCopy, key, name, mine[name], len(mine) == 0)
			}
		}
	})
	n, err := tablesync.Revert(context.Background(), w.local, simTable, &key, w.options())
	w.tell("    reverted %v to %v: %d, %v", key, theirs, n, err)
}

// known returns what the copy knows of an entity.
func (w *simWorld) known(partitionKey, rowKey string) engine.Known {
	k, err := w.local.Tracking(simTable)
	if err != nil || k == nil {
		return engine.Known{}
	}
	return k.Look(partitionKey, rowKey)
}

// conclude has the model take what decisions have come to.
func (w *simWorld) conclude() {
	for _, f := range w.later {
		f()
	}
	w.later = nil
}

// tellPending writes what is pending into the trace.
func (w *simWorld) tellPending() {
	k, err := w.local.Tracking(simTable)
	if !w.traced || err != nil || k == nil {
		return
	}
	k.EachChanged(engine.FirstKey, func(n engine.Known) bool {
		text := fmt.Sprintf("    pending (%q, %q): base %v, mine %v", n.PartitionKey, n.RowKey, valuesOf(n.Base), valuesOf(n.Local))
		if n.Conflict {
			text += fmt.Sprintf(", theirs %v", valuesOf(n.Theirs))
		}
		if n.Sent != "" {
			text += ", sent before"
		}
		w.tell("%s", text)
		return true
	})
}
