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
	groups  []group        // by number
	numbers map[string]int // of groups, by the sort form of their PartitionKey
	last    uint32         // group
	plain   bool
	yield   func() error
}

type rekeyed struct {
	packed edm.Packed
	tag    uint32
	group  uint32
}

// group is the entities of one partition.
type group struct {
	key   string // sort form
	count uint32
}

// runLength is how many entities are worked on at a time: a few milliseconds' worth in a browser.
const runLength = 4096

// NewRekeying begins a table of entities of a snapshot. more names String properties that every entity gets beside its own,
// and that none has; yield, which may be nil, is called every few milliseconds, and its error ends the work.
func NewRekeying(from *Snapshot, more []string, yield func() error) *Rekeying {
	r := &Rekeying{from: from, in: newInterner(schema{}), more: more, layouts: make([]*layout, len(from.t.schema.layouts)),
		all: make([]rekeyed, 0, from.Len()), numbers: map[string]int{}, plain: from.t.census.plain, yield: yield}
	for _, name := range from.t.schema.columns {
		r.in.addColumn(name)
	}
	for _, name := range more { // behind all others, where a packed entity has room for them
		r.in.addColumn(name)
	}
	return r
}

// Add adds an entity of the snapshot under another key, which it copies, with a text for each of the further properties. tag comes
// back for one whose key another has. Errors: those of a key or an entity that the service refuses, and yield's.
func (r *Rekeying) Add(tag uint32, e Entity, partitionKey, rowKey []byte, texts ...string) error {
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
	ascii := isPlainKey(partitionKey) && isPlainKey(rowKey)
	if !ascii {
		if err := checkKey(string(partitionKey), string(rowKey)); err != nil {
			return err
		}
		r.plain = r.plain && isASCII(string(partitionKey)) && isASCII(string(rowKey))
	}
	r.scratch = edm.AppendRekeyed(r.scratch[:0], e.packed, e.layout.Layout, to.number, partitionKey, rowKey, ascii, texts)
	for _, text := range texts {
		r.plain = r.plain && isASCII(text)
	}
	return r.add(tag, to)
}

// Put adds an entity with properties of its own, which may be of others than the snapshot's. Errors: those of an Insert, and
// yield's.
func (r *Rekeying) Put(tag uint32, timestamp edm.Ticks, partitionKey, rowKey string, properties []Property) error {
	r.plain = r.plain && isASCII(partitionKey) && isASCII(rowKey)
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

// isPlainKey reports whether a key is of characters that need no closer look, as most are.
func isPlainKey(key []byte) bool {
	for _, c := range key {
		if !plainInKey[c] {
			return false
		}
	}
	return len(key) <= MaxKey
}

// plainInKey tells the printable ASCII characters that a key may have.
var plainInKey = func() (plain [256]bool) {
	for c := byte(0x20); c <= 0x7e; c++ {
		plain[c] = c != '/' && c != '\\' && c != '#' && c != '?'
	}
	return plain
}()

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
	if len(r.all)%runLength == runLength-1 && r.yield != nil {
		if err := r.yield(); err != nil {
			return err
		}
	}
	packed := r.slab.Add(r.scratch)
	key := edm.PackedPartition(packed)
	if len(r.all) == 0 || r.groups[r.last].key != key { // many entities of a partition come one after another
		number, ok := r.numbers[key]
		if !ok {
			number = len(r.groups)
			r.numbers[key] = number
			r.groups = append(r.groups, group{key: key})
		}
		r.last = uint32(number)
	}
	r.groups[r.last].count++
	r.all = append(r.all, rekeyed{packed, tag, r.last})
	return nil
}

// Snapshot returns the table, and the tags of its entities in key order. Of entities with one key it has that with the least
// tag; duplicate is called for each of the others with that tag. The Rekeying must not be used any more. Error: yield's.
func (r *Rekeying) Snapshot(duplicate func(tag, of uint32)) (s *Snapshot, tags []uint32, err error) {
	order, err := r.ordered()
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
	return &Snapshot{t: t, match: r.from.match}, tags, nil
}

// ordered returns the places of all entities in order: partitions first, and within each those of its entities.
func (r *Rekeying) ordered() ([]uint32, error) {
	partitions := make([]uint32, len(r.groups))
	for i := range partitions {
		partitions[i] = uint32(i)
	}
	slices.SortFunc(partitions, func(i, j uint32) int { return strings.Compare(r.groups[i].key, r.groups[j].key) })
	begin, next := make([]uint32, len(r.groups)), uint32(0)
	for _, number := range partitions {
		begin[number] = next
		next += r.groups[number].count
	}
	order := make([]uint32, len(r.all))
	for i := range r.all {
		at := &begin[r.all[i].group]
		order[*at] = uint32(i)
		*at++
	}
	at, pause := uint32(0), 0
	var scratch []abbreviated
	for _, number := range partitions {
		count := r.groups[number].count
		var err error
		if scratch, err = r.sort(order[at:at+count], scratch); err != nil {
			return nil, err
		}
		at += count
		if pause += int(count); pause >= runLength && r.yield != nil {
			pause = 0
			if err := r.yield(); err != nil {
				return nil, err
			}
		}
	}
	return order, nil
}

// abbreviated is a place and the eight bytes of its row key behind those that all of a run begin with, which mostly tell.
type abbreviated struct {
	begins uint64
	place  uint32
}

// sort puts places of one partition in order, in runs that are merged. It returns the scratch memory for the next call.
func (r *Rekeying) sort(places []uint32, scratch []abbreviated) ([]abbreviated, error) {
	if slices.IsSortedFunc(places, r.compare) {
		return scratch, nil
	}
	var runs [][]uint32
	for run := range slices.Chunk(places, runLength) {
		scratch = r.sortRun(run, scratch[:0])
		runs = append(runs, run)
		if len(run) == runLength && r.yield != nil {
			if err := r.yield(); err != nil {
				return nil, err
			}
		}
	}
	merged, err := r.merged(runs)
	if len(runs) > 1 {
		copy(places, merged)
	}
	return scratch, err
}

func (r *Rekeying) sortRun(run []uint32, scratch []abbreviated) []abbreviated {
	same := edm.PackedRow(r.all[run[0]].packed)
	for _, place := range run {
		key := edm.PackedRow(r.all[place].packed)
		same = same[:min(len(same), len(key))]
		for same != key[:len(same)] {
			same = same[:len(same)-1]
		}
	}
	for _, place := range run {
		key, begins := edm.PackedRow(r.all[place].packed)[len(same):], uint64(0)
		for i := range min(len(key), 8) {
			begins |= uint64(key[i]) << (56 - 8*i)
		}
		scratch = append(scratch, abbreviated{begins, place})
	}
	slices.SortFunc(scratch, func(a, b abbreviated) int {
		if a.begins != b.begins {
			return cmp.Compare(a.begins, b.begins)
		}
		return r.compare(a.place, b.place)
	})
	for i := range run {
		run[i] = scratch[i].place
	}
	return scratch
}

// compare orders two places of one partition.
func (r *Rekeying) compare(i, j uint32) int {
	a, b := &r.all[i], &r.all[j]
	if c := strings.Compare(edm.PackedRow(a.packed), edm.PackedRow(b.packed)); c != 0 {
		return c
	}
	return cmp.Compare(a.tag, b.tag)
}

// merged returns the places of sorted runs in order: they are merged two by two.
func (r *Rekeying) merged(runs [][]uint32) ([]uint32, error) {
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
