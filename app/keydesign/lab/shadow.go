package lab

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// shadow is the tables of a design, filled with the entities. What is stored under one pair of templates is a set: set 0 is the
// entities themselves, set i+1 what index i stores.
type shadow struct {
	d      *parsed
	report *DesignReport
	data   keydesign.Data // how the main table keeps the former keys
	marked bool           // copies have to be told from what they are copies of by a property
	main   *stored        // set 0 and those of indexes in the same table
	sets   []set
	memory int64
}

// stored is a table with the tags of its entities, in key order. The tag of set i, rank r is i·n+r.
type stored struct {
	table *engine.Snapshot
	tags  []uint32
	more  []string // properties that its entities have beside their own
}

// set is what is stored under one pair of templates.
type set struct {
	index  *Index // nil for set 0
	keys   keydesign.Design
	in     *stored
	number int
	data   keydesign.Data
	marker string   // "" when nothing else of its table can have such keys
	lists  []uint32 // of a KeyList: the rank whose entity stands for the list, by rank; none where there is none
	long   map[uint32]int

	part  []uint32 // partition by rank, made when it is asked for; none for an entity that is not stored
	place []uint32 // place in key order by rank
	parts int
}

const none = ^uint32(0)

// build makes the tables of a design.
func (b *Bench) build(ctx context.Context, d *parsed, at *progress) (*shadow, *DesignReport, error) {
	n := b.from.Len()
	s := newShadow(d)
	if err := b.fill(ctx, s, s.main, at); err != nil {
		return nil, nil, err
	}
	for i := range s.sets {
		if in := s.sets[i].in; in != s.main {
			if err := b.fill(ctx, s, in, at); err != nil {
				return nil, nil, err
			}
		}
	}
	b.describe(s, n)
	return s, s.report, nil
}

// newShadow returns the sets of a design, with nothing in them.
func newShadow(d *parsed) *shadow {
	s := &shadow{d: d, report: &DesignReport{Indexes: make([]IndexReport, len(d.indexes))}, main: &stored{}}
	s.sets = append(s.sets, set{keys: d.keys, in: s.main})
	for i := range d.indexes {
		x := &d.indexes[i]
		in := s.main
		if x.spec.Kind == OtherTable {
			in = &stored{}
		}
		s.sets = append(s.sets, set{index: x.spec, keys: x.keys, in: in, number: i + 1})
	}
	s.mark()
	return s
}

// unchanged reports which of the keys that the entities had before all sets of a table have too, so that it need not be kept beside.
func (s *shadow) unchanged(in *stored) (partition, row bool) {
	same := func(template func(*set) *keydesign.Template, key string) bool {
		for i := range s.sets {
			if x := &s.sets[i]; x.in == in && (x.index == nil || x.index.Kind != KeyList) && !is(template(x), key) {
				return false
			}
		}
		return true
	}
	return same(func(x *set) *keydesign.Template { return x.keys.Partition }, filterlang.PartitionKey),
		same(func(x *set) *keydesign.Template { return x.keys.Row }, filterlang.RowKey)
}

// mark gives the sets that share a table a text by which they are told apart, unless their keys do that.
func (s *shadow) mark() {
	for i := range s.sets {
		for j := range s.sets {
			a, c := &s.sets[i], &s.sets[j]
			if i == j || a.in != c.in {
				continue
			}
			x, y := a.keys.Rewrite(nil, keydesign.Data{}), c.keys.Rewrite(nil, keydesign.Data{})
			if !x.Partition.Intersect(y.Partition).Empty() && !x.Row.Intersect(y.Row).Empty() {
				a.marker = strconv.Itoa(i)
				s.marked = true
			}
		}
	}
}

