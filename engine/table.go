package engine

import (
	"strings"

	"github.com/tidwall/btree"

	"rangefinder/filterlang/edm"
)

// table is one version of a table. It is immutable once it is part of a published root: a writer copies it, which costs O(1)
// for the trees, and publishes the copy.
type table struct {
	name       string
	entities   *btree.BTreeG[edm.Packed] // ordered by edm.PackedKey
	partitions *btree.BTreeG[partition]  // ordered by key; exactly the partitions that hold an entity
	schema     schema
	census     census
	bytes      int64    // of all entities, by the formula of section 1.3
	packed     int64    // of all entities in packed form
	split      []string // sort forms of the PartitionKeys at which range partitions begin, ascending
	changed    uint64   // sequence number of the commit that made this version
	in         *interner
	track      *track // nil: the table is not tracked
}

// partition is an entry of the partition directory.
type partition struct {
	key   string // sort form of the PartitionKey
	count int    // entities, at least 1
	bytes int64  // by the formula of section 1.3
}

// treeDegree gives nodes of 63 items when they are loaded in order, which is what a mask takes at once; a node is at most 127.
const treeDegree = 64

func lessPacked(a, b edm.Packed) bool { return edm.PackedKey(a) < edm.PackedKey(b) }

func lessPartition(a, b partition) bool { return a.key < b.key }

func newEntities() *btree.BTreeG[edm.Packed] {
	return btree.NewBTreeGOptions(lessPacked, btree.Options{Degree: treeDegree, NoLocks: true})
}

func newPartitions() *btree.BTreeG[partition] {
	return btree.NewBTreeGOptions(lessPartition, btree.Options{Degree: treeDegree, NoLocks: true})
}

func newTable(name string, split []string) *table {
	return &table{
		name:       name,
		entities:   newEntities(),
		partitions: newPartitions(),
		split:      split,
		in:         newInterner(schema{}),
		census:     census{plain: true},
	}
}

// probe returns a Packed with that sort key and nothing else, to search the tree with. The key is cut where no stored key
// reaches, which keeps its place among them.
func probe(sortKey string) edm.Packed {
	const longest = 2*3*MaxKey + 2 // UTF-8 takes three bytes at most for a UTF-16 code unit
	if len(sortKey) > longest {
		sortKey = sortKey[:longest]
	}
	b := make([]byte, edm.PackedHeader+len(sortKey))
	b[0], b[1] = byte(len(sortKey)), byte(len(sortKey)>>8)
	copy(b[edm.PackedHeader:], sortKey)
	return string(b)
}

// find returns the entity with those keys.
func (t *table) find(partitionKey, rowKey string) (Entity, bool) {
	p, ok := t.entities.Get(keyProbe(partitionKey, rowKey))
	if !ok {
		return Entity{}, false
	}
	return t.entity(p), true
}

// keyProbe returns the probe for an entity's keys, which obey section 1.1.
func keyProbe(partitionKey, rowKey string) edm.Packed {
	var room [edm.PackedHeader + 112]byte
	b := edm.AppendSortKey(room[:edm.PackedHeader], partitionKey, rowKey)
	n := len(b) - edm.PackedHeader
	b[0], b[1] = byte(n), byte(n>>8)
	return string(b)
}

func (t *table) entity(p edm.Packed) Entity {
	return Entity{p, t.schema.layouts[edm.PackedLayoutNumber(p)]}
}

// size returns the size of an entity of the table by the formula of section 1.3.
func (t *table) size(p edm.Packed) int {
	l := t.schema.layouts[edm.PackedLayoutNumber(p)]
	if t.census.plain {
		return l.plainSize(p)
	}
	return l.size(p)
}

// fold returns the name by which tables are found: names are compared without case, and are ASCII.
func fold(name string) string { return strings.ToLower(name) }
