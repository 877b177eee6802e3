package engine

import (
	"cmp"
	"slices"
	"strings"

	"rangefinder/filterlang/edm"
)

// Rekeying makes a table of entities of another under other keys. The table is in no DB: nobody sees it but by its Snapshot,
// and it is gone when that is. It knows nothing of distinct values, so that the census of the Snapshot has none. A Rekeying is
// for one goroutine.
//
// Entities may come in any order. They keep their Timestamp.
type Rekeying struct {
	from    *Snapshot
	in      *interner
	more    []string
	layouts []*layout // by number in from; nil until one is met

	slab    edm.Slab
	scratch []byte
	values  []edm.Value
	all     []rekeyed
	runs    [][]uint32 // of places in all, each in the order of the keys; the collector need not look into them
	begin   int        // of the run in all
	sorted  bool       // the run, so far
	plain   bool
	yield   func() error
}

type rekeyed struct {
	packed edm.Packed
	tag    uint32
}

// runLength is how many entities are sorted at a time: a few milliseconds' worth in a browser.
const runLength = 4096

// NewRekeying begins a table of entities of a snapshot. more names String properties that every entity gets beside its own,
// and that none has; yield, which may be nil, is called every few milliseconds, and its error ends the work.
func NewRekeying(from *Snapshot, more []string, yield func() error) *Rekeying {
	r := &Rekeying{from: from, in: newInterner(schema{}), more: more, layouts: make([]*layout, len(from.t.schema.layouts)),
		sorted: true, plain: from.t.census.plain, yield: yield}
	for _, name := range from.t.schema.columns {
		r.in.addColumn(name)
	}
	for _, name := range more { // behind all others, where a packed entity has room for them
		r.in.addColumn(name)
	}
	return r
}

// Add adds an entity of the snapshot under another key, with a text for each of the further properties. tag comes back for one
// whose key another has. Errors: those of a key or an entity that the service refuses, and yield's.
func (r *Rekeying) Add(tag uint32, e Entity, partitionKey, rowKey string, texts ...string) error {
	to := r.layouts[e.layout.number]
	if to == nil {
		properties := make([]Property, 0, e.Len()+len(r.more))
		for _, p := range e.layout.Properties() {
			properties = append(properties, Property{p.Name, zeros[p.Type]})
		}
		for _, name := range r.more {
			properties = append(properties, Property{name, zeros[edm.String]})
		}
		if err := checkCount(len(properties)); err != nil {
			return err
		}
		to, _ = r.in.intern(properties, nil)
		r.layouts[e.layout.number] = to
	}
	if err := checkKey(partitionKey, rowKey); err != nil {
		return err
	}
	r.scratch = edm.AppendRekeyed(r.scratch[:0], e.packed, e.layout.Layout, to.number, partitionKey, rowKey, texts)
	for _, text := range texts {
		r.plain = r.plain && isASCII(text)
	}
	return r.add(tag, to)
}

// Put adds an entity with properties of its own, which may be of others than the snapshot's. Errors: those of an Insert, and
// yield's.
func (r *Rekeying) Put(tag uint32, timestamp edm.Ticks, partitionKey, rowKey string, properties []Property) error {
	op := Op{PartitionKey: partitionKey, RowKey: rowKey, Properties: properties}
	if err := checkKey(partitionKey, rowKey); err != nil {
		return err
	}
	if err := checkLimits(&op); err != nil {
		return err
	}
	var to *layout
	to, r.values = r.in.intern(withoutNulls(properties), r.values[:0])
	for i := range r.values {
		if v := &r.values[i]; v.Type() == edm.String {
			r.plain = r.plain && isASCII(v.Text())
		}
	}
	r.scratch = edm.AppendPacked(r.scratch[:0], to.number, timestamp, partitionKey, rowKey, to.Layout, r.values)
	return r.add(tag, to)
}

