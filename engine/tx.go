package engine

import (
	"github.com/tidwall/btree"

	"rangefinder/filterlang/edm"
)

// tx is a change set of one table in the making: copies of the trees that only it can see. Publishing it is one swap of the
// root; dropping it leaves no trace.
type tx struct {
	base      *table
	entities  *btree.BTreeG[edm.Packed]
	parts     *btree.BTreeG[partition]
	in        *interner
	count     *counter
	bytes     int64
	packed    int64
	timestamp edm.Ticks
	etag      string // of timestamp, once it was asked for
	values    []edm.Value
	changes   []Change
	run       partition // while running, the directory's entry of the partition that changed last, not yet in parts
	running   bool
	slab      *edm.Slab // of a bulk write; nil packs each entity by itself

	// ordered is set when many entities are written: then greatest is the one with the greatest key, "" in an empty table, and
	// entities that come in key order, as from a file, cost no search.
	ordered  bool
	greatest edm.Packed

	keeper *keeper // of a tracked table, else nil
}

func newTx(t *table, timestamp edm.Ticks, writer uint64) *tx {
	x := &tx{
		base:      t,
		entities:  t.entities.Copy(),
		parts:     t.partitions.Copy(),
		in:        t.in,
		count:     newCounter(&t.census, writer),
		bytes:     t.bytes,
		packed:    t.packed,
		timestamp: timestamp,
	}
	if t.track != nil {
		x.keeper = newKeeper(t.track, timestamp, writer)
	}
	return x
}

// inOrder expects many entities in key order.
func (x *tx) inOrder() {
	x.greatest, _ = x.entities.Max()
	x.ordered = true
}

// apply does one operation whose request was checked. Its errors come in the order of section 6: limits, existence, ETag.
func (x *tx) apply(op *Op) (OpResult, *Error) {
	if err := checkLimits(op); err != nil {
		return OpResult{}, err
	}
	if err := x.put(op, x.find(op.PartitionKey, op.RowKey)); err != nil || op.Kind == Delete {
		return OpResult{}, err
	}
	if x.etag == "" {
		x.etag = ETagOf(x.timestamp)
	}
	return OpResult{ETag: x.etag, Timestamp: x.timestamp}, nil
}

// find returns the entity of that key, the zero Entity when there is none.
func (x *tx) find(partitionKey, rowKey string) Entity {
	probe := keyProbe(partitionKey, rowKey)
	if x.ordered && (x.greatest == "" || edm.PackedKey(x.greatest) < edm.PackedKey(probe)) {
		return Entity{}
	}
	if p, ok := x.entities.Get(probe); ok {
		return x.entity(p)
	}
	return Entity{}
}

// put does an operation within the limits on the entity that find gave.
func (x *tx) put(op *Op, before Entity) *Error {
	if err := checkCondition(op, before); err != nil {
		return err
	}
	if op.Kind == Delete {
		x.entities.Delete(before.packed)
		x.moved(before, Entity{})
		return nil
	}
	properties := withoutNulls(op.Properties)
	if !before.IsZero() && (op.Kind == Merge || op.Kind == InsertOrMerge) {
		properties = merged(before, properties)
		if err := checkCount(len(properties)); err != nil {
			return err
		}
	}
	after := x.pack(op.PartitionKey, op.RowKey, properties)
	if err := checkSize(after); err != nil {
		return err
	}
	x.place(before, after)
	return nil
}

// place puts an entity that was just packed into the tree, in the place of before.
func (x *tx) place(before, after Entity) {
	if x.ordered && (x.greatest == "" || edm.PackedKey(x.greatest) < edm.PackedKey(after.packed)) {
		x.entities.Load(after.packed)
		x.greatest = after.packed
	} else {
		x.entities.Set(after.packed)
	}
	x.count.add(after.layout, x.values)
	x.moved(before, after)
}

// store puts an entity with a Timestamp of its own into the table, in the place of the one with its key.
func (x *tx) store(partitionKey, rowKey string, properties []Property, at edm.Ticks) {
	before := x.find(partitionKey, rowKey)
	own := x.timestamp
	x.timestamp = at
	after := x.pack(partitionKey, rowKey, properties)
	x.timestamp = own
	x.place(before, after)
}

