package engine

import (
	"encoding/binary"

	"github.com/tidwall/btree"

	"rangefinder/filterlang/edm"
)

// builder makes a table of packed entities from a file. Nobody else sees the table until it is done, so that it changes the
// trees in place, and entities that come in key order are not looked up.
type builder struct {
	name     string
	entities grower
	parts    *btree.BTreeG[partition]
	in       *interner
	count    *counter
	bytes    int64
	packed   int64
	split    []string

	slab   edm.Slab
	values []edm.Value
	bound  map[*edm.Layout]*rebinding
	run    partition // what changed in the partition of that key since it was last put into parts
}

// rebinding is a layout of a file as the table has it.
type rebinding struct {
	to   *layout
	from []int // slot of the file's layout for each property; nil when they are the same
}

func newBuilder(name string, split []string, writer uint64) *builder {
	return &builder{
		name:     name,
		entities: grower{tree: newEntities()},
		parts:    newPartitions(),
		in:       newInterner(schema{}),
		count:    newCounter(&census{plain: true}, writer),
		split:    split,
		bound:    map[*edm.Layout]*rebinding{},
	}
}

// column gives the next property name its place among the columns.
func (b *builder) column(name string) { b.in.addColumn(name) }

func (b *builder) bind(l *edm.Layout) *rebinding {
	if r, ok := b.bound[l]; ok {
		return r
	}
	properties := make([]Property, l.Len())
	for i, p := range l.Properties() {
		properties[i] = Property{p.Name, zeros[p.Type]}
	}
	to, _ := b.in.intern(properties, nil)
	r := &rebinding{to: to}
	for i, p := range to.Properties() {
		from := l.Index(p.Name)
		if from != i || r.from != nil {
			if r.from == nil {
				for k := range i {
					r.from = append(r.from, k)
				}
			}
			r.from = append(r.from, from)
		}
	}
	b.bound[l] = r
	return r
}

// set puts an entity into the table, in the place of the one with its key. CheckPacked was content with raw, which the builder
// may write to. It reports whether the entity is one that a table can hold.
func (b *builder) set(raw []byte, l *edm.Layout, r *rebinding) bool {
	var p edm.Packed
	if r.from == nil {
		binary.LittleEndian.PutUint32(raw[4:], r.to.number)
		p = b.slab.Add(raw)
	} else {
		b.values = b.values[:0]
		old := string(raw)
		for _, i := range r.from {
			b.values = append(b.values, l.Value(old, i))
		}
		pk, rk := edm.PackedKeys(old)
		p = b.slab.Pack(r.to.number, edm.PackedTimestamp(old), pk, rk, r.to.Layout, b.values)
	}
	plain := isASCII(edm.PackedKey(p))
	b.count.plain = b.count.plain && plain
	b.count.addPacked(r.to, p)
	n := 0
	if b.count.plain {
		n = r.to.plainSize(p)
	} else {
		n = r.to.size(p)
	}
	if n > MaxEntity {
		b.count.count(r.to.number, -1)
		return false
	}
	if !b.entities.next(p) {
		if old, replaced := b.entities.tree.Set(p); replaced {
			b.gone(old)
		}
	}
	b.count.largest = max(b.count.largest, n)
	b.account(p, n, 1)
	return true
}

// remove deletes the entity with a sort key, if the table has it.
func (b *builder) remove(key string) {
	if old, ok := b.entities.tree.Delete(probe(key)); ok {
		b.entities.mixed = true
		b.gone(old)
	}
}

// gone takes an entity that is not in the tree any more out of the sums.
func (b *builder) gone(p edm.Packed) {
	l := b.in.layouts[edm.PackedLayoutNumber(p)]
	b.count.count(l.number, -1)
	b.count.stale++
	b.account(p, l.size(p), -1)
}

func (b *builder) account(p edm.Packed, size, sign int) {
	b.bytes += int64(sign * size)
	b.packed += int64(sign * len(p))
	if key := edm.PackedPartition(p); key != b.run.key {
		b.flush()
		b.run.key = key
	}
	b.run.count += sign
	b.run.bytes += int64(sign * size)
}

// flush adds the run to the directory.
func (b *builder) flush() {
	entry := b.run
	b.run = partition{}
	if entry.count == 0 && entry.bytes == 0 {
		return
	}
	old, ok := b.parts.Get(entry)
	if !ok {
		b.parts.Load(entry)
		return
	}
	entry.count += old.count
	entry.bytes += old.bytes
	if entry.count == 0 {
		b.parts.Delete(entry)
	} else {
		b.parts.Set(entry)
	}
}

// table returns the table. The builder must not be used any more.
func (b *builder) table(seq uint64) *table {
	b.flush()
	b.entities.trim()
	t := &table{
		name:       b.name,
		entities:   b.entities.tree,
		partitions: trimmed(b.parts),
		schema:     b.in.schema,
		census:     b.count.census,
		bytes:      b.bytes,
		packed:     b.packed,
		split:      b.split,
		changed:    seq,
		in:         b.in,
	}
	if t.census.recountDue(t.entities.Len()) {
		t.census = recount(t, b.count.writer)
	}
	return t
}
