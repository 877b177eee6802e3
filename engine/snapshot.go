package engine

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Snapshot is an immutable view of one table. It costs nothing to take and never blocks a writer.
type Snapshot struct {
	t       *table
	match   filterlang.MatchOptions
	hot     *hotColumns // nil: scans read entities only
	counted *counted    // nil: each range is counted each time
}

// Stretch is a range of ranks: positions of entities in key order, From inclusive, To exclusive.
type Stretch struct{ From, To int }

// Len returns the number of entities in it.
func (s Stretch) Len() int { return s.To - s.From }

// PartitionInfo is what the partition directory knows of a partition.
type PartitionInfo struct {
	Key   string
	Count int   // entities
	Bytes int64 // by the formula of section 1.3
}

// Counts is how much of a table lies in a range.
type Counts struct {
	Entities   int
	Partitions int
	Exact      bool // false when a skip scan over many partitions was estimated from some of them
}

// Snapshot returns a view of a table as it is now. Errors: TableNotFound, TableBeingDeleted.
func (db *DB) Snapshot(name string) (*Snapshot, error) {
	t, err := db.table(db.root.Load(), name)
	if err != nil {
		return nil, err
	}
	return &Snapshot{t, db.options.Match, &db.hot, &db.counted}, nil
}

// Table returns the table's name as it was created.
func (s *Snapshot) Table() string { return s.t.name }

// Seq returns the number of the commit that made this state of the table; 0 for a table as it was created.
func (s *Snapshot) Seq() uint64 { return s.t.changed }

// Len returns the number of entities.
func (s *Snapshot) Len() int { return s.t.entities.Len() }

// Partitions returns the number of partitions.
func (s *Snapshot) Partitions() int { return s.t.partitions.Len() }

// Bytes returns the size of all entities by the formula of section 1.3.
func (s *Snapshot) Bytes() int64 { return s.t.bytes }

// Columns returns the names of the custom properties in the order the table first saw them.
func (s *Snapshot) Columns() []string {
	c := s.Census()
	out := make([]string, len(c.Properties))
	for i := range out {
		out[i] = c.Properties[i].Name
	}
	return out
}

// Census returns the property census. It costs some microseconds.
func (s *Snapshot) Census() filterlang.Census {
	return s.t.census.snapshot(&s.t.schema, s.t.entities.Len())
}

// At returns the entity of that rank, 0 <= rank < Len; the zero Entity outside.
func (s *Snapshot) At(rank int) Entity {
	if p, ok := s.t.entities.GetAt(rank); ok {
		return s.t.entity(p)
	}
	return Entity{}
}

// Get returns the entity with those keys.
func (s *Snapshot) Get(partitionKey, rowKey string) (Entity, bool) {
	return s.t.find(partitionKey, rowKey)
}

// Rank returns the number of entities before a key, which need not exist.
func (s *Snapshot) Rank(partitionKey, rowKey string) int {
	return s.t.rank(tokenKey(Token{partitionKey, rowKey, true, true}))
}

// PartitionAt returns partition i in key order, 0 <= i < Partitions; the zero PartitionInfo outside.
func (s *Snapshot) PartitionAt(i int) PartitionInfo {
	p, _ := s.t.partitions.GetAt(i)
	return PartitionInfo{edm.KeyText(p.key), p.count, p.bytes}
}

// Partition returns what the directory knows of the partition with that key.
func (s *Snapshot) Partition(key string) (PartitionInfo, bool) {
	p, ok := s.t.partitions.Get(partition{key: edm.SortForm(key)})
	return PartitionInfo{key, p.count, p.bytes}, ok
}

// PartitionRank returns the number of partitions before a PartitionKey, which need not exist.
func (s *Snapshot) PartitionRank(key string) int { return s.t.partitionRank(edm.SortForm(key)) }

// PartitionStart returns the rank of the first entity of partition i, 0 <= i <= Partitions.
func (s *Snapshot) PartitionStart(i int) int {
	p, ok := s.t.partitions.GetAt(i)
	if !ok {
		return s.Len()
	}
	return s.t.rank(p.key + begins)
}

// Window returns at most count entities from a rank on.
func (s *Snapshot) Window(rank, count int) []Entity {
	if count = min(count, s.Len()-rank); rank < 0 || count <= 0 {
		return nil
	}
	return s.AppendWindow(make([]Entity, 0, count), rank, count)
}

// AppendWindow appends what Window returns.
func (s *Snapshot) AppendWindow(list []Entity, rank, count int) []Entity {
	first, ok := s.t.entities.GetAt(rank)
	if !ok || count <= 0 {
		return list
	}
	s.t.entities.Ascend(first, func(p edm.Packed) bool {
		list = append(list, s.t.entity(p))
		count--
		return count > 0
	})
	return list
}
