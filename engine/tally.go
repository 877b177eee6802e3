package engine

import (
	"slices"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Bounds on what a Tally tells apart: what an account holds has none.
const (
	maxTallyProperties = 5000
	maxTallyLayouts    = 20_000
)

// Tally takes the census of entities that are kept nowhere, such as those of an account's pages as they come. It counts as a table does.
type Tally struct {
	in       *interner
	counter  *counter
	entities int
	beyond   int // entities whose property set is one too many to be told apart
	bytes    int64
	values   []edm.Value
}

// NewTally returns a Tally that has seen nothing.
func NewTally() *Tally { return &Tally{in: newInterner(schema{}), counter: newCounter(&census{}, 1)} }

// Clone returns a Tally that goes on from t, which must not be added to any more.
func (t *Tally) Clone() *Tally {
	n := *t
	n.in, n.counter, n.values = newInterner(t.in.schema), newCounter(&t.counter.census, t.counter.writer+1), nil
	return &n
}

// Add counts an entity.
func (t *Tally) Add(e Entity) {
	t.entities++
	t.bytes += int64(e.Size())
	properties := e.Properties()
	if t.full() && !t.in.knows(properties) {
		t.beyond++
		return
	}
	var l *layout
	l, t.values = t.in.intern(properties, t.values[:0])
	t.counter.add(l, t.values)
}

func (t *Tally) full() bool {
	return len(t.in.layouts) >= maxTallyLayouts || len(t.in.columns) >= maxTallyProperties
}

// Len returns how many entities were added.
func (t *Tally) Len() int { return t.entities }

// Bytes returns the size of all of them by the formula of section 1.3.
func (t *Tally) Bytes() int64 { return t.bytes }

// Beyond returns how many of them are in Len and Bytes only, because there are more properties or property sets than a Tally tells apart.
func (t *Tally) Beyond() int { return t.beyond }

// Census returns what was counted, with distinct values as a table's census has them.
func (t *Tally) Census() filterlang.Census {
	return t.counter.census.snapshot(&t.in.schema, t.entities)
}

// Layouts returns the property sets that were counted, exactly, in the order they were first seen.
func (t *Tally) Layouts() []LayoutCount {
	return t.counter.census.counts(&t.in.schema)
}

// counts returns how many entities have each layout of a schema.
func (c *census) counts(s *schema) []LayoutCount {
	var out []LayoutCount
	for number, n := range c.layouts {
		if n > 0 {
			out = append(out, LayoutCount{s.layouts[number].Layout, n})
		}
	}
	return out
}

// knows reports whether properties have a layout already.
func (in *interner) knows(properties []Property) bool {
	type column struct {
		place int
		t     edm.Type
	}
	list := make([]column, len(properties))
	for i, p := range properties {
		place, ok := in.column[p.Name]
		if !ok {
			return false
		}
		list[i] = column{place, p.Value.Type()}
	}
	slices.SortFunc(list, func(a, b column) int { return a.place - b.place })
	var key []byte
	for _, c := range list {
		key = appendColumn(key, c.place, c.t)
	}
	_, ok := in.number[string(key)]
	return ok
}