// checkCondition checks existence and ETag.
func checkCondition(op *Op, before Entity) *Error {
	switch op.Kind {
	case Insert:
		if !before.IsZero() {
			return Errorf(EntityAlreadyExists, "There is an entity (%s, %s) already; replace or merge it, or choose another key.",
				shown(op.PartitionKey), shown(op.RowKey))
		}
	case Replace, Merge, Delete:
		if before.IsZero() {
			return Errorf(ResourceNotFound, "There is no entity (%s, %s).", shown(op.PartitionKey), shown(op.RowKey))
		}
		if !matchETag(op.IfMatch, before.Timestamp()) {
			if op.Kind != Delete && strangeETag(op.IfMatch) {
				return Errorf(ConditionNotMet, "%s is not an ETag of any entity; the ETag of (%s, %s) is %s. Read it again.",
					shown(op.IfMatch), shown(op.PartitionKey), shown(op.RowKey), before.ETag()).about("If-Match")
			}
			return Errorf(UpdateConditionNotSatisfied, "The entity (%s, %s) changed since it was read: its ETag is now %s. Read it again.",
				shown(op.PartitionKey), shown(op.RowKey), before.ETag()).about("If-Match")
		}
	}
	return nil
}

// merged returns the properties of an entity after a merge.
func merged(before Entity, changes []Property) []Property {
	out := before.Properties()
	for _, p := range changes {
		if i := before.layout.Index(p.Name); i >= 0 {
			out[i] = p
		} else {
			out = append(out, p)
		}
	}
	return out
}

func (x *tx) pack(partitionKey, rowKey string, properties []Property) Entity {
	var l *layout
	l, x.values = x.in.intern(properties, x.values[:0])
	if x.slab != nil {
		return Entity{x.slab.Pack(l.number, x.timestamp, partitionKey, rowKey, l.Layout, x.values), l}
	}
	return Entity{edm.Pack(l.number, x.timestamp, partitionKey, rowKey, l.Layout, x.values), l}
}

func (x *tx) entity(p edm.Packed) Entity { return Entity{p, x.in.layouts[edm.PackedLayoutNumber(p)]} }

// moved keeps directory, census and change list in step with an entity that came, changed or went.
func (x *tx) moved(before, after Entity) {
	entry := &x.run
	if !before.IsZero() {
		x.enter(edm.PackedPartition(before.packed))
	} else {
		x.enter(edm.PackedPartition(after.packed))
	}
	if !before.IsZero() {
		n := int64(before.Size())
		entry.count--
		entry.bytes -= n
		x.bytes -= n
		x.packed -= int64(len(before.packed))
		x.count.count(before.layout.number, -1)
		x.count.stale++
	}
	if !after.IsZero() {
		n := after.Size()
		entry.count++
		entry.bytes += int64(n)
		x.bytes += int64(n)
		x.packed += int64(len(after.packed))
		x.count.largest = max(x.count.largest, n)
		x.count.plain = x.count.plain && isASCII(edm.PackedKey(after.packed))
	}
	x.changes = append(x.changes, Change{before, after})
	if x.keeper != nil {
		x.keeper.moved(before, after)
	}
}

// enter makes run the entry of a partition.
func (x *tx) enter(key string) {
	if x.running && x.run.key == key {
		return
	}
	x.leave()
	x.run, x.running = partition{key: key}, true
	if old, ok := x.parts.Get(x.run); ok {
		x.run = old
	}
}

// leave puts run into the directory.
func (x *tx) leave() {
	switch {
	case !x.running:
	case x.run.count > 0:
		x.parts.Set(x.run)
	default:
		x.parts.Delete(x.run)
	}
}

// table returns the new version of the table.
func (x *tx) table() *table {
	x.leave()
	t := *x.base
	t.entities, t.partitions, t.bytes, t.packed = x.entities, x.parts, x.bytes, x.packed
	t.schema, t.census = x.in.schema, x.count.census
	if x.keeper != nil {
		t.track = x.keeper.track(x.base.track)
	}
	if t.census.recountDue(t.entities.Len()) {
		t.census = recount(&t, x.count.writer)
	}
	return &t
}

// recount reads the whole table to make its census exact in what deletes leave behind.
func recount(t *table, writer uint64) census {
	c := newCounter(&census{plain: true}, writer)
	t.entities.Scan(func(p edm.Packed) bool {
		e := t.entity(p)
		c.addPacked(e.layout, p)
		c.plain = c.plain && isASCII(edm.PackedKey(p))
		c.largest = max(c.largest, e.Size())
		return true
	})
	return c.census
}
