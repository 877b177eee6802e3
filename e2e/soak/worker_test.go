package soak

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

const (
	table = "Soak"
	most  = 200              // entities of a worker, about
	quiet = 3 * time.Second  // the same when nothing loads the server any more
	doubt = 10 * time.Second // how long after its client is killed a request can still be under way: far longer than it can be
)

// rows are the entities of a worker: what each holds, by its RowKey.
type rows map[string]int64

// open is a request without an answer: its entities are as before or as after, and nobody touches them until it is known.
type open struct {
	keys          []string
	before, after rows
	since         time.Time
}

// worker is the load of one connection. It alone writes to its partition, so it knows what is there.
type worker struct {
	number    int
	partition string
	random    *rand.Rand
	doer      *doer
	client    *tablerest.Client
	known     rows
	keys      []string // of known
	open      []open
	made      int64 // how many values there were
	done      map[string]int
}

func newWorker(number int, url string, seed uint64) *worker {
	random := rand.New(rand.NewPCG(seed, uint64(number)))
	d := newDoer(random)
	return &worker{number: number, partition: fmt.Sprintf("worker %02d", number), random: random, doer: d,
		client: &tablerest.Client{Doer: d, URL: url}, known: rows{}, done: map[string]int{}}
}

// run loads the server until the context ends, and then finds out what became of the requests that had no answer.
func (w *worker) run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := w.step(); err != nil {
			return fmt.Errorf("%s: %w", w.partition, err)
		}
	}
	for len(w.open) > 0 {
		time.Sleep(time.Until(w.open[0].since.Add(quiet)))
		if err := w.settle(quiet); err != nil {
			return fmt.Errorf("%s: %w", w.partition, err)
		}
	}
	w.doer.client.CloseIdleConnections()
	return nil
}

// step does one thing.
func (w *worker) step() error {
	if err := w.settle(doubt); err != nil {
		return err
	}
	n := w.random.IntN(100)
	switch {
	case len(w.known) < 2 || n < 25 && len(w.known) < most:
		return w.write("insert", w.insert())
	case n < 45:
		return w.write("update", w.update(w.some()))
	case n < 57:
		return w.write("delete", w.remove(w.some()))
	case n < 70:
		return w.transaction()
	case n < 74:
		return w.refused()
	case n < 93:
		return w.get()
	default:
		return w.query()
	}
}

// change is an operation and what it leads to.
type change struct {
	op    engine.Op
	row   string
	value int64
	gone  bool // after it there is no such entity
}

// value is a new one.
func (w *worker) value() int64 {
	w.made++
	return w.made
}

// properties are those of an entity with a value, by which all of them can be checked.
func (w *worker) properties(value int64) []engine.Property {
	return []engine.Property{
		{Name: "V", Value: edm.NewInt64(value)},
		{Name: "W", Value: edm.NewInt32(int32(w.number))},
		{Name: "S", Value: edm.NewString(text(value))},
	}
}

func text(value int64) string { return strings.Repeat(fmt.Sprint(value, " "), int(value%50)) }

func (w *worker) insert() change {
	v := w.value()
	row := fmt.Sprintf("r%06d", v)
	kinds := []engine.OpKind{engine.Insert, engine.Insert, engine.InsertOrReplace, engine.InsertOrMerge}
	return change{engine.Op{Kind: kinds[w.random.IntN(len(kinds))], PartitionKey: w.partition, RowKey: row, Properties: w.properties(v)}, row, v, false}
}

func (w *worker) update(row string) change {
	v := w.value()
	op := engine.Op{Kind: engine.OpKind(1 + w.random.IntN(4)), PartitionKey: w.partition, RowKey: row, Properties: w.properties(v)}
	if op.Kind == engine.Replace || op.Kind == engine.Merge {
		op.IfMatch = "*"
	}
	return change{op, row, v, false}
}

func (w *worker) remove(row string) change {
	return change{engine.Op{Kind: engine.Delete, PartitionKey: w.partition, RowKey: row, IfMatch: "*"}, row, 0, true}
}

// some returns the key of an entity that is there.
func (w *worker) some() string { return w.keys[w.random.IntN(len(w.keys))] }

// write sends changes, one alone or several as a transaction, and notes what is there then.
func (w *worker) write(name string, changes ...change) error {
	before, after := rows{}, rows{}
	var keys []string
	for _, c := range changes {
		keys = append(keys, c.row)
		if v, ok := w.known[c.row]; ok {
			before[c.row] = v
		}
		if !c.gone {
			after[c.row] = c.value
		}
	}
	what := lives
	switch w.random.IntN(40) {
	case 0:
		what = cut
	case 1:
		what = mute
	}
	w.doer.next = what
	var err error
	if len(changes) == 1 {
		_, err = w.client.Apply(context.Background(), table, changes[0].op)
	} else {
		ops := make([]engine.Op, len(changes))
		for i, c := range changes {
			ops[i] = c.op
		}
		_, err = w.client.Batch(context.Background(), table, ops)
	}
	switch {
	case what == lives && err != nil:
		return fmt.Errorf("%s of %v: %w", name, keys, err)
	case what == lives:
		w.replace(keys, after)
		w.done[name]++
	case !errors.Is(err, errKilled):
		return fmt.Errorf("%s of %v with its client killed: %w", name, keys, err)
	case what == cut:
		w.done["cut"]++
		// It must not be done, now or later; the entities are looked at again like those of a request without an answer.
		w.doubt(open{keys, before, before, time.Now()})
	default:
		w.done["mute"]++
		w.doubt(open{keys, before, after, time.Now()})
	}
	return nil
}

