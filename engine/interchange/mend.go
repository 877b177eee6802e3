package interchange

import (
	"fmt"
	"hash/maphash"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// mender makes the keys of rows legal, and finds rows that get the keys of another by that. It remembers hashes.
type mender struct {
	seed maphash.Seed
	rows map[uint64]mended // by the keys that a row got
}

// mended is the first row that got some keys.
type mended struct {
	keys uint64 // that the file gives it
	line int
}

// mend replaces the characters of an entity's keys that no key holds. It refuses a row that gets the keys of an earlier row whose own are
// different: as one entity, one of the two would be lost.
func (m *mender) mend(e *Entity, by rune, place string) *RowError {
	if m.rows == nil {
		m.seed, m.rows = maphash.MakeSeed(), map[uint64]mended{}
	}
	pk, rk := e.PartitionKey, e.RowKey
	own := m.hash(pk, rk)
	e.PartitionKey, e.RowKey = engine.MendKey(pk, by), engine.MendKey(rk, by)
	e.Mended = e.PartitionKey != pk || e.RowKey != rk
	got := own
	if e.Mended {
		got = m.hash(e.PartitionKey, e.RowKey)
	}
	first, again := m.rows[got]
	if !again {
		m.rows[got] = mended{own, e.Line}
		return nil
	}
	if first.keys == own {
		return nil
	}
	bad := &RowError{Column: filterlang.RowKey, Value: cut(rk, 200), Clash: true}
	if e.Mended && e.RowKey == rk {
		bad.Column, bad.Value = filterlang.PartitionKey, cut(pk, 200)
	}
	bad.Reason = fmt.Sprintf("After the replacement %s %d has the same keys, %s / %s.", place, first.line, cut(e.PartitionKey, 60), cut(e.RowKey, 60))
	return bad
}

func (m *mender) hash(pk, rk string) uint64 {
	var h maphash.Hash
	h.SetSeed(m.seed)
	h.WriteString(pk)
	h.WriteByte(0xff) // in no UTF-8
	h.WriteString(rk)
	return h.Sum64()
}