func checkKey(partitionKey, rowKey string) error {
	for _, err := range [...]*Error{
		checkKeyCharacters("PartitionKey", partitionKey), checkKeyLength("PartitionKey", partitionKey),
		checkKeyCharacters("RowKey", rowKey), checkKeyLength("RowKey", rowKey),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// add takes the entity in scratch.
func (r *Rekeying) add(tag uint32, l *layout) error {
	if len(r.scratch) > MaxEntity/4 { // the formula gives at most twice the bytes, and some for names
		if err := checkSize(Entity{string(r.scratch), l}); err != nil {
			return err
		}
	}
	if n := len(r.all) - r.begin; n >= runLength && !r.sorted {
		if err := r.endRun(); err != nil {
			return err
		}
	} else if n%runLength == runLength-1 && r.yield != nil {
		if err := r.yield(); err != nil {
			return err
		}
	}
	next := rekeyed{r.slab.Add(r.scratch), tag}
	r.plain = r.plain && isASCII(edm.PackedKey(next.packed))
	r.all = append(r.all, next)
	r.sorted = r.sorted && (len(r.all) == r.begin+1 || r.compare(uint32(len(r.all)-2), uint32(len(r.all)-1)) < 0)
	return nil
}

func (r *Rekeying) compare(i, j uint32) int {
	a, b := &r.all[i], &r.all[j]
	if c := strings.Compare(edm.PackedKey(a.packed), edm.PackedKey(b.packed)); c != 0 {
		return c
	}
	return cmp.Compare(a.tag, b.tag)
}

func (r *Rekeying) endRun() error {
	if len(r.all) == r.begin {
		return nil
	}
	run := make([]uint32, len(r.all)-r.begin)
	for i := range run {
		run[i] = uint32(r.begin + i)
	}
	if !r.sorted {
		slices.SortFunc(run, r.compare)
	}
	r.runs = append(r.runs, run)
	r.begin, r.sorted = len(r.all), true
	if r.yield != nil {
		return r.yield()
	}
	return nil
}

// Snapshot returns the table, and the tags of its entities in key order. Of entities with one key it has that with the least
// tag; duplicate is called for each of the others with that tag. The Rekeying must not be used any more. Error: yield's.
func (r *Rekeying) Snapshot(duplicate func(tag, of uint32)) (s *Snapshot, tags []uint32, err error) {
	if err := r.endRun(); err != nil {
		return nil, nil, err
	}
	order, err := r.merged()
	if err != nil {
		return nil, nil, err
	}
	tags = make([]uint32, 0, len(order))
	t := &table{name: r.from.t.name, entities: newEntities(), partitions: newPartitions(), in: r.in, schema: r.in.schema}
	t.census = census{plain: r.plain, layouts: make([]int, len(t.schema.layouts))}
	var run partition
	flush := func() {
		if run.count > 0 {
			t.partitions.Load(run)
		}
	}
	var last *rekeyed // that is kept
	for i, at := range order {
		if i%runLength == runLength-1 && r.yield != nil {
			if err := r.yield(); err != nil {
				return nil, nil, err
			}
		}
		next := &r.all[at]
		p := next.packed
		if last != nil && edm.PackedKey(last.packed) == edm.PackedKey(p) {
			if duplicate != nil {
				duplicate(next.tag, last.tag)
			}
			continue
		}
		last = next
		t.entities.Load(p)
		tags = append(tags, next.tag)
		n := t.size(p)
		t.bytes += int64(n)
		t.packed += int64(len(p))
		t.census.largest = max(t.census.largest, n)
		t.census.layouts[edm.PackedLayoutNumber(p)]++
		if key := edm.PackedPartition(p); key != run.key || run.count == 0 {
			flush()
			run = partition{key: key}
		}
		run.count++
		run.bytes += int64(n)
	}
	flush()
	t.entities, t.partitions = trimmed(t.entities), trimmed(t.partitions)
	return &Snapshot{t, r.from.match}, tags, nil
}

// merged returns the places of all entities in order: runs are merged two by two.
func (r *Rekeying) merged() ([]uint32, error) {
	runs := r.runs
	for len(runs) > 1 {
		var next [][]uint32
		for i := 0; i+1 < len(runs); i += 2 {
			both, err := r.merge(runs[i], runs[i+1])
			if err != nil {
				return nil, err
			}
			next = append(next, both)
		}
		if len(runs)%2 == 1 {
			next = append(next, runs[len(runs)-1])
		}
		runs = next
	}
	r.runs = nil
	if len(runs) == 0 {
		return nil, nil
	}
	return runs[0], nil
}

func (r *Rekeying) merge(a, b []uint32) ([]uint32, error) {
	out := make([]uint32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if r.compare(a[0], b[0]) <= 0 {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
		if len(out)%runLength == 0 && r.yield != nil {
			if err := r.yield(); err != nil {
				return nil, err
			}
		}
	}
	return append(append(out, a...), b...), nil
}
