package interchange

import (
	"fmt"
	"hash/maphash"
)

// equalRows finds rows that have what an earlier row has in every column. The zero value is ready.
type equalRows struct {
	seed        maphash.Seed
	lines       map[uint64]int // of rows, by what is in them
	repeats     int
	first, line int // the first that repeats another, and that other one before it
}

// add takes a row into account. The order of its columns does not matter.
func (e *equalRows) add(cells []cell, line int) {
	if e.lines == nil {
		e.seed, e.lines = maphash.MakeSeed(), map[uint64]int{}
	}
	var sum uint64
	var h maphash.Hash
	h.SetSeed(e.seed)
	for n := range cells {
		if c := &cells[n]; !c.column.note && c.kind != kindNull {
			h.Reset()
			h.WriteString(c.column.name)
			h.WriteByte(0)
			h.WriteByte(byte(c.kind))
			h.WriteString(c.text)
			sum += h.Sum64()
		}
	}
	before, ok := e.lines[sum]
	if !ok {
		e.lines[sum] = line
	} else if e.repeats++; e.repeats == 1 {
		e.first, e.line = before, line
	}
}

// equalNote tells of rows that repeat others. It holds where numbered keys keep them apart: with the same keys, the import tells.
func (i *inspector) equalNote() {
	e := &i.equal
	if e.repeats == 0 {
		return
	}
	place := i.out.Place
	if e.repeats == 1 {
		i.out.Equal = fmt.Sprintf("The %ss %d and %d are equal in every column. Numbered keys keep both.", place, e.first, e.line)
		return
	}
	i.out.Equal = fmt.Sprintf("%d of the rows looked at repeat an earlier row in every column, as %s %d repeats %s %d. Numbered keys keep them all.", e.repeats, place, e.line, place, e.first)
}