// replace notes what the entities of the keys are now.
func (w *worker) replace(keys []string, now rows) {
	for _, key := range keys {
		delete(w.known, key)
	}
	maps.Copy(w.known, now)
	w.list()
}

// doubt keeps the entities of a request from being touched.
func (w *worker) doubt(o open) {
	w.replace(o.keys, nil)
	w.open = append(w.open, o)
}

func (w *worker) list() {
	w.keys = w.keys[:0]
	for key := range w.known {
		w.keys = append(w.keys, key)
	}
}

// settle looks at what became of requests that are at least so old.
func (w *worker) settle(age time.Duration) error {
	for len(w.open) > 0 && time.Since(w.open[0].since) >= age {
		o := w.open[0]
		w.open = w.open[1:]
		now := rows{}
		for _, key := range o.keys {
			e, err := w.client.Get(context.Background(), table, w.partition, key)
			if code(err) == engine.ResourceNotFound {
				continue
			}
			if err != nil {
				return fmt.Errorf("get of %s: %w", key, err)
			}
			if now[key], err = w.read(e); err != nil {
				return err
			}
		}
		switch {
		case maps.Equal(now, o.before):
		case maps.Equal(now, o.after):
			w.done["mute, yet done"]++
		default:
			return fmt.Errorf("a request whose client was killed is half done: before %v, after %v, now %v", o.before, o.after, now)
		}
		w.replace(o.keys, now)
	}
	return nil
}

// transaction changes several entities together.
func (w *worker) transaction() error {
	var changes []change
	used := map[string]bool{}
	for range 2 + w.random.IntN(20) {
		var c change
		switch row := w.some(); {
		case len(w.known) > most && !used[row] && w.random.IntN(2) == 0, !used[row] && w.random.IntN(4) == 0:
			c = w.remove(row)
		case !used[row] && w.random.IntN(2) == 0:
			c = w.update(row)
		default:
			c = w.insert()
		}
		used[c.row] = true
		changes = append(changes, c)
	}
	return w.write("transaction", changes...)
}

// refused sends a transaction whose last operation cannot be done, so that none may be.
func (w *worker) refused() error {
	there := w.some()
	var ops []engine.Op
	for range 1 + w.random.IntN(10) {
		ops = append(ops, w.insert().op)
	}
	ops = append(ops, engine.Op{Kind: engine.Insert, PartitionKey: w.partition, RowKey: there})
	_, err := w.client.Batch(context.Background(), table, ops)
	if refusal, ok := errors.AsType[*engine.Error](err); !ok || refusal.Code != engine.EntityAlreadyExists || refusal.Index != len(ops)-1 {
		return fmt.Errorf("a transaction of %d that inserts %s again: %w", len(ops), there, err)
	}
	w.done["refused"]++
	return nil
}

// get reads an entity that is there.
func (w *worker) get() error {
	key := w.some()
	if w.random.IntN(40) == 0 {
		w.doer.next = mute
	}
	e, err := w.client.Get(context.Background(), table, w.partition, key)
	if errors.Is(err, errKilled) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("get of %s: %w", key, err)
	}
	v, err := w.read(e)
	if err == nil && v != w.known[key] {
		err = fmt.Errorf("%s is %d, want %d", key, v, w.known[key])
	}
	w.done["get"]++
	return err
}

// query reads the partition by a filter, and compares: what is in doubt may be there or not.
func (w *worker) query() error {
	from := w.some()
	if w.random.IntN(40) == 0 {
		w.doer.next = mute
	}
	got, err := w.find(fmt.Sprintf("PartitionKey eq '%s' and RowKey ge '%s'", w.partition, from))
	if errors.Is(err, errKilled) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, o := range w.open {
		for _, key := range o.keys {
			delete(got, key)
		}
	}
	want := maps.Clone(w.known)
	maps.DeleteFunc(want, func(key string, _ int64) bool { return key < from })
	if !maps.Equal(got, want) {
		return fmt.Errorf("from %s there are %v, want %v", from, got, want)
	}
	w.done["query"]++
	return nil
}

// find reads all entities that a filter finds, page by page, and checks that they are this worker's.
func (w *worker) find(filter string) (rows, error) {
	found := rows{}
	for q := (engine.Query{Filter: filter}); ; {
		page, err := w.client.Query(context.Background(), table, q)
		if err != nil {
			return nil, err
		}
		for _, e := range page.Entities {
			if found[e.RowKey()], err = w.read(e); err != nil {
				return nil, err
			}
		}
		if q.From = page.Next; !q.From.Valid {
			return found, nil
		}
	}
}

// read returns the value of an entity, which has to be whole and this worker's.
func (w *worker) read(e engine.Entity) (int64, error) {
	v, _ := e.Value("V")
	number, _ := e.Value("W")
	s, _ := e.Value("S")
	if e.PartitionKey() != w.partition || number.Int() != int64(w.number) || s.Text() != text(v.Int()) || e.Len() != 3 {
		return 0, fmt.Errorf("entity %s %s is not whole: %v", e.PartitionKey(), e.RowKey(), e.Properties())
	}
	return v.Int(), nil
}

// code returns the protocol's code of an error, "" when it has none.
func code(err error) engine.Code {
	if e, ok := errors.AsType[*engine.Error](err); ok {
		return e.Code
	}
	return ""
}

// count returns how many entities the table has, of all workers.
func count(w *worker) (n int, err error) {
	for q := (engine.Query{Select: []string{"V"}}); ; {
		page, err := w.client.Query(context.Background(), table, q)
		if err != nil {
			return n, err
		}
		n += len(page.Entities)
		if q.From = page.Next; !q.From.Valid {
			return n, nil
		}
	}
}
