package engine

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// EqualKeys returns, for each of the named properties that holds a key of its entity in every entity of the table, which key that is. It
// reads until each of the others has met an entity that differs, which is soon; of a table that has such a property it reads all.
func (s *Snapshot) EqualKeys(names []string) map[string]string {
	type candidate struct{ name, key string }
	var left []candidate
	for _, name := range names {
		left = append(left, candidate{name, filterlang.PartitionKey}, candidate{name, filterlang.RowKey})
	}
	if s.Len() == 0 {
		return nil
	}
	s.t.entities.Scan(func(p edm.Packed) bool {
		e := s.t.entity(p)
		kept := left[:0]
		for _, c := range left {
			held, ok := e.Value(c.name)
			is, _ := e.Value(c.key)
			if ok && held == is {
				kept = append(kept, c)
			}
		}
		left = kept
		return len(left) > 0
	})
	equal := make(map[string]string)
	for _, c := range left {
		if equal[c.name] == "" { // of a property that holds both, the PartitionKey
			equal[c.name] = c.key
		}
	}
	return equal
}
