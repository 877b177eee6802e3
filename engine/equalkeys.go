package engine

import (
	"slices"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// EqualKeys returns, for each of the named properties that holds a key of its entity in every entity of the table, which key that is. It
// reads until each of the others has met an entity that differs, which is soon; of a table that has such a property it reads all.
func (s *Snapshot) EqualKeys(names []string) map[string]string {
	var pairs [][2]string
	for _, name := range names {
		pairs = append(pairs, [2]string{name, filterlang.PartitionKey}, [2]string{name, filterlang.RowKey})
	}
	if s.Len() == 0 {
		return nil
	}
	equal := make(map[string]string)
	for _, pair := range s.EqualPairs(pairs) {
		if equal[pair[0]] == "" { // of a property that holds both, the PartitionKey
			equal[pair[0]] = pair[1]
		}
	}
	return equal
}

// EqualPairs returns those of some pairs of properties, keys among them, that every entity of the table has, with one value for both. It
// reads as EqualKeys does, and returns none for a table without entities.
func (s *Snapshot) EqualPairs(pairs [][2]string) [][2]string {
	if s.Len() == 0 {
		return nil
	}
	left := slices.Clone(pairs)
	s.t.entities.Scan(func(p edm.Packed) bool {
		e := s.t.entity(p)
		left = slices.DeleteFunc(left, func(pair [2]string) bool {
			a, ok := e.Value(pair[0])
			b, also := e.Value(pair[1])
			return !ok || !also || a != b
		})
		return len(left) > 0
	})
	return left
}

// HoldersOf returns the PartitionKeys that have an entity with a RowKey, in key order. It searches every partition, some microseconds
// each, and returns none when there are more than most.
func (s *Snapshot) HoldersOf(rowKey string, most int) (keys []string) {
	s.t.partitions.Walk(func(run []partition) bool {
		for _, p := range run {
			key := edm.KeyText(p.key)
			if _, ok := s.Get(key, rowKey); ok {
				keys = append(keys, key)
			}
		}
		return len(keys) <= most
	})
	if len(keys) > most {
		return nil
	}
	return keys
}