// fill makes one table of a shadow.
func (b *Bench) fill(ctx context.Context, s *shadow, in *stored, at *progress) error {
	n := uint32(b.from.Len())
	var sets []*set
	partition, row := s.unchanged(in)
	partition, row = partition || !b.kept, row || !b.kept
	data := keydesign.Data{PartitionKey: b.names.partition, RowKey: b.names.row, Timestamp: filterlang.Timestamp,
		Types: func(property string) []edm.Type { return b.types[property] }}
	var more []string
	if partition {
		data.PartitionKey = filterlang.PartitionKey
	} else {
		more = append(more, b.names.partition)
	}
	if row {
		data.RowKey = filterlang.RowKey
	} else {
		more = append(more, b.names.row)
	}
	marked := in == s.main && s.marked
	if marked {
		more = append(more, b.names.copy)
	}
	in.more = more
	for i := range s.sets {
		if s.sets[i].in == in {
			s.sets[i].data = data
			sets = append(sets, &s.sets[i])
		}
	}
	if b.kept && len(sets) == 1 && sets[0].index == nil && partition && row { // the keys are what they are
		in.table, in.tags = b.from, make([]uint32, n)
		for rank := range in.tags {
			in.tags[rank] = uint32(rank)
		}
		s.memory += int64(4 * n)
		return at.step(int(n))
	}
	yield := func() error {
		if err := at.yield(); err != nil {
			return err
		}
		return ctx.Err()
	}
	made := engine.NewRekeying(b.from, more, yield)
	texts := make([]string, 0, len(more))
	var entities []engine.Entity
	for _, x := range sets {
		if x.index != nil && x.index.Kind == KeyList {
			if err := b.lists(s, x, made, marked, at); err != nil {
				return err
			}
			continue
		}
		pk, rk := x.keys.Partition.Maker(), x.keys.Row.Maker()
		const window = 512
		for rank := 0; rank < int(n); rank += window {
			entities = b.from.AppendWindow(entities[:0], rank, window)
			for i, e := range entities {
				partitionKey, err := pk.Text(e)
				var rowKey []byte
				if err == nil {
					rowKey, err = rk.Text(e)
				}
				if err == nil {
					texts = texts[:0]
					if !partition {
						texts = append(texts, e.PartitionKey())
					}
					if !row {
						texts = append(texts, e.RowKey())
					}
					if marked {
						texts = append(texts, strconv.Itoa(x.number))
					}
					tag := uint32(x.number)*n + uint32(rank+i)
					if x.index != nil && len(x.index.Properties) > 0 {
						err = made.Put(tag, e.Timestamp(), string(partitionKey), string(rowKey), projected(e, x.index.Properties, more, texts))
					} else {
						err = made.Add(tag, e, partitionKey, rowKey, texts...)
					}
				}
				if err != nil {
					if !keyless(err) {
						return err
					}
					s.keyless(x.number, e, err)
				}
			}
			if err := at.step(min(window, int(n)-rank)); err != nil {
				return err
			}
		}
	}
	var err error
	in.table, in.tags, err = made.Snapshot(func(tag, of uint32) { b.duplicate(s, tag, of) })
	if err != nil {
		return err
	}
	s.memory += in.table.Bytes()/2 + int64(24*len(in.tags))
	return nil
}

// is reports whether a template is nothing but a property.
func is(t *keydesign.Template, property string) bool {
	parts := t.Parts()
	return len(parts) == 1 && parts[0].Property == property && len(parts[0].Functions) == 0
}

func makeKey(pk, rk *keydesign.Maker, e engine.Entity) (key Key, err error) {
	if key.Partition, err = pk.Key(e); err == nil {
		key.Row, err = rk.Key(e)
	}
	return key, err
}

// keyless reports whether an error is about the entity, so that the others go on.
func keyless(err error) bool {
	if _, ok := errors.AsType[*keydesign.ValueError](err); ok {
		return true
	}
	_, ok := errors.AsType[*engine.Error](err)
	return ok
}

// projected returns the properties of a copy that has not all of them.
func projected(e engine.Entity, names, more, texts []string) []engine.Property {
	var list []engine.Property
	for i := range e.Len() {
		p := e.Property(i)
		for _, name := range names {
			if name == p.Name {
				list = append(list, p)
				break
			}
		}
	}
	for i, name := range more {
		list = append(list, engine.Property{Name: name, Value: edm.NewString(texts[i])})
	}
	return list
}

// keyless notes an entity without a place in a set.
func (s *shadow) keyless(number int, e engine.Entity, err error) {
	why := err.Error()
	if failed, ok := errors.AsType[*engine.Error](err); ok {
		why = failed.Detail
	}
	count, list := &s.report.Keyless, &s.report.Reasons
	if number > 0 {
		count, list = &s.report.Indexes[number-1].Keyless, &s.report.Indexes[number-1].Reasons
	}
	if *count++; len(*list) < MaxShown {
		*list = append(*list, Keyless{keyOf(e), why})
	}
}

func keyOf(e engine.Entity) Key { return Key{e.PartitionKey(), e.RowKey()} }

// duplicate notes an entity whose key another has.
func (b *Bench) duplicate(s *shadow, tag, of uint32) {
	n := uint32(b.from.Len())
	count, list := &s.report.Duplicates, &s.report.Pairs
	if number := tag / n; number > 0 {
		count, list = &s.report.Indexes[number-1].Duplicates, &s.report.Indexes[number-1].Pairs
	}
	if *count++; len(*list) < MaxShown {
		first, second := b.from.At(int(of%n)), b.from.At(int(tag%n))
		x := &s.sets[tag/n]
		key, _ := makeKey(x.keys.Partition.Maker(), x.keys.Row.Maker(), second)
		*list = append(*list, Pair{key, keyOf(first), keyOf(second)})
	}
}

