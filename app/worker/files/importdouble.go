package files

import (
	"fmt"
	"hash/maphash"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
)

// doublesShown is how many pairs of rows with the same keys a reply holds.
const doublesShown = 10

// doubles finds rows of a file with the same keys. It remembers hashes: two keys of one hash among a quarter million are less likely
// than a broken disk.
type doubles struct {
	seed maphash.Seed
	line map[uint64]int // of the first row with the keys
	last uint64         // hash of the keys that were looked for last
}

// find looks for an earlier row with the keys of an entity.
func (d *doubles) find(table string, e *engine.BulkEntity) (first int, again bool) {
	if d.line == nil {
		d.seed, d.line = maphash.MakeSeed(), map[uint64]int{}
	}
	var h maphash.Hash
	h.SetSeed(d.seed)
	for _, text := range [...]string{table, e.PartitionKey, e.RowKey} {
		h.WriteString(text)
		h.WriteByte(0) // no key has one
	}
	d.last = h.Sum64()
	first, again = d.line[d.last]
	return first, again
}

// keep remembers the line of the keys that were looked for last.
func (d *doubles) keep(line int) {
	if len(d.line) < wire.DoublesSought {
		d.line[d.last] = line
	}
}

func doubleOf(e *engine.BulkEntity, first, line int) wire.Double {
	return wire.Double{First: first, Line: line, PartitionKey: worker.Cut(e.PartitionKey), RowKey: worker.Cut(e.RowKey)}
}

// double counts a row that has the keys of an earlier one. A refused row counts only when the table refused it for those keys; it then
// names the earlier row.
func (m *importing) double(e *engine.BulkEntity, line int, refused *wire.RefusedRow) {
	first, again := m.doubles.find(m.table.name, e)
	r := &m.reply
	switch {
	case refused != nil && (!again || refused.Code != string(engine.EntityAlreadyExists)):
		return
	case !again:
		m.doubles.keep(line)
		return
	case refused != nil:
		refused.Reason = fmt.Sprintf("%s%s %d of the file has the same keys.", strings.ToUpper(r.Place[:1]), r.Place[1:], first)
	}
	if r.Doubled++; len(r.Doubles) < doublesShown {
		r.Doubles = append(r.Doubles, doubleOf(e, first, line))
	}
}