func checkKeys(key Key) error {
	if err := engine.CheckKey(filterlang.PartitionKey, key.Partition); err != nil {
		return err
	}
	return engine.CheckKey(filterlang.RowKey, key.Row)
}

// bytes returns what the entities of a set take in a table of n entities times its sets.
func (in *stored) bytes(n, number uint32) (sum int64) {
	const window = 512
	var list []engine.Entity
	for rank := 0; rank < len(in.tags); rank += window {
		list = in.table.AppendWindow(list[:0], rank, window)
		for i, e := range list {
			if in.tags[rank+i]/n == number {
				sum += int64(e.Size())
			}
		}
	}
	return sum
}

// describe fills the report of a design.
func (b *Bench) describe(s *shadow, n int) {
	r := s.report
	zero := &s.sets[0]
	s.locate(zero, n)
	sizes := make([]int, 0, s.main.table.Partitions())
	s.main.table.PartitionRuns(func(run engine.PartitionRun) bool {
		for i := range run {
			entities, bytes := run.Size(i)
			if entities > r.Largest.Entities {
				r.Largest = PartitionSize{s.main.table.PartitionAt(len(sizes)).Key, entities, bytes}
			}
			sizes = append(sizes, entities)
		}
		return true
	})
	r.Partitions, r.InTable = len(sizes), s.main.table.Len()
	r.Median = median(sizes)
	r.Entities, r.Added = zero.count(), s.main.more
	seen := map[*stored]bool{}
	for i := range s.sets {
		x := &s.sets[i]
		if !seen[x.in] {
			seen[x.in] = true
			r.Bytes += x.in.table.Bytes()
			r.Stored += x.in.table.Len()
		}
		if i > 0 {
			report := &r.Indexes[i-1]
			s.locate(x, n)
			report.Entities = x.count()
			report.Partitions = x.parts
			report.Bytes = x.in.bytes(uint32(n), uint32(i))
		}
	}
	r.Storage = 1
	if b.from.Bytes() > 0 {
		r.Storage = float64(r.Bytes) / float64(b.from.Bytes())
	}
	for i := range s.sets {
		for _, name := range b.unknown(s.sets[i].keys) {
			if !slices.Contains(r.Unknown, name) {
				r.Unknown = append(r.Unknown, name)
			}
		}
	}
	last := -1
	for _, rank := range []int{0, n / 2, n - 1} {
		if rank <= last || rank < 0 || rank >= n {
			continue
		}
		last = rank
		e := b.from.At(rank)
		example := Example{Was: keyOf(e)}
		for i := range s.sets {
			x := &s.sets[i]
			key, err := makeKey(x.keys.Partition.Maker(), x.keys.Row.Maker(), e)
			if err == nil {
				err = checkKeys(key)
			}
			if err != nil {
				if i == 0 {
					break
				}
				key = Key{}
			}
			if i == 0 {
				example.Key = key
			} else {
				example.Copies = append(example.Copies, key)
			}
		}
		r.Examples = append(r.Examples, example)
	}
	for i := range s.sets { // they are made again for a pattern that writes
		s.sets[i].part, s.sets[i].place = nil, nil
	}
}

// systemProperty reports whether every entity has a property of that name.
func systemProperty(name string) bool {
	return name == filterlang.PartitionKey || name == filterlang.RowKey || name == filterlang.Timestamp
}

// median of sizes, by counting: most partitions are small.
func median(sizes []int) int {
	if len(sizes) == 0 {
		return 0
	}
	counts := map[int]int{}
	most := 0
	for _, n := range sizes {
		counts[n]++
		most = max(most, n)
	}
	seen := 0
	for n := 1; n <= most; n++ {
		if seen += counts[n]; 2*seen >= len(sizes) {
			return n
		}
	}
	return most
}

// locate finds the partition and the place of each entity of a set.
func (s *shadow) locate(x *set, n int) {
	if x.part != nil {
		return
	}
	x.part, x.place = make([]uint32, n), make([]uint32, n)
	for i := range x.part {
		x.part[i], x.place[i] = none, none
	}
	low, high := uint32(x.number*n), uint32((x.number+1)*n)
	at, partition := 0, uint32(0)
	x.parts = 0
	last := none
	x.in.table.PartitionRuns(func(run engine.PartitionRun) bool {
		for i := range run {
			entities, _ := run.Size(i)
			for range entities {
				if tag := x.in.tags[at]; tag >= low && tag < high {
					x.part[tag-low], x.place[tag-low] = partition, uint32(at)
					if partition != last {
						last = partition
						x.parts++
					}
				}
				at++
			}
			partition++
		}
		return true
	})
}

// count returns how many entities a located set has.
func (x *set) count() int {
	n := 0
	for _, p := range x.part {
		if p != none {
			n++
		}
	}
	return n
}
